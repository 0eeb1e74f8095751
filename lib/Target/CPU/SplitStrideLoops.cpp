//===-- SplitStrideLoops.cpp - Loops that threads begin side by side ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a grid-stride loop neighbouring threads access neighbouring memory, and
// one thread leaps:
//
//     for (i = begin + tid; i <= n; i += stride)
//       ...
//
// Run thread by thread it takes a cache line for each element. Its rounds can
// be run for all threads at a time (Interchange.cpp) if all of them take part,
// which one cannot see, as the last ones may leave earlier. So the loop is
// doubled: the first copy does the rounds of which the first and the last
// thread of a row are both part, a question to which all threads of the row
// have the same answer; the second one does what is left, and is passed by if
// nothing is left for either.
//
//     first = begin
//     last  = first + length of a row - 1
//     if (the first and the last thread begin with these)
//       for (; first <= last and first <= n and last <= n; first += stride)
//         i = first + tid; ...
//     if (not first > n and last > n)
//       for (i = first + tid; i <= n; i += stride)
//         ...
//
// Whatever the values are, a thread does what it did: what holds for the first
// and the last i, holds for those between them, because `i <= n` divides all
// numbers at one point and i does not wrap around between the first and the
// last. That i is formed from what all threads have and the thread's index
// shows that neighbours access neighbouring elements.
//
// So it is with loops that the lanes of a warp share, where tid is the last
// five bits of an index and a row has 32 threads. Nothing is assumed of the
// other bits: a lane is any number from 0 to 31.
//
// Where the stride is the length of the row, as in loops that a block or a warp
// has for itself, what is left is one round at most:
//
//     if (first <= n and last > n) {
//       i = first + tid;
//       if (i <= n) ...
//     }
//
// That the next i is beyond n follows if it does not wrap around: it is at
// least last + 1.
//
// Small functions that the loop calls are inlined into both copies: calls would
// keep the threads from becoming vectors.
//
//===----------------------------------------------------------------------===//
#include "SplitStrideLoops.h"
#include "LoopRewrites.h"
#include "SyncOps.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

/// More code than this is not worth having twice, or a third time.
constexpr size_t MaxInstructions = 300, MaxInThree = 100;

constexpr unsigned LaneBits = 5;

class StrideLoop {
public:
  StrideLoop(Loop &L, ScalarEvolution &SE) : L(L), SE(SE) {}

  /// Whether it is such a loop and can be doubled.
  bool analyze();
  void split();

private:
  bool hasForm();
  bool canCopyCall(CallBase &Call);
  bool isCondition(const Value *V) const;
  Value *conditionAt(IRBuilder<> &B, Value *V, Value *Index) const;
  Value *stays(IRBuilder<> &B, Value *Index) const;
  void cloneBlocks();
  PHINode *addRowIndex(BasicBlock *Full, Value *Begin, BasicBlock *Before);
  void replaceIndex(BasicBlock *Full, BasicBlock *Inside, BasicBlock *Rest,
                    Value *FirstIndex, Value *Place);
  void enterFrom(BasicBlock *Passing, BasicBlock *Entering, BasicBlock *Before);
  bool hasOneRoundLeft() const;
  void addLastRound(BasicBlock *From, Value *IsOne);
  /// What a value of the loop is in the first copy.
  Value *copied(Value *V) const {
    Value *Found = Map.lookup(V);
    return Found ? Found : V;
  }

  Loop &L;
  ScalarEvolution &SE;
  PHINode *Index = nullptr;
  Value *Stride = nullptr;
  Value *Threads = nullptr;     ///< in a row
  const SCEV *Thread = nullptr; ///< its number in the row
  const SCEV *First = nullptr, *Last = nullptr;
  size_t Size = 0;
  SmallVector<CallBase *, 4> Calls; ///< of functions to be inlined
  ValueToValueMapTy Map;
};

/// A thread's number in its row replaced by another value.
struct OfThread : SCEVRewriteVisitor<OfThread> {
  OfThread(ScalarEvolution &SE, const SCEV *Thread, const SCEV *Place)
      : SCEVRewriteVisitor(SE), Thread(Thread), Place(Place) {}
  const SCEV *visitUnknown(const SCEVUnknown *U) {
    return U == Thread ? Place : U;
  }
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *E) {
    return E == Thread ? SE.getTruncateOrZeroExtend(Place, E->getType())
                       : SCEVRewriteVisitor::visitZeroExtendExpr(E);
  }
  const SCEV *Thread, *Place;
};

} // namespace

static bool isThreadIndex(const Value *V) {
  auto *Call = dyn_cast<IntrinsicInst>(V);
  return Call && Call->getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_tid_x;
}

static bool isOfThread(const SCEV *E) {
  auto *U = dyn_cast<SCEVUnknown>(E);
  return U && isThreadIndex(U->getValue());
}

/// The part of the sum \p E that is the thread's index in x or its lane, if
/// that is there once and the rest does not depend on the index, in any widths.
static const SCEV *findThread(const SCEV *E) {
  auto Contains = [](const SCEV *Part) {
    return SCEVExprContains(Part, isOfThread);
  };
  if (isOfThread(E))
    return E;
  if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(E)) {
    const SCEV *Operand = cast<SCEVCastExpr>(E)->getOperand();
    bool IsLane = isa<SCEVZeroExtendExpr>(E) && Contains(Operand) &&
                  Operand->getType()->isIntegerTy(LaneBits);
    return IsLane ? E : findThread(Operand);
  }
  auto *Sum = dyn_cast<SCEVAddExpr>(E);
  if (!Sum || count_if(Sum->operands(), Contains) != 1)
    return nullptr;
  return findThread(*find_if(Sum->operands(), Contains));
}

/// The instructions of \p F and of what it calls, if it can be inlined and no
/// loop comes with it; else more than a loop may have.
static size_t sizeInlined(const Function &F, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  constexpr size_t TooMany = MaxInstructions + 1;
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 1> BackEdges;
  if (Depth == MaxDepth || F.isDeclaration() || F.isInterposable() ||
      F.hasFnAttribute(Attribute::NoInline))
    return TooMany;
  FindFunctionBackedges(F, BackEdges);
  if (!BackEdges.empty())
    return TooMany;
  size_t Size = 0;
  for (const Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (Call && classifySync(*Call))
      return TooMany;
    if (Call && !isa<IntrinsicInst>(Call) && !onlyComputes(*Call)) {
      const Function *Callee = Call->getCalledFunction();
      Size += Callee ? sizeInlined(*Callee, Depth + 1) : TooMany;
    }
    if (++Size >= TooMany)
      return TooMany;
  }
  return Size;
}

/// Whether both copies of the loop may have \p Call.
bool StrideLoop::canCopyCall(CallBase &Call) {
  if (classifySync(Call))
    return false;
  if (isa<IntrinsicInst>(Call))
    return true;
  if (Call.getFunction()->hasFnAttribute(Attribute::SanitizeThread))
    return false;
  if (onlyComputes(Call))
    return true;
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return false;
  Size += sizeInlined(*Callee);
  Calls.push_back(&Call);
  return Size <= MaxInstructions;
}

/// The header alone leaves the loop and changes nothing; no thread waits for
/// another one.
bool StrideLoop::hasForm() {
  BasicBlock *Header = L.getHeader();
  auto *Branch = dyn_cast<BranchInst>(Header->getTerminator());
  if (!L.isInnermost() || !L.getLoopPreheader() || !L.getLoopLatch() ||
      L.getLoopLatch() == Header || L.getExitingBlock() != Header ||
      !L.getExitBlock() || !Branch || !Branch->isConditional())
    return false;
  Size = 0;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (isa<AllocaInst>(I) || (BB == Header && I.mayHaveSideEffects()) ||
          (Call && !canCopyCall(*Call)))
        return false;
      ++Size;
    }
  return Size <= MaxInstructions;
}

/// Whether \p V, in terms of the index, holds on one side of a number only.
bool StrideLoop::isCondition(const Value *V) const {
  if (auto *Select = dyn_cast<SelectInst>(V))
    return L.isLoopInvariant(Select->getCondition()) &&
           isCondition(Select->getTrueValue()) &&
           isCondition(Select->getFalseValue());
  auto *Compare = dyn_cast<ICmpInst>(V);
  if (!Compare || !Compare->isSigned())
    return false;
  auto IsIndex = [&](const Value *Operand) {
    auto *Wide = dyn_cast<SExtInst>(Operand);
    return Operand == Index || (Wide && Wide->getOperand(0) == Index);
  };
  const Value *A = Compare->getOperand(0), *B = Compare->getOperand(1);
  return (IsIndex(A) && L.isLoopInvariant(B)) ||
         (IsIndex(B) && L.isLoopInvariant(A));
}

bool StrideLoop::analyze() {
  // Within another one, or with a sum, it would not change places with the loop
  // over threads for -gpu=check. CheckLoops.cpp knows its rounds as they are.
  bool IsChecked =
      L.getHeader()->getParent()->hasFnAttribute(Attribute::SanitizeThread);
  const auto Phis = L.getHeader()->phis();
  if (!hasForm() ||
      (IsChecked && (!L.isOutermost() || !hasSingleElement(Phis))))
    return false;
  Value *Condition =
      cast<BranchInst>(L.getHeader()->getTerminator())->getCondition();
  for (PHINode &Phi : L.getHeader()->phis()) {
    Index = &Phi;
    if (!Phi.getType()->isIntegerTy() || !isCondition(Condition))
      continue;
    auto *Next = dyn_cast<BinaryOperator>(
        Phi.getIncomingValueForBlock(L.getLoopLatch()));
    if (!Next || Next->getOpcode() != Instruction::Add)
      return false;
    Stride = Next->getOperand(Next->getOperand(0) == &Phi ? 1 : 0);
    if (!is_contained(Next->operands(), &Phi) || !L.isLoopInvariant(Stride))
      return false;
    const SCEV *Begin =
        SE.getSCEV(Phi.getIncomingValueForBlock(L.getLoopPreheader()));
    Thread = findThread(Begin);
    if (!Thread)
      return false;
    BasicBlock &Entry = L.getHeader()->getParent()->getEntryBlock();
    IRBuilder<> B(&*Entry.getFirstNonPHIOrDbgOrAlloca());
    Threads = isOfThread(Thread)
                  ? B.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_ntid_x,
                                      ArrayRef<Value *>())
                  : static_cast<Value *>(B.getInt32(1u << LaneBits));
    Type *T = Threads->getType();
    First = OfThread(SE, Thread, SE.getZero(T)).visit(Begin);
    const SCEV *Most = SE.getMinusSCEV(SE.getSCEV(Threads), SE.getOne(T));
    Last = OfThread(SE, Thread, Most).visit(Begin);
    return true;
  }
  return false;
}

/// The condition with another index.
Value *StrideLoop::conditionAt(IRBuilder<> &B, Value *V, Value *At) const {
  if (V == Index)
    return At;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || L.isLoopInvariant(I))
    return V;
  Instruction *Copy = I->clone();
  for (Use &Operand : Copy->operands())
    Operand.set(conditionAt(B, Operand, At));
  Copy->dropPoisonGeneratingFlags();
  return B.Insert(Copy);
}

Value *StrideLoop::stays(IRBuilder<> &B, Value *At) const {
  auto *Branch = cast<BranchInst>(L.getHeader()->getTerminator());
  Value *Condition = conditionAt(B, Branch->getCondition(), At);
  return L.contains(Branch->getSuccessor(0)) ? Condition
                                             : B.CreateNot(Condition);
}

/// The first copy, before the loop; its header's branch is still the loop's.
void StrideLoop::cloneBlocks() {
  Function &F = *L.getHeader()->getParent();
  SmallVector<BasicBlock *> Copies;
  for (BasicBlock *BB : L.blocks()) {
    BasicBlock *Copy = CloneBasicBlock(BB, Map, ".full", &F);
    Copy->moveBefore(L.getHeader());
    Map[BB] = Copy;
    Copies.push_back(Copy);
  }
  remapInstructionsInBlocks(Copies, Map);
}

/// Has the first copy's code use what \p First and the thread's index make of
/// the index. In the body, where the sum does not wrap around, it is formed
/// anew: else LLVM would carry it from round to round.
void StrideLoop::replaceIndex(BasicBlock *Full, BasicBlock *Inside,
                              BasicBlock *Rest, Value *FirstIndex,
                              Value *Place) {
  auto *Old = cast<PHINode>(&*Map[Index]);
  IRBuilder<> B(Full->getContext());
  auto ReplaceIn = [&](BasicBlock *BB, function_ref<bool(BasicBlock *)> Is) {
    B.SetInsertPoint(BB, BB->getFirstInsertionPt());
    Value *Sum = B.CreateAdd(FirstIndex, Place, "", /*HasNUW=*/false,
                             /*HasNSW=*/BB == Inside);
    Old->replaceUsesWithIf(Sum, [&](Use &U) {
      auto *User = cast<Instruction>(U.getUser());
      auto *Phi = dyn_cast<PHINode>(User);
      return Is(Phi ? Phi->getIncomingBlock(U) : User->getParent());
    });
    return Sum;
  };
  ReplaceIn(Inside, [&](BasicBlock *BB) { return BB != Full; });
  if (!Old->use_empty())
    ReplaceIn(Full, [&](BasicBlock *BB) { return BB == Full; });
  Map[Index] = ReplaceIn(Rest, [](BasicBlock *) { return false; });
  Old->eraseFromParent();
}

/// The first copy's index in its header \p Full: that of the row's first
/// thread.
PHINode *StrideLoop::addRowIndex(BasicBlock *Full, Value *Begin,
                                 BasicBlock *Before) {
  auto *Latch = cast<BasicBlock>(&*Map[L.getLoopLatch()]);
  IRBuilder<> B(Full, Full->begin());
  PHINode *FirstIndex = B.CreatePHI(Index->getType(), 2, "round");
  FirstIndex->addIncoming(Begin, Before);
  B.SetInsertPoint(Latch->getTerminator());
  FirstIndex->addIncoming(B.CreateAdd(FirstIndex, Stride), Latch);
  return FirstIndex;
}

void StrideLoop::split() {
  // Asked while the loops around it are whole.
  const bool OneLeft = hasOneRoundLeft();
  for (CallBase *Call : Calls) {
    Call->removeFnAttr(Attribute::NoInline);
    Call->addFnAttr(Attribute::AlwaysInline);
  }
  BasicBlock *Header = L.getHeader(), *Before = L.getLoopPreheader();
  BasicBlock *Exit = L.getExitBlock();
  SCEVExpander Expander(SE, "round");
  Instruction *At = Before->getTerminator();
  Type *T = Index->getType();
  Value *FirstBegin = Expander.expandCodeFor(First, T, At);
  Value *LastBegin = Expander.expandCodeFor(Last, T, At);
  Value *Place = Expander.expandCodeFor(Thread, nullptr, At);
  IRBuilder<> B(At);
  Place = B.CreateZExtOrTrunc(Place, T);
  Value *Length =
      B.CreateSub(B.CreateZExtOrTrunc(Threads, T), ConstantInt::get(T, 1));
  Value *IsRow = B.CreateICmpEQ(B.CreateSub(LastBegin, FirstBegin), Length);

  cloneBlocks();
  auto *Full = cast<BasicBlock>(&*Map[Header]);
  At->replaceSuccessorWith(Header, Full);
  PHINode *FirstIndex = addRowIndex(Full, FirstBegin, Before);

  auto *Branch = cast<BranchInst>(Full->getTerminator());
  BasicBlock *Inside = Branch->getSuccessor(Branch->getSuccessor(0) == Exit);
  B.SetInsertPoint(Branch);
  Value *LastIndex = B.CreateAdd(FirstIndex, Length);
  Value *InOrder = B.CreateAnd(IsRow, B.CreateICmpSLE(FirstIndex, LastIndex));
  Value *FirstStays = stays(B, FirstIndex), *LastStays = stays(B, LastIndex);
  Value *All = B.CreateAnd(InOrder, B.CreateAnd(FirstStays, LastStays));
  Value *None =
      B.CreateAnd(InOrder, B.CreateNot(B.CreateOr(FirstStays, LastStays)));
  LLVMContext &Ctx = B.getContext();
  auto NewBlock = [&](const Twine &Name) {
    return BasicBlock::Create(Ctx, Name, Header->getParent(), Header);
  };
  BasicBlock *Rest = NewBlock("rest"), *Entering = Rest;
  B.CreateCondBr(All, Inside, Rest);
  Value *Condition = Branch->getCondition();
  Branch->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Condition);
  // Likely, or SimplifyCFG would join it with the thread's own question.
  MDNode *Likely = MDBuilder(Ctx).createBranchWeights(1000, 1);
  B.SetInsertPoint(Rest);
  if (OneLeft)
    Entering = NewBlock("some");
  B.CreateCondBr(None, Exit, OneLeft ? Entering : Header, Likely);
  replaceIndex(Full, Inside, Rest, FirstIndex, Place);
  enterFrom(Rest, Entering, Before);
  if (!OneLeft)
    return;
  B.SetInsertPoint(Entering);
  Value *Ends = B.CreateAnd(FirstStays, B.CreateNot(LastStays));
  Value *Next = B.CreateAdd(LastIndex, Stride);
  addLastRound(Entering,
               B.CreateAnd(B.CreateAnd(InOrder, Ends),
                           B.CreateICmpSLE(LastIndex, Next), "is.one"));
}

/// The loop begins at \p Entering, no longer at \p Before, with what the first
/// copy has there; and so does what follows behind \p Passing.
void StrideLoop::enterFrom(BasicBlock *Passing, BasicBlock *Entering,
                           BasicBlock *Before) {
  BasicBlock *Header = L.getHeader();
  for (PHINode &Phi : L.getExitBlock()->phis())
    Phi.addIncoming(copied(Phi.getIncomingValueForBlock(Header)), Passing);
  for (PHINode &Phi : Header->phis()) {
    unsigned In = Phi.getBasicBlockIndex(Before);
    Phi.setIncomingBlock(In, Entering);
    Phi.setIncomingValue(In, copied(&Phi));
  }
}

/// Whether no thread has more than one round left where the last one of a row
/// does not take part. What follows the loop must be known at its latch.
bool StrideLoop::hasOneRoundLeft() const {
  auto IsKnown = [&](const Value *V) {
    auto *Phi = dyn_cast<PHINode>(V);
    return L.isLoopInvariant(V) || (Phi && Phi->getParent() == L.getHeader());
  };
  const SCEV *Length =
      SE.getTruncateOrZeroExtend(SE.getSCEV(Threads), Index->getType());
  auto *Branch = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
  return Size <= MaxInThree && SE.getSCEV(Stride) == Length && Branch &&
         Branch->isUnconditional() &&
         all_of(L.getExitBlock()->phis(), [&](const PHINode &Phi) {
           return IsKnown(Phi.getIncomingValueForBlock(L.getHeader()));
         });
}

/// A copy of the loop without its way back, which \p From enters in place of
/// the loop if \p IsOne.
void StrideLoop::addLastRound(BasicBlock *From, Value *IsOne) {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
  BasicBlock *Exit = L.getExitBlock();
  ValueToValueMapTy Round;
  SmallVector<BasicBlock *> Copies;
  for (BasicBlock *BB : L.blocks()) {
    BasicBlock *Copy = CloneBasicBlock(BB, Round, ".last", Header->getParent());
    Copy->moveBefore(Header);
    Round[BB] = Copy;
    Copies.push_back(Copy);
  }
  auto *Begin = cast<BasicBlock>(&*Round[Header]);
  auto *End = cast<BasicBlock>(&*Round[Latch]);
  for (PHINode &Phi : Header->phis()) {
    cast<Instruction>(&*Round[&Phi])->eraseFromParent();
    Round[&Phi] = Phi.getIncomingValueForBlock(From);
  }
  remapInstructionsInBlocks(Copies, Round);
  auto InRound = [&](Value *V) {
    Value *Found = Round.lookup(V);
    return Found ? Found : V;
  };
  cast<BranchInst>(End->getTerminator())->setSuccessor(0, Exit);
  for (PHINode &Phi : Exit->phis()) {
    Value *V = Phi.getIncomingValueForBlock(Header);
    Phi.addIncoming(InRound(V), Begin);
    auto *Carried = dyn_cast<PHINode>(V);
    bool IsCarried = Carried && Carried->getParent() == Header;
    Phi.addIncoming(
        InRound(IsCarried ? Carried->getIncomingValueForBlock(Latch) : V), End);
  }
  IRBuilder<> B(From);
  B.CreateCondBr(IsOne, Begin, Header,
                 MDBuilder(B.getContext()).createBranchWeights(1000, 1));
}

PreservedAnalyses SplitStrideLoopsPass::run(Function &F,
                                            FunctionAnalysisManager &FAM) {
  // Kernel loops run with one thread a block.
  if (F.getCallingConv() != CallingConv::PTX_Kernel ||
      F.hasFnAttribute(bitcode::ChunkedLoopAttr))
    return PreservedAnalyses::all();
  return transformLoops(F, FAM, [&](Loop &L) {
    StrideLoop Candidate(L, FAM.getResult<ScalarEvolutionAnalysis>(F));
    if (!Candidate.analyze())
      return false;
    Candidate.split();
    return true;
  });
}

} // namespace warpfort::cpu
