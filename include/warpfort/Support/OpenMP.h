//===-- warpfort/Support/OpenMP.h - Modules with OpenMP ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How passes know that a module may have OpenMP operations.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_OPENMP_H
#define WARPFORT_SUPPORT_OPENMP_H

#include "llvm/ADT/StringRef.h"

namespace warpfort {

/// Attribute of a module with OpenMP operations: the version of OpenMP. The
/// name is Flang's.
inline constexpr llvm::StringLiteral OpenMPVersionAttr = "omp.version";

} // namespace warpfort
#endif // WARPFORT_SUPPORT_OPENMP_H
