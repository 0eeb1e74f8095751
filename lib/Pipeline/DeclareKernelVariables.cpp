//===-- DeclareKernelVariables.cpp - Variables of loops for debuggers -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kernels of loops and constructs have names of variables on parameters
/// and on memory of the thread (Transforms/Common/LoopKernel). A debugger that
/// found none would show a variable of a library that has the same name.
///
//===----------------------------------------------------------------------===//
#include "warpfort/IR/Attributes.h"
#include "warpfort/Pipeline/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_DECLAREKERNELVARIABLESPASS
#include "warpfort/Pipeline/Passes.h.inc"

namespace {

bool isVariable(fir::DeclareOp Declare) {
  return fir::NameUniquer::deconstruct(Declare.getUniqName()).first ==
         fir::NameUniquer::NameKind::VARIABLE;
}

class Declarer {
public:
  explicit Declarer(func::FuncOp Kernel)
      : Kernel(Kernel), Builder(Kernel.getContext()) {}

  void run() {
    for (BlockArgument Parameter : Kernel.getArguments())
      if (auto Name = Kernel.getArgAttrOfType<StringAttr>(
              Parameter.getArgNumber(), "fir.bindc_name"))
        declare(Parameter, Name, &Kernel.getBody().front().front());
    Kernel.walk([&](fir::AllocaOp Memory) {
      if (Memory.getBindcName())
        declare(Memory, Memory.getBindcNameAttr(), Memory->getNextNode());
    });
  }

private:
  void declare(Value Variable, StringAttr Name, Operation *Before);
  bool isDeclared(Value Variable, StringRef Unique) const;
  Value shapeOf(Value Variable);

  func::FuncOp Kernel;
  OpBuilder Builder;
};

/// Those of private variables have no name of the source.
bool Declarer::isDeclared(Value Variable, StringRef Unique) const {
  bool Found = false;
  for (Operation *User : Variable.getUsers()) {
    // What a descriptor describes.
    auto Load = dyn_cast<fir::LoadOp>(User);
    if (isa<fir::BoxAddrOp>(User) ||
        (Load && isa<fir::BaseBoxType>(Load.getType())))
      Found |= isDeclared(User->getResult(0), Unique);
    auto Declare = dyn_cast<fir::DeclareOp>(User);
    if (!Declare)
      continue;
    if (!isVariable(Declare))
      Declare.setUniqNameAttr(StringAttr::get(Declare.getContext(), Unique));
    Found = true;
  }
  return Found;
}

/// Of an array that is not described by itself: that of an element, or one of
/// constants. Sets the place of the declaration.
Value Declarer::shapeOf(Value Variable) {
  auto Array =
      dyn_cast<fir::SequenceType>(fir::unwrapRefType(Variable.getType()));
  if (!Array)
    return {};
  Block *Entry = &Kernel.getBody().front();
  for (Operation *User : Variable.getUsers()) {
    auto Element = dyn_cast<fir::ArrayCoorOp>(User);
    Value Shape = Element ? Element.getShape() : Value();
    Operation *Definer = Shape ? Shape.getDefiningOp() : nullptr;
    if (!Definer)
      continue;
    if (Definer->getBlock() == Entry) {
      Builder.setInsertionPointAfter(Definer);
      return Shape;
    }
    if (llvm::all_of(Definer->getOperands(), [&](Value Extent) {
          return Extent.getParentBlock() == Entry && isa<BlockArgument>(Extent);
        }))
      return Builder.clone(*Definer)->getResult(0);
  }
  if (Array.hasDynamicExtents() || Array.hasUnknownShape())
    return {};
  llvm::SmallVector<Value> Extents;
  for (int64_t Extent : Array.getShape())
    Extents.push_back(
        arith::ConstantIndexOp::create(Builder, Kernel.getLoc(), Extent));
  return fir::ShapeOp::create(Builder, Kernel.getLoc(), Extents);
}

void Declarer::declare(Value Variable, StringAttr Name, Operation *Before) {
  std::string Unique = fir::NameUniquer::doVariable({}, {}, 0, Name.getValue());
  if (isDeclared(Variable, Unique))
    return;
  Builder.setInsertionPoint(Before);
  Type Pointee = fir::unwrapRefType(Variable.getType());
  Value Shape = shapeOf(Variable);
  if ((isa<fir::SequenceType>(Pointee) && !Shape) ||
      isa<fir::CharacterType>(fir::unwrapSequenceType(Pointee)))
    return;
  fir::DeclareOp::create(
      Builder, Kernel.getLoc(), Variable.getType(), Variable, Shape,
      /*typeparams=*/ValueRange(), /*dummy_scope=*/Value(),
      /*storage=*/Value(), /*storage_offset=*/0,
      StringAttr::get(Kernel.getContext(), Unique),
      fir::FortranVariableFlagsAttr(), cuf::DataAttributeAttr(),
      /*dummy_arg_no=*/IntegerAttr());
}

struct DeclareKernelVariables
    : impl::DeclareKernelVariablesPassBase<DeclareKernelVariables> {
  void runOnOperation() override {
    getOperation().walk([](func::FuncOp Function) {
      if (KernelLoopAttr.isOn(Function) && !Function.isDeclaration())
        Declarer(Function).run();
    });
  }
};

} // namespace
} // namespace warpfort
