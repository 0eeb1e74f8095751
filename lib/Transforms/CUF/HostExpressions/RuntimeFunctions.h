//===-- RuntimeFunctions.h - Functions without operations -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The transformational functions for which HLFIR has no operation: Flang calls
/// its run-time library, which returns a scalar, or allocates the result:
///
///     call @_FortranASpread(&r, a, dim, n)
///     hlfir.as_expr (load r)
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_RUNTIMEFUNCTIONS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_RUNTIMEFUNCTIONS_H

#include "DeviceKernels.h"
#include "ReductionFold.h"

namespace warpfort {

/// What a call of the run-time library computes, and which of its arguments are
/// what; -1 for none.
struct RuntimeFunction {
  enum Functions { Reduction, Norm, Location, Spread };

  llvm::StringLiteral Name; ///< without the prefix, and a number at the end
  Functions Function;
  int Result, Array, Dim, Mask;
  Fold Kind = Fold::Sum; ///< of a reduction

  /// Null for other operations.
  static const RuntimeFunction *find(mlir::Operation *Op);

  /// The argument without conversions; null for none.
  mlir::Value argument(mlir::Operation *Call, int At) const;
};

/// The arrays, and expressions in temporaries, that such a call has by their
/// descriptors.
class RuntimeOperands {
public:
  /// Those of no other operation.
  explicit RuntimeOperands(mlir::Operation *Op);
  /// Whether one of them depends on device data.
  bool areOnDevice(const DeviceData &Data) const;
  /// Erases what made the descriptors, once the call is gone.
  void erase();

private:
  llvm::SmallVector<ArrayOperand, 2> Operands;
};

/// What reads a result that the run-time library allocates.
class RuntimeResult {
public:
  /// False where anything else is done with it than to make an expression, or
  /// to read a scalar, of a type that is one number.
  bool find(fir::CallOp Call);
  /// Of an expression; null for a scalar.
  hlfir::ExprType expression() {
    return Expr ? cast<hlfir::ExprType>(Expr.getType()) : hlfir::ExprType();
  }
  /// Of the scalar.
  mlir::Type scalar() { return Read.getType(); }

  /// Puts an expression, or a scalar, in its place.
  void replace(fir::FirOpBuilder &Builder, mlir::Value New,
               llvm::ArrayRef<mlir::Value> Extents);

private:
  bool findScalar();

  fir::LoadOp Load;
  fir::BoxAddrOp Address;
  hlfir::DeclareOp Declare;
  hlfir::AsExprOp Expr;
  fir::LoadOp Read;
  fir::FreeMemOp Free;
  llvm::SmallVector<fir::BoxDimsOp> Dimensions;
};

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_RUNTIMEFUNCTIONS_H
