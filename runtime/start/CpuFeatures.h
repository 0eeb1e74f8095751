//===-- runtime/start/CpuFeatures.h - What this CPU has ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the needs of compiled code with the CPU that runs it. Used before a
// program starts, so it allocates nothing and calls no library.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_START_CPUFEATURES_H
#define WARPRT_START_CPUFEATURES_H

#include "warprt/CpuFeatures.h"
#include <cstddef>
#include <cstdint>

namespace warprt::start {

enum class FeatureUse { Any, Common };

/// The features of \p Needed that this CPU, or its system, lacks. A bit that
/// this version does not know is lacking.
uint64_t missingFeatures(uint64_t Needed, FeatureUse Use);

/// A text of bounded length; what does not fit is left out.
class LineBuffer {
public:
  LineBuffer &operator<<(const char *Text) {
    while (*Text && Length < sizeof Buffer - 1)
      Buffer[Length++] = *Text++;
    Buffer[Length] = '\0';
    return *this;
  }
  const char *text() const { return Buffer; }
  size_t size() const { return Length; }

private:
  char Buffer[768] = "";
  size_t Length = 0;
};

/// "it is compiled for znver5, but this CPU lacks avx512f, ...; compile it with
/// -tp=x86-64-v3 ...". \p Cpu may be empty.
void describeMissing(LineBuffer &Line, uint64_t Missing, const char *Cpu);

} // namespace warprt::start

#endif // WARPRT_START_CPUFEATURES_H
