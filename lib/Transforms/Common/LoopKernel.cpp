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
#include "warpfort/Transforms/Common/AccMessages.h"
#include "warpfort/Transforms/Common/DeviceCode.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {

std::string kernelSymbol(func::FuncOp Parent, const llvm::Twine &Suffix) {
  llvm::StringRef Symbol = Parent.getSymName();
  return Symbol == MainProgramSymbol
             ? ("_QP" + sourceProcedure(Parent) + Suffix).str()
             : (Symbol + Suffix).str();
}

func::FuncOp createLoopKernel(fir::FirOpBuilder &Builder, ModuleOp Module,
                              Location Loc, llvm::StringRef Name,
                              llvm::ArrayRef<Type> Types, func::FuncOp Parent) {
  Builder.setInsertionPointToEnd(Module.getBody());
  // Flang describes functions for debuggers, and for -gpu=check, only where
  // their location is one place. A loop with a directive has two.
  auto Place = Loc->findInstanceOf<FileLineColLoc>();
  auto Kernel =
      func::FuncOp::create(Builder, Place ? Location(Place) : Loc, Name,
                           FunctionType::get(Builder.getContext(), Types, {}));
  Kernel->setAttr(cuf::getProcAttrName(),
                  cuf::ProcAttributeAttr::get(Builder.getContext(),
                                              cuf::ProcAttribute::Global));
  KernelLoopAttr.set(Kernel);
  std::string Display = demangleName(Parent.getSymName());
  if (Place)
    Display += ":" + std::to_string(Place.getLine());
  DisplayNameAttr.set(Kernel, Display);
  Builder.setInsertionPointToStart(Kernel.addEntryBlock());
  return Kernel;
}

std::string nameInSource(Value V) {
  while (Operation *Op = V.getDefiningOp()) {
    if (auto Name = acc::getVarName(Op))
      return Name->str();
    if (auto Declare = dyn_cast<fir::DeclareOp>(Op))
      return fir::NameUniquer::deconstruct(Declare.getUniqName()).second.name;
    if (!isa<fir::ConvertOp, fir::LoadOp, fir::BoxAddrOp, fir::EmboxOp,
             fir::ReboxOp>(Op))
      break;
    V = Op->getOperand(0);
  }
  return "";
}

/// For debuggers. Numbers that a kernel gets beside a variable, such as its
/// extents, are none.
static void nameParameter(func::FuncOp Kernel, BlockArgument Parameter,
                          Value V) {
  std::string Name = nameInSource(V);
  if (!Name.empty() && fir::isa_passbyref_type(Parameter.getType()))
    Kernel.setArgAttr(Parameter.getArgNumber(), "fir.bindc_name",
                      StringAttr::get(Kernel.getContext(), Name));
}

void nameVariable(Value Variable, llvm::StringRef Name) {
  if (auto Declare = Variable.getDefiningOp<fir::DeclareOp>())
    Variable = Declare.getMemref();
  if (auto Memory = Variable.getDefiningOp<fir::AllocaOp>();
      Memory && !Name.empty() && !Memory.getBindcName())
    Memory.setBindcName(Name);
}

void mapParameters(fir::FirOpBuilder &Builder, func::FuncOp Kernel,
                   llvm::ArrayRef<Value> HostValues,
                   llvm::function_ref<bool(Value)> IsValue, IRMapping &Map) {
  Location Loc = Kernel.getLoc();
  for (auto [V, Parameter] : llvm::zip(HostValues, Kernel.getArguments())) {
    if (IsValue(V)) {
      nameParameter(Kernel, Parameter, V);
      Map.map(V, Parameter);
      continue;
    }
    Value Variable =
        fir::AllocaOp::create(Builder, Loc, fir::unwrapRefType(V.getType()));
    nameVariable(Variable, nameInSource(V));
    fir::StoreOp::create(Builder, Loc, Parameter, Variable);
    Map.map(V, Builder.createConvert(Loc, V.getType(), Variable));
  }
}

static void addFlag(Operation *Op, arith::FastMathFlags Flag) {
  auto Fast = cast<arith::ArithFastMathInterface>(Op);
  Op->setAttr(
      Fast.getFastMathAttrName(),
      arith::FastMathFlagsAttr::get(
          Op->getContext(), Fast.getFastMathFlagsAttr().getValue() | Flag));
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
  addFlag(Op, arith::FastMathFlags::reassoc);
  return true;
}

/// The same for minima and maxima. MAX(m, x), which is `m > x ? m : x`, becomes
/// `x > m ? x : m`: of a NaN neither Fortran nor OpenACC says what comes of it,
/// and one that gets into m would hide the greatest number so far.
static bool markExtrema(Value V, const llvm::SetVector<Value> &Variables) {
  if (auto Load = V.getDefiningOp<fir::LoadOp>())
    return Variables.contains(Load.getMemref());
  auto Select = V.getDefiningOp<arith::SelectOp>();
  auto Compare = Select ? Select.getCondition().getDefiningOp<arith::CmpFOp>()
                        : arith::CmpFOp();
  if (!Compare || Compare.getLhs() != Select.getTrueValue() ||
      Compare.getRhs() != Select.getFalseValue() ||
      !llvm::is_contained(
          {arith::CmpFPredicate::OGT, arith::CmpFPredicate::OLT},
          Compare.getPredicate()))
    return false;
  if (markExtrema(Select.getTrueValue(), Variables)) {
    OpBuilder Builder(Compare);
    Compare = cast<arith::CmpFOp>(Builder.clone(*Compare));
    Compare->setOperands({Select.getFalseValue(), Select.getTrueValue()});
    Select->setOperands({Compare, Compare.getLhs(), Compare.getRhs()});
  } else if (!markExtrema(Select.getFalseValue(), Variables)) {
    return false;
  }
  addFlag(Compare, arith::FastMathFlags::nsz);
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
          Store && Store.getMemref() == Variable &&
          !markChain<arith::AddFOp, arith::SubFOp>(Store.getValue(),
                                                   Variables) &&
          !markChain<arith::MulFOp, arith::MulFOp>(Store.getValue(), Variables))
        markExtrema(Store.getValue(), Variables);
}

} // namespace warpfort
