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

void addRoutine(mlir::ModuleOp Module, mlir::func::FuncOp Function,
                llvm::ArrayRef<warpfort::checker::Clause> Clauses,
                unsigned &Number) {
  using mlir::acc::RoutineOp;
  mlir::OpBuilder Builder(Module.getBodyRegion());
  mlir::OperationState State(Function.getLoc(), RoutineOp::getOperationName());
  mlir::OperationName Operation = State.name;
  llvm::StringMap<llvm::SmallVector<mlir::Attribute>> Lists;
  auto Append = [&](mlir::StringAttr List, mlir::Attribute Value) {
    Lists[List.getValue()].push_back(Value);
  };
  // No clause is behind DEVICE_TYPE any more (OpenACCDeviceTypes.cpp).
  auto AppendDevice = [&](mlir::StringAttr List) {
    Append(List, mlir::acc::DeviceTypeAttr::get(Builder.getContext(),
                                                mlir::acc::DeviceType::None));
  };
  for (const auto &[Source, Objects, Node] : Clauses) {
    using Clause = parser::AccClause;
    const Clause &C = *Node;
    if (std::holds_alternative<Clause::Gang>(C.u)) {
      AppendDevice(RoutineOp::getGangAttrName(Operation));
    } else if (std::holds_alternative<Clause::Worker>(C.u)) {
      AppendDevice(RoutineOp::getWorkerAttrName(Operation));
    } else if (std::holds_alternative<Clause::Vector>(C.u)) {
      AppendDevice(RoutineOp::getVectorAttrName(Operation));
    } else if (std::holds_alternative<Clause::Seq>(C.u)) {
      AppendDevice(RoutineOp::getSeqAttrName(Operation));
    } else if (std::holds_alternative<Clause::Nohost>(C.u)) {
      State.addAttribute(RoutineOp::getNohostAttrName(Operation),
                         Builder.getUnitAttr());
    } else if (const auto *Bind = std::get_if<Clause::Bind>(&C.u)) {
      if (const auto *Other = std::get_if<parser::Name>(&Bind->v.u)) {
        if (!Other->symbol)
          return;
        Append(RoutineOp::getBindIdNameAttrName(Operation),
               mlir::SymbolRefAttr::get(
                   Builder.getContext(),
                   lower::mangle::mangleName(Other->symbol->GetUltimate())));
      } else {
        const auto *Value = semantics::GetExpr(
            nullptr, std::get<parser::ScalarDefaultCharExpr>(Bind->v.u));
        auto Text =
            Value ? evaluate::GetScalarConstantValue<evaluate::Ascii>(*Value)
                  : std::nullopt;
        if (!Text)
          return;
        Append(RoutineOp::getBindStrNameAttrName(Operation),
               Builder.getStringAttr(*Text));
      }
      AppendDevice(
          std::holds_alternative<parser::Name>(Bind->v.u)
              ? RoutineOp::getBindIdNameDeviceTypeAttrName(Operation)
              : RoutineOp::getBindStrNameDeviceTypeAttrName(Operation));
    } else {
      // Without information, a call is an error.
      return;
    }
  }
  for (auto &Entry : Lists)
    State.addAttribute(Entry.first(), Builder.getArrayAttr(Entry.second));
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
