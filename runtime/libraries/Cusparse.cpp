//===-- runtime/libraries/Cusparse.cpp - Entry points of cuSPARSE ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind module cusparse.
//
//===----------------------------------------------------------------------===//
#include "libraries/CpuCusparseTyped.h"
#include "libraries/Library.h"
#include "libraries/Narrow.h"

using namespace warprt::libraries;

#define LIBRARY_FUNCTION(Name, Params, Args)                                   \
  WARPRT_LIBRARY_ENTRY(Cusparse, CpuCusparseTyped, CusparseNotSupported, Name, \
                       Params, Args)
#define NARROW_FUNCTION(Name, Suffix, Params, Args)                            \
  WARPRT_NARROW_ENTRY(Name, Suffix, CusparseInvalidValue, Params, Args)
#include "libraries/CusparseFunctions.inc"
