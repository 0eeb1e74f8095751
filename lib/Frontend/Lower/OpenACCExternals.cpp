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

#include "flang/Evaluate/tools.h"
#include "flang/Evaluate/type.h"
#include "flang/Lower/Mangler.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"

using namespace Fortran;

namespace {

using mlir::acc::RoutineOp;

/// The attributes of a ROUTINE operation, from its clauses.
class RoutineClauses {
public:
  RoutineClauses(mlir::OpBuilder &Builder, mlir::OperationState &State)
      : Builder(Builder), State(State), Operation(State.name) {}
  /// False for a clause of which there is no information.
  bool add(const parser::AccClause &C);
  void finish() {
    for (auto &Entry : Lists)
      State.addAttribute(Entry.first(), Builder.getArrayAttr(Entry.second));
  }

private:
  void append(mlir::StringAttr List, mlir::Attribute Value) {
    Lists[List.getValue()].push_back(Value);
  }
  // No clause is behind DEVICE_TYPE any more (OpenACCDeviceTypes.cpp).
  void appendDevice(mlir::StringAttr List) {
    append(List, mlir::acc::DeviceTypeAttr::get(Builder.getContext(),
                                                mlir::acc::DeviceType::None));
  }
  bool addBind(const parser::AccBindClause &Bind);

  mlir::OpBuilder &Builder;
  mlir::OperationState &State;
  mlir::OperationName Operation;
  llvm::StringMap<llvm::SmallVector<mlir::Attribute>> Lists;
};

bool RoutineClauses::addBind(const parser::AccBindClause &Bind) {
  if (const auto *Other = std::get_if<parser::Name>(&Bind.u)) {
    if (!Other->symbol)
      return false;
    append(RoutineOp::getBindIdNameAttrName(Operation),
           mlir::SymbolRefAttr::get(
               Builder.getContext(),
               lower::mangle::mangleName(Other->symbol->GetUltimate())));
    appendDevice(RoutineOp::getBindIdNameDeviceTypeAttrName(Operation));
    return true;
  }
  const auto *Value = semantics::GetExpr(
      nullptr, std::get<parser::ScalarDefaultCharExpr>(Bind.u));
  auto Text = Value ? evaluate::GetScalarConstantValue<evaluate::Ascii>(*Value)
                    : std::nullopt;
  if (!Text)
    return false;
  append(RoutineOp::getBindStrNameAttrName(Operation),
         Builder.getStringAttr(*Text));
  appendDevice(RoutineOp::getBindStrNameDeviceTypeAttrName(Operation));
  return true;
}

bool RoutineClauses::add(const parser::AccClause &C) {
  using Clause = parser::AccClause;
  if (const auto *Bind = std::get_if<Clause::Bind>(&C.u))
    return addBind(Bind->v);
  if (std::holds_alternative<Clause::Gang>(C.u))
    appendDevice(RoutineOp::getGangAttrName(Operation));
  else if (std::holds_alternative<Clause::Worker>(C.u))
    appendDevice(RoutineOp::getWorkerAttrName(Operation));
  else if (std::holds_alternative<Clause::Vector>(C.u))
    appendDevice(RoutineOp::getVectorAttrName(Operation));
  else if (std::holds_alternative<Clause::Seq>(C.u))
    appendDevice(RoutineOp::getSeqAttrName(Operation));
  else if (std::holds_alternative<Clause::Nohost>(C.u))
    State.addAttribute(RoutineOp::getNohostAttrName(Operation),
                       Builder.getUnitAttr());
  else
    return false;
  return true;
}

/// Without information on a clause there is no operation, and a call is an
/// error.
void addRoutine(mlir::ModuleOp Module, mlir::func::FuncOp Function,
                llvm::ArrayRef<warpfort::checker::Clause> Clauses,
                unsigned &Number) {
  mlir::OpBuilder Builder(Module.getBodyRegion());
  mlir::OperationState State(Function.getLoc(), RoutineOp::getOperationName());
  mlir::OperationName Operation = State.name;
  RoutineClauses Attributes(Builder, State);
  for (const warpfort::checker::Clause &C : Clauses)
    if (!Attributes.add(*C.Node))
      return;
  Attributes.finish();
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

void warpfort::declareExternalRoutines(const checker::CheckedProgram &Program,
                                       mlir::ModuleOp Module) {
  unsigned Number = 0;
  for (const checker::Directive &D : Program.Declarations) {
    if (!D.Procedure)
      continue;
    auto Function = Module.lookupSymbol<mlir::func::FuncOp>(
        fir::NameUniquer::doProcedure({}, {}, D.Procedure->Source.ToString()));
    if (Function && !Function->hasAttr(mlir::acc::getRoutineInfoAttrName()))
      addRoutine(Module, Function, D.Clauses, Number);
  }
}
