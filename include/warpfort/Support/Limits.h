//===-- Limits.h - Numbers that several stages agree on ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_LIMITS_H
#define WARPFORT_SUPPORT_LIMITS_H

#include <cstdint>

namespace warpfort {

/// No variable has more bytes, whether the compiler counts them or the program:
/// LLVM counts bits in 64 bits.
constexpr uint64_t MaxObjectBytes = 1ull << 60;

} // namespace warpfort

#endif // WARPFORT_SUPPORT_LIMITS_H
