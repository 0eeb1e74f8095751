//===-- runtime/fortran/OutputReplay.h - PRINT of kernels -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls of Flang's runtime that device code recorded, made on the host; see
// warprt/DeviceOutput.h.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_FORTRAN_OUTPUTREPLAY_H
#define WARPRT_FORTRAN_OUTPUTREPLAY_H

#include <cstdint>

namespace warprt::fortran {

void replayStatement(const uint64_t *Words, uint64_t Count);
[[noreturn]] void replayStop(const uint64_t *Words);
void flushOutput();

} // namespace warprt::fortran

#endif // WARPRT_FORTRAN_OUTPUTREPLAY_H
