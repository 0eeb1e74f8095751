//===-- warpfort/Support/ExactMath.h - Code that -Kieee made --- -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A source decides how exact its code is; what that allows happens when the
// device program is linked. Functions carry the decision there.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_EXACTMATH_H
#define WARPFORT_SUPPORT_EXACTMATH_H

#include "llvm/ADT/StringRef.h"

namespace warpfort {

/// Attribute of functions that were compiled without fused operations or with
/// -O0: mathematics there has libm's accuracy.
inline constexpr llvm::StringLiteral ExactMathAttr = "warpfort.exact_math";

} // namespace warpfort

#endif // WARPFORT_SUPPORT_EXACTMATH_H
