//===-- EquivalencedLocals.cpp - LOCAL variables of EQUIVALENCE -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang addresses variables of an EQUIVALENCE by pointers, and makes a pointer
/// of what LOCAL and LOCAL_INIT name of them, in place of a variable, which its
/// own passes cannot expand (seen in Flang 22):
///
///     fir.local {type = local} @x : !fir.ptr<i32>      ->  @x : i32
///     fir.do_concurrent.loop local(@x %x -> %own)      ->  %x as a reference
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"

#include "flang/Optimizer/Dialect/FIROps.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_EQUIVALENCEDLOCALSPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

/// Makes \p Pointer a reference, and a pointer of it for the code of its block.
void makeReference(BlockArgument Pointer) {
  Type T = Pointer.getType();
  auto Builder = OpBuilder::atBlockBegin(Pointer.getOwner());
  Pointer.setType(fir::ReferenceType::get(fir::unwrapRefType(T)));
  auto Old = fir::ConvertOp::create(Builder, Pointer.getLoc(), T, Pointer);
  Pointer.replaceAllUsesExcept(Old, Old);
}

Value asReference(OpBuilder &Builder, Value Pointer) {
  return fir::ConvertOp::create(
      Builder, Pointer.getLoc(),
      fir::ReferenceType::get(fir::unwrapRefType(Pointer.getType())), Pointer);
}

class EquivalencedLocals
    : public impl::EquivalencedLocalsPassBase<EquivalencedLocals> {
public:
  void runOnOperation() override {
    llvm::SmallPtrSet<Attribute, 4> Changed;
    for (auto Local : getOperation().getOps<fir::LocalitySpecifierOp>())
      if (isa<fir::PointerType>(Local.getType())) {
        change(Local);
        Changed.insert(FlatSymbolRefAttr::get(Local.getSymNameAttr()));
      }
    if (Changed.empty())
      return;
    getOperation().walk([&](fir::DoConcurrentLoopOp Loop) {
      if (ArrayAttr Symbols = Loop.getLocalSymsAttr())
        for (auto [I, Symbol] : llvm::enumerate(Symbols))
          if (Changed.contains(Symbol))
            change(Loop, I);
    });
  }

private:
  static void change(fir::LocalitySpecifierOp Local) {
    Type Pointer = Local.getType();
    Local.setType(fir::unwrapRefType(Pointer));
    for (Region &Code : Local->getRegions())
      for (Block &B : Code) {
        for (BlockArgument Arg : B.getArguments())
          if (Arg.getType() == Pointer)
            makeReference(Arg);
        auto Yield = dyn_cast<fir::YieldOp>(B.getTerminator());
        if (!Yield)
          continue;
        OpBuilder Builder(Yield);
        for (OpOperand &Result : Yield->getOpOperands())
          if (Result.get().getType() == Pointer)
            Result.set(asReference(Builder, Result.get()));
      }
  }

  static void change(fir::DoConcurrentLoopOp Loop, unsigned I) {
    // Before the construct, which has nothing but loops in it.
    OpBuilder Builder(Loop->getParentOp());
    OpOperand &Variable = Loop.getLocalVarsMutable()[I];
    Variable.set(asReference(Builder, Variable.get()));
    makeReference(Loop.getRegionLocalArgs()[I]);
  }
};

} // namespace
} // namespace warpfort
