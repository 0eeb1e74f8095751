//===-- SingleThread.cpp - Barriers of blocks of one thread ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread is lane 0 and alone: barriers vanish, votes are its own, and a
// shuffle that names another lane (whose value CUDA leaves open) gives its own
// value.
//
//===----------------------------------------------------------------------===//
#include "SingleThread.h"
#include "SyncOps.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace warpfort::cpu {

/// Whether lane 0's source lane is within its segment.
static Value *shuffleInRange(IRBuilder<> &B, const SyncOp &Op) {
  Value *Arg = B.CreateAnd(Op.LaneArg, 31);
  Value *Segment = B.CreateAnd(B.CreateLShr(Op.Clamp, 8), 31);
  Value *Outside = B.CreateNot(Segment);
  Value *Last = B.CreateAnd(B.CreateAnd(Op.Clamp, 31), Outside);
  switch (Op.Kind) {
  case WARPCPU_SHUFFLE_UP:
    return B.CreateICmpSGE(B.CreateNeg(Arg), Last);
  case WARPCPU_SHUFFLE_IDX:
    return B.CreateICmpSLE(B.CreateAnd(Arg, Outside), Last);
  default:
    return B.CreateICmpSLE(Arg, Last);
  }
}

static Value *resultFor(IRBuilder<> &B, const SyncOp &Op, Type *T) {
  auto Pair = [&](Value *First, Value *Flag) {
    Value *V = B.CreateInsertValue(PoisonValue::get(T), First, 0);
    return B.CreateInsertValue(V, Flag, 1);
  };
  auto AsBool = [&](Value *V) {
    return V->getType()->isIntegerTy(1) ? V : B.CreateIsNotNull(V);
  };
  switch (Op.Kind) {
  case WARPCPU_BARRIER_POPC:
  case WARPCPU_BARRIER_AND:
  case WARPCPU_BARRIER_OR:
  case WARPCPU_VOTE_ALL:
  case WARPCPU_VOTE_ANY:
  case WARPCPU_VOTE_BALLOT:
    return B.CreateZExtOrTrunc(AsBool(Op.Input), T);
  case WARPCPU_VOTE_UNI:
    return ConstantInt::getTrue(T);
  case WARPCPU_MATCH_ANY32:
  case WARPCPU_MATCH_ANY64:
  case WARPCPU_ACTIVE_MASK:
    return ConstantInt::get(T, 1);
  case WARPCPU_MATCH_ALL32:
  case WARPCPU_MATCH_ALL64:
    return Pair(B.getInt32(1), B.getTrue());
  default:
    return Op.HasFlag ? Pair(Op.Input, shuffleInRange(B, Op)) : Op.Input;
  }
}

void lowerSyncForOneThread(Function &Body) {
  for (Instruction &I : make_early_inc_range(instructions(Body))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call)
      continue;
    SyncOp Op = classifySync(*Call);
    if (!Op)
      continue;
    if (!Call->getType()->isVoidTy()) {
      IRBuilder<> B(Call);
      Call->replaceAllUsesWith(resultFor(B, Op, Call->getType()));
    }
    Call->eraseFromParent();
  }
}

} // namespace warpfort::cpu
