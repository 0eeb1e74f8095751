//===-- ReduceOperations.cpp - The operation of REDUCE --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ReduceOperations.h.
///
//===----------------------------------------------------------------------===//
#include "ReduceOperations.h"

#include "flang/Lower/AbstractConverter.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"

using namespace mlir;
using namespace Fortran;

namespace warpfort {
namespace {

/// The interface of a dummy procedure or procedure pointer; null for others.
const semantics::SubprogramDetails *
interfaceOf(const semantics::Symbol &Procedure) {
  if (!semantics::IsDummy(Procedure) &&
      !semantics::IsProcedurePointer(Procedure))
    return nullptr;
  const semantics::Symbol *Interface = &Procedure;
  // Interfaces may be procedures that are declared with one in turn.
  while (const auto *Entity =
             Interface->detailsIf<semantics::ProcEntityDetails>()) {
    if (!Entity->procInterface())
      return nullptr;
    Interface = &Entity->procInterface()->GetUltimate();
  }
  return Interface->detailsIf<semantics::SubprogramDetails>();
}

bool takesValues(const semantics::SubprogramDetails &Interface) {
  return !Interface.dummyArgs().empty() && Interface.dummyArgs().front() &&
         Interface.dummyArgs().front()->attrs().test(semantics::Attr::VALUE);
}

/// Whether the operation is a procedure that takes its arguments by value, by
/// what is declared where the current statement can see it.
bool takesValues(Value Operation, lower::AbstractConverter &Converter) {
  auto Load = Operation.getDefiningOp<fir::LoadOp>();
  for (const semantics::Scope *S = &Converter.getCurrentScope(); !S->IsGlobal();
       S = &S->parent())
    for (const auto &[Name, Ref] : *S) {
      const auto *Interface = interfaceOf(Ref->GetUltimate());
      if (!Interface || !takesValues(*Interface))
        continue;
      // A pointer's place, or the procedure.
      Value Known = Converter.getSymbolAddress(*Ref);
      if (Known && (Known == Operation || (Load && Known == Load.getMemref())))
        return true;
    }
  return false;
}

} // namespace

llvm::SmallVector<fir::ExtendedValue>
withKnownOperation(fir::FirOpBuilder &Builder, Location Loc,
                   llvm::ArrayRef<fir::ExtendedValue> Arguments,
                   lower::AbstractConverter *Converter) {
  llvm::SmallVector<fir::ExtendedValue> Known(Arguments);
  if (Known.size() < 2 || !Converter)
    return Known;
  Value Operation = fir::getBase(Known[1]);
  auto Box = dyn_cast<fir::BoxProcType>(Operation.getType());
  auto Signature =
      Box ? dyn_cast<FunctionType>(Box.getEleTy()) : FunctionType();
  if (!Signature || Operation.getDefiningOp<fir::EmboxProcOp>())
    return Known;
  if (Signature.getNumInputs() == 0) {
    Type Element =
        hlfir::getFortranElementType(fir::getBase(Known[0]).getType());
    Type Argument = takesValues(Operation, *Converter)
                        ? Element
                        : Builder.getRefType(Element);
    Signature = FunctionType::get(Builder.getContext(), {Argument, Argument},
                                  {Element});
  } else if (Operation.getDefiningOp<fir::LoadOp>()) {
    return Known;
  }
  Value Address = fir::BoxAddrOp::create(Builder, Loc, Signature, Operation);
  Known[1] =
      fir::EmboxProcOp::create(
          Builder, Loc, fir::BoxProcType::get(Builder.getContext(), Signature),
          Address)
          .getResult();
  return Known;
}

} // namespace warpfort
