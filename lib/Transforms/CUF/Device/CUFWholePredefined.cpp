//===-- CUFWholePredefined.cpp - Predefined variables as a whole ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang turns components of threadidx, blockidx, blockdim and griddim into
/// registers, and fails where device code uses the variable itself or the
/// address of a component: assigns it to another, passes it, associates a name
/// with it. There it gets a variable with the three components.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFWHOLEPREDEFINEDPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

bool isPredefined(fir::DeclareOp Variable) {
  return llvm::StringSwitch<bool>(Variable.getUniqName())
      .Cases({"_QM__fortran_builtinsE__builtin_threadidx",
              "_QM__fortran_builtinsE__builtin_blockidx",
              "_QM__fortran_builtinsE__builtin_blockdim",
              "_QM__fortran_builtinsE__builtin_griddim"},
             Variable.getMemref().getDefiningOp<fir::AddrOfOp>() != nullptr)
      .Default(false);
}

/// A component that is only read.
bool isReadComponent(OpOperand &Use) {
  auto Coordinate = dyn_cast<fir::CoordinateOp>(Use.getOwner());
  return Coordinate && Coordinate.getCoor().empty() &&
         llvm::all_of(Coordinate->getUsers(), llvm::IsaPred<fir::LoadOp>);
}

class CUFWholePredefined
    : public impl::CUFWholePredefinedPassBase<CUFWholePredefined> {
public:
  void runOnOperation() override {
    llvm::SmallVector<fir::DeclareOp> Variables;
    getOperation().walk([&](fir::DeclareOp Variable) {
      if (isPredefined(Variable) &&
          !llvm::all_of(Variable->getUses(), isReadComponent))
        Variables.push_back(Variable);
    });
    for (fir::DeclareOp Variable : Variables)
      copy(Variable);
  }

private:
  static void copy(fir::DeclareOp Variable) {
    OpBuilder Builder(Variable);
    Location Loc = Variable.getLoc();
    auto Record = cast<fir::RecordType>(fir::unwrapRefType(Variable.getType()));
    llvm::SmallVector<OpOperand *> Whole;
    for (OpOperand &Use : Variable->getUses())
      if (!isReadComponent(Use))
        Whole.push_back(&Use);
    Value Copy = fir::AllocaOp::create(Builder, Loc, Record);
    Builder.setInsertionPointAfter(Variable);
    for (unsigned I = 0; I < Record.getNumFields(); ++I) {
      Type Field = Record.getType(I);
      auto Component = [&](Value Of) -> Value {
        return fir::CoordinateOp::create(
            Builder, Loc, fir::ReferenceType::get(Field), Of,
            llvm::ArrayRef<fir::IntOrValue>{
                IntegerAttr::get(Builder.getI32Type(), I)});
      };
      Value Element =
          fir::LoadOp::create(Builder, Loc, Component(Variable.getResult()));
      fir::StoreOp::create(Builder, Loc, Element, Component(Copy));
    }
    for (OpOperand *Use : Whole)
      Use->set(Copy);
  }
};

} // namespace

} // namespace warpfort
