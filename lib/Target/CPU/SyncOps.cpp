//===-- SyncOps.cpp - Barriers and warp operations ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of NVVM intrinsics that synchronise, and the functions of the
// device library that do. Named barriers with a thread count, clusters and the
// shuffles and votes without a mask are not in it: they are refused as
// unsupported.
//
//===----------------------------------------------------------------------===//
#include "SyncOps.h"
#include "warprt/DeviceLibrary.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace warpfort::cpu {

namespace {

/// Where an intrinsic has its operands.
enum class Form {
  Barrier, ///< none
  Reduce,  ///< barrier, predicate
  Warp,    ///< mask, value if any
  Flagged, ///< the same, with a flag as second result
  Shuffle, ///< mask, value, lane, clamp
  ShuffleFlagged,
  Redux ///< value, mask
};

struct SyncIntrinsic {
  Intrinsic::ID ID;
  WarpcpuSyncKind Kind;
  Form Operands;
};

} // namespace

static const SyncIntrinsic SyncIntrinsics[] = {
    {Intrinsic::nvvm_barrier_cta_sync_aligned_all, WARPCPU_BARRIER,
     Form::Barrier},
    {Intrinsic::nvvm_barrier_cta_sync_all, WARPCPU_BARRIER, Form::Barrier},
    {Intrinsic::nvvm_barrier_cta_red_popc_aligned_all, WARPCPU_BARRIER_POPC,
     Form::Reduce},
    {Intrinsic::nvvm_barrier_cta_red_popc_all, WARPCPU_BARRIER_POPC,
     Form::Reduce},
    {Intrinsic::nvvm_barrier_cta_red_and_aligned_all, WARPCPU_BARRIER_AND,
     Form::Reduce},
    {Intrinsic::nvvm_barrier_cta_red_and_all, WARPCPU_BARRIER_AND,
     Form::Reduce},
    {Intrinsic::nvvm_barrier_cta_red_or_aligned_all, WARPCPU_BARRIER_OR,
     Form::Reduce},
    {Intrinsic::nvvm_barrier_cta_red_or_all, WARPCPU_BARRIER_OR, Form::Reduce},

    {Intrinsic::nvvm_bar_warp_sync, WARPCPU_WARP_BARRIER, Form::Warp},
    {Intrinsic::nvvm_activemask, WARPCPU_ACTIVE_MASK, Form::Barrier},

    {Intrinsic::nvvm_shfl_sync_idx_i32, WARPCPU_SHUFFLE_IDX, Form::Shuffle},
    {Intrinsic::nvvm_shfl_sync_idx_f32, WARPCPU_SHUFFLE_IDX, Form::Shuffle},
    {Intrinsic::nvvm_shfl_sync_idx_i32p, WARPCPU_SHUFFLE_IDX,
     Form::ShuffleFlagged},
    {Intrinsic::nvvm_shfl_sync_idx_f32p, WARPCPU_SHUFFLE_IDX,
     Form::ShuffleFlagged},
    {Intrinsic::nvvm_shfl_sync_up_i32, WARPCPU_SHUFFLE_UP, Form::Shuffle},
    {Intrinsic::nvvm_shfl_sync_up_f32, WARPCPU_SHUFFLE_UP, Form::Shuffle},
    {Intrinsic::nvvm_shfl_sync_up_i32p, WARPCPU_SHUFFLE_UP,
     Form::ShuffleFlagged},
    {Intrinsic::nvvm_shfl_sync_up_f32p, WARPCPU_SHUFFLE_UP,
     Form::ShuffleFlagged},
    {Intrinsic::nvvm_shfl_sync_down_i32, WARPCPU_SHUFFLE_DOWN, Form::Shuffle},
    {Intrinsic::nvvm_shfl_sync_down_f32, WARPCPU_SHUFFLE_DOWN, Form::Shuffle},
    {Intrinsic::nvvm_shfl_sync_down_i32p, WARPCPU_SHUFFLE_DOWN,
     Form::ShuffleFlagged},
    {Intrinsic::nvvm_shfl_sync_down_f32p, WARPCPU_SHUFFLE_DOWN,
     Form::ShuffleFlagged},
    {Intrinsic::nvvm_shfl_sync_bfly_i32, WARPCPU_SHUFFLE_XOR, Form::Shuffle},
    {Intrinsic::nvvm_shfl_sync_bfly_f32, WARPCPU_SHUFFLE_XOR, Form::Shuffle},
    {Intrinsic::nvvm_shfl_sync_bfly_i32p, WARPCPU_SHUFFLE_XOR,
     Form::ShuffleFlagged},
    {Intrinsic::nvvm_shfl_sync_bfly_f32p, WARPCPU_SHUFFLE_XOR,
     Form::ShuffleFlagged},

    {Intrinsic::nvvm_vote_all_sync, WARPCPU_VOTE_ALL, Form::Warp},
    {Intrinsic::nvvm_vote_any_sync, WARPCPU_VOTE_ANY, Form::Warp},
    {Intrinsic::nvvm_vote_uni_sync, WARPCPU_VOTE_UNI, Form::Warp},
    {Intrinsic::nvvm_vote_ballot_sync, WARPCPU_VOTE_BALLOT, Form::Warp},

    {Intrinsic::nvvm_match_any_sync_i32, WARPCPU_MATCH_ANY32, Form::Warp},
    {Intrinsic::nvvm_match_any_sync_i64, WARPCPU_MATCH_ANY64, Form::Warp},
    {Intrinsic::nvvm_match_all_sync_i32p, WARPCPU_MATCH_ALL32, Form::Flagged},
    {Intrinsic::nvvm_match_all_sync_i64p, WARPCPU_MATCH_ALL64, Form::Flagged},

    {Intrinsic::nvvm_redux_sync_add, WARPCPU_REDUX_ADD, Form::Redux},
    {Intrinsic::nvvm_redux_sync_min, WARPCPU_REDUX_MIN, Form::Redux},
    {Intrinsic::nvvm_redux_sync_max, WARPCPU_REDUX_MAX, Form::Redux},
    {Intrinsic::nvvm_redux_sync_umin, WARPCPU_REDUX_UMIN, Form::Redux},
    {Intrinsic::nvvm_redux_sync_umax, WARPCPU_REDUX_UMAX, Form::Redux},
    {Intrinsic::nvvm_redux_sync_and, WARPCPU_REDUX_AND, Form::Redux},
    {Intrinsic::nvvm_redux_sync_or, WARPCPU_REDUX_OR, Form::Redux},
    {Intrinsic::nvvm_redux_sync_xor, WARPCPU_REDUX_XOR, Form::Redux},
};

/// A call of a function of the device library.
static SyncOp classifyLibraryCall(const CallBase &Call) {
  SyncOp Op;
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return Op;
  if (Callee->getName() == WARPDEV_WAIT)
    Op.Kind = WARPCPU_WAIT;
  if (Callee->getName() == WARPDEV_SHUFFLE64) {
    auto *Kind = cast<ConstantInt>(Call.getArgOperand(0));
    Op.Kind = WarpcpuSyncKind(WARPCPU_SHUFFLE_IDX + Kind->getZExtValue());
    Op.Mask = Call.getArgOperand(1);
    Op.Input = Call.getArgOperand(2);
    Op.LaneArg = Call.getArgOperand(3);
    Op.Clamp = Call.getArgOperand(4);
  }
  return Op;
}

SyncOp classifySync(const CallBase &Call) {
  Intrinsic::ID ID = Call.getIntrinsicID();
  if (ID == Intrinsic::not_intrinsic)
    return classifyLibraryCall(Call);
  const auto *Found = find_if(
      SyncIntrinsics, [&](const SyncIntrinsic &Row) { return Row.ID == ID; });
  SyncOp Op;
  if (Found == std::end(SyncIntrinsics))
    return Op;
  Op.Kind = Found->Kind;
  switch (Found->Operands) {
  case Form::Barrier:
    break;
  case Form::Reduce:
    Op.Input = Call.getArgOperand(1);
    break;
  case Form::Shuffle:
  case Form::ShuffleFlagged:
    Op.LaneArg = Call.getArgOperand(2);
    Op.Clamp = Call.getArgOperand(3);
    [[fallthrough]];
  case Form::Warp:
  case Form::Flagged:
    Op.Mask = Call.getArgOperand(0);
    if (Call.arg_size() > 1)
      Op.Input = Call.getArgOperand(1);
    Op.HasFlag = Found->Operands == Form::Flagged ||
                 Found->Operands == Form::ShuffleFlagged;
    break;
  case Form::Redux:
    Op.Input = Call.getArgOperand(0);
    Op.Mask = Call.getArgOperand(1);
  }
  return Op;
}

bool onlyComputes(const CallBase &Call) {
  return Call.doesNotAccessMemory() && Call.willReturn() &&
         !Call.isConvergent() && !classifySync(Call);
}

SmallVector<CallInst *> isolateSyncs(Function &F) {
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && classifySync(*Call))
      Calls.push_back(Call);
  for (CallInst *Call : Calls) {
    BasicBlock *Own = Call->getParent();
    if (&Own->front() != Call || !Own->getSinglePredecessor())
      Own = SplitBlock(Own, Call);
    if (!isa<BranchInst>(Call->getNextNode()) || !Own->getSingleSuccessor())
      SplitBlock(Own, Call->getNextNode());
  }
  return Calls;
}

} // namespace warpfort::cpu
