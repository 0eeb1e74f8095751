//===-- RecordClauses.h - Implicit clauses of records -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The clauses that a compute construct gets for arrays of records and for
/// components: COPY, or PRESENT where DEFAULT(PRESENT) says so.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_RECORDCLAUSES_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_RECORDCLAUSES_H

#include "warpfort/IR/Attributes.h"

#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include <string>

namespace warpfort::openacc {

/// Gives a data clause the queue of its compute construct.
template <typename Construct, typename Clause>
void followAsync(Construct Op, Clause Of) {
  Of.getAsyncOperandsMutable().assign(Op.getAsyncOperands());
  Of.setAsyncOperandsDeviceTypeAttr(Op.getAsyncOperandsDeviceTypeAttr());
  Of.setAsyncOnlyAttr(Op.getAsyncOnlyAttr());
}

/// Of data that a component points to, a region around may have a section.
inline void admitPart(mlir::Value Var, mlir::Operation *Clause) {
  if (mlir::isa<fir::BaseBoxType>(fir::unwrapRefType(Var.getType())))
    PartPresentAttr.set(Clause);
}

/// Adds the clause to \p Op; the result is the variable inside.
template <typename Construct>
mlir::Value addClause(mlir::OpBuilder &Builder, Construct Op, mlir::Value Var,
                      bool MustBePresent, const std::string &Name) {
  mlir::Location Loc = Op.getLoc();
  Builder.setInsertionPoint(Op);
  mlir::Value Result;
  if (MustBePresent) {
    auto In =
        mlir::acc::PresentOp::create(Builder, Loc, Var, /*structured=*/true,
                                     /*implicit=*/true, Name);
    In->setAttr(mlir::acc::getFromDefaultClauseAttrName(),
                Builder.getUnitAttr());
    admitPart(Var, In);
    Result = In.getAccVar();
    Builder.setInsertionPointAfter(Op);
    auto Out = mlir::acc::DeleteOp::create(
        Builder, Loc, Result, /*structured=*/true,
        /*implicit=*/true, Name, mlir::ValueRange{});
    Out.setDataClause(mlir::acc::DataClause::acc_present);
    Out->setAttr(mlir::acc::getFromDefaultClauseAttrName(),
                 Builder.getUnitAttr());
    admitPart(Var, Out);
  } else {
    auto In =
        mlir::acc::CopyinOp::create(Builder, Loc, Var, /*structured=*/true,
                                    /*implicit=*/true, Name);
    In.setDataClause(mlir::acc::DataClause::acc_copy);
    followAsync(Op, In);
    admitPart(Var, In);
    Result = In.getAccVar();
    Builder.setInsertionPointAfter(Op);
    auto Out = mlir::acc::CopyoutOp::create(
        Builder, Loc, Result, Var,
        /*structured=*/true, /*implicit=*/true, Name, mlir::ValueRange{});
    Out.setDataClause(mlir::acc::DataClause::acc_copy);
    followAsync(Op, Out);
    admitPart(Var, Out);
  }
  Op.getDataClauseOperandsMutable().append(Result);
  return Result;
}

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_RECORDCLAUSES_H
