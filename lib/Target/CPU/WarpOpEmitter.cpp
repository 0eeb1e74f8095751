//===-- WarpOpEmitter.cpp - Warp operations as vector code ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 32 lanes of a whole warp are one vector of 32 elements: a shuffle by a
// constant is a shufflevector, a vote a comparison and a mask. Everything else
// is left to Support/WarpSupport.c.
//
//===----------------------------------------------------------------------===//
#include "SplitEmitter.h"

using namespace llvm;

namespace warpfort::cpu {

static Value *reduce(IRBuilder<> &B, unsigned Kind, Value *Vector) {
  switch (Kind) {
  case WARPCPU_REDUX_ADD:
    return B.CreateAddReduce(Vector);
  case WARPCPU_REDUX_MIN:
    return B.CreateIntMinReduce(Vector, /*IsSigned=*/true);
  case WARPCPU_REDUX_MAX:
    return B.CreateIntMaxReduce(Vector, /*IsSigned=*/true);
  case WARPCPU_REDUX_UMIN:
    return B.CreateIntMinReduce(Vector, /*IsSigned=*/false);
  case WARPCPU_REDUX_UMAX:
    return B.CreateIntMaxReduce(Vector, /*IsSigned=*/false);
  case WARPCPU_REDUX_AND:
    return B.CreateAndReduce(Vector);
  case WARPCPU_REDUX_OR:
    return B.CreateOrReduce(Vector);
  default:
    return B.CreateXorReduce(Vector);
  }
}

bool emitWholeWarpOp(IRBuilder<> &B, const WarpcpuSplit &Split,
                     const ContextLayout &Layout, Value *Context,
                     Value *First) {
  auto *VectorT = FixedVectorType::get(B.getInt32Ty(), WARPCPU_WARP);
  auto Address = [&](uint64_t Offset) {
    return contextElement(B, Context, Offset, First, 4);
  };
  auto Load = [&](uint64_t Offset) {
    return B.CreateAlignedLoad(VectorT, Address(Offset), Align(4));
  };
  auto Store = [&](Value *V, uint64_t Offset) {
    B.CreateAlignedStore(V, Address(Offset), Align(4));
  };
  auto Splat = [&](Value *V) { return B.CreateVectorSplat(WARPCPU_WARP, V); };
  auto Has = [&](uint32_t Flags) { return (Split.constants & Flags) == Flags; };
  const uint32_t All = ~0u;
  bool EveryLane = Has(WARPCPU_CONST_MASK) && Split.mask == All;

  switch (Split.kind) {
  case WARPCPU_WARP_BARRIER:
    return true;
  case WARPCPU_ACTIVE_MASK:
    Store(Splat(B.getInt32(All)), Layout.Result);
    return true;

  case WARPCPU_SHUFFLE_IDX:
  case WARPCPU_SHUFFLE_UP:
  case WARPCPU_SHUFFLE_DOWN:
  case WARPCPU_SHUFFLE_XOR: {
    if (!Has(WARPCPU_CONST_LANE | WARPCPU_CONST_CLAMP))
      return false;
    SmallVector<int, WARPCPU_WARP> From;
    SmallVector<Constant *, WARPCPU_WARP> InRange;
    for (unsigned Lane = 0; Lane < WARPCPU_WARP; ++Lane) {
      uint32_t Ok;
      From.push_back(
          warpcpuSourceLane(Split.kind, Lane, Split.lane, Split.clamp, &Ok));
      InRange.push_back(B.getInt32(Ok));
    }
    Store(B.CreateShuffleVector(Load(Layout.Input32), From), Layout.Result);
    if (Has(WARPCPU_WANTS_FLAG))
      Store(ConstantVector::get(InRange), Layout.Flag);
    return true;
  }

  case WARPCPU_VOTE_ALL:
  case WARPCPU_VOTE_ANY:
  case WARPCPU_VOTE_UNI:
  case WARPCPU_VOTE_BALLOT: {
    if (!Has(WARPCPU_CONST_MASK))
      return false;
    Value *IsSet = B.CreateIsNotNull(Load(Layout.Input32));
    Value *Members = B.getInt32(Split.mask);
    Value *Bits = B.CreateAnd(B.CreateBitCast(IsSet, B.getInt32Ty()), Members);
    Value *None = B.CreateIsNull(Bits), *Every = B.CreateICmpEQ(Bits, Members);
    Value *Result = Split.kind == WARPCPU_VOTE_ALL   ? Every
                    : Split.kind == WARPCPU_VOTE_ANY ? B.CreateNot(None)
                    : Split.kind == WARPCPU_VOTE_UNI ? B.CreateOr(None, Every)
                                                     : Bits;
    Store(Splat(B.CreateZExt(Result, B.getInt32Ty())), Layout.Result);
    return true;
  }

  case WARPCPU_REDUX_ADD:
  case WARPCPU_REDUX_MIN:
  case WARPCPU_REDUX_MAX:
  case WARPCPU_REDUX_UMIN:
  case WARPCPU_REDUX_UMAX:
  case WARPCPU_REDUX_AND:
  case WARPCPU_REDUX_OR:
  case WARPCPU_REDUX_XOR:
    if (!EveryLane)
      return false;
    Store(Splat(reduce(B, Split.kind, Load(Layout.Input32))), Layout.Result);
    return true;
  default:
    return false;
  }
}

} // namespace warpfort::cpu
