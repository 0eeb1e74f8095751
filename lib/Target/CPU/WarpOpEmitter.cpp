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

namespace {

/// Operands and results of the lanes of a warp, as vectors.
class WholeWarp {
public:
  WholeWarp(IRBuilder<> &B, const WarpcpuSplit &Split,
            const ContextLayout &Layout, Value *Context, Value *First)
      : B(B), Split(Split), Layout(Layout), Context(Context), First(First) {}

  bool emit();

private:
  bool shuffle();
  bool vote();

  Value *load(uint64_t Offset, Type *Element) {
    auto *T = FixedVectorType::get(Element, WARPCPU_WARP);
    unsigned Bytes = Element->getScalarSizeInBits() / 8;
    return B.CreateAlignedLoad(
        T, contextElement(B, Context, Offset, First, Bytes), Align(Bytes));
  }
  Value *input() { return load(Layout.Input32, B.getInt32Ty()); }
  void store(Value *V, uint64_t Offset) {
    unsigned Bytes = V->getType()->getScalarSizeInBits() / 8;
    B.CreateAlignedStore(V, contextElement(B, Context, Offset, First, Bytes),
                         Align(Bytes));
  }
  void storeForAll(Value *V) {
    store(B.CreateVectorSplat(WARPCPU_WARP, V), Layout.Result);
  }
  bool has(uint32_t Flags) const { return (Split.constants & Flags) == Flags; }

  IRBuilder<> &B;
  const WarpcpuSplit &Split;
  const ContextLayout &Layout;
  Value *Context, *First;
};

constexpr uint32_t AllLanes = ~0u;

} // namespace

bool WholeWarp::shuffle() {
  if (!has(WARPCPU_CONST_LANE | WARPCPU_CONST_CLAMP))
    return false;
  SmallVector<int, WARPCPU_WARP> From;
  SmallVector<Constant *, WARPCPU_WARP> InRange;
  for (unsigned Lane = 0; Lane < WARPCPU_WARP; ++Lane) {
    uint32_t Ok;
    From.push_back(
        warpcpuSourceLane(Split.kind, Lane, Split.lane, Split.clamp, &Ok));
    InRange.push_back(B.getInt32(Ok));
  }
  bool Wide = has(WARPCPU_IS_WIDE);
  Value *Input = Wide ? load(Layout.Input64, B.getInt64Ty()) : input();
  store(B.CreateShuffleVector(Input, From),
        Wide ? Layout.WideResult : Layout.Result);
  if (has(WARPCPU_WANTS_FLAG))
    store(ConstantVector::get(InRange), Layout.Flag);
  return true;
}

bool WholeWarp::vote() {
  if (!has(WARPCPU_CONST_MASK))
    return false;
  Value *IsSet = B.CreateIsNotNull(input());
  Value *Members = B.getInt32(Split.mask);
  Value *Bits = B.CreateAnd(B.CreateBitCast(IsSet, B.getInt32Ty()), Members);
  Value *None = B.CreateIsNull(Bits), *Every = B.CreateICmpEQ(Bits, Members);
  Value *Result = Split.kind == WARPCPU_VOTE_ALL   ? Every
                  : Split.kind == WARPCPU_VOTE_ANY ? B.CreateNot(None)
                  : Split.kind == WARPCPU_VOTE_UNI ? B.CreateOr(None, Every)
                                                   : Bits;
  storeForAll(B.CreateZExt(Result, B.getInt32Ty()));
  return true;
}

bool WholeWarp::emit() {
  switch (Split.kind) {
  case WARPCPU_WARP_BARRIER:
    return true;
  case WARPCPU_ACTIVE_MASK:
    storeForAll(B.getInt32(AllLanes));
    return true;
  case WARPCPU_SHUFFLE_IDX:
  case WARPCPU_SHUFFLE_UP:
  case WARPCPU_SHUFFLE_DOWN:
  case WARPCPU_SHUFFLE_XOR:
    return shuffle();
  case WARPCPU_VOTE_ALL:
  case WARPCPU_VOTE_ANY:
  case WARPCPU_VOTE_UNI:
  case WARPCPU_VOTE_BALLOT:
    return vote();
  case WARPCPU_REDUX_ADD:
  case WARPCPU_REDUX_MIN:
  case WARPCPU_REDUX_MAX:
  case WARPCPU_REDUX_UMIN:
  case WARPCPU_REDUX_UMAX:
  case WARPCPU_REDUX_AND:
  case WARPCPU_REDUX_OR:
  case WARPCPU_REDUX_XOR:
    if (!has(WARPCPU_CONST_MASK) || Split.mask != AllLanes)
      return false;
    storeForAll(reduce(B, Split.kind, input()));
    return true;
  default:
    return false;
  }
}

bool emitWholeWarpOp(IRBuilder<> &B, const WarpcpuSplit &Split,
                     const ContextLayout &Layout, Value *Context,
                     Value *First) {
  return WholeWarp(B, Split, Layout, Context, First).emit();
}

} // namespace warpfort::cpu
