//===-- runtime/entry/Bounds.cpp - Wrong subscripts and pointers
//-----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What host code calls that was compiled with -Mbounds or -Mchkptr. The device
// library says the same (runtime/device/Bounds.c).
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

WARPRT_EXPORT void warprt_report_substring(const char *Variable,
                                           const char *File, int32_t Line,
                                           int64_t First, int64_t Last,
                                           int64_t Length) {
  fatalAt({File, Line}, "substring " + std::to_string(First) + ":" +
                            std::to_string(Last) + " of '" + Variable +
                            "' is outside of 1:" + std::to_string(Length));
}

WARPRT_EXPORT int32_t warprt_report_outside(const char *Variable,
                                            const char *File, int32_t Line,
                                            int64_t First, int64_t Last,
                                            int64_t Length) {
  if (First <= Last && (First < 1 || Last > Length))
    warprt_report_substring(Variable, File, Line, First, Last, Length);
  return 0;
}

WARPRT_EXPORT void warprt_report_pointer(const char *Variable, const char *File,
                                         int32_t Line, int32_t IsAllocatable) {
  std::string Name = std::string("'") + Variable + "' is used, which is ";
  fatalAt({File, Line}, IsAllocatable ? "allocatable " + Name + "not allocated"
                                      : "pointer " + Name + "not associated");
}
