//===-- SplitEmitter.cpp - Running a kernel that is in pieces -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emitted code, for each block; a group is a warp, a piece of 32 threads
// of a row (for interchanged loops), or the whole block of a kernel without
// warp operations:
//
//   for (g : groups) state[g] = START;
//   do {
//     alive = false;
//     for (g : groups) {
//       s = state[g];
//       while (s is not a barrier of the block and not EXIT) {
//         region = s == START ? 0 : s + 1;
//         for (t : threads of g)                          // vectorised by LLVM
//           exits[t] = region(t);
//         if (all exits are the same)
//           s = that exit;
//         else if (only the last ones returned)
//           leave them out from now on;
//         else
//           s = warpcpu_slow(g);          // thread by thread, until they meet
//         if (s is a warp operation)
//           warpcpu_execute(g, s);
//       }
//       state[g] = s;
//       alive |= s != EXIT;
//     }
//     warpcpu_reduce();               // what barriers that reduce give
//   } while (alive);
//
// In a kernel whose threads may wait for what others do (WARPCPU_WAIT), groups
// at a barrier stay there as long as a thread of the block waits.
//
// Where the analysis shows that all threads leave a region at one place, the
// question is not asked at run time.
//
// In kernels with warp operations the code of a group is there twice: for 32
// threads of one row, where each loop over them becomes one vector of each
// value, and for what else there is. A group leaves the first form when some of
// its threads have returned, or are at other places than the rest. It comes
// back at a barrier, or at a warp operation to which several ways lead: what
// lies between others is straight code, whose vectors stay in registers
// (ForwardWarpValues.cpp).
//
//===----------------------------------------------------------------------===//
#include "SplitEmitter.h"
#include "BlockAtomics.h"
#include "BlockRuns.h"
#include "DebugInfo.h"
#include "ForwardWarpValues.h"
#include "FuseAtBarriers.h"
#include "JoinRounds.h"
#include "LaunchBuilder.h"
#include "PrefetchBlocks.h"
#include "warprt/Image.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

/// Lines that a processor fetches at a time: buffers of its first cache.
static constexpr unsigned LinesAtATime = 16;

/// Code for 32 threads of one row, or for any group.
enum Form { WholeWarp, AnyGroup };

/// Longer regions do not become vectors of 32 elements but those that LLVM
/// chooses: else each instruction is several of the processor, in one block.
static constexpr unsigned MaxInWholeWarps = 256;

class Emitter {
public:
  Emitter(const KernelBody &K, const SplitKernel &Split, Module &M, bool IsRare)
      : K(K), S(Split), M(M), IsRare(IsRare), Ctx(M.getContext()), B(Ctx),
        L(K, B) {}

  Function *run();

private:
  // Data for the helpers.
  StructType *frameType() const;
  Constant *arrayGlobal(ArrayRef<Constant *> Elements, Type *T,
                        const Twine &Suffix);
  GlobalVariable *makeInfo(Function *Step);
  Function *makeStep();

  // Code of one block.
  void emitBlock();
  void startPrefetches();
  void emitPrefetches(bool AllLeft);
  void startGroups();
  void emitPhase();
  void noteWaits(Value *New);
  void orInto(Value *Place, Value *Holds);
  Value *groupState(Value *G);
  void placeGroup(Value *G);
  void declareForm(Form Which);
  bool hasForm(Form Which) const { return !RegionBlocks[Which].empty(); }
  void emitForm(Form Which);
  void emitGroup(BasicBlock *Next);
  void emitWarpOp(unsigned Split);
  void emitRegion(unsigned Index);
  std::pair<Value *, Value *> emitDivergentThreads(unsigned Index);
  void askWhetherSame(const Region &R, Value *Exit, Value *Together,
                      bool HasFields, BasicBlock *Same, BasicBlock *Apart);
  void emitThreads(unsigned Index,
                   function_ref<void(CallInst *, Value *)> Each);
  Value *warpBegin(Value *X);
  Function *makeWarp(unsigned Index);
  void emitCalls(unsigned Index, function_ref<void(CallInst *, Value *)> Each);
  void continueFrom(ArrayRef<unsigned> Exits);
  BasicBlock *valuesEnd();
  void enterWholeWarp(BasicBlock *Whole);
  bool isWithinStraightCode(unsigned Split) const;
  void goSlow(Value *What);
  void leaveOut(BasicBlock *Same);
  void stayAtBarriers(BasicBlock *Next);
  void fillThreadIndices();
  void setContextApart(Function &F);
  void setSharedApart(Function &F);

  /// Fields of UniformType that are needed behind the split points `Exits`.
  SmallSetVector<unsigned, 8> fieldsBehind(ArrayRef<unsigned> Exits) const;
  void copyUniform(Value *To, Value *From, ArrayRef<unsigned> Fields);
  SmallVector<unsigned> allSplits(bool OnlyBarriers) const;

  BasicBlock *block(const Twine &Name) {
    return BasicBlock::Create(Ctx, Name, B.GetInsertBlock()->getParent());
  }
  AllocaInst *local(Type *T, const Twine &Name) {
    Function *F = B.GetInsertBlock()->getParent();
    IRBuilder<> Entry(&F->getEntryBlock(), F->getEntryBlock().begin());
    return Entry.CreateAlloca(T, nullptr, Name);
  }
  Value *element(uint64_t Offset, Value *Index, uint64_t Size) {
    return contextElement(B, L.Context, Offset, Index, Size);
  }
  Value *helper(StringRef Name, Type *T, ArrayRef<Value *> Args) {
    SmallVector<Type *, 8> Types;
    for (Value *Arg : Args)
      Types.push_back(Arg->getType());
    FunctionCallee Callee =
        M.getOrInsertFunction(Name, FunctionType::get(T, Types, false));
    return B.CreateCall(Callee, Args);
  }
  Value *count() {
    if (Now == WholeWarp)
      return B.getInt32(WARPCPU_WARP);
    return B.CreateLoad(B.getInt32Ty(), Count);
  }
  /// The first thread that is left.
  Value *first() {
    if (Now == WholeWarp)
      return First;
    Value *Gone = B.CreateLoad(B.getInt32Ty(), Skipped);
    return S.HasRowGroups ? B.CreateAdd(First, Gone, "", true, true) : First;
  }
  uint64_t uniformBytes() const {
    return M.getDataLayout().getTypeAllocSize(S.UniformType);
  }
  bool isBlockBarrier(unsigned State) const {
    return State != WARPCPU_EXIT &&
           !warpcpuIsWarpLevel(WarpcpuSyncKind(S.Splits[State].kind));
  }

  const KernelBody &K;
  const SplitKernel &S;
  Module &M;
  const bool IsRare;
  LLVMContext &Ctx;
  IRBuilder<> B;
  LaunchBuilder L;
  GlobalVariable *Info = nullptr;
  MDNode *Group = nullptr;
  Prefetches Ahead;
  Dim3 NextBlock{};  ///< index of the one to prefetch for
  Dim3 AheadPlace{}; ///< where the next of its lines, rows, planes is kept

  // Locals of the emitted function.
  Value *Frame = nullptr, *State = nullptr, *UniformIn = nullptr,
        *UniformOut = nullptr, *Alive = nullptr, *BlockState = nullptr;
  Value *Gone = nullptr;      ///< what a helper finds to have left
  Value *Waits = nullptr;     ///< a thread is at WARPCPU_WAIT
  Value *OnlyWaits = nullptr; ///< only such threads go on in this phase
  Value *Least = nullptr, *Most = nullptr; ///< exits of a region's threads
  Value *Groups = nullptr, *GroupsInRow = nullptr; ///< how many of them
  // Of the group being emitted.
  Form Now = AnyGroup;
  SmallVector<BasicBlock *> RegionBlocks[2]; ///< by form, region
  SmallVector<BasicBlock *> OpBlocks[2]; ///< warp operations, by split point
  BasicBlock *Store = nullptr, *Slow = nullptr;
  Value *Release = nullptr;
  Value *Threads = nullptr, *First = nullptr;
  Value *Count = nullptr;    ///< place of the number of threads left
  Value *Skipped = nullptr;  ///< place of how many have left before those
  Value *InOneRow = nullptr; ///< x runs through the lanes
  Dim3 Corner{};             ///< first thread's index, if so
};

//===-- Data for the helpers ----------------------------------------------===//

StructType *Emitter::frameType() const {
  Type *Ptr = PointerType::get(Ctx, 0), *I32 = Type::getInt32Ty(Ctx);
  return StructType::get(
      Ctx, {Ptr, Ptr, Ptr, Ptr, ArrayType::get(I32, 3), I32, I32});
}

Constant *Emitter::arrayGlobal(ArrayRef<Constant *> Elements, Type *T,
                               const Twine &Suffix) {
  auto *ArrayT = ArrayType::get(T, Elements.size());
  auto *G =
      new GlobalVariable(M, ArrayT, true, GlobalValue::InternalLinkage,
                         ConstantArray::get(ArrayT, Elements), K.Name + Suffix);
  return G;
}

GlobalVariable *Emitter::makeInfo(Function *Step) {
  IntegerType *I32 = Type::getInt32Ty(Ctx), *I64 = Type::getInt64Ty(Ctx);
  auto C32 = [&](uint64_t V) { return ConstantInt::get(I32, V); };
  auto C64 = [&](uint64_t V) { return ConstantInt::get(I64, V); };
  const StructLayout *Fields = M.getDataLayout().getStructLayout(S.UniformType);

  StructType *SplitT =
      StructType::get(Ctx, SmallVector<Type *>(sizeof(WarpcpuSplit) / 4, I32));
  StructType *FieldT = StructType::get(Ctx, {I32, I32});
  SmallVector<Constant *> Splits, Live;
  for (auto [Number, Split] : enumerate(S.Splits)) {
    unsigned FirstLive = Live.size();
    for (unsigned Field : S.LiveFields[Number]) {
      uint64_t Bytes = M.getDataLayout().getTypeStoreSize(
          S.UniformType->getElementType(Field));
      Live.push_back(ConstantStruct::get(
          FieldT, {C32(Fields->getElementOffset(Field)), C32(Bytes)}));
    }
    Splits.push_back(ConstantStruct::get(
        SplitT,
        {C32(Split.kind), C32(Split.constants), C32(Split.mask),
         C32(Split.lane), C32(Split.clamp), C32(FirstLive), C32(Live.size())}));
  }
  const ContextLayout &O = S.Layout;
  IRBuilder<> Strings(Ctx);
  Constant *Name = Strings.CreateGlobalString(K.Name, K.Name + ".name", 0, &M);
  SmallVector<Constant *> Members = {Step,
                                     arrayGlobal(Splits, SplitT, ".splits"),
                                     arrayGlobal(Live, FieldT, ".live"),
                                     C32(S.HasWarpOps),
                                     C32(uniformBytes()),
                                     C64(O.Uniform),
                                     C64(O.State),
                                     C64(O.Mask),
                                     C64(O.Input32),
                                     C64(O.Input64),
                                     C64(O.Lane),
                                     C64(O.Clamp),
                                     C64(O.Result),
                                     C64(O.WideResult),
                                     C64(O.Flag),
                                     C64(O.Reduce),
                                     Name};
  SmallVector<Type *> Types;
  for (Constant *Member : Members)
    Types.push_back(Member->getType());
  StructType *InfoT = StructType::get(Ctx, Types);
  assert(M.getDataLayout().getTypeAllocSize(InfoT) == sizeof(WarpcpuInfo));
  return new GlobalVariable(M, InfoT, true, GlobalValue::InternalLinkage,
                            ConstantStruct::get(InfoT, Members),
                            K.Name + ".info");
}

/// WarpcpuStep: one thread, one region, everything from memory.
Function *Emitter::makeStep() {
  Type *Ptr = PointerType::get(Ctx, 0), *I32 = Type::getInt32Ty(Ctx);
  Function *F =
      Function::Create(FunctionType::get(I32, {Ptr, I32, I32}, false),
                       GlobalValue::InternalLinkage, K.Name + ".step", M);
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::Cold);
  Value *Thread = F->getArg(1);
  B.SetInsertPoint(BasicBlock::Create(Ctx, "entry", F));
  auto Member = [&](unsigned I, Type *T) {
    return B.CreateLoad(T, B.CreateStructGEP(frameType(), F->getArg(0), I));
  };
  Value *Context = Member(3, Ptr);
  L.unpack(Member(0, Ptr), Member(1, Ptr), Member(2, Ptr), Context);
  Value *Index = B.CreateStructGEP(frameType(), F->getArg(0), 4);
  for (unsigned D = 0; D < 3; ++D)
    L.BlockIndex[D] =
        B.CreateLoad(I32, B.CreateConstInBoundsGEP1_64(I32, Index, D));
  L.RunEnds = Member(6, I32);
  ThreadPlace Place;
  Place.Linear = Thread;
  Place.Index[0] = B.CreateURem(Thread, L.BlockDim[0]);
  Value *Row = B.CreateUDiv(Thread, L.BlockDim[0]);
  Place.Index[1] = B.CreateURem(Row, L.BlockDim[1]);
  Place.Index[2] = B.CreateUDiv(Row, L.BlockDim[1]);
  Value *Uniform = element(S.Layout.Uniform, Thread, uniformBytes());

  BasicBlock *Never = block("never");
  SwitchInst *Switch = B.CreateSwitch(F->getArg(2), Never);
  for (unsigned R = 1; R < S.Regions.size(); ++R) {
    BasicBlock *BB = block("region" + Twine(R));
    Switch->addCase(B.getInt32(R - 1), BB);
    B.SetInsertPoint(BB);
    CallInst *Call = L.call(S.Regions[R].F, Place, Uniform, Uniform);
    Call->setIsNoInline();
    B.CreateRet(Call);
  }
  B.SetInsertPoint(Never);
  B.CreateUnreachable();
  L.RunEnds = nullptr;
  return F;
}

//===-- One block ---------------------------------------------------------===//

SmallVector<unsigned> Emitter::allSplits(bool OnlyBarriers) const {
  SmallVector<unsigned> All;
  for (unsigned Split = 0; Split < S.Splits.size(); ++Split)
    if (!OnlyBarriers || isBlockBarrier(Split))
      All.push_back(Split);
  return All;
}

SmallSetVector<unsigned, 8>
Emitter::fieldsBehind(ArrayRef<unsigned> Exits) const {
  SmallSetVector<unsigned, 8> Fields;
  for (unsigned Exit : Exits)
    if (Exit != WARPCPU_EXIT)
      Fields.insert_range(S.LiveFields[Exit]);
  return Fields;
}

void Emitter::copyUniform(Value *To, Value *From, ArrayRef<unsigned> Fields) {
  for (unsigned Field : Fields) {
    Type *T = S.UniformType->getElementType(Field);
    B.CreateStore(
        B.CreateLoad(T, B.CreateStructGEP(S.UniformType, From, Field)),
        B.CreateStructGEP(S.UniformType, To, Field));
  }
}

/// Threads' indices by number, for warps that are not rows.
void Emitter::fillThreadIndices() {
  L.forThreads(nullptr, [&](const ThreadPlace &Place) {
    for (unsigned D = 0; D < 3; ++D)
      B.CreateStore(Place.Index[D],
                    element(S.Layout.ThreadIndex[D], Place.Linear, 4));
  });
}

/// How many lanes are to be one vector; 0: what LLVM chooses.
static unsigned widthOf(const Region &R) {
  return R.F->getInstructionCount() > MaxInWholeWarps ? 0 : WARPCPU_WARP;
}

/// Region `Index` for each thread of the group, inline.
void Emitter::emitThreads(unsigned Index,
                          function_ref<void(CallInst *, Value *)> Each) {
  const Region &R = S.Regions[Index];
  if (S.Regions.size() > MaxInlinedRegions) {
    emitCalls(Index, Each);
    return;
  }
  auto One = [&](const ThreadPlace &Place) {
    // Threads that may part keep their values apart at once.
    Value *Out = R.DivergentExit
                     ? element(S.Layout.Uniform, Place.Linear, uniformBytes())
                     : UniformOut;
    Each(L.inlined(R.F, Place, UniformIn, Out), Place.Linear);
  };
  if (!S.HasWarpOps) {
    L.forThreads(Group, One, canJoinRows(K, *R.F), runsBackwards(*R.F),
                 hasJoinedRounds(*R.F) ? 1 : 0);
    return;
  }
  if (Now == WholeWarp && !R.DivergentExit && !keepsVariables(*R.F)) {
    ThreadPlace Begin{Corner, First, Corner[0]};
    Each(L.call(makeWarp(Index), Begin, UniformIn, UniformOut), First);
    return;
  }
  Value *X = Now == WholeWarp ? warpBegin(Corner[0]) : Corner[0];
  auto RowOf = [&](Value *Begin, Value *Lanes, unsigned Width) {
    auto Lane = [&](Value *Lane) {
      One({{B.CreateAdd(X, Lane, "", true, true), Corner[1], Corner[2]},
           B.CreateAdd(First, Lane, "", true, true),
           Now == WholeWarp ? X : nullptr});
    };
    L.loop(Begin, B.CreateAdd(Begin, Lanes, "", true, true), "lane", Group,
           Lane, Width);
  };
  if (Now == WholeWarp)
    RowOf(B.getInt32(0), B.getInt32(WARPCPU_WARP), widthOf(R));
  else if (S.HasRowGroups)
    RowOf(B.CreateLoad(B.getInt32Ty(), Skipped), count(), 0);
  else
    emitCalls(Index, Each);
}

/// Whole warps begin at multiples of 32, also in x: a lane is known by it.
Value *Emitter::warpBegin(Value *X) {
  return B.CreateAnd(X, B.getInt32(-int(WARPCPU_WARP)));
}

/// A function that runs region \p Index for a warp, given its first thread.
/// LLVM simplifies it before it is inlined: what all lanes do alike, branches
/// above all, leaves the loop over them there, while in the function of all
/// regions LLVM takes that for too expensive.
Function *Emitter::makeWarp(unsigned Index) {
  const Region &R = S.Regions[Index];
  auto *F =
      Function::Create(R.F->getFunctionType(), GlobalValue::InternalLinkage,
                       R.F->getName() + ".warp", M);
  F->addFnAttr(Attribute::NoUnwind);
  for (unsigned Which : {EnvUniformIn, EnvUniformOut})
    K.env(*F, Which)->addAttr(Attribute::NoAlias);
  describeRunFunction(*F, K);
  IRBuilder<>::InsertPointGuard Guard(B);
  B.SetInsertPoint(BasicBlock::Create(Ctx, "entry", F));
  B.SetCurrentDebugLocation(runLocation(*F));
  Value *Exit = B.CreateAlloca(B.getInt32Ty(), nullptr, "exit");
  Value *X = warpBegin(K.env(*F, EnvThread));
  SmallVector<Value *, 24> Args(make_pointer_range(F->args()));
  auto At = [&](unsigned Which) -> Value *& {
    return Args[K.env(*F, Which)->getArgNo()];
  };
  At(EnvWarp) = X;
  auto Lane = [&](Value *Lane) {
    At(EnvThread) = B.CreateAdd(X, Lane, "", true, true);
    At(EnvLinear) = B.CreateAdd(K.env(*F, EnvLinear), Lane, "", true, true);
    CallInst *Call = B.CreateCall(R.F, Args);
    Call->addFnAttr(Attribute::AlwaysInline);
    B.CreateStore(Call, Exit);
  };
  L.loop(B.getInt32(0), B.getInt32(WARPCPU_WARP), "lane", Group, Lane,
         widthOf(R));
  B.CreateRet(B.CreateLoad(B.getInt32Ty(), Exit));
  return F;
}

/// Region `Index` by calls, for warps that are not a whole row of threads (LLVM
/// could not vectorise them) and for kernels of very many regions. The values
/// kept once are in memory, so that those of inlined regions can stay in
/// registers.
void Emitter::emitCalls(unsigned Index,
                        function_ref<void(CallInst *, Value *)> Each) {
  const Region &R = S.Regions[Index];
  Value *Zero = B.getInt32(0);
  Value *In = element(S.Layout.CallIn, Zero, 1);
  Value *Out = element(S.Layout.CallOut, Zero, 1);
  if (Index > 0)
    copyUniform(In, UniformIn, S.LiveFields[Index - 1]);
  L.loop(Zero, count(), "lane", nullptr, [&](Value *Lane) {
    Value *Linear = B.CreateAdd(First, Lane, "", true, true);
    ThreadPlace Place{{}, Linear};
    for (unsigned D = 0; D < 3; ++D)
      Place.Index[D] = B.CreateLoad(
          B.getInt32Ty(), element(S.Layout.ThreadIndex[D], Linear, 4));
    Value *OwnOut = R.DivergentExit
                        ? element(S.Layout.Uniform, Linear, uniformBytes())
                        : Out;
    CallInst *Call = L.call(R.F, Place, In, OwnOut);
    Call->setIsNoInline();
    Each(Call, Linear);
  });
  if (!R.DivergentExit)
    copyUniform(UniformOut, Out, fieldsBehind(R.Exits).getArrayRef());
}

/// The group is at the split point in `State`, one of `Exits`.
void Emitter::continueFrom(ArrayRef<unsigned> Exits) {
  SwitchInst *Switch =
      B.CreateSwitch(B.CreateLoad(B.getInt32Ty(), State), Store);
  for (unsigned Exit : Exits)
    if (Exit != WARPCPU_EXIT && OpBlocks[Now][Exit])
      Switch->addCase(B.getInt32(Exit), OpBlocks[Now][Exit]);
  if (Now == WholeWarp && is_contained(Exits, WARPCPU_EXIT))
    Switch->addCase(B.getInt32(WARPCPU_EXIT), valuesEnd());
}

/// Where all threads of a warp have returned: nobody reads their values in the
/// context any more, and the next block writes its own before it reads them.
BasicBlock *Emitter::valuesEnd() {
  IRBuilder<>::InsertPointGuard Guard(B);
  BasicBlock *End = block("values.end");
  B.SetInsertPoint(End);
  for (auto [Offset, Size] : S.ThreadValues)
    markEndOfValues(B, element(Offset, First, Size), Size * WARPCPU_WARP);
  B.CreateBr(Store);
  return End;
}

/// In the form for any group: goes to \p Whole if all of a warp are there.
void Emitter::enterWholeWarp(BasicBlock *Whole) {
  BasicBlock *Any = block("any.group");
  Value *IsFull = B.CreateICmpEQ(count(), B.getInt32(WARPCPU_WARP));
  B.CreateCondBr(B.CreateAnd(IsFull, InOneRow), Whole, Any);
  B.SetInsertPoint(Any);
}

/// Whether split point \p Split is reached from one region only, and always.
bool Emitter::isWithinStraightCode(unsigned Split) const {
  auto Leads = [&](const Region &R) { return is_contained(R.Exits, Split); };
  return count_if(S.Regions, Leads) == 1 &&
         find_if(S.Regions, Leads)->Exits.size() == 1;
}

/// While threads wait, those at barriers do not go on.
void Emitter::stayAtBarriers(BasicBlock *Next) {
  Value *Here = B.CreateLoad(B.getInt32Ty(), State);
  Value *AtBarrier = B.getFalse();
  for (unsigned Split : allSplits(/*OnlyBarriers=*/true))
    if (S.Splits[Split].kind != WARPCPU_WAIT)
      AtBarrier =
          B.CreateOr(AtBarrier, B.CreateICmpEQ(Here, B.getInt32(Split)));
  BasicBlock *Stay = block("stay"), *Go = block("go");
  B.CreateCondBr(B.CreateAnd(B.CreateLoad(B.getInt1Ty(), OnlyWaits), AtBarrier),
                 Stay, Go);
  B.SetInsertPoint(Stay);
  B.CreateStore(B.getTrue(), Alive);
  B.CreateBr(Next);
  B.SetInsertPoint(Go);
}

void Emitter::goSlow(Value *What) {
  B.CreateStore(What, Release);
  B.CreateBr(Slow);
}

/// Those of the group that have returned, if the others are together, which go
/// on at \p Same.
void Emitter::leaveOut(BasicBlock *Same) {
  BasicBlock *Trim = block("trim"), *Scattered = block("scattered");
  Value *Left = helper(
      "warpcpu_trim", B.getInt32Ty(),
      {Info, L.Context, first(), count(), B.getInt32(S.HasRowGroups), Gone});
  B.CreateCondBr(B.CreateIsNotNull(Left), Trim, Scattered);
  B.SetInsertPoint(Trim);
  B.CreateStore(Left, Count);
  B.CreateStore(B.CreateAdd(B.CreateLoad(B.getInt32Ty(), Skipped),
                            B.CreateLoad(B.getInt32Ty(), Gone), "", true, true),
                Skipped);
  B.CreateBr(Same);
  B.SetInsertPoint(Scattered);
}

/// Runs region \p Index, which threads may leave at different places: the least
/// and the greatest of these.
std::pair<Value *, Value *> Emitter::emitDivergentThreads(unsigned Index) {
  B.CreateStore(B.getInt32(~0u), Least);
  B.CreateStore(B.getInt32(0), Most);
  emitThreads(Index, [&](CallInst *Exit, Value *Linear) {
    StoreInst *Own = B.CreateStore(Exit, element(S.Layout.State, Linear, 4));
    Own->setMetadata(LLVMContext::MD_access_group, Group);
    auto Update = [&](Intrinsic::ID ID, Value *Place) {
      Value *Old = B.CreateLoad(B.getInt32Ty(), Place);
      B.CreateStore(B.CreateBinaryIntrinsic(ID, Old, Exit), Place);
    };
    Update(Intrinsic::umin, Least);
    Update(Intrinsic::umax, Most);
  });
  Value *First = B.CreateLoad(B.getInt32Ty(), Least);
  return {First, B.CreateLoad(B.getInt32Ty(), Most)};
}

/// Goes to \p Same if all threads have left region \p R at \p Exit, as
/// \p Together says, and agree on \p Fields; else to \p Apart.
void Emitter::askWhetherSame(const Region &R, Value *Exit, Value *Together,
                             bool HasFields, BasicBlock *Same,
                             BasicBlock *Apart) {
  MDNode *Likely = MDBuilder(Ctx).createBranchWeights(1000, 1);
  if (!R.MayDisagree || !HasFields) {
    B.CreateCondBr(Together, Same, Apart, Likely);
    return;
  }
  BasicBlock *Ask = block("ask"), *Agree = block("agree");
  B.CreateCondBr(Together, Ask, Apart, Likely);
  B.SetInsertPoint(Ask);
  B.CreateCondBr(B.CreateICmpEQ(Exit, B.getInt32(WARPCPU_EXIT)), Same, Agree);
  B.SetInsertPoint(Agree);
  Value *Yes = helper("warpcpu_agree", B.getInt32Ty(),
                      {Info, L.Context, Exit, first(), count()});
  B.CreateCondBr(B.CreateIsNotNull(Yes), Same, Apart, Likely);
}

void Emitter::emitRegion(unsigned Index) {
  const Region &R = S.Regions[Index];
  if (Index > 0)
    copyUniform(UniformIn, UniformOut, S.LiveFields[Index - 1]);
  if (!R.DivergentExit) {
    emitThreads(Index,
                [&](CallInst *Exit, Value *) { B.CreateStore(Exit, State); });
    continueFrom(R.Exits);
    return;
  }
  auto [Exit, Last] = emitDivergentThreads(Index);
  BasicBlock *Same = block("same"), *Apart = block("apart");
  SmallSetVector<unsigned, 8> Fields = fieldsBehind(R.Exits);
  askWhetherSame(R, Exit, B.CreateICmpEQ(Exit, Last), !Fields.empty(), Same,
                 Apart);
  auto GoOn = [&](BasicBlock *At) {
    B.SetInsertPoint(At);
    B.CreateStore(Exit, State); // the least: EXIT is greater than split points
    copyUniform(UniformOut, element(S.Layout.Uniform, first(), uniformBytes()),
                Fields.getArrayRef());
    continueFrom(R.Exits);
  };
  GoOn(Same);
  // The rest is for any group.
  Form Before = std::exchange(Now, AnyGroup);
  BasicBlock *Trimmed = Before == WholeWarp ? block("trimmed") : Same;
  B.SetInsertPoint(Apart);
  if (S.HasWarpOps)
    leaveOut(Trimmed);
  goSlow(B.getInt32(WARPCPU_KEEP));
  if (Trimmed != Same)
    GoOn(Trimmed);
  Now = Before;
}

/// The warp operation at split point \p Split, in its block.
void Emitter::emitWarpOp(unsigned Split) {
  B.SetInsertPoint(OpBlocks[Now][Split]);
  if (Now == AnyGroup && hasForm(WholeWarp) && !isWithinStraightCode(Split))
    enterWholeWarp(OpBlocks[WholeWarp][Split]);
  BasicBlock *Behind = RegionBlocks[Now][Split + 1];
  if (S.HasRowGroups) { // our own: nothing is to be done
    B.CreateBr(Behind);
    return;
  }
  auto Whole = [&] {
    return emitWholeWarpOp(B, S.Splits[Split], S.Layout, L.Context, First);
  };
  bool Done = false;
  if (Now == WholeWarp) {
    Done = Whole();
  } else {
    BasicBlock *Full = block("full"), *Part = block("part");
    B.CreateCondBr(B.CreateICmpEQ(count(), B.getInt32(WARPCPU_WARP)), Full,
                   Part);
    B.SetInsertPoint(Full);
    B.CreateBr(Whole() ? Behind : Part);
    B.SetInsertPoint(Part);
  }
  if (!Done)
    helper("warpcpu_execute", B.getVoidTy(),
           {Info, L.Context, B.getInt32(Split), First, count()});
  B.CreateBr(Behind);
}

/// The blocks of a group's code in one form.
void Emitter::declareForm(Form Which) {
  for (unsigned R = 0; R < S.Regions.size(); ++R)
    RegionBlocks[Which].push_back(block("region" + Twine(R)));
  for (unsigned Split = 0; Split < S.Splits.size(); ++Split)
    OpBlocks[Which].push_back(isBlockBarrier(Split) ? nullptr
                                                    : block("warp.op"));
}

void Emitter::emitForm(Form Which) {
  Now = Which;
  for (unsigned Split = 0; Split < OpBlocks[Now].size(); ++Split)
    if (OpBlocks[Now][Split])
      emitWarpOp(Split);
  for (unsigned R = 0; R < RegionBlocks[Now].size(); ++R) {
    B.SetInsertPoint(RegionBlocks[Now][R]);
    emitRegion(R);
  }
  Now = AnyGroup;
}

/// Takes one group to the next barrier of the block.
void Emitter::emitGroup(BasicBlock *Next) {
  Store = block("group.store");
  Slow = block("slow");
  declareForm(AnyGroup);
  if (S.HasWarpOps && !IsRare && S.Regions.size() <= MaxInlinedRegions)
    declareForm(WholeWarp);

  // Groups begin a phase at the kernel's start or behind block barriers.
  if (S.HasWaits)
    stayAtBarriers(Next);
  BasicBlock *Never = block("never"), *Released = block("slow.released");
  auto Begin = [&] {
    SwitchInst *Switch =
        B.CreateSwitch(B.CreateLoad(B.getInt32Ty(), State), Never);
    Switch->addCase(B.getInt32(WARPCPU_EXIT), Next);
    Switch->addCase(B.getInt32(WARPCPU_SLOW), Released);
    Switch->addCase(B.getInt32(WARPCPU_START), RegionBlocks[Now][0]);
    for (unsigned Split : allSplits(/*OnlyBarriers=*/true))
      Switch->addCase(B.getInt32(Split), RegionBlocks[Now][Split + 1]);
  };
  if (hasForm(WholeWarp)) {
    BasicBlock *Whole = block("whole.warp");
    enterWholeWarp(Whole);
    BasicBlock *Any = B.GetInsertBlock();
    B.SetInsertPoint(Whole);
    Now = WholeWarp;
    Begin();
    B.SetInsertPoint(Any);
    Now = AnyGroup;
  }
  Begin();
  B.SetInsertPoint(Never);
  B.CreateUnreachable();
  B.SetInsertPoint(Released);
  Value *What = B.getInt32(WARPCPU_RELEASE_ALL);
  if (S.HasWaits)
    What = B.CreateSelect(B.CreateLoad(B.getInt1Ty(), OnlyWaits),
                          B.getInt32(WARPCPU_RELEASE_WAITING), What);
  goSlow(What);

  B.SetInsertPoint(Slow);
  B.CreateStore(helper("warpcpu_slow", B.getInt32Ty(),
                       {Frame, Info, first(), count(),
                        B.CreateLoad(B.getInt32Ty(), Release)}),
                State);
  // If they met again, all agree.
  SmallVector<unsigned> All = allSplits(/*OnlyBarriers=*/false);
  copyUniform(UniformOut, element(S.Layout.Uniform, first(), uniformBytes()),
              fieldsBehind(All).getArrayRef());
  continueFrom(All);

  for (Form Each : {AnyGroup, WholeWarp})
    emitForm(Each);
  B.SetInsertPoint(Store);
}

Value *Emitter::groupState(Value *G) {
  return S.HasWarpOps ? element(S.Layout.GroupState, G, 4) : BlockState;
}

/// Counts the groups of a block, and has all begin at the kernel's start.
void Emitter::startGroups() {
  Groups = B.getInt32(1);
  if (S.HasWarpOps) {
    Value *Length = S.HasRowGroups ? L.BlockDim[0] : Threads;
    Groups = B.CreateLShr(B.CreateAdd(Length, B.getInt32(WARPCPU_WARP - 1)), 5);
  }
  GroupsInRow = Groups;
  if (S.HasRowGroups)
    Groups = B.CreateMul(Groups, B.CreateMul(L.BlockDim[1], L.BlockDim[2]));
  if (S.HasReducingBarrier)
    helper("warpcpu_reduce", B.getVoidTy(), {Info, L.Context});
  L.loop(B.getInt32(0), Groups, "start", nullptr, [&](Value *G) {
    B.CreateStore(B.getInt32(WARPCPU_START), groupState(G));
    if (S.HasWarpOps)
      B.CreateStore(B.getInt32(WARPCPU_WARP),
                    element(S.Layout.GroupCount, G, 4));
    if (S.HasRowGroups)
      B.CreateStore(B.getInt32(0), element(S.Layout.GroupSkipped, G, 4));
  });
}

void Emitter::orInto(Value *Place, Value *Holds) {
  B.CreateStore(B.CreateOr(B.CreateLoad(B.getInt1Ty(), Place), Holds), Place);
}

/// Notes whether a thread of the group, whose state is \p New, waits.
void Emitter::noteWaits(Value *New) {
  for (unsigned Split : allSplits(/*OnlyBarriers=*/true))
    if (S.Splits[Split].kind == WARPCPU_WAIT)
      orInto(Waits, B.CreateICmpEQ(New, B.getInt32(Split)));
  BasicBlock *Apart = block("apart"), *Noted = block("noted");
  B.CreateCondBr(B.CreateICmpEQ(New, B.getInt32(WARPCPU_SLOW)), Apart, Noted);
  B.SetInsertPoint(Apart);
  orInto(Waits, B.CreateIsNotNull(helper("warpcpu_waits", B.getInt32Ty(),
                                         {Info, L.Context, first(), count()})));
  B.CreateBr(Noted);
  B.SetInsertPoint(Noted);
}

/// Takes each group to the next barrier of the block.
void Emitter::emitPhase() {
  Type *I32 = B.getInt32Ty();
  SmallSetVector<unsigned, 8> Kept = fieldsBehind(allSplits(true));
  L.loop(B.getInt32(0), Groups, "group", nullptr, [&](Value *G) {
    BasicBlock *Next = block("group.next");
    placeGroup(G);
    Value *GroupUniform = element(S.Layout.GroupUniform, G, uniformBytes());
    B.CreateStore(B.CreateLoad(I32, groupState(G)), State);
    if (S.HasWarpOps)
      copyUniform(UniformOut, GroupUniform, Kept.getArrayRef());
    emitGroup(Next);
    Value *New = B.CreateLoad(I32, State);
    B.CreateStore(New, groupState(G));
    if (S.HasWarpOps) {
      copyUniform(GroupUniform, UniformOut, Kept.getArrayRef());
      B.CreateStore(count(), element(S.Layout.GroupCount, G, 4));
    }
    if (S.HasRowGroups)
      B.CreateStore(B.CreateLoad(I32, Skipped),
                    element(S.Layout.GroupSkipped, G, 4));
    if (S.HasReducingBarrier && !S.HasWaits)
      helper("warpcpu_contribute", B.getVoidTy(),
             {Info, L.Context, New, first(), count()});
    if (S.HasWaits)
      noteWaits(New);
    orInto(Alive, B.CreateICmpNE(New, B.getInt32(WARPCPU_EXIT)));
    B.CreateBr(Next);
    B.SetInsertPoint(Next);
  });
}

/// Gets ready to prefetch what the next block will access, if it runs here,
/// too: else its lines would be taken from who runs it.
void Emitter::startPrefetches() {
  Value *Zero = B.getInt32(0);
  Value *X = B.CreateAdd(L.BlockIndex[0], B.getInt32(1));
  Value *Wraps = B.CreateICmpEQ(X, L.GridDim[0]);
  NextBlock = L.BlockIndex;
  NextBlock[0] = B.CreateSelect(Wraps, Zero, X);
  NextBlock[1] =
      B.CreateAdd(L.BlockIndex[1], B.CreateZExt(Wraps, B.getInt32Ty()));
  Value *IsThere = B.CreateICmpUGT(L.BlocksLeft, B.getInt64(1));
  for (unsigned D : {0, 1})
    B.CreateStore(Zero, AheadPlace[D]);
  B.CreateStore(B.CreateSelect(IsThere, Zero, L.BlockDim[2]), AheadPlace[2]);
}

/// Prefetches for a piece of one of the next block's rows, or for all that are
/// left. More lines at a time than the processor waits for would stop the block
/// itself.
void Emitter::emitPrefetches(bool AllLeft) {
  Type *I32 = B.getInt32Ty();
  Value *Zero = B.getInt32(0), *Threads = B.getInt32(Ahead.Threads);
  Value *AtATime = B.getInt32(std::max(1u, LinesAtATime / Ahead.Lines));
  BasicBlock *Ask = block("ahead.ask"), *Touch = block("ahead.piece");
  BasicBlock *Done = block("ahead.done");
  B.CreateBr(Ask);
  B.SetInsertPoint(Ask);
  Value *Z = B.CreateLoad(I32, AheadPlace[2]);
  B.CreateCondBr(B.CreateICmpULT(Z, L.BlockDim[2]), Touch, Done);
  B.SetInsertPoint(Touch);
  Value *Line = B.CreateLoad(I32, AheadPlace[0]);
  Value *Y = B.CreateLoad(I32, AheadPlace[1]);
  Value *InRow = B.CreateUDiv(
      B.CreateAdd(L.BlockDim[0], B.getInt32(Ahead.Threads - 1)), Threads);
  Value *End = B.CreateBinaryIntrinsic(Intrinsic::umin, InRow,
                                       B.CreateAdd(Line, AtATime));
  Value *Row = B.CreateAdd(B.CreateMul(Z, L.BlockDim[1]), Y);
  Value *First = B.CreateMul(Row, L.BlockDim[0]);
  Dim3 Here = std::exchange(L.BlockIndex, NextBlock);
  L.loop(Line, End, "ahead", nullptr, [&](Value *Now) {
    Value *X = B.CreateMul(Now, Threads);
    L.inlined(Ahead.F, {{X, Y, Z}, B.CreateAdd(First, X)});
  });
  L.BlockIndex = Here;
  Value *EndsRow = B.CreateICmpEQ(End, InRow);
  Value *NextY = B.CreateAdd(Y, B.CreateZExt(EndsRow, I32));
  Value *EndsPlane = B.CreateICmpEQ(NextY, L.BlockDim[1]);
  B.CreateStore(B.CreateSelect(EndsRow, Zero, End), AheadPlace[0]);
  B.CreateStore(B.CreateSelect(EndsPlane, Zero, NextY), AheadPlace[1]);
  B.CreateStore(B.CreateAdd(Z, B.CreateZExt(EndsPlane, I32)), AheadPlace[2]);
  B.CreateBr(AllLeft ? Ask : Done);
  B.SetInsertPoint(Done);
}

void Emitter::emitBlock() {
  Type *I32 = B.getInt32Ty();
  for (unsigned D = 0; D < 3; ++D)
    B.CreateStore(L.BlockIndex[D],
                  B.CreateConstInBoundsGEP1_64(
                      I32, B.CreateStructGEP(frameType(), Frame, 4), D));
  B.CreateStore(L.RunEnds, B.CreateStructGEP(frameType(), Frame, 6));
  if (Ahead.F)
    startPrefetches();
  startGroups();
  BasicBlock *Phase = block("phase"), *Done = block("block.done");
  B.CreateStore(B.getFalse(), Waits);
  B.CreateBr(Phase);
  B.SetInsertPoint(Phase);
  B.CreateStore(B.CreateLoad(B.getInt1Ty(), Waits), OnlyWaits);
  B.CreateStore(B.getFalse(), Waits);
  B.CreateStore(B.getFalse(), Alive);
  emitPhase();
  BasicBlock *Again = block("again");
  B.CreateCondBr(B.CreateLoad(B.getInt1Ty(), Alive), Again, Done);
  B.SetInsertPoint(Again);
  if (Ahead.F)
    emitPrefetches(/*AllLeft=*/false);
  if (S.HasReducingBarrier && S.HasWaits) {
    // All threads are at the barrier only when none waits elsewhere.
    BasicBlock *Reduce = block("reduce");
    B.CreateCondBr(B.CreateLoad(B.getInt1Ty(), Waits), Phase, Reduce);
    B.SetInsertPoint(Reduce);
    L.loop(B.getInt32(0), Groups, "group", nullptr, [&](Value *G) {
      placeGroup(G);
      helper("warpcpu_contribute", B.getVoidTy(),
             {Info, L.Context, B.CreateLoad(I32, groupState(G)), first(),
              count()});
    });
  }
  if (S.HasReducingBarrier)
    helper("warpcpu_reduce", B.getVoidTy(), {Info, L.Context});
  B.CreateBr(Phase);
  B.SetInsertPoint(Done);
  if (Ahead.F)
    emitPrefetches(/*AllLeft=*/true);
}

/// Where group `G` is in the block, and how many of its threads are left.
void Emitter::placeGroup(Value *G) {
  Value *Zero = B.getInt32(0), *Warp = B.getInt32(WARPCPU_WARP);
  if (!S.HasWarpOps) {
    First = Zero;
    B.CreateStore(Threads, Count);
    return;
  }
  Value *Length; // of what the group is cut from, from its first thread on
  if (S.HasRowGroups) {
    Value *Row = B.CreateUDiv(G, GroupsInRow);
    Value *X = B.CreateShl(B.CreateURem(G, GroupsInRow), 5, "", true, true);
    Corner = {X, B.CreateURem(Row, L.BlockDim[1]),
              B.CreateUDiv(Row, L.BlockDim[1])};
    First = B.CreateAdd(B.CreateMul(Row, L.BlockDim[0], "", true, true), X, "",
                        true, true);
    Length = B.CreateSub(L.BlockDim[0], X);
  } else {
    First = B.CreateShl(G, 5, "", true, true);
    Value *Row = B.CreateUDiv(First, L.BlockDim[0]);
    Corner = {B.CreateURem(First, L.BlockDim[0]),
              B.CreateURem(Row, L.BlockDim[1]),
              B.CreateUDiv(Row, L.BlockDim[1])};
    Length = B.CreateSub(Threads, First);
  }
  Value *Left =
      B.CreateLoad(B.getInt32Ty(), element(S.Layout.GroupCount, G, 4));
  Value *Most = B.CreateBinaryIntrinsic(Intrinsic::umin, Warp, Length);
  B.CreateStore(B.CreateBinaryIntrinsic(Intrinsic::umin, Left, Most), Count);
  if (S.HasRowGroups)
    B.CreateStore(
        B.CreateLoad(B.getInt32Ty(), element(S.Layout.GroupSkipped, G, 4)),
        Skipped);
}

/// Without private variables in it, no pointer of the program leads to the
/// context: the places of values between regions, which LLVM could not tell
/// from what the program accesses.
void Emitter::setContextApart(Function &F) {
  MDBuilder MDB(Ctx);
  MDNode *Domain = MDB.createAnonymousAliasScopeDomain("warpfort.context");
  MDNode *Scopes =
      MDNode::get(Ctx, MDB.createAnonymousAliasScope(Domain, "context"));
  const Value *Own[] = {K.env(F, EnvContext), K.env(F, EnvUniformIn),
                        K.env(F, EnvUniformOut)};
  for (Instruction &I : instructions(F)) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (!Pointer)
      continue;
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
    auto IsOwn = [&](const Value *V) { return is_contained(Own, V); };
    auto Add = [&](unsigned Kind) {
      I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind), Scopes));
    };
    if (all_of(Objects, IsOwn))
      Add(LLVMContext::MD_alias_scope);
    else if (none_of(Objects, [&](const Value *V) {
               return IsOwn(V) || isa<PHINode, SelectInst>(V);
             }))
      Add(LLVMContext::MD_noalias);
  }
}

/// No address of the block's memory reaches the program's data, from where it
/// could come back by a parameter.
void Emitter::setSharedApart(Function &F) {
  MDBuilder MDB(Ctx);
  MDNode *Domain = MDB.createAnonymousAliasScopeDomain("warpfort.shared");
  MDNode *Scopes =
      MDNode::get(Ctx, MDB.createAnonymousAliasScope(Domain, "shared"));
  KernelBody Region = K;
  Region.Body = &F;
  const Value *Shared[] = {K.env(F, EnvShared), K.env(F, EnvDynamicShared)};
  for (Instruction &I : instructions(F)) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (!Pointer)
      continue;
    unsigned Kind = 0;
    if (is_contained(Shared, getUnderlyingObject(Pointer, /*MaxLookup=*/0)))
      Kind = LLVMContext::MD_alias_scope;
    else if (isApartFromShared(Region, Pointer))
      Kind = LLVMContext::MD_noalias;
    else
      continue;
    I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind), Scopes));
  }
}

Function *Emitter::run() {
  Info = makeInfo(makeStep());
  Group = MDNode::getDistinct(Ctx, {});
  if (!S.HasWarpOps && !IsRare && !K.IsChecked &&
      !keepsVariables(*S.Regions.front().F))
    Ahead = makePrefetches(K, S);
  for (const Region &R : S.Regions) {
    annotateAccesses(*R.F, Group,
                     R.DivergentExit
                         ? ArrayRef<Value *>(K.env(*R.F, EnvUniformIn))
                         : ArrayRef<Value *>({K.env(*R.F, EnvUniformIn),
                                              K.env(*R.F, EnvUniformOut)}));
    lowerBlockAtomics(K, *R.F);
    if (!S.HasPrivateMemory)
      setContextApart(*R.F);
    setSharedApart(*R.F);
  }

  Function *F = createRunFunction(M, K, ".blocks");
  B.SetInsertPoint(&F->getEntryBlock());
  Type *I32 = B.getInt32Ty();
  Frame = local(frameType(), "frame");
  State = local(I32, "state");
  BlockState = local(I32, "block.state");
  Least = local(I32, "least");
  Most = local(I32, "most");
  Release = local(I32, "release");
  Count = local(I32, "count");
  Skipped = local(I32, "skipped");
  Gone = local(I32, "gone");
  Alive = local(B.getInt1Ty(), "alive");
  Waits = local(B.getInt1Ty(), "waits");
  OnlyWaits = local(B.getInt1Ty(), "only.waits");
  for (Value *&Index : AheadPlace)
    Index = local(I32, "ahead.place");
  UniformIn = local(S.UniformType, "uniform.in");
  UniformOut = local(S.UniformType, "uniform.out");
  L.unpack(F->getArg(RunArgs), F->getArg(RunGrid), F->getArg(RunShared),
           F->getArg(RunContext));
  Threads = L.threadCount();
  for (auto [Index, V] : {std::pair<unsigned, Value *>{0, F->getArg(RunArgs)},
                          {1, F->getArg(RunGrid)},
                          {2, F->getArg(RunShared)},
                          {3, F->getArg(RunContext)},
                          {5, Threads}})
    B.CreateStore(V, B.CreateStructGEP(frameType(), Frame, Index));
  if (S.HasWarpOps || S.Regions.size() > MaxInlinedRegions)
    fillThreadIndices();
  if (S.HasWarpOps) {
    Value *WholeWarps = B.CreateICmpEQ(
        B.CreateAnd(L.BlockDim[0], WARPCPU_WARP - 1), B.getInt32(0));
    Value *IsOneRow = B.CreateICmpEQ(Threads, L.BlockDim[0]);
    InOneRow = S.HasRowGroups ? B.getTrue() : B.CreateOr(WholeWarps, IsOneRow);
  }
  L.forBlocks(F->getArg(RunFirstBlock), F->getArg(RunEndBlock),
              [&] { emitBlock(); });
  B.CreateRetVoid();
  return F;
}

} // namespace

Function *emitSplitKernel(const KernelBody &K, const SplitKernel &Split,
                          Module &M, bool IsRare) {
  return Emitter(K, Split, M, IsRare).run();
}

} // namespace warpfort::cpu
