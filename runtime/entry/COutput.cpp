//===-- runtime/entry/COutput.cpp - printf() and assert() of C ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What OpenACC C has for these functions where a compute construct runs on the
// host, and what the device library calls on the CPU (warprt/DeviceLibrary.h).
//
//===----------------------------------------------------------------------===//
#include "core/Runtime.h"
#include "entry/Export.h"
#include "warprt/DeviceLibrary.h"
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

/// All arguments in words of memory: a list of x86-64 whose registers are used
/// up, of which each argument takes one word.
WARPRT_EXPORT int32_t warprt_cpu_print_words(const char *Format,
                                             const int64_t *Words) {
  struct {
    unsigned GeneralOffset, FloatOffset;
    const int64_t *Next;
    void *Registers;
  } List = {6 * 8, 6 * 8 + 8 * 16, Words, nullptr};
  va_list Arguments;
  static_assert(sizeof(Arguments) == sizeof(List));
  std::memcpy(&Arguments, &List, sizeof(List));
  return std::vprintf(Format, Arguments);
}

WARPRT_EXPORT int32_t warprt_c_printf(const char *Format, int64_t, int64_t A0,
                                      int64_t A1, int64_t A2, int64_t A3,
                                      int64_t A4, int64_t A5, int64_t A6,
                                      int64_t A7, int64_t A8, int64_t A9,
                                      int64_t A10, int64_t A11, int64_t A12,
                                      int64_t A13, int64_t A14, int64_t A15) {
  const int64_t Words[WARPDEV_PRINTF_ARGUMENTS] = {
      A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15};
  return warprt_cpu_print_words(Format, Words);
}

WARPRT_EXPORT void warprt_c_assertion(const char *Message, const char *File,
                                      int32_t Line) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%d: %s\n", File, static_cast<int>(Line), Message);
  std::abort();
}
