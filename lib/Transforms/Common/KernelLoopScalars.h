//===-- KernelLoopScalars.h - Scalars of a kernel loop ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides what a scalar variable of a kernel loop's body is: read only,
/// private to an iteration, or a reduction. A scalar that carries a value from
/// one iteration to the next in any other way has no parallel meaning, and the
/// loop is refused: that is the difference to a silently wrong sum.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_COMMON_KERNELLOOPSCALARS_H
#define WARPFORT_LIB_TRANSFORMS_COMMON_KERNELLOOPSCALARS_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/IR/Region.h"
#include "mlir/IR/Value.h"
#include <optional>

namespace warpfort {

enum class ReductionKind {
  Add,
  Mul,
  Min,
  Max,
  UMin, // of unsigned integers
  UMax,
  IAnd,
  IOr,
  IEor,
  LAnd,
  LOr,
  LEqv,
  LNeqv
};

/// Part of the name of the device library's functions for this operator.
llvm::StringRef getReductionName(ReductionKind Kind);

/// The operator of `reduce(...)` in a directive.
std::optional<ReductionKind> getReductionKind(mlir::Attribute Attr);

/// Suffix of the device library's functions for this type ("f64"), or empty
/// if the library has none for this operator.
std::string getReductionTypeSuffix(fir::FirOpBuilder &Builder,
                                   ReductionKind Kind, mlir::Type ElementType);

/// Neutral element of the operator.
mlir::Value createIdentity(fir::FirOpBuilder &Builder, mlir::Location Loc,
                           ReductionKind Kind, mlir::Type ElementType);

enum class ScalarUse {
  ReadOnly,  ///< never assigned in the body
  Private,   ///< assigned before every read of an iteration, as far as
             ///< conditions tell
  Reduction, ///< only updated by one associative operator
  Carried    ///< anything else
};

struct ScalarInfo {
  ScalarUse Use = ScalarUse::ReadOnly;
  ReductionKind Kind = ReductionKind::Add;
  /// For Private: a procedure of another file gets the variable and is taken
  /// to assign it. Whether it reads it before is seen when the device code is
  /// linked.
  bool IsAssumed = false;
  /// For IsAssumed: other statements assign it in every iteration.
  bool IsKnown = false;
  /// For Private: only a condition keeps a read from coming first, or a call
  /// may leave the variable as it is, or a part of it is assigned. Each
  /// iteration begins with the value from before the loop.
  bool IsGuarded = false;
  /// For Carried: where the value of an earlier iteration is read.
  mlir::Location Loc;
};

/// \p Address is defined above \p Body and refers to a scalar. With \p IsCopied
/// an iteration can begin with the value from before the loop, so branches that
/// do not all assign the variable, and loops that may be empty, may come before
/// a read.
ScalarInfo classifyScalar(mlir::Value Address, mlir::Region &Body,
                          bool IsCopied = false);

/// The operator by which all statements of \p Body update the variable at
/// \p Address, if they do nothing else with it. \p Updates knows what updates
/// it by an operator besides assignments: clauses of loops inside.
std::optional<ReductionKind>
reductionOf(mlir::Value Address, mlir::Region &Body,
            llvm::function_ref<std::optional<ReductionKind>(mlir::Operation *)>
                Updates = nullptr);

/// The operator by which \p Store gives the variable a new value made of the
/// old one, if it does that; \p Body has the statement.
std::optional<ReductionKind> updateOf(fir::StoreOp Store, mlir::Region &Body);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_COMMON_KERNELLOOPSCALARS_H
