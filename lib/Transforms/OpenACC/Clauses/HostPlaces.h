//===-- HostPlaces.h - What data clauses name -------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two data clauses may be about one variable: by its name, and by an associate
/// name of a part. In the construct these are different values.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_HOSTPLACES_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_HOSTPLACES_H

#include "flang/Optimizer/Dialect/FIROps.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace warpfort::openacc {

/// A component, or an element or section of an array.
struct HostStep {
  std::string Field; ///< empty for subscripts
  /// The constant ones of dimensions that a section has not.
  llvm::SmallVector<std::optional<int64_t>, 3> Subscripts;
};

/// Where the variable of a data clause is on the host.
struct HostPlace {
  /// The declaration of the variable that it is, or is a part of.
  mlir::Value Storage;
  llvm::SmallVector<HostStep, 2> Path;
  bool IsAssociateName = false;

  /// Whether the two may be one though their clauses are two, if they are
  /// accessed by element.
  bool mayOverlap(const HostPlace &Other) const;
  /// Likewise where one is accessed as a whole.
  bool mayShare(const HostPlace &Other) const;
};

/// The place of what a data clause's result, \p Entry, stands for.
HostPlace findHostPlace(mlir::Value Entry);

/// The components that an operation selects, as a name; none if they are not
/// known.
std::optional<std::string> fieldsOf(fir::CoordinateOp Coor);
bool selectsField(fir::CoordinateOp Coor);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_HOSTPLACES_H
