//===-- warpfort/Support/UnaliasedData.h - Kernels' arguments - -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Fortran says of a kernel's arguments, for code generation at the link.
// LLVM's own `noalias` says more: that nothing reads what is written through
// the argument, which threads deny that exchange data across a barrier.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_UNALIASEDDATA_H
#define WARPFORT_SUPPORT_UNALIASEDDATA_H

#include "llvm/ADT/StringRef.h"

namespace warpfort {

/// Attribute of arguments of kernels: while the kernel runs, the data changes
/// through this argument or not at all.
inline constexpr llvm::StringLiteral UnaliasedAttr = "warpfort.unaliased";

} // namespace warpfort

#endif // WARPFORT_SUPPORT_UNALIASEDDATA_H
