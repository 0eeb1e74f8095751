//===-- Clauses.h - Operations of data clauses ---------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a data clause does at the begin and at the end of a construct.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_CFRONTEND_CLAUSES_H
#define WARPFORT_LIB_CFRONTEND_CLAUSES_H

#include "Lowering.h"

namespace warpfort::c {

template <typename Op>
void setQueue(Op Operation, mlir::Value Queue, bool Only) {
  mlir::MLIRContext *Context = Operation->getContext();
  auto None =
      mlir::acc::DeviceTypeAttr::get(Context, mlir::acc::DeviceType::None);
  auto List = mlir::ArrayAttr::get(Context, {None});
  if (Queue) {
    Operation.getAsyncOperandsMutable().append(Queue);
    Operation.setAsyncOperandsDeviceTypeAttr(List);
  } else if (Only) {
    Operation.setAsyncOnlyAttr(List);
  }
}

template <typename Op>
Op Lowering::dataEntry(const DataObject &Object, mlir::acc::DataClause Clause,
                       bool Structured, bool Implicit, const Async &Queue) {
  auto Entry = Op::create(B, Here, Object.Base, Structured, Implicit,
                          Object.Name, Object.Bounds);
  Entry.setDataClause(Clause);
  setQueue(Entry, Queue.Queue, Queue.Only);
  return Entry;
}

/// Of acc.copyout, which writes to the variable, and acc.delete.
template <typename Op>
void Lowering::dataExit(mlir::Operation *Entry, const DataObject &Object,
                        mlir::acc::DataClause Clause, bool Structured,
                        bool Implicit, const Async &Queue) {
  mlir::Value AccVar = Entry->getResult(0);
  Op Exit;
  if constexpr (std::is_same_v<Op, mlir::acc::CopyoutOp> ||
                std::is_same_v<Op, mlir::acc::UpdateHostOp>)
    Exit = Op::create(B, Here, AccVar, Object.Base, Structured, Implicit,
                      Object.Name, Object.Bounds);
  else
    Exit = Op::create(B, Here, AccVar, Structured, Implicit, Object.Name,
                      Object.Bounds);
  Exit.setDataClause(Clause);
  setQueue(Exit, Queue.Queue, Queue.Only);
}

/// Nothing for an operator that is none.
std::optional<mlir::acc::ReductionOperator>
reductionOperator(clang::OpenACCReductionOperator Operator);

} // namespace warpfort::c
#endif // WARPFORT_LIB_CFRONTEND_CLAUSES_H
