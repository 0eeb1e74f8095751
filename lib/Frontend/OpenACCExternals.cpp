//===-- OpenACCExternals.cpp - Routines without an interface --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang keeps routine information with the interface of a procedure, so
///
///     real, external :: f
///     !$acc routine(f) seq
///
/// would leave none. It is added to what the procedure was lowered to.
///
//===----------------------------------------------------------------------===//
#include "OpenACCExternals.h"

#include "flang/Optimizer/Support/InternalNames.h"
#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/Builders.h"

using namespace Fortran;

namespace {

struct RoutineAdder {
  mlir::ModuleOp Module;
  unsigned Number = 0;

  template <typename A> bool Pre(const A &) { return true; }
  template <typename A> void Post(const A &) {}

  void Post(const parser::OpenACCRoutineConstruct &X) {
    const auto &Name = std::get<std::optional<parser::Name>>(X.t);
    if (!Name)
      return;
    auto Function = Module.lookupSymbol<mlir::func::FuncOp>(
        fir::NameUniquer::doProcedure({}, {}, Name->ToString()));
    if (Function && !Function->hasAttr(mlir::acc::getRoutineInfoAttrName()))
      add(Function, std::get<parser::AccClauseList>(X.t));
  }

private:
  void add(mlir::func::FuncOp Function, const parser::AccClauseList &Clauses);
};

void RoutineAdder::add(mlir::func::FuncOp Function,
                       const parser::AccClauseList &Clauses) {
  using mlir::acc::RoutineOp;
  mlir::OpBuilder Builder(Module.getBodyRegion());
  mlir::OperationState State(Function.getLoc(), RoutineOp::getOperationName());
  mlir::OperationName Operation = State.name;
  auto AnyDevice = Builder.getArrayAttr(mlir::acc::DeviceTypeAttr::get(
      Builder.getContext(), mlir::acc::DeviceType::None));
  for (const parser::AccClause &C : Clauses.v) {
    using Clause = parser::AccClause;
    if (std::holds_alternative<Clause::Gang>(C.u))
      State.addAttribute(RoutineOp::getGangAttrName(Operation), AnyDevice);
    else if (std::holds_alternative<Clause::Worker>(C.u))
      State.addAttribute(RoutineOp::getWorkerAttrName(Operation), AnyDevice);
    else if (std::holds_alternative<Clause::Vector>(C.u))
      State.addAttribute(RoutineOp::getVectorAttrName(Operation), AnyDevice);
    else if (std::holds_alternative<Clause::Seq>(C.u))
      State.addAttribute(RoutineOp::getSeqAttrName(Operation), AnyDevice);
    else if (std::holds_alternative<Clause::Nohost>(C.u))
      State.addAttribute(RoutineOp::getNohostAttrName(Operation),
                         Builder.getUnitAttr());
    else
      // BIND and DEVICE_TYPE: without information, a call is an error.
      return;
  }
  std::string Name = "acc_external_routine_" + std::to_string(Number++);
  State.addAttribute(RoutineOp::getSymNameAttrName(Operation),
                     Builder.getStringAttr(Name));
  State.addAttribute(
      RoutineOp::getFuncNameAttrName(Operation),
      mlir::SymbolRefAttr::get(Builder.getContext(), Function.getSymName()));
  Builder.create(State);
  Function->setAttr(
      mlir::acc::getRoutineInfoAttrName(),
      mlir::acc::RoutineInfoAttr::get(
          Builder.getContext(),
          {mlir::SymbolRefAttr::get(Builder.getContext(), Name)}));
}

} // namespace

void warpfort::declareExternalRoutines(const parser::Program &Program,
                                       mlir::ModuleOp Module) {
  RoutineAdder Adder{Module};
  parser::Walk(Program, Adder);
}
