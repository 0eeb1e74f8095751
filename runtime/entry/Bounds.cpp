//===-- runtime/entry/Bounds.cpp - Subscripts out of bounds ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What host code calls that was compiled with -Mbounds. The device library says
// the same (runtime/device/Bounds.c).
//
//===----------------------------------------------------------------------===//
#include "core/Diagnostics.h"
#include "entry/Export.h"
#include "warprt/BoundsCheck.h"
#include <string>

using namespace warprt;

WARPRT_EXPORT void warprt_report_bounds(const char *Variable, const char *File,
                                        int32_t Line, int32_t Dimension,
                                        int64_t Index, int64_t Lower,
                                        int64_t Upper) {
  fatalAt({File, Line}, "subscript " + std::to_string(Dimension) + " of '" +
                            Variable + "' is " + std::to_string(Index) +
                            ", which is outside of " + std::to_string(Lower) +
                            ":" + std::to_string(Upper));
}
