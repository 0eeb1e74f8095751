//===-- runtime/core/Leaks.h - Device memory that is not freed --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// WARPFORT_CHECK=leak: device and managed memory that the program asked for and
// has not given back when it ends, by where it asked. What the runtime keeps
// for itself is none of it. Without the check each function is one test.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_LEAKS_H
#define WARPRT_CORE_LEAKS_H

#include "core/Diagnostics.h"
#include "hal/Device.h"

namespace warprt {

/// The program got this memory. `By` says how, where there is no line.
void noteAllocation(const void *Address, size_t Bytes, const char *By,
                    SourceLocation Where = {});
/// It gave memory back that the device keeps. Other memory the device knows.
void noteRelease(const void *Address);

/// Tells the checker what is left.
void reportLeaks(Device &D);

} // namespace warprt

#endif // WARPRT_CORE_LEAKS_H
