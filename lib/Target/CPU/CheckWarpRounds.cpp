//===-- CheckWarpRounds.cpp - One check for a warp's rounds ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where threads of a warp wait for each other in a loop, the kernel is in
// pieces, and no loop over threads has the rounds in it: each round would be a
// question of its own (CheckLoops.cpp). So the lanes say before the loop what
// they are going to access in all of its rounds, and the runtime finds out
// whether that is one description:
//
//     for (j = ...) {                   syncwarp();
//       check_access(&x[j][t], w);      check_lane(&x[0][t], w, {{n, 400}});
//       y += x[j][t];                   if (any(check_lanes(w))) {
//       syncwarp();                ->     for (j = ...) {
//       w = check_warp(w);                  y += x[j][t];
//     }                                     syncwarp();
//                                         }
//                                         w = check_warp(w);
//                                       } else
//                                         ... // the loop as it was
//
// All accesses count as made where the warp has passed none of the loop's
// operations. That is right: there, they meet all that they may meet in their
// round and, if the runtime looks at each other, more; and what comes behind
// the loop is told apart from them, as long as each of them is before an
// operation of the loop. What would meet in this way only is told, if it is to
// be, by the loop as it was.
//
// Branches that are the same in all rounds, and lead to a barrier of the block
// or to operations of some lanes only, are asked for before: they have gone
// from the loop that has no checks.
//
//===----------------------------------------------------------------------===//
#include "CheckWarpRounds.h"
#include "CheckAccesses.h"
#include "DescribeAccesses.h"
#include "SyncOps.h"
#include "Uniformity.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warprt/CpuCheck.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

/// More code than this is not worth having twice.
constexpr size_t MaxInstructions = 1000;
/// The runtime is asked about so many at a time.
constexpr size_t MaxAccesses = 32;

/// What is known of a function as it is now.
struct Analyses {
  explicit Analyses(Function &F)
      : DT(F), LI(DT), AC(F), Library(F.getParent()->getTargetTriple()),
        TLI(Library), SE(F, TLI, AC, DT, LI) {}
  DominatorTree DT;
  LoopInfo LI;
  AssumptionCache AC;
  TargetLibraryInfoImpl Library;
  TargetLibraryInfo TLI;
  ScalarEvolution SE;
};

/// Something that is the same in all rounds, and must be so.
struct Condition {
  Value *V;
  bool Holds;
  bool operator==(const Condition &) const = default;
};

bool isCallOf(const Value &V, StringRef Name) {
  auto *Call = dyn_cast<CallInst>(&V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == Name;
}
bool isWarpPass(const Value &V) { return isCallOf(V, "warprt_cpu_check_warp"); }

SyncOp syncOf(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call ? classifySync(*Call) : SyncOp();
}

/// The loop as it is, and what must hold for its copy to be all there is.
class WarpLoop {
public:
  WarpLoop(Loop &L, const DominatorTree &DT) : L(L), DT(DT) {}
  bool isCandidate() const;
  bool analyze();
  /// Makes the copy; the loop and the copy are entered from two blocks.
  void copy();
  /// Makes the copy what is left of it; false if it may not be without checks.
  bool simplify();
  void drop();
  /// Computes before the two what is the same in all rounds of the copy, such
  /// as whether a lane has any, and has the copy do so again: what it needs
  /// then is not kept for each thread.
  void hoist();
  void sink();
  /// The first block of the copy, and that which chooses between the two.
  BasicBlock &copyHeader() const {
    return *cast<BasicBlock>(&*Map.find(L.getHeader())->second);
  }
  BasicBlock &decision() const { return *Decide; }
  ArrayRef<Condition> conditions() const { return Conditions; }
  SmallVector<CallInst *> checks() const;
  void finish(Value *Ok);

private:
  bool findWords();
  bool findConditions();
  bool fix(const BasicBlock &Bad);
  bool takeMask(Value *Mask);
  bool endWithPasses() const;
  void decideWays();
  void fold(ArrayRef<BasicBlock *> Blocks);

  Loop &L;
  const DominatorTree &DT;
  SmallVector<Condition, 4> Conditions;
  /// Ways that the copy does not have.
  SmallVector<BasicBlockEdge, 4> Cut;
  SmallPtrSet<const Value *, 16> Words; ///< what the loop makes of the word
  PHINode *Word = nullptr;              ///< in the loop's header
  BasicBlock *Decide = nullptr, *Fast = nullptr, *Slow = nullptr;
  SmallVector<BasicBlock *> Copies;
  /// Instructions of the copy, and what does the same before it.
  SmallVector<std::pair<Instruction *, Instruction *>> Hoisted;
  ValueToValueMapTy Map;
};

} // namespace

//===-- The loop ----------------------------------------------------------===//

/// Whether it has accesses that are checked and operations of the warp, and
/// nothing that might have others look at what has been done so far.
bool WarpLoop::isCandidate() const {
  bool AnyCheck = false, AnyPass = false;
  size_t Size = 0;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      if (++Size > MaxInstructions)
        return false;
      const Check Kind = checkOf(I);
      AnyCheck |=
          Kind == Check::Read || Kind == Check::Write || Kind == Check::Reads;
      AnyPass |= isWarpPass(I);
      if (Kind == Check::Atomic || isa<AllocaInst>(I) || isa<FenceInst>(I))
        return false;
      if (!isWarpPass(I) && !syncOf(I) && !mayRunBeforeChecks(I, Kind))
        return false;
    }
  return AnyCheck && AnyPass;
}

/// Finds what becomes of the word in the loop.
bool WarpLoop::findWords() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB) {
        auto *Phi = dyn_cast<PHINode>(&I);
        if (isWarpPass(I) ||
            (Phi && any_of(Phi->incoming_values(),
                           [&](Value *V) { return Words.contains(V); })))
          Changed |= Words.insert(&I).second;
      }
  }
  for (PHINode &Phi : L.getHeader()->phis())
    if (Words.contains(&Phi)) {
      if (Word)
        return false;
      Word = &Phi;
    }
  return Word;
}

/// Has the copy not come to \p Bad: a branch that is the same in all rounds
/// leads there.
bool WarpLoop::fix(const BasicBlock &Bad) {
  if (any_of(Cut,
             [&](const BasicBlockEdge &E) { return DT.dominates(E, &Bad); }))
    return true;
  const BasicBlock *Latch = L.getLoopLatch();
  BranchInst *Found = nullptr;
  unsigned Way = 0;
  for (const auto *Node = DT.getNode(&Bad)->getIDom();
       Node && L.contains(Node->getBlock()); Node = Node->getIDom()) {
    auto *Branch = dyn_cast<BranchInst>(Node->getBlock()->getTerminator());
    if (!Branch || !Branch->isConditional() ||
        !L.isLoopInvariant(Branch->getCondition()))
      continue;
    for (unsigned To : {0, 1}) {
      const BasicBlockEdge Edge(Branch->getParent(), Branch->getSuccessor(To));
      if (DT.dominates(Edge, &Bad) && !DT.dominates(Edge, Latch)) {
        Found = Branch;
        Way = To;
      }
    }
  }
  if (!Found)
    return false;
  Cut.push_back({Found->getParent(), Found->getSuccessor(Way)});
  const Condition New = {Found->getCondition(), Way == 1};
  if (!is_contained(Conditions, New))
    Conditions.push_back(New);
  return true;
}

/// Whether an operation is of all lanes, or can be said to be.
bool WarpLoop::takeMask(Value *Mask) {
  if (match(Mask, m_AllOnes()))
    return true;
  auto *Phi = dyn_cast<PHINode>(Mask);
  if (!Phi || !L.contains(Phi))
    return false;
  return all_of(Phi->blocks(), [&](BasicBlock *From) {
    return match(Phi->getIncomingValueForBlock(From), m_AllOnes()) ||
           fix(*From);
  });
}

bool WarpLoop::findConditions() {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      SyncOp Op = syncOf(I);
      if (!Op)
        continue;
      if (Op.Kind == WARPCPU_WAIT || Op.Kind == WARPCPU_ACTIVE_MASK)
        return false;
      if (!Op.isWarpLevel() && !fix(*BB))
        return false;
    }
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (SyncOp Op = syncOf(I); Op.isWarpLevel() && !takeMask(Op.Mask))
        return false;
  SmallVector<BasicBlock *, 4> Exits;
  L.getUniqueExitBlocks(Exits);
  const BasicBlock *Latch = L.getLoopLatch();
  return all_of(Exits, [&](BasicBlock *Exit) {
    if (is_contained(successors(Latch), Exit))
      return all_of(predecessors(Exit),
                    [&](BasicBlock *From) { return From == Latch; });
    return isa<UnreachableInst>(Exit->getTerminator()) &&
           Exit->phis().empty() && fix(*Exit);
  });
}

bool WarpLoop::analyze() {
  if (!L.getLoopPreheader() || !L.getLoopLatch() ||
      !L.isLoopExiting(L.getLoopLatch()))
    return false;
  fold(L.getBlocks());
  return findWords() && findConditions();
}

//===-- The copy ----------------------------------------------------------===//

void WarpLoop::copy() {
  BasicBlock *Before = L.getLoopPreheader(), *Header = L.getHeader();
  LLVMContext &Context = Header->getContext();
  Function *F = Header->getParent();
  Decide = SplitBlock(Before, Before->getTerminator());
  Fast = BasicBlock::Create(Context, "warp.rounds", F, Header);
  Slow = BasicBlock::Create(Context, "warp.rounds.checked", F, Header);
  BranchInst::Create(Header, Slow);
  for (PHINode &Phi : Header->phis())
    Phi.replaceIncomingBlockWith(Decide, Slow);
  for (BasicBlock *BB : L.blocks()) {
    BasicBlock *Copy = CloneBasicBlock(BB, Map, ".rounds", F);
    Copy->moveBefore(Slow);
    Map[BB] = Copy;
    Copies.push_back(Copy);
  }
  Map[Slow] = Fast;
  remapInstructionsInBlocks(Copies, Map);
  BranchInst::Create(&copyHeader(), Fast);
  auto CopyOf = [&](Value *V) {
    Value *Copy = Map.lookup(V);
    return Copy ? Copy : V;
  };
  for (BasicBlock *To : successors(L.getLoopLatch()))
    if (!L.contains(To))
      for (PHINode &Phi : To->phis())
        Phi.addIncoming(CopyOf(Phi.getIncomingValueForBlock(L.getLoopLatch())),
                        cast<BasicBlock>(CopyOf(L.getLoopLatch())));
  Decide->getTerminator()->eraseFromParent();
  BranchInst::Create(Fast, Slow, PoisonValue::get(Type::getInt1Ty(Context)),
                     Decide);
}

/// Takes away what is known not to be, or to be the same as something else.
void WarpLoop::fold(ArrayRef<BasicBlock *> Blocks) {
  const DataLayout &DL = L.getHeader()->getDataLayout();
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *BB : Blocks)
      for (Instruction &I : make_early_inc_range(*BB))
        if (Value *Simple =
                I.use_empty() ? nullptr : simplifyInstruction(&I, DL);
            Simple && Simple != &I) {
          I.replaceAllUsesWith(Simple);
          if (isInstructionTriviallyDead(&I))
            I.eraseFromParent();
          Changed = true;
        }
  }
}

/// Has those users of \p From that are in some of the blocks use \p To.
static void replaceIn(ArrayRef<BasicBlock *> Blocks, Value *From, Value *To) {
  From->replaceUsesWithIf(To, [&](Use &U) {
    return is_contained(Blocks, cast<Instruction>(U.getUser())->getParent());
  });
}

/// The branches of the copy go the ways that are asked for.
void WarpLoop::decideWays() {
  SmallPtrSet<const BasicBlock *, 16> Known(Copies.begin(), Copies.end()), Kept;
  for (const Condition &C : Conditions)
    replaceIn(Copies, C.V, ConstantInt::getBool(C.V->getContext(), C.Holds));
  for (BasicBlock *BB : Copies)
    ConstantFoldTerminator(BB);
  SmallVector<BasicBlock *> Next{&copyHeader()};
  while (!Next.empty()) {
    BasicBlock *BB = Next.pop_back_val();
    if (Known.contains(BB) && Kept.insert(BB).second)
      append_range(Next, successors(BB));
  }
  erase_if(Copies, [&](BasicBlock *BB) { return !Kept.contains(BB); });
  removeUnreachableBlocks(*Decide->getParent());
}

/// Whether each access of the copy is before an operation of the warp.
bool WarpLoop::endWithPasses() const {
  SmallVector<const BasicBlock *> Next;
  SmallPtrSet<const BasicBlock *, 16> Passing, Seen;
  for (const BasicBlock *BB : Copies) {
    bool IsOpen = false;
    for (const Instruction &I : *BB) {
      if (isWarpPass(I))
        Passing.insert(BB);
      IsOpen = !isWarpPass(I) && (IsOpen || checkOf(I) != Check::None);
    }
    if (IsOpen)
      Next.push_back(BB);
  }
  const SmallPtrSet<const BasicBlock *, 16> All(Copies.begin(), Copies.end());
  while (!Next.empty())
    for (const BasicBlock *To : successors(Next.pop_back_val())) {
      if (!All.contains(To))
        return false;
      if (!Passing.contains(To) && Seen.insert(To).second)
        Next.push_back(To);
    }
  return true;
}

bool WarpLoop::simplify() {
  decideWays();
  fold(Copies);
  SmallVector<CallInst *, 4> Passes;
  for (BasicBlock *BB : Copies)
    for (Instruction &I : *BB)
      if (isWarpPass(I))
        Passes.push_back(cast<CallInst>(&I));
  auto IsOfAll = [](const CallInst *Pass) {
    return match(Pass->getArgOperand(1), m_One());
  };
  if (!all_of(Passes, IsOfAll) || !endWithPasses())
    return false;
  for (CallInst *Pass : Passes) {
    Pass->replaceAllUsesWith(Pass->getArgOperand(0));
    Pass->eraseFromParent();
  }
  fold(Copies);
  hoist();
  return true;
}

void WarpLoop::hoist() {
  const DataLayout &DL = Decide->getDataLayout();
  auto MayBeEarly = [&](const Instruction &I) {
    if (any_of(I.operands(), [&](const Use &U) {
          auto *Operand = dyn_cast<Instruction>(U);
          return Operand && is_contained(Copies, Operand->getParent());
        }))
      return false;
    if (I.isIntDivRem())
      return isKnownNonZero(I.getOperand(1), DL) &&
             isKnownNonNegative(I.getOperand(1), DL);
    return !isa<PHINode>(I) && !I.mayReadOrWriteMemory() &&
           isSafeToSpeculativelyExecute(&I);
  };
  for (bool Changed = true; std::exchange(Changed, false);)
    for (BasicBlock *BB : Copies)
      for (Instruction &I : *BB) {
        if (I.use_empty() || !MayBeEarly(I))
          continue;
        Instruction *Early = I.clone();
        Early->insertBefore(Decide->getTerminator()->getIterator());
        replaceIn(Copies, &I, Early);
        Hoisted.push_back({&I, Early});
        Changed = true;
      }
}

void WarpLoop::sink() {
  for (auto [Here, Early] : reverse(Hoisted)) {
    replaceIn(Copies, Early, Here);
    if (Early->use_empty())
      Early->eraseFromParent();
  }
}

SmallVector<CallInst *> WarpLoop::checks() const {
  SmallVector<CallInst *> Found;
  for (BasicBlock *BB : Copies)
    for (Instruction &I : *BB)
      if (checkOf(I) != Check::None)
        Found.push_back(cast<CallInst>(&I));
  return Found;
}

/// The copy runs if \p Ok, and its threads have passed an operation then.
void WarpLoop::finish(Value *Ok) {
  cast<BranchInst>(Decide->getTerminator())->setCondition(Ok);
  for (CallInst *Call : checks())
    grant(*Call);
  auto *Latch = cast<BasicBlock>(&*Map.find(L.getLoopLatch())->second);
  BasicBlock *Exit = L.getExitBlock();
  if (!Exit) // beside those that stop the program
    Exit = *find_if(successors(L.getLoopLatch()),
                    [&](BasicBlock *To) { return !L.contains(To); });
  BasicBlock *End = BasicBlock::Create(Exit->getContext(), "warp.rounds.end",
                                       Exit->getParent(), Slow);
  Latch->getTerminator()->replaceSuccessorWith(Exit, End);
  IRBuilder<> B(End);
  auto *Pass = cast<CallInst>(
      *find_if(Words, [](const Value *V) { return isWarpPass(*V); }));
  Value *Passed =
      B.CreateCall(Pass->getCalledFunction(),
                   {Word->getIncomingValueForBlock(Slow), B.getInt32(1)});
  B.CreateBr(Exit);
  for (PHINode &Phi : Exit->phis()) {
    const bool IsWord =
        Words.contains(Phi.getIncomingValueForBlock(L.getLoopLatch()));
    Phi.replaceIncomingBlockWith(Latch, End);
    if (IsWord)
      Phi.setIncomingValueForBlock(End, Passed);
  }
}

void WarpLoop::drop() {
  sink();
  Decide->getTerminator()->eraseFromParent();
  BranchInst::Create(Slow, Decide);
  removeUnreachableBlocks(*Decide->getParent());
}

//===-- The question ------------------------------------------------------===//

namespace {

/// Describes what a lane accesses in all rounds of a loop.
class LaneAccesses : AccessDescriber {
public:
  LaneAccesses(Loop &L, Analyses &A, Instruction *Before)
      : AccessDescriber(L, A.SE, A.DT, A.LI) {
    At = Before;
  }
  bool analyze(ArrayRef<CallInst *> Checks);
  /// Asks about all lanes: a bool that they agree on.
  Value *ask(ArrayRef<Condition> Conditions);

private:
  void tell(IRBuilder<> &B, const CheckedAccess &Which);

  SmallVector<CheckedAccess, 0> Accesses;
};

} // namespace

bool LaneAccesses::analyze(ArrayRef<CallInst *> Checks) {
  if (L.getExitingBlock() != L.getLoopLatch() || Checks.empty() ||
      Checks.size() > MaxAccesses)
    return false;
  for (CallInst *Call : Checks) {
    CheckedAccess New{Call, checkOf(*Call), nullptr, nullptr, {}, {}};
    if (!describe(New) || New.SideBySide.Begin || New.BlockWidth ||
        New.Loops.size() > WARPRT_CHECK_LANE_LOOPS)
      return false;
    Accesses.push_back(std::move(New));
  }
  return true;
}

static FunctionCallee declare(Module &M, StringRef Name, Type *Result,
                              ArrayRef<Type *> Operands) {
  FunctionCallee Callee = M.getOrInsertFunction(
      Name, FunctionType::get(Result, Operands, /*isVarArg=*/false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::WillReturn);
  return Callee;
}

/// Says what a lane does by one of the checks.
void LaneAccesses::tell(IRBuilder<> &B, const CheckedAccess &Which) {
  Type *Ptr = B.getPtrTy();
  SmallVector<Type *> Types{Ptr, I64};
  SmallVector<Value *> Operands{expand(Which.Address, Ptr),
                                expand(Which.Word, I64)};
  Value *Zero = B.getInt64(0);
  for (unsigned I = 0; I < WARPRT_CHECK_LANE_LOOPS; ++I) {
    const bool IsThere = I < Which.Loops.size();
    Value *Count = IsThere ? expand(Which.Loops[I].Count, I64) : B.getInt64(1);
    for (auto [Condition, Holds] : Which.Conditions)
      if (I == 0) {
        Value *Frozen = B.CreateFreeze(Condition);
        Count = Holds ? B.CreateSelect(Frozen, Count, Zero)
                      : B.CreateSelect(Frozen, Zero, Count);
      }
    Operands.push_back(Count);
    Operands.push_back(IsThere ? expand(Which.Loops[I].Step, I64) : Zero);
    Types.append({I64, I64});
  }
  B.CreateCall(declare(*B.GetInsertBlock()->getModule(),
                       "warprt_cpu_check_lane", B.getVoidTy(), Types),
               Operands);
}

Value *LaneAccesses::ask(ArrayRef<Condition> Conditions) {
  IRBuilder<> B(At);
  Value *All = B.getInt32(-1);
  // What is before is asked about by itself.
  B.CreateIntrinsic(Intrinsic::nvvm_bar_warp_sync, {All});
  for (const CheckedAccess &Which : Accesses)
    tell(B, Which);
  Value *IsRight = B.CreateNot(findWrapping(B));
  for (auto [Condition, Holds] : Conditions) {
    Value *Frozen = B.CreateFreeze(Condition);
    IsRight = B.CreateAnd(IsRight, Holds ? Frozen : B.CreateNot(Frozen));
  }
  FunctionCallee Lanes =
      declare(*B.GetInsertBlock()->getModule(), "warprt_cpu_check_lanes",
              B.getInt32Ty(), {I64, B.getInt32Ty()});
  Value *Answer = B.CreateCall(Lanes, {expand(Accesses.front().Word, I64),
                                       B.CreateZExt(IsRight, B.getInt32Ty())});
  auto *Any = B.CreateIntrinsic(Intrinsic::nvvm_vote_any_sync,
                                {All, B.CreateIsNotNull(Answer)});
  Any->setMetadata(bitcode::UniformMetadata, MDNode::get(B.getContext(), {}));
  return Any;
}

//===-- The kernel --------------------------------------------------------===//

/// Whether all threads of a warp come to \p BB, if one does.
static bool isReachedByAll(const KernelBody &K, const BasicBlock &BB) {
  Function &F = *K.Body;
  const PostDominatorTree PDT(F);
  const Uniformity U = computeUniformity(K);
  SmallVector<const BasicBlock *> Next{&BB};
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Next.empty()) {
    const BasicBlock *To = Next.pop_back_val();
    if (!Seen.insert(To).second)
      continue;
    for (BasicBlock &From : F) {
      const bool IsAlways = &From != To && PDT.dominates(To, &From);
      if (IsAlways || none_of(successors(&From), [&](const BasicBlock *Way) {
            return PDT.dominates(To, Way);
          }))
        continue;
      if (U.DivergentBranches.contains(&From))
        return false;
      Next.push_back(&From);
    }
  }
  return true;
}

/// Looks at the first loop that has not been looked at; false if there is none.
static bool takeNext(const KernelBody &K,
                     SmallPtrSetImpl<const BasicBlock *> &Seen) {
  Function &F = *K.Body;
  Analyses Before(F);
  for (Loop *L : Before.LI.getLoopsInPreorder()) {
    if (!Seen.insert(L->getHeader()).second)
      continue;
    WarpLoop Found(*L, Before.DT);
    if (!Found.isCandidate())
      continue;
    simplifyLoop(L, &Before.DT, &Before.LI, &Before.SE, &Before.AC, nullptr,
                 /*PreserveLCSSA=*/false);
    formLCSSARecursively(*L, Before.DT, &Before.LI, &Before.SE);
    if (!Found.analyze() || !isReachedByAll(K, *L->getLoopPreheader()))
      return true;
    Found.copy();
    bool IsRight = Found.simplify();
    Analyses Now(F);
    Loop *Copy = Now.LI.getLoopFor(&Found.copyHeader());
    Instruction *At = Found.decision().getTerminator();
    if (IsRight && Copy && Copy->getHeader() == &Found.copyHeader()) {
      LaneAccesses Lane(*Copy, Now, At);
      const SmallVector<CallInst *> Checks = Found.checks();
      if (Lane.analyze(Checks)) {
        for (const Loop *Of : L->getLoopsInPreorder())
          Seen.insert(Of->getHeader());
        for (const Loop *Of : Copy->getLoopsInPreorder())
          Seen.insert(Of->getHeader());
        Value *Ok = Lane.ask(Found.conditions());
        Found.sink();
        Found.finish(Ok);
        return true;
      }
    }
    Found.drop();
    return true;
  }
  return false;
}

void checkWarpRounds(KernelBody &K) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (takeNext(K, Seen))
    ;
}

} // namespace warpfort::cpu
