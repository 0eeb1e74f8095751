//===-- runtime/libraries/Cufft.cpp - Entry points of cuFFT ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind module cufft: all of cufft.h.
//
//===----------------------------------------------------------------------===//
#include "libraries/CpuCufft.h"
#include "libraries/Library.h"
#include "libraries/Narrow.h"

using namespace warprt::libraries;

#define LIBRARY_FUNCTION(Name, Params, Args)                                   \
  WARPRT_LIBRARY_ENTRY(Cufft, CpuCufft, CufftNotSupported, Name, Params, Args)
#define NARROW_FUNCTION(Name, Suffix, Params, Args)                            \
  WARPRT_NARROW_ENTRY(Name, Suffix, CufftInvalidValue, Params, Args)
/// Of arrays for which the program has NULL() come addresses of null pointers.
#define NULL_FUNCTION(Name, Params, Args)                                      \
  WARPRT_EXPORT int warprt_##Name##_null Params { return warprt_##Name Args; }
#include "libraries/CufftFunctions.inc"
