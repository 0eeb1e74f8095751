//===-- MarchingLoops.cpp - Loops in which threads march on ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many kernels on grids have a thread for each column, which marches from plane
// to plane:
//
//     if (i <= nx .and. j <= ny) then
//       do k = 1, nz
//         r(i,j,k) = ...
//
// All threads of a GPU do so at the same time. On the CPU each row of threads
// would go through all planes before the next one begins, and meet another page
// with each round. Here a number of blocks goes from round to round together:
//
//     for (tile : blocks)                      // a few thousand threads
//       if (one of its threads comes to the loop)
//         for (k = 0; k < rounds; ++k)
//           for (b : tile) for (t : threads of b)
//             round(b, t, k);
//
// A thread's rounds keep their order. Threads that do not wait for each other
// may run in any order, also round by round. What a thread does before the loop
// is done anew in each round: so it must not depend on memory that the kernel
// may write, must write nothing, and nothing but counters may go from one round
// to the next. How many rounds there are must be the same for all threads.
//
// The runtime gives a thread of the host its part of such a launch in few
// chunks (WARPRT_CPU_KERNEL_LONG_CALLS): a chunk of one block has short rows
// only.
//
//===----------------------------------------------------------------------===//
#include "MarchingLoops.h"
#include "BlockRuns.h"
#include "DebugInfo.h"
#include "LaunchBuilder.h"
#include "LoopAnalyses.h"
#include "ThreadSteps.h"
#include "warprt/Image.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

/// What is computed before the loop is computed in each round.
constexpr unsigned MostRealsBefore = 8;

class MarchingKernel : LoopAnalyses {
public:
  explicit MarchingKernel(const KernelBody &K)
      : LoopAnalyses(*K.Body), K(K), F(*K.Body) {}

  bool analyze();
  Function *makeEnters();
  Function *makeCount();
  Function *makeRound();

private:
  bool hasForm();
  bool isSameInGrid(const Value *V) const;
  bool countsRounds();
  bool isRepeatable(const Instruction &I) const;
  bool isIndependent(Instruction &I) const;
  bool walksAround(Value *Pointer, const BasicBlock &BB);
  bool marches(Instruction &Access);
  bool gains();

  const KernelBody &K;
  Function &F;
  Loop *L = nullptr;
  const SCEV *Trips = nullptr; ///< how often the latch branches back
};

} // namespace

/// One loop, left behind each of its rounds, of which nothing is needed behind
/// it.
bool MarchingKernel::hasForm() {
  for (unsigned Which :
       {EnvContext, EnvShared, EnvDynamicShared, EnvUniformIn, EnvUniformOut})
    if (!K.env(Which)->use_empty())
      return false;
  if (LI.getTopLevelLoops().size() != 1)
    return false;
  L = LI.getTopLevelLoops().front();
  simplifyLoop(L, &DT, &LI, &SE, &AC, /*MSSAU=*/nullptr,
               /*PreserveLCSSA=*/false);
  BasicBlock *Exiting = L->getExitingBlock(), *Exit = L->getExitBlock();
  if (!L->getLoopPreheader() || !Exit || !Exit->phis().empty() || !Exiting ||
      Exiting != L->getLoopLatch() ||
      !isa<BranchInst>(Exiting->getTerminator()))
    return false;
  for (BasicBlock *BB : L->blocks())
    for (Instruction &I : *BB)
      for (User *U : I.users())
        if (!L->contains(cast<Instruction>(U)))
          return false;
  return true;
}

/// Whether all threads of the grid compute \p V alike, without branches.
bool MarchingKernel::isSameInGrid(const Value *V) const {
  if (isa<Constant>(V))
    return true;
  if (auto *Arg = dyn_cast<Argument>(V)) {
    unsigned First = K.Params.size(), Index = Arg->getArgNo();
    return Index < First || Index == First + EnvDynamicBytes ||
           (Index >= First + EnvBlockDim && Index < First + EnvThread);
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I || isa<PHINode, AllocaInst>(I) || !isRepeatable(*I))
    return false;
  return all_of(I->operands(), [&](const Value *Op) {
    return isa<Function>(Op) || isSameInGrid(Op);
  });
}

/// How many rounds there are, and counters that grow by constants.
bool MarchingKernel::countsRounds() {
  Trips = SE.getBackedgeTakenCount(L);
  if (isa<SCEVCouldNotCompute>(Trips) || !Trips->getType()->isIntegerTy() ||
      Trips->getType()->getIntegerBitWidth() > 64 ||
      SE.containsAddRecurrence(Trips))
    return false;
  bool IsSame = !SCEVExprContains(Trips, [&](const SCEV *S) {
    auto *U = dyn_cast<SCEVUnknown>(S);
    return U && !isSameInGrid(U->getValue());
  });
  for (PHINode &Phi : L->getHeader()->phis()) {
    auto *Counter = SE.isSCEVable(Phi.getType())
                        ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                        : nullptr;
    if (!Counter || Counter->getLoop() != L || !Counter->isAffine() ||
        !isa<SCEVConstant>(Counter->getStepRecurrence(SE)))
      return false;
  }
  return IsSame;
}

/// Whether \p I gives the same each time that the thread does it.
bool MarchingKernel::isRepeatable(const Instruction &I) const {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isSimple() &&
           Load->hasMetadata(LLVMContext::MD_invariant_load);
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    auto *II = dyn_cast<IntrinsicInst>(Call);
    return II && (II->isAssumeLikeIntrinsic() || II->doesNotAccessMemory());
  }
  return !I.mayReadOrWriteMemory() && !isa<AllocaInst>(I);
}

/// Whether \p I, in the loop, concerns other threads only by plain accesses.
bool MarchingKernel::isIndependent(Instruction &I) const {
  if (getLoadStorePointerOperand(&I))
    return !I.isAtomic() && !I.isVolatile();
  return isRepeatable(I) ||
         (isa<CallBase>(I) && cast<CallBase>(I).doesNotAccessMemory() &&
          cast<CallBase>(I).willReturn());
}

/// Whether one of the loops around \p BB goes through neighbouring memory, or
/// nobody knows.
bool MarchingKernel::walksAround(Value *Pointer, const BasicBlock &BB) {
  for (Loop *Around = LI.getLoopFor(&BB); Around;
       Around = Around->getParentLoop())
    if (isa<SCEVCouldNotCompute>(stepToNextIteration(SE, Pointer, *Around)) ||
        walks(SE, Pointer, *Around))
      return true;
  return false;
}

/// Whether the access prefers threads of one round to rounds of one thread.
bool MarchingKernel::marches(Instruction &Access) {
  Value *Pointer = getLoadStorePointerOperand(&Access);
  const SCEV *ToNext = stepToNextThread(SE, Pointer, K.env(EnvThread));
  uint64_t Size = F.getDataLayout().getTypeStoreSize(getLoadStoreType(&Access));
  auto *Constant = dyn_cast<SCEVConstant>(ToNext);
  bool IsNeighbour = Constant && Constant->getAPInt() == Size;
  if (isa<LoadInst>(Access))
    return IsNeighbour || ToNext->isZero() ||
           !walksAround(Pointer, *Access.getParent());
  // Distances that are not known are those of planes.
  return IsNeighbour && !isNear(stepToNextIteration(SE, Pointer, *L));
}

bool MarchingKernel::gains() {
  bool Stores = false;
  for (BasicBlock *BB : L->blocks())
    for (Instruction &I : *BB) {
      if (!getLoadStorePointerOperand(&I))
        continue;
      if (!marches(I))
        return false;
      Stores |= isa<StoreInst>(I);
    }
  return Stores;
}

bool MarchingKernel::analyze() {
  if (K.IsChecked || keepsVariables(F) || !hasForm() || !countsRounds())
    return false;
  unsigned Reals = 0;
  for (Instruction &I : instructions(F)) {
    bool IsInside = L->contains(&I);
    if (!(IsInside ? isIndependent(I) : isRepeatable(I)))
      return false;
    Reals += !IsInside && isa<FPMathOperator>(I);
  }
  return Reals <= MostRealsBefore && gains();
}

/// A copy of the body, and where the loop's blocks are in it.
static Function *copyBody(const KernelBody &K, ValueToValueMapTy &Map,
                          StringRef Suffix) {
  Function *Copy = CloneFunction(K.Body, Map);
  Copy->setName(K.Name + Suffix);
  return Copy;
}

/// Has \p BB end with \p Result in place of what it ends with.
static void endByReturn(BasicBlock &BB, Value *Result) {
  for (BasicBlock *Next : successors(&BB))
    Next->removePredecessor(&BB);
  BB.getTerminator()->eraseFromParent();
  ReturnInst::Create(BB.getContext(), Result, &BB);
}

Function *MarchingKernel::makeEnters() {
  ValueToValueMapTy Map;
  Function *Copy = copyBody(K, Map, ".enters");
  Type *I32 = Copy->getReturnType();
  for (BasicBlock &BB : *Copy)
    if (isa<ReturnInst>(BB.getTerminator()))
      endByReturn(BB, ConstantInt::get(I32, 0));
  endByReturn(*cast<BasicBlock>(Map[L->getLoopPreheader()]),
              ConstantInt::get(I32, 1));
  removeUnreachableBlocks(*Copy);
  return Copy;
}

/// Moves what \p V is computed from in front of \p Place.
static void moveTo(Value *V, Instruction &Place) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() == Place.getParent())
    return;
  for (Value *Operand : I->operands())
    moveTo(Operand, Place);
  I->moveBefore(Place.getIterator());
}

/// What the number of rounds is computed from, each thread that comes to the
/// loop has computed: nothing of it fails.
Function *MarchingKernel::makeCount() {
  ValueToValueMapTy Map;
  Function *Copy = copyBody(K, Map, ".count");
  KernelBody Own = K;
  Own.Body = Copy;
  MarchingKernel Counted(Own);
  Counted.L = Counted.LI.getTopLevelLoops().front();
  BasicBlock &Entry = Copy->getEntryBlock();
  Instruction &End = *Entry.getTerminator();
  const SCEV *Trips = Counted.SE.getBackedgeTakenCount(Counted.L);
  SCEVExprContains(Trips, [&](const SCEV *S) {
    if (auto *U = dyn_cast<SCEVUnknown>(S))
      moveTo(U->getValue(), End);
    return false;
  });
  SCEVExpander Expander(Counted.SE, "rounds");
  if (!Expander.isSafeToExpandAt(Trips, &End)) {
    Expander.clear();
    Copy->eraseFromParent();
    return nullptr;
  }
  IRBuilder<> B(&End);
  Value *Again = Expander.expandCodeFor(Trips, Trips->getType(), &End);
  B.CreateStore(B.CreateAdd(B.CreateZExt(Again, B.getInt64Ty()), B.getInt64(1)),
                K.env(*Copy, EnvUniformOut));
  Expander.clear();
  endByReturn(Entry, B.getInt32(0));
  removeUnreachableBlocks(*Copy);
  return Copy;
}

/// The header's counters become what they are in the given round, and the latch
/// leads behind the loop.
Function *MarchingKernel::makeRound() {
  ValueToValueMapTy Map;
  Function *Copy = copyBody(K, Map, ".round");
  auto CopyOf = [&](BasicBlock *BB) { return cast<BasicBlock>(&*Map[BB]); };
  BasicBlock *Header = CopyOf(L->getHeader()),
             *Exit = CopyOf(L->getExitBlock());
  BasicBlock *Before = CopyOf(L->getLoopPreheader());
  BasicBlock *Latch = CopyOf(L->getLoopLatch());
  IRBuilder<> B(&*Copy->getEntryBlock().getFirstInsertionPt());
  Value *Number =
      B.CreateLoad(B.getInt64Ty(), K.env(*Copy, EnvUniformIn), "round");
  B.SetInsertPoint(Header, Header->getFirstInsertionPt());
  for (PHINode &Phi : L->getHeader()->phis()) {
    auto *Counter = cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    APInt Step = cast<SCEVConstant>(Counter->getOperand(1))->getAPInt();
    auto *Old = cast<PHINode>(&*Map[&Phi]);
    Type *T = B.getIntNTy(Step.getBitWidth());
    Value *Passed =
        B.CreateMul(B.CreateZExtOrTrunc(Number, T), ConstantInt::get(T, Step));
    Value *Start = Old->getIncomingValueForBlock(Before);
    Value *Now = T == Old->getType() ? B.CreateAdd(Start, Passed)
                                     : B.CreatePtrAdd(Start, Passed);
    Now->takeName(Old);
    Old->replaceAllUsesWith(Now);
  }
  while (!Header->phis().empty())
    Header->phis().begin()->eraseFromParent();
  Latch->getTerminator()->eraseFromParent();
  BranchInst::Create(Exit, Latch);
  removeUnreachableBlocks(*Copy);
  return Copy;
}

std::optional<MarchingLoop> takeMarchingLoop(const KernelBody &K) {
  MarchingKernel Source(K);
  if (!Source.analyze())
    return std::nullopt;
  Function *Count = Source.makeCount();
  if (!Count)
    return std::nullopt;
  return MarchingLoop{Source.makeEnters(), Count, Source.makeRound()};
}

//===-- What runs the blocks ----------------------------------------------===//

namespace {

class MarchEmitter {
public:
  MarchEmitter(const KernelBody &K, const MarchingLoop &Loop, Module &M)
      : K(K), Loop(Loop), M(M), B(M.getContext()), L(K, B) {}
  Function *run();

private:
  Value *blocksOfTile();
  void lookForThread(BasicBlock *Found);
  void emitRounds();

  const KernelBody &K; ///< whose code is that of a round
  const MarchingLoop &Loop;
  Module &M;
  IRBuilder<> B;
  LaunchBuilder L;
  Value *Begin = nullptr, *End = nullptr;    ///< of the tile
  Value *Number = nullptr, *Count = nullptr; ///< where they are kept
  bool Joined = false;
};

} // namespace

/// Whole rows of blocks, or a part of one.
Value *MarchEmitter::blocksOfTile() {
  Type *I64 = B.getInt64Ty();
  Value *Threads = B.CreateZExt(L.threadCount(), I64);
  Value *Row = B.CreateZExt(L.GridDim[0], I64);
  Value *Blocks = B.CreateBinaryIntrinsic(
      Intrinsic::umax,
      B.CreateUDiv(B.getInt64(WARPRT_CPU_LONG_CALL_THREADS), Threads),
      B.getInt64(1));
  Value *Whole = B.CreateSub(Blocks, B.CreateURem(Blocks, Row));
  return B.CreateSelect(B.CreateIsNotNull(Whole), Whole, Blocks, "tile.blocks");
}

/// Goes to \p Found with the first thread of the tile that comes to the loop.
void MarchEmitter::lookForThread(BasicBlock *Found) {
  L.forBlocks(Begin, End, [&] {
    L.forThreads(nullptr, [&](const ThreadPlace &Place) {
      Value *Enters = L.inlined(Loop.Enters, Place);
      BasicBlock *Next =
          BasicBlock::Create(B.getContext(), "next", Found->getParent());
      B.CreateCondBr(B.CreateIsNotNull(Enters), Found, Next);
      B.SetInsertPoint(Next);
    });
  });
}

/// All rounds of the tile, where the builder is.
void MarchEmitter::emitRounds() {
  Function *F = B.GetInsertBlock()->getParent();
  Type *I64 = B.getInt64Ty();
  Value *Zero = B.getInt32(0);
  L.BlockIndex = {Zero, Zero, Zero};
  L.inlined(Loop.Count, {{Zero, Zero, Zero}, Zero}, nullptr, Count);
  Value *Rounds = B.CreateLoad(I64, Count, "rounds");
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *Header = BasicBlock::Create(B.getContext(), "round", F);
  BasicBlock *Done = BasicBlock::Create(B.getContext(), "rounds.end", F);
  B.CreateBr(Header);
  B.SetInsertPoint(Header);
  PHINode *Now = B.CreatePHI(I64, 2, "round");
  Now->addIncoming(B.getInt64(0), Before);
  B.CreateStore(Now, Number);
  MDNode *Group = MDNode::getDistinct(B.getContext(), {});
  annotateAccesses(*Loop.Round, Group);
  L.forBlocks(
      Begin, End,
      [&] {
        L.forThreads(Group, [&](const ThreadPlace &Place) {
          L.inlined(Loop.Round, Place, Number);
        });
      },
      Joined);
  Value *Next = B.CreateAdd(Now, B.getInt64(1), "", true, true);
  Now->addIncoming(Next, B.GetInsertBlock());
  B.CreateCondBr(B.CreateICmpULT(Next, Rounds), Header, Done);
  B.SetInsertPoint(Done);
}

Function *MarchEmitter::run() {
  Joined = canJoinBlocks(K);
  if (Joined) // indices go beyond the block
    K.env(EnvThread, 0)->removeAttr(Attribute::Range);
  Function *F = createRunFunction(M, K, ".blocks");
  B.SetInsertPoint(&F->getEntryBlock());
  Type *I64 = B.getInt64Ty();
  Number = B.CreateAlloca(I64, nullptr, "round");
  Count = B.CreateAlloca(I64, nullptr, "rounds");
  L.unpack(F->getArg(RunArgs), F->getArg(RunGrid), F->getArg(RunShared),
           F->getArg(RunContext));
  Value *Size = blocksOfTile();
  auto Block = [&](const Twine &Name) {
    return BasicBlock::Create(B.getContext(), Name, F);
  };
  BasicBlock *Entry = B.GetInsertBlock(), *Tile = Block("tile"),
             *Found = Block("found"), *Next = Block("tile.next"),
             *Exit = Block("tiles.end");
  Value *First = F->getArg(RunFirstBlock), *Last = F->getArg(RunEndBlock);
  B.CreateCondBr(B.CreateICmpULT(First, Last), Tile, Exit);
  B.SetInsertPoint(Tile);
  PHINode *At = B.CreatePHI(I64, 2, "tile");
  At->addIncoming(First, Entry);
  Begin = At;
  End = B.CreateAdd(
      At, B.CreateBinaryIntrinsic(Intrinsic::umin, Size, B.CreateSub(Last, At)),
      "tile.end");
  lookForThread(Found);
  B.CreateBr(Next);
  B.SetInsertPoint(Found);
  emitRounds();
  B.CreateBr(Next);
  B.SetInsertPoint(Next);
  At->addIncoming(End, Next);
  B.CreateCondBr(B.CreateICmpULT(End, Last), Tile, Exit);
  B.SetInsertPoint(Exit);
  B.CreateRetVoid();
  return F;
}

Function *emitMarchingLoop(const KernelBody &K, const MarchingLoop &Loop,
                           Module &M) {
  KernelBody Round = K;
  Round.Body = Loop.Round;
  return MarchEmitter(Round, Loop, M).run();
}

} // namespace warpfort::cpu
