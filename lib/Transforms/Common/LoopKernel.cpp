//===-- LoopKernel.cpp - Kernels made of host code ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopKernel.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Transforms/Common/DeviceCode.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {

func::FuncOp createLoopKernel(fir::FirOpBuilder &Builder, ModuleOp Module,
                              Location Loc, llvm::StringRef Name,
                              llvm::ArrayRef<Type> Types, func::FuncOp Parent) {
  Builder.setInsertionPointToEnd(Module.getBody());
  auto Kernel = func::FuncOp::create(
      Builder, Loc, Name, FunctionType::get(Builder.getContext(), Types, {}));
  Kernel->setAttr(cuf::getProcAttrName(),
                  cuf::ProcAttributeAttr::get(Builder.getContext(),
                                              cuf::ProcAttribute::Global));
  KernelLoopAttr.set(Kernel);
  std::string Display = demangleName(Parent.getSymName());
  if (auto Place = Loc->findInstanceOf<FileLineColLoc>())
    Display += ":" + std::to_string(Place.getLine());
  DisplayNameAttr.set(Kernel, Display);
  Builder.setInsertionPointToStart(Kernel.addEntryBlock());
  return Kernel;
}

void mapParameters(fir::FirOpBuilder &Builder, func::FuncOp Kernel,
                   llvm::ArrayRef<Value> HostValues,
                   llvm::function_ref<bool(Value)> IsValue, IRMapping &Map) {
  Location Loc = Kernel.getLoc();
  for (auto [V, Parameter] : llvm::zip(HostValues, Kernel.getArguments())) {
    if (IsValue(V)) {
      Map.map(V, Parameter);
      continue;
    }
    Value Variable =
        fir::AllocaOp::create(Builder, Loc, fir::unwrapRefType(V.getType()));
    fir::StoreOp::create(Builder, Loc, Parameter, Variable);
    Map.map(V, Builder.createConvert(Loc, V.getType(), Variable));
  }
}

/// Marks what leads from a load of \p Variables to \p V, through operations of
/// one kind; false if nothing does.
template <typename AddOp, typename SubOp>
static bool markChain(Value V, const llvm::SetVector<Value> &Variables) {
  Operation *Op = V.getDefiningOp();
  if (auto Load = dyn_cast_or_null<fir::LoadOp>(Op))
    return Variables.contains(Load.getMemref());
  bool IsAdd = isa_and_nonnull<AddOp>(Op);
  if (!IsAdd && !isa_and_nonnull<SubOp>(Op))
    return false;
  if (!markChain<AddOp, SubOp>(Op->getOperand(0), Variables) &&
      !(IsAdd && markChain<AddOp, SubOp>(Op->getOperand(1), Variables)))
    return false;
  auto Fast = cast<arith::ArithFastMathInterface>(Op);
  auto Flags = Fast.getFastMathFlagsAttr().getValue();
  Op->setAttr(Fast.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(
                  Op->getContext(), Flags | arith::FastMathFlags::reassoc));
  return true;
}

void allowAnyOrder(Value Accumulator) {
  llvm::SetVector<Value> Variables;
  Variables.insert(Accumulator);
  for (unsigned I = 0; I < Variables.size(); ++I)
    for (Operation *User : Variables[I].getUsers())
      if (isa<fir::ConvertOp, fir::DeclareOp>(User))
        Variables.insert(User->getResult(0));
  for (Value Variable : Variables)
    for (Operation *User : Variable.getUsers())
      if (auto Store = dyn_cast<fir::StoreOp>(User);
          Store && Store.getMemref() == Variable)
        if (!markChain<arith::AddFOp, arith::SubFOp>(Store.getValue(),
                                                     Variables))
          markChain<arith::MulFOp, arith::MulFOp>(Store.getValue(), Variables);
}

} // namespace warpfort
