//===-- runtime/libraries/Curand.cpp - Entry points of cuRAND -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind module curand.
//
//===----------------------------------------------------------------------===//
#include "libraries/CpuCurand.h"
#include "libraries/Library.h"
#include "libraries/Narrow.h"

using namespace warprt::libraries;

#define LIBRARY_FUNCTION(Name, Params, Args)                                   \
  WARPRT_LIBRARY_ENTRY(Curand, CpuCurand, CurandArchMismatch, Name, Params,    \
                       Args)
#define NARROW_FUNCTION(Name, Suffix, Params, Args)                            \
  WARPRT_NARROW_ENTRY(Name, Suffix, CurandOutOfRange, Params, Args)
#include "libraries/CurandFunctions.inc"
