//===-- Alignment.h - Sizes in whole units ----------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_ALIGNMENT_H
#define WARPRT_BACKENDS_CPU_ALIGNMENT_H

#include <cstddef>

namespace warprt::cpu {

/// The next multiple of \p Unit that is not below \p Value.
constexpr size_t alignTo(size_t Value, size_t Unit) {
  return (Value + Unit - 1) / Unit * Unit;
}

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_ALIGNMENT_H
