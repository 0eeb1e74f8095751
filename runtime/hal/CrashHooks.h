//===-- runtime/hal/CrashHooks.h - Tracebacks of programs -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program that was compiled with -traceback or -Mchkstk has set
// (warprt/Traps.h). Without these options each function does nothing.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_HAL_CRASHHOOKS_H
#define WARPRT_HAL_CRASHHOOKS_H

#include "warprt/Traps.h"

namespace warprt {

/// The last ones set count.
void setCrashHooks(const WarprtCrashHooks *Hooks);

/// Whether crashes are reported by the program's own handler.
bool hasCrashHooks();

/// Prints the calls that led here, behind the message of an error.
void printCalls();

/// To be called first by a thread that runs device code.
void prepareThreadForCrash();

} // namespace warprt

#endif // WARPRT_HAL_CRASHHOOKS_H
