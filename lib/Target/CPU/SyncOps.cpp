//===-- SyncOps.cpp - Barriers and warp operations ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of NVVM intrinsics that synchronise. Named barriers with a thread
// count, clusters and the shuffles and votes without a mask are not in it:
// they are refused as unsupported.
//
//===----------------------------------------------------------------------===//
#include "SyncOps.h"
#include "warprt/DeviceLibrary.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace warpfort::cpu {

static SyncOp barrier(WarpcpuSyncKind Kind, Value *Predicate = nullptr) {
  SyncOp Op;
  Op.Kind = Kind;
  Op.Input = Predicate;
  return Op;
}

static SyncOp warpOp(WarpcpuSyncKind Kind, const CallBase &Call,
                     bool HasFlag = false) {
  SyncOp Op;
  Op.Kind = Kind;
  Op.Mask = Call.getArgOperand(0);
  if (Call.arg_size() > 1)
    Op.Input = Call.getArgOperand(1);
  Op.HasFlag = HasFlag;
  return Op;
}

static SyncOp shuffle(WarpcpuSyncKind Kind, const CallBase &Call,
                      bool HasFlag = false) {
  SyncOp Op = warpOp(Kind, Call, HasFlag);
  Op.LaneArg = Call.getArgOperand(2);
  Op.Clamp = Call.getArgOperand(3);
  return Op;
}

/// redux.sync has its value before the mask.
static SyncOp redux(WarpcpuSyncKind Kind, const CallBase &Call) {
  SyncOp Op;
  Op.Kind = Kind;
  Op.Input = Call.getArgOperand(0);
  Op.Mask = Call.getArgOperand(1);
  return Op;
}

SyncOp classifySync(const CallBase &Call) {
  if (const Function *Callee = Call.getCalledFunction();
      Callee && Callee->getName() == WARPDEV_WAIT)
    return barrier(WARPCPU_WAIT);
  switch (Call.getIntrinsicID()) {
  case Intrinsic::nvvm_barrier_cta_sync_aligned_all:
  case Intrinsic::nvvm_barrier_cta_sync_all:
    return barrier(WARPCPU_BARRIER);
  case Intrinsic::nvvm_barrier_cta_red_popc_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_popc_all:
    return barrier(WARPCPU_BARRIER_POPC, Call.getArgOperand(1));
  case Intrinsic::nvvm_barrier_cta_red_and_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_and_all:
    return barrier(WARPCPU_BARRIER_AND, Call.getArgOperand(1));
  case Intrinsic::nvvm_barrier_cta_red_or_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_or_all:
    return barrier(WARPCPU_BARRIER_OR, Call.getArgOperand(1));

  case Intrinsic::nvvm_bar_warp_sync:
    return warpOp(WARPCPU_WARP_BARRIER, Call);
  case Intrinsic::nvvm_activemask:
    return barrier(WARPCPU_ACTIVE_MASK);

  case Intrinsic::nvvm_shfl_sync_idx_i32:
  case Intrinsic::nvvm_shfl_sync_idx_f32:
    return shuffle(WARPCPU_SHUFFLE_IDX, Call);
  case Intrinsic::nvvm_shfl_sync_idx_i32p:
  case Intrinsic::nvvm_shfl_sync_idx_f32p:
    return shuffle(WARPCPU_SHUFFLE_IDX, Call, true);
  case Intrinsic::nvvm_shfl_sync_up_i32:
  case Intrinsic::nvvm_shfl_sync_up_f32:
    return shuffle(WARPCPU_SHUFFLE_UP, Call);
  case Intrinsic::nvvm_shfl_sync_up_i32p:
  case Intrinsic::nvvm_shfl_sync_up_f32p:
    return shuffle(WARPCPU_SHUFFLE_UP, Call, true);
  case Intrinsic::nvvm_shfl_sync_down_i32:
  case Intrinsic::nvvm_shfl_sync_down_f32:
    return shuffle(WARPCPU_SHUFFLE_DOWN, Call);
  case Intrinsic::nvvm_shfl_sync_down_i32p:
  case Intrinsic::nvvm_shfl_sync_down_f32p:
    return shuffle(WARPCPU_SHUFFLE_DOWN, Call, true);
  case Intrinsic::nvvm_shfl_sync_bfly_i32:
  case Intrinsic::nvvm_shfl_sync_bfly_f32:
    return shuffle(WARPCPU_SHUFFLE_XOR, Call);
  case Intrinsic::nvvm_shfl_sync_bfly_i32p:
  case Intrinsic::nvvm_shfl_sync_bfly_f32p:
    return shuffle(WARPCPU_SHUFFLE_XOR, Call, true);

  case Intrinsic::nvvm_vote_all_sync:
    return warpOp(WARPCPU_VOTE_ALL, Call);
  case Intrinsic::nvvm_vote_any_sync:
    return warpOp(WARPCPU_VOTE_ANY, Call);
  case Intrinsic::nvvm_vote_uni_sync:
    return warpOp(WARPCPU_VOTE_UNI, Call);
  case Intrinsic::nvvm_vote_ballot_sync:
    return warpOp(WARPCPU_VOTE_BALLOT, Call);

  case Intrinsic::nvvm_match_any_sync_i32:
    return warpOp(WARPCPU_MATCH_ANY32, Call);
  case Intrinsic::nvvm_match_any_sync_i64:
    return warpOp(WARPCPU_MATCH_ANY64, Call);
  case Intrinsic::nvvm_match_all_sync_i32p:
    return warpOp(WARPCPU_MATCH_ALL32, Call, true);
  case Intrinsic::nvvm_match_all_sync_i64p:
    return warpOp(WARPCPU_MATCH_ALL64, Call, true);

  case Intrinsic::nvvm_redux_sync_add:
    return redux(WARPCPU_REDUX_ADD, Call);
  case Intrinsic::nvvm_redux_sync_min:
    return redux(WARPCPU_REDUX_MIN, Call);
  case Intrinsic::nvvm_redux_sync_max:
    return redux(WARPCPU_REDUX_MAX, Call);
  case Intrinsic::nvvm_redux_sync_umin:
    return redux(WARPCPU_REDUX_UMIN, Call);
  case Intrinsic::nvvm_redux_sync_umax:
    return redux(WARPCPU_REDUX_UMAX, Call);
  case Intrinsic::nvvm_redux_sync_and:
    return redux(WARPCPU_REDUX_AND, Call);
  case Intrinsic::nvvm_redux_sync_or:
    return redux(WARPCPU_REDUX_OR, Call);
  case Intrinsic::nvvm_redux_sync_xor:
    return redux(WARPCPU_REDUX_XOR, Call);
  default:
    return {};
  }
}

} // namespace warpfort::cpu
