//===-- ConcurrentMasks.h - What iterations define of masks -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The mask of DO CONCURRENT tells what it was before all iterations, but is
/// evaluated as they go.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_CONCURRENTMASKS_H
#define WARPFORT_LIB_FRONTEND_REWRITES_CONCURRENTMASKS_H

#include "HostVariables.h"
#include "flang/Parser/char-block.h"
#include <optional>
#include <string>

namespace Fortran::parser {
struct DoConstruct;
} // namespace Fortran::parser

namespace warpfort {

/// A variable in a mask, or of what a function there refers to.
struct MaskReference {
  Fortran::parser::CharBlock Place;
  std::string Variable;
  /// It is no function that refers to it, maybe to another element.
  bool IsSure = true;
};

/// What the iterations define of what the mask of \p Do refers to, if it is not
/// the element of the same iteration.
std::optional<MaskReference> changedInMask(Fortran::parser::DoConstruct &Do,
                                           const HostVariables &Host);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_CONCURRENTMASKS_H
