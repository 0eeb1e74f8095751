//===-- runtime/libraries/Curand.cpp - Entry points of cuRAND -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind module curand. The CPU has no version: a generator there
// would have to give the numbers that the GPU's gives, in the same order.
//
//===----------------------------------------------------------------------===//
#include "libraries/Library.h"
#include "libraries/Narrow.h"

using namespace warprt::libraries;

namespace {
NvidiaLibrary Curand("curand", 10, 10, 10);

struct CpuCurand {};

/// What comes closest to "not supported" among the library's codes.
constexpr int CurandArchMismatch = 204;
constexpr int CurandOutOfRange = 104;
} // namespace

#define LIBRARY_FUNCTION(Name, Params, Args)                                   \
  WARPRT_LIBRARY_ENTRY(Curand, CpuCurand, CurandArchMismatch, Name, Params,    \
                       Args)
#define NARROW_FUNCTION(Name, Suffix, Params, Args)                            \
  WARPRT_NARROW_ENTRY(Name, Suffix, CurandOutOfRange, Params, Args)
#include "libraries/CurandFunctions.inc"
