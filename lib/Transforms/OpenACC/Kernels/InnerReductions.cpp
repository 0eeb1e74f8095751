//===-- InnerReductions.cpp - Reductions inside of reductions -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See InnerReductions.h. Threads that share no inner loop repeat what others
/// do, and only one of them counts: all inner loops must be shared by the same
/// levels. An update of the outer variable outside of them is one that all
/// lanes repeat, and a read needs the whole value: there the inner loops
/// combine what they have.
///
//===----------------------------------------------------------------------===//
#include "InnerReductions.h"
#include "Transforms/OpenACC/Clauses/ReductionKinds.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/IR/Attributes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

/// What \p Loop does with the variable of its reduction.
class Uses {
public:
  Uses(acc::LoopOp Loop, acc::ReductionOp Op)
      : Loop(Loop), Kind(getLibraryReduction(Op)) {}

  /// Whether all uses of \p Variable in the loop, which has the name from a
  /// clause of \p Owner, are reductions of the same kind by loops in it.
  bool areReductions(Value Variable, acc::LoopOp Owner);

  struct Reduction {
    acc::ReductionOp Op;
    acc::LoopOp Loop;
  };
  llvm::SmallVector<Reduction> Found;

private:
  bool isReduction(acc::ReductionOp Op, Value Variable);

  acc::LoopOp Loop;
  std::optional<ReductionKind> Kind;
};

} // namespace

bool Uses::isReduction(acc::ReductionOp Op, Value Variable) {
  if (acc::getVar(Op) != Variable || getLibraryReduction(Op) != Kind)
    return false;
  acc::LoopOp Owner;
  for (Operation *User : Op.getAccVar().getUsers())
    if (auto Inner = dyn_cast<acc::LoopOp>(User)) {
      if (Owner && Owner != Inner)
        return false;
      Owner = Inner;
    }
  if (!Owner || !Owner.isLoopLike() || !Loop->isProperAncestor(Owner))
    return false;
  // A loop that no threads share works on the variable around it.
  if (!levelsOf(Owner))
    return areReductions(Op.getAccVar(), Owner);
  Found.push_back({Op, Owner});
  return true;
}

bool Uses::areReductions(Value Variable, acc::LoopOp Owner) {
  return llvm::all_of(Variable.getUsers(), [&](Operation *User) {
    if (isa<fir::DeclareOp, fir::ConvertOp>(User))
      return areReductions(User->getResult(0), nullptr);
    if (auto Op = dyn_cast<acc::ReductionOp>(User))
      return isReduction(Op, Variable);
    return Owner && User == Owner;
  });
}

/// The levels that share \p Inner, which is in \p Outer, without those of
/// \p Outer; none if that is not known.
static unsigned levelsBetween(acc::LoopOp Inner, acc::LoopOp Outer) {
  unsigned Levels = 0;
  for (acc::LoopOp L = Inner; L != Outer;
       L = L->getParentOfType<acc::LoopOp>()) {
    // Its body is copied.
    if (FlatAttr.isOn(L))
      return 0;
    Levels |= levelsOf(L);
  }
  return Levels & Gang ? 0 : Levels;
}

unsigned findInnerReductions(acc::LoopOp Loop, acc::ReductionOp Op,
                             llvm::SmallVectorImpl<Operation *> &Inner) {
  Uses Of(Loop, Op);
  if (FlatAttr.isOn(Loop) ||
      isa<fir::SequenceType>(fir::unwrapRefType(Op.getAccVar().getType())) ||
      !Of.areReductions(Op.getAccVar(), Loop))
    return 0;
  unsigned Levels = 0;
  for (Uses::Reduction &R : Of.Found) {
    unsigned Own = levelsBetween(R.Loop, Loop);
    if (!Own)
      return 0;
    llvm::SmallVector<Operation *> Deeper;
    Own |= findInnerReductions(R.Loop, R.Op, Deeper);
    if (Levels && Own != Levels)
      return 0;
    Levels = Own;
  }
  for (Uses::Reduction &R : Of.Found)
    Inner.push_back(R.Op);
  return Levels;
}

} // namespace warpfort::openacc
