//===-- Places.h - Which variable an address belongs to ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The way from an address back to a variable: through data clauses,
/// descriptors, associate names and host association, with what is known of it.
/// Two names may be those of one variable, or of parts that overlap; all passes
/// that must know ask here.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_COMMON_PLACES_H
#define WARPFORT_LIB_TRANSFORMS_COMMON_PLACES_H

#include "flang/Optimizer/Dialect/FIROps.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace warpfort {

/// One step from a variable to a part of it.
struct PlaceStep {
  enum StepKind { Component, Subscripts, Descriptor } Kind;
  /// What the part is of: by names of EQUIVALENCE, and by a type and what it
  /// extends, one part has several steps. An array's last extent says nothing.
  mlir::Type Of;
  std::string Name; ///< of a component
  /// From 0. Known are constants, of dimensions that no section has.
  llvm::SmallVector<std::optional<int64_t>, 3> Index;
  bool IsPointer = false; ///< of a descriptor: a pointer's

  bool operator==(const PlaceStep &) const = default;
};

struct Place {
  /// Where the way begins: what makes the memory, or an argument.
  mlir::Value Root;
  /// The same for all values that are this memory.
  const void *Memory = nullptr;
  /// The declaration nearest to the memory, and how far from its beginning the
  /// variable is (EQUIVALENCE, COMMON).
  fir::DeclareOp Variable;
  uint64_t Offset = 0;
  llvm::SmallVector<PlaceStep, 2> Path;
  bool IsAssociateName = false; ///< there are several declarations
  bool IsDeviceAddress = false; ///< of the copy that USE_DEVICE names
  bool IsPointer = false;       ///< a pointer, which leads anywhere
  bool ThroughPointer = false;  ///< or a part of what one leads to
  bool IsTarget = false;
  bool IsDummy = false;

  /// Whether they are surely one part of one variable.
  bool isSame(const Place &Other) const;
  /// Whether they are surely different parts of one variable.
  bool isApart(const Place &Other) const;
  /// Whether they may share memory, as parts of one variable or of variables
  /// that have storage in common.
  bool mayShare(const Place &Other) const;
};

Place findPlace(mlir::Value Address);

/// Whether a value's type is a pointer's, or that of its descriptor.
bool isPointer(mlir::Type T);

/// The components that an operation selects one by one, or the part of a
/// number; none if it does something else.
llvm::SmallVector<PlaceStep, 2> componentsOf(fir::CoordinateOp Coor);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_COMMON_PLACES_H
