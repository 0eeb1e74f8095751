//===-- KeepAllocations.cpp - Assignments that may not allocate -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Device code cannot allocate a variable of the host anew. Assignments to
/// whole allocatables in constructs keep the allocation; where the statement is
/// not one that the runtime prepares, a check ends the program if it does not
/// fit.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Support/Names.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/Builder/Runtime/Stop.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_KEEPALLOCATIONSPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"
} // namespace warpfort

namespace warpfort::openacc {
namespace {

/// Whether \p Variable is one of outside of \p Construct, or a component of
/// one, or what a data clause of it makes of one.
bool isOuterVariable(Value Variable, Operation *Construct) {
  while (auto Part = Variable.getDefiningOp<hlfir::DesignateOp>())
    Variable = Part.getMemref();
  if (auto Declare = Variable.getDefiningOp<hlfir::DeclareOp>();
      Declare &&
      isa_and_nonnull<ACC_DATA_ENTRY_OPS>(Declare.getMemref().getDefiningOp()))
    Variable = Declare.getMemref();
  if (isa_and_nonnull<acc::PrivateOp, acc::FirstprivateOp, acc::ReductionOp>(
          Variable.getDefiningOp()))
    return false;
  return !Construct->getRegion(0).isAncestor(Variable.getParentRegion());
}

template <typename Op> bool hasCondition(Op Construct) {
  return Construct.getIfCond() || Construct.getSelfCond() ||
         Construct.getSelfAttr();
}

/// The construct in which device code executes the statement; null if the host
/// may.
Operation *constructOf(hlfir::AssignOp Assign) {
  for (Operation *Op = Assign->getParentOp(); Op; Op = Op->getParentOp()) {
    if (auto Parallel = dyn_cast<acc::ParallelOp>(Op))
      return hasCondition(Parallel) ? nullptr : Op;
    if (auto Serial = dyn_cast<acc::SerialOp>(Op))
      return hasCondition(Serial) ? nullptr : Op;
    if (auto Kernels = dyn_cast<acc::KernelsOp>(Op))
      return hasCondition(Kernels) ? nullptr : Op;
  }
  return nullptr;
}

/// Whether the variable that an assignment may allocate anew is an allocatable
/// of numbers or truth values that the host knows of.
bool isOfHost(hlfir::AssignOp Assign, Operation *Construct) {
  auto Box =
      dyn_cast<fir::BoxType>(fir::unwrapRefType(Assign.getLhs().getType()));
  return Assign.getRealloc() && Box && isa<fir::HeapType>(Box.getEleTy()) &&
         fir::isa_trivial(hlfir::getFortranElementType(Box)) &&
         isOuterVariable(Assign.getLhs(), Construct);
}

/// The name of a variable or component in the source.
std::string nameOf(Value Variable) {
  if (auto Part = Variable.getDefiningOp<hlfir::DesignateOp>()) {
    std::string Name = nameOf(Part.getMemref());
    if (Part.getComponent())
      Name += ("%" + componentName(*Part.getComponent())).str();
    return Name;
  }
  auto Declare = Variable.getDefiningOp<hlfir::DeclareOp>();
  return Declare
             ? fir::NameUniquer::deconstruct(Declare.getUniqName()).second.name
             : "a variable";
}

/// The device cannot allocate for the host: ends the program unless the
/// variable, whose descriptor is \p Box, is allocated as the value asks for.
void checkAllocation(fir::FirOpBuilder &Builder, hlfir::AssignOp Assign,
                     Value Box) {
  Location Loc = Assign.getLoc();
  Value Address = Builder.createConvert(
      Loc, Builder.getI64Type(), fir::BoxAddrOp::create(Builder, Loc, Box));
  Value Fits = arith::CmpIOp::create(
      Builder, Loc, arith::CmpIPredicate::ne, Address,
      Builder.createIntegerConstant(Loc, Builder.getI64Type(), 0));
  if (hlfir::Entity Right{Assign.getRhs()}; Right.isArray()) {
    Right = hlfir::derefPointersAndAllocatables(Loc, Builder, Right);
    Value Shape = hlfir::genShape(Loc, Builder, Right);
    for (auto [Dim, Extent] :
         llvm::enumerate(hlfir::getIndexExtents(Loc, Builder, Shape))) {
      Type Index = Builder.getIndexType();
      auto Has = fir::BoxDimsOp::create(
          Builder, Loc, Index, Index, Index, Box,
          Builder.createIntegerConstant(Loc, Index, Dim));
      Fits = arith::AndIOp::create(
          Builder, Loc, Fits,
          arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::eq,
                                Has.getResult(1),
                                Builder.createConvert(Loc, Index, Extent)));
    }
  }
  Builder.genIfThenElse(Loc, Fits)
      .genThen([] {})
      .genElse([&] {
        fir::runtime::genReportFatalUserError(
            Builder, Loc,
            "an assignment in device code would have to allocate '" +
                nameOf(Assign.getLhs()) + "', which only the host can do");
      })
      .end();
}

/// The variable that an assignment may allocate anew, in a statement of a
/// kernels construct.
bool isStatement(hlfir::AssignOp Assign) {
  auto Construct = Assign->getParentOfType<acc::KernelsOp>();
  auto Box =
      dyn_cast<fir::BaseBoxType>(fir::unwrapRefType(Assign.getLhs().getType()));
  if (!Assign.getRealloc() || !Construct || Construct.getIfCond() ||
      Construct.getSelfCond() || Construct.getSelfAttr() || !Box)
    return false;
  auto Array = dyn_cast<fir::SequenceType>(fir::unwrapRefType(Box.getEleTy()));
  return Array && fir::isa_trivial(Array.getEleTy()) &&
         !Assign->getParentOfType<acc::LoopOp>() &&
         isOuterVariable(Assign.getLhs(), Construct);
}

} // namespace
} // namespace warpfort::openacc

namespace warpfort {
namespace {

class KeepAllocations : public impl::KeepAllocationsPassBase<KeepAllocations> {
public:
  void runOnOperation() override {
    llvm::SmallVector<hlfir::AssignOp> Statements, Others;
    getOperation().walk([&](hlfir::AssignOp Assign) {
      Operation *Construct = openacc::constructOf(Assign);
      if (openacc::isStatement(Assign))
        Statements.push_back(Assign);
      else if (Construct && openacc::isOfHost(Assign, Construct))
        Others.push_back(Assign);
    });
    for (hlfir::AssignOp Assign : Statements)
      keep(Assign, /*Check=*/false);
    for (hlfir::AssignOp Assign : Others)
      keep(Assign, /*Check=*/true);
  }

private:
  void keep(hlfir::AssignOp Assign, bool Check);
};

void KeepAllocations::keep(hlfir::AssignOp Assign, bool Check) {
  fir::FirOpBuilder Builder(Assign, fir::getKindMapping(getOperation()));
  Value Box = fir::LoadOp::create(Builder, Assign.getLoc(), Assign.getLhs());
  if (Check)
    openacc::checkAllocation(Builder, Assign, Box);
  hlfir::Entity Left{Box};
  // A scalar's value is at its address.
  if (!Left.isArray())
    Left = hlfir::Entity{
        fir::BoxAddrOp::create(Builder, Assign.getLoc(), Box).getResult()};
  Assign.getLhsMutable().assign(Left);
  Assign.setRealloc(false);
}

} // namespace
} // namespace warpfort
