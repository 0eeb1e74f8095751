//===-- LaunchBuilder.cpp - Loops over blocks and threads -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "LaunchBuilder.h"
#include "CheckAccesses.h"
#include "DebugInfo.h"
#include "Support/WarpSupport.h"
#include "warprt/Image.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include <cstddef>

using namespace llvm;

namespace warpfort::cpu {

Function *createRunFunction(Module &M, const KernelBody &K,
                            const Twine &Suffix) {
  LLVMContext &Ctx = M.getContext();
  Type *Ptr = PointerType::get(Ctx, 0), *I64 = Type::getInt64Ty(Ctx);
  auto *T = FunctionType::get(Type::getVoidTy(Ctx),
                              {Ptr, Ptr, I64, I64, Ptr, Ptr}, false);
  Function *F =
      Function::Create(T, GlobalValue::InternalLinkage, K.Name + Suffix, M);
  F->addFnAttr(Attribute::NoUnwind);
  describeRunFunction(*F, K);
  for (unsigned Arg : {RunArgs, RunGrid}) {
    F->addParamAttr(Arg, Attribute::NoAlias);
    F->addParamAttr(Arg, Attribute::ReadOnly);
    F->addParamAttr(Arg, Attribute::NonNull);
  }
  for (unsigned Arg : {RunShared, RunContext})
    F->addParamAttr(Arg, Attribute::getWithAlignment(Ctx, Align(64)));
  static const char *const Names[] = {"args", "grid",   "first",
                                      "end",  "shared", "context"};
  for (Argument &Arg : F->args())
    Arg.setName(Names[Arg.getArgNo()]);
  BasicBlock::Create(Ctx, "entry", F);
  return F;
}

void LaunchBuilder::unpack(Value *Args, Value *Grid, Value *SharedBase,
                           Value *ContextBase) {
  LLVMContext &Ctx = B.getContext();
  B.SetCurrentDebugLocation(runLocation(*B.GetInsertBlock()->getParent()));
  MDNode *Empty = MDNode::get(Ctx, {});
  auto Load = [&](Type *T, Value *Address, const Twine &Name) {
    LoadInst *V = B.CreateLoad(T, Address, Name);
    V->setMetadata(LLVMContext::MD_invariant_load, Empty);
    V->setMetadata(LLVMContext::MD_noundef, Empty);
    return V;
  };
  Params.clear();
  for (auto [Index, Param] : enumerate(K.Params)) {
    LoadInst *Address = Load(
        B.getPtrTy(), B.CreateConstInBoundsGEP1_64(B.getPtrTy(), Args, Index),
        "arg.address");
    if (Param.ByReference) {
      // Code behind a guard may read descriptors before it.
      uint64_t Bytes =
          B.GetInsertBlock()->getDataLayout().getTypeStoreSize(Param.ValueType);
      Address->setMetadata(LLVMContext::MD_nonnull, Empty);
      Address->setMetadata(
          LLVMContext::MD_dereferenceable,
          MDNode::get(Ctx, MDBuilder(Ctx).createConstant(B.getInt64(Bytes))));
      Params.push_back(Address);
      continue;
    }
    // A launch may hand over less than noundef: a whole structure's padding.
    LoadInst *V = B.CreateLoad(Param.ValueType, Address, "arg");
    V->setMetadata(LLVMContext::MD_invariant_load, Empty);
    Params.push_back(V);
  }
  auto Field = [&](size_t Offset, uint64_t Low, uint64_t End,
                   const Twine &Name) {
    LoadInst *V =
        Load(B.getInt32Ty(),
             B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Grid, Offset), Name);
    V->setMetadata(LLVMContext::MD_range,
                   MDBuilder(Ctx).createRange(APInt(32, Low), APInt(32, End)));
    return V;
  };
  static const char *const DimNames[] = {"x", "y", "z"};
  for (unsigned D = 0; D < 3; ++D) {
    GridDim[D] = Field(offsetof(WarprtCpuGrid, grid) + 4 * D, 1, 1u << 31,
                       Twine("grid.") + DimNames[D]);
    if (K.BlockShape)
      BlockDim[D] = B.getInt32((*K.BlockShape)[D]);
    else
      BlockDim[D] =
          Field(offsetof(WarprtCpuGrid, block) + 4 * D, 1,
                WARPRT_MAX_BLOCK_THREADS + 1, Twine("block.") + DimNames[D]);
  }
  RowLength = BlockDim[0];
  DynamicBytes = Field(offsetof(WarprtCpuGrid, dynamicSharedBytes), 0, 1u << 31,
                       "dynamic.bytes");
  Shared = SharedBase;
  Context = ContextBase;
  DynamicShared = B.CreateConstInBoundsGEP1_64(
      B.getInt8Ty(), Shared, alignTo(K.StaticSharedBytes, 16), "dynamic");
}

/// How many blocks may run as one, so that their threads' indices do not wrap
/// around: one, where those of a whole row might (see BlockRuns.cpp).
Value *LaunchBuilder::mostJoined(Value *Width) {
  static constexpr uint64_t MostThreads = 1u << 30;
  Value *Row = B.CreateMul(Width, B.CreateZExt(BlockDim[0], B.getInt64Ty()), "",
                           true, true);
  Value *Most = B.CreateSelect(B.CreateICmpULE(Row, B.getInt64(MostThreads)),
                               Width, B.getInt64(1));
  if (!K.IsChecked)
    return Most;
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Together = M.getOrInsertFunction(
      "warprt_cpu_check_together", B.getInt64Ty(), B.getInt64Ty());
  Value *Threads = B.CreateZExt(BlockDim[0], B.getInt64Ty());
  return B.CreateBinaryIntrinsic(Intrinsic::umin, Most,
                                 B.CreateCall(Together, {Threads}));
}

/// The number of thread \p X of a row, which begins with \p First. If the row
/// is one of several blocks and is checked, that goes on into their numbers.
Value *LaunchBuilder::numberOf(Value *First, Value *X) {
  if (!K.IsChecked || RowLength == BlockDim[0])
    return B.CreateAdd(First, X, "", true, true);
  Module &M = *B.GetInsertBlock()->getModule();
  Type *I32 = B.getInt32Ty();
  auto *Place = cast<Function>(
      M.getOrInsertFunction("warprt_cpu_check_place", I32, I32, I32, I32)
          .getCallee());
  Place->setMemoryEffects(MemoryEffects::none());
  Place->addFnAttr(Attribute::NoUnwind);
  Place->addFnAttr(Attribute::WillReturn);
  return B.CreateCall(Place, {First, X, BlockDim[0]});
}

/// Where the block is in its run.
Value *LaunchBuilder::runEnds(Value *IsFirst) {
  auto Flag = [&](Value *Holds, RunEnd End) {
    return B.CreateSelect(Holds, B.getInt32(End), B.getInt32(0));
  };
  Value *Begins = Flag(IsFirst, FirstOfRun);
  Value *IsLast = B.CreateICmpEQ(BlocksLeft, B.getInt64(1));
  return B.CreateOr(Begins, Flag(IsLast, LastOfRun), "run.ends");
}

void LaunchBuilder::forBlocks(Value *First, Value *End,
                              function_ref<void()> Body, bool Joined) {
  Function *F = B.GetInsertBlock()->getParent();
  LLVMContext &Ctx = B.getContext();
  BasicBlock *Before = BasicBlock::Create(Ctx, "blocks.before", F);
  BasicBlock *Header = BasicBlock::Create(Ctx, "blocks", F);
  BasicBlock *Exit = BasicBlock::Create(Ctx, "blocks.end", F);
  Type *I32 = B.getInt32Ty(), *I64 = B.getInt64Ty();
  B.CreateCondBr(B.CreateICmpULT(First, End), Before, Exit);

  B.SetInsertPoint(Before);
  Value *Width = B.CreateZExt(GridDim[0], I64);
  Value *Height = B.CreateZExt(GridDim[1], I64);
  Value *Rows = B.CreateUDiv(First, Width);
  Dim3 Begin = {B.CreateTrunc(B.CreateURem(First, Width), I32),
                B.CreateTrunc(B.CreateURem(Rows, Height), I32),
                B.CreateTrunc(B.CreateUDiv(Rows, Height), I32)};
  Value *Most = Joined ? mostJoined(Width) : nullptr;
  B.CreateBr(Header);

  B.SetInsertPoint(Header);
  PHINode *Number = B.CreatePHI(I64, 2, "block");
  Number->addIncoming(First, Before);
  std::array<PHINode *, 3> Index;
  for (unsigned D = 0; D < 3; ++D) {
    Index[D] = B.CreatePHI(I32, 2, "block.index");
    Index[D]->addIncoming(Begin[D], Before);
    BlockIndex[D] = Index[D];
  }
  BlocksLeft = B.CreateSub(End, Number, "blocks.left");
  RunEnds = Joined ? nullptr : runEnds(B.CreateICmpEQ(Number, First));
  Value *Step = B.getInt64(1), *Zero = B.getInt32(0);
  RowLength = BlockDim[0];
  if (Joined) {
    Value *OfRow = B.CreateZExt(B.CreateSub(GridDim[0], Index[0]), I64);
    Step = B.CreateBinaryIntrinsic(
        Intrinsic::umin, BlocksLeft,
        B.CreateBinaryIntrinsic(Intrinsic::umin, OfRow, Most));
    RowLength = B.CreateMul(BlockDim[0], B.CreateTrunc(Step, I32), "row.length",
                            true, true);
  }
  Body();
  Value *X = B.CreateAdd(Index[0], B.CreateTrunc(Step, I32));
  Value *WrapX = B.CreateICmpEQ(X, GridDim[0]);
  Value *Y = B.CreateAdd(Index[1], B.CreateZExt(WrapX, I32));
  Value *WrapY = B.CreateICmpEQ(Y, GridDim[1]);
  Value *Z = B.CreateAdd(Index[2], B.CreateZExt(WrapY, I32));
  BasicBlock *Latch = B.GetInsertBlock();
  Index[0]->addIncoming(B.CreateSelect(WrapX, Zero, X), Latch);
  Index[1]->addIncoming(B.CreateSelect(WrapY, Zero, Y), Latch);
  Index[2]->addIncoming(Z, Latch);
  Value *Next = B.CreateAdd(Number, Step, "", true, true);
  Number->addIncoming(Next, Latch);
  B.CreateCondBr(B.CreateICmpULT(Next, End), Header, Exit);
  B.SetInsertPoint(Exit);
  RunEnds = nullptr;
}

void LaunchBuilder::loop(Value *Begin, Value *End, const Twine &Name,
                         MDNode *AccessGroup, function_ref<void(Value *)> Body,
                         unsigned Width, bool Backwards) {
  Function *F = B.GetInsertBlock()->getParent();
  LLVMContext &Ctx = B.getContext();
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *Header = BasicBlock::Create(Ctx, Name, F);
  BasicBlock *Exit = BasicBlock::Create(Ctx, Name + ".end", F);
  B.CreateBr(Header);
  B.SetInsertPoint(Header);
  PHINode *Index = B.CreatePHI(B.getInt32Ty(), 2, Name);
  Index->addIncoming(Backwards ? End : Begin, Before);
  Value *One = B.getInt32(1);
  Value *At = Backwards ? B.CreateSub(Index, One, "", true, true) : Index;
  Body(At);
  Value *Next = Backwards ? At : B.CreateAdd(Index, One, "", true, true);
  Index->addIncoming(Next, B.GetInsertBlock());
  Value *GoesOn =
      Backwards ? B.CreateICmpUGT(Next, Begin) : B.CreateICmpULT(Next, End);
  BranchInst *Branch = B.CreateCondBr(GoesOn, Header, Exit);
  SmallVector<Metadata *, 4> Hints{nullptr};
  auto AddHint = [&](StringRef Hint, Metadata *Argument = nullptr) {
    SmallVector<Metadata *, 2> Words{MDString::get(Ctx, Hint)};
    if (Argument)
      Words.push_back(Argument);
    Hints.push_back(MDNode::get(Ctx, Words));
  };
  auto Number = [&](unsigned N) {
    return ConstantAsMetadata::get(B.getInt32(N));
  };
  if (AccessGroup)
    AddHint("llvm.loop.parallel_accesses", AccessGroup);
  // Not before it is vectorised, as it would be scalar code for each lane, nor
  // before its accesses are described (CheckLoops.cpp).
  if (Width || K.IsChecked)
    AddHint("llvm.loop.unroll.disable");
  if (Width) {
    AddHint("llvm.loop.vectorize.width", Number(Width));
    AddHint("llvm.loop.interleave.count", Number(1));
  }
  if (Hints.size() > 1) {
    auto *Loop = MDNode::getDistinct(Ctx, Hints);
    Loop->replaceOperandWith(0, Loop);
    Branch->setMetadata(LLVMContext::MD_loop, Loop);
  }
  B.SetInsertPoint(Exit);
}

void LaunchBuilder::forThreads(MDNode *AccessGroup,
                               function_ref<void(const ThreadPlace &)> Body,
                               bool JoinedRows, bool Backwards,
                               unsigned Width) {
  Value *Zero = B.getInt32(0);
  auto Row = [&](Value *Number, Value *Length, Value *Y, Value *Z) {
    Value *First = B.CreateMul(
        Number, Length == RowLength ? BlockDim[0] : Length, "", true, true);
    auto Each = [&](Value *X) { Body({{X, Y, Z}, numberOf(First, X)}); };
    loop(Zero, Length, "thread.x", AccessGroup, Each, Width, Backwards);
  };
  loop(Zero, BlockDim[2], "thread.z", nullptr, [&](Value *Z) {
    if (JoinedRows) {
      Row(Z, B.CreateMul(BlockDim[0], BlockDim[1], "plane", true, true), Zero,
          Z);
      return;
    }
    loop(Zero, BlockDim[1], "thread.y", nullptr, [&](Value *Y) {
      Value *Number = B.CreateAdd(B.CreateMul(Z, BlockDim[1], "", true, true),
                                  Y, "", true, true);
      Row(Number, RowLength, Y, Z);
    });
  });
}

CallInst *LaunchBuilder::call(Function *F, const ThreadPlace &Thread,
                              Value *UniformIn, Value *UniformOut) {
  Value *Nowhere = PoisonValue::get(B.getPtrTy());
  SmallVector<Value *, 24> Args(ArrayRef<Value *>{Params});
  Args.append({Context, Shared, DynamicShared, DynamicBytes});
  append_range(Args, BlockIndex);
  append_range(Args, BlockDim);
  append_range(Args, GridDim);
  append_range(Args, Thread.Index);
  Value *Warp = Thread.Warp;
  if (!Warp)
    Warp = B.CreateAnd(Thread.Index[0], B.getInt32(-int(WARPCPU_WARP)));
  Value *Ends = RunEnds ? RunEnds : B.getInt32(FirstOfRun | LastOfRun);
  Args.append({Thread.Linear, Warp, Ends, UniformIn ? UniformIn : Nowhere,
               UniformOut ? UniformOut : Nowhere});
  return B.CreateCall(F, Args);
}

CallInst *LaunchBuilder::inlined(Function *F, const ThreadPlace &Thread,
                                 Value *UniformIn, Value *UniformOut) {
  CallInst *Call = call(F, Thread, UniformIn, UniformOut);
  if (!keepsVariables(*F))
    Call->addFnAttr(Attribute::AlwaysInline);
  return Call;
}

Value *LaunchBuilder::threadCount() {
  return B.CreateMul(B.CreateMul(BlockDim[0], BlockDim[1], "", true, true),
                     BlockDim[2], "threads", true, true);
}

void annotateAccesses(Function &F, MDNode *Group, ArrayRef<Value *> Except) {
  bool Escapes = false;
  for (Instruction &I : instructions(F))
    if (isa<AllocaInst>(I))
      Escapes |= PointerMayBeCaptured(&I, /*ReturnCaptures=*/false);
  auto IsShared = [&](const Value *Pointer) {
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Pointer, Objects);
    return all_of(Objects, [&](const Value *Object) {
      if (isa<AllocaInst>(Object) || is_contained(Except, Object))
        return false;
      return !Escapes || isa<Argument, Constant>(Object);
    });
  };
  for (Instruction &I : instructions(F)) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (!isAccessCheck(I) &&
        (!Pointer || I.isAtomic() || I.isVolatile() || !IsShared(Pointer)))
      continue;
    I.setMetadata(
        LLVMContext::MD_access_group,
        uniteAccessGroups(I.getMetadata(LLVMContext::MD_access_group), Group));
  }
}

} // namespace warpfort::cpu
