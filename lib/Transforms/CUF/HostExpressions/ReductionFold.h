//===-- ReductionFold.h - How reductions combine elements -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The intrinsic functions that combine the elements of an array (SUM, MAXVAL,
/// ANY, IALL, ..., DOT_PRODUCT): their operands, their neutral elements and one
/// step.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_REDUCTIONFOLD_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_REDUCTIONFOLD_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIRAttr.h"
#include <optional>

namespace warpfort {

enum class Fold {
  Sum,
  Product,
  Max,
  Min,
  All,
  Any,
  Count,
  And,
  Or,
  Xor,
  Parity
};

/// What an operation, or a call of the run-time library, does with the
/// elements; none for other functions.
std::optional<Fold> foldOf(mlir::Operation *Op);

/// Operands of such an operation, or of MAXLOC, MINLOC and FINDLOC. Pointers
/// and allocatables are not yet followed.
struct FoldOperands {
  mlir::Value Array; ///< null: there are none, or they are not understood
  mlir::Value Other; ///< second operand of DOT_PRODUCT
  mlir::Value Mask, Dim;
  /// Whether there is a mask; null if there is. An allocatable or a pointer
  /// without memory is none.
  mlir::Value HasMask;

  /// The mask's element that \p Read gives, in the type of conditions.
  mlir::Value maskElement(fir::FirOpBuilder &Builder, mlir::Location Loc,
                          llvm::function_ref<mlir::Value()> Read) const;
};
FoldOperands foldOperandsOf(mlir::Operation *Op);

/// One reduction of elements of one type, inside or outside of a kernel.
class Folder {
public:
  Folder(fir::FirOpBuilder &Builder, mlir::Location Loc, Fold Kind,
         mlir::Type Element);

  static bool takes(Fold Kind, mlir::Type Element);

  /// One whose op() is \p Operator, of running results.
  static std::optional<Fold> kindOf(fir::ReduceOperationEnum Operator);

  /// Type of the running result; the function's may be narrower.
  mlir::Type total() const { return Total; }

  fir::ReduceOperationEnum op() const;

  mlir::Value neutral();

  /// The language's result for no elements, where it is not the neutral one.
  mlir::Value emptyResult();

  /// What an element adds: for COUNT one.
  mlir::Value contribution(mlir::Value X);
  /// The product of two elements; \p Conjugates as DOT_PRODUCT does.
  mlir::Value product(mlir::Value X, mlir::Value Y, bool Conjugates);

  mlir::Value combine(mlir::Value Old, mlir::Value New);

private:
  mlir::Value combineBits(mlir::Value A, mlir::Value B);

  fir::FirOpBuilder &Builder;
  mlir::Location Loc;
  Fold Kind;
  mlir::Type Element, Total;
};

/// NORM2 of REAL(8), whose squares may overflow, or lose what counts: they are
/// summed up relative to the largest magnitude then. NaN is a result.
class ScaledNorm {
public:
  /// Whether the root of the plain sum is the result.
  static mlir::Value isSafe(fir::FirOpBuilder &Builder, mlir::Location Loc,
                            mlir::Value Sum);

  ScaledNorm(fir::FirOpBuilder &Builder, mlir::Location Loc, mlir::Value Most);
  /// What each element is divided by.
  mlir::Value scale();
  /// The result, of the sum of the squares.
  mlir::Value root(mlir::Value Sum);

private:
  fir::FirOpBuilder &Builder;
  mlir::Location Loc;
  mlir::Value Most;  ///< the largest magnitude
  mlir::Value IsEnd; ///< zero or infinite, and the result
};

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_REDUCTIONFOLD_H
