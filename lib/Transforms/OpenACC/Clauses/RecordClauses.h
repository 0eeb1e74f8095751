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

/// Calls \p Visit with each compute construct, as what it is. The construct may
/// be changed.
template <typename Visitor>
void forEachComputeConstruct(mlir::Operation *In, Visitor Visit) {
  llvm::SmallVector<mlir::Operation *> Constructs;
  In->walk([&](mlir::Operation *Op) {
    if (mlir::isa<ACC_COMPUTE_CONSTRUCT_OPS>(Op))
      Constructs.push_back(Op);
  });
  for (mlir::Operation *Op : Constructs) {
    if (auto Parallel = mlir::dyn_cast<mlir::acc::ParallelOp>(Op))
      Visit(Parallel);
    else if (auto Serial = mlir::dyn_cast<mlir::acc::SerialOp>(Op))
      Visit(Serial);
    else if (auto Kernels = mlir::dyn_cast<mlir::acc::KernelsOp>(Op))
      Visit(Kernels);
  }
}

/// Gives a data clause the queue of its compute construct.
template <typename Construct, typename Clause>
void followAsync(Construct Op, Clause Of) {
  Of.getAsyncOperandsMutable().assign(Op.getAsyncOperands());
  Of.setAsyncOperandsDeviceTypeAttr(Op.getAsyncOperandsDeviceTypeAttr());
  Of.setAsyncOnlyAttr(Op.getAsyncOnlyAttr());
}

/// Adds the clause to \p Op; the result is the variable inside.
template <typename Construct>
mlir::Value addClause(mlir::OpBuilder &Builder, Construct Op, mlir::Value Var,
                      bool MustBePresent, const std::string &Name) {
  namespace acc = mlir::acc;
  mlir::Location Loc = Op.getLoc();
  auto Complete = [&](auto Clause) {
    Clause.setDataClause(MustBePresent ? acc::DataClause::acc_present
                                       : acc::DataClause::acc_copy);
    if (MustBePresent)
      Clause->setAttr(acc::getFromDefaultClauseAttrName(),
                      Builder.getUnitAttr());
    else
      followAsync(Op, Clause);
    // Of data that a component points to, a region around may have a section.
    if (mlir::isa<fir::BaseBoxType>(fir::unwrapRefType(Var.getType())))
      PartPresentAttr.set(Clause);
    return Clause;
  };
  Builder.setInsertionPoint(Op);
  mlir::Value Result;
  if (MustBePresent)
    Result = Complete(acc::PresentOp::create(Builder, Loc, Var,
                                             /*structured=*/true,
                                             /*implicit=*/true, Name))
                 .getAccVar();
  else
    Result = Complete(acc::CopyinOp::create(Builder, Loc, Var,
                                            /*structured=*/true,
                                            /*implicit=*/true, Name))
                 .getAccVar();
  Builder.setInsertionPointAfter(Op);
  if (MustBePresent)
    Complete(acc::DeleteOp::create(Builder, Loc, Result, /*structured=*/true,
                                   /*implicit=*/true, Name,
                                   mlir::ValueRange{}));
  else
    Complete(acc::CopyoutOp::create(Builder, Loc, Result, Var,
                                    /*structured=*/true, /*implicit=*/true,
                                    Name, mlir::ValueRange{}));
  Op.getDataClauseOperandsMutable().append(Result);
  return Result;
}

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_RECORDCLAUSES_H
