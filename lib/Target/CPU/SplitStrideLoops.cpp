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
//===----------------------------------------------------------------------===//
#include "SplitStrideLoops.h"
#include "LoopRewrites.h"
#include "SyncOps.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
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

/// More code than this is not worth having twice.
constexpr size_t MaxInstructions = 300;

class StrideLoop {
public:
  StrideLoop(Loop &L, ScalarEvolution &SE) : L(L), SE(SE) {}

  /// Whether it is such a loop and can be doubled.
  bool analyze();
  void split();

private:
  bool hasForm() const;
  bool isCondition(const Value *V) const;
  Value *conditionAt(IRBuilder<> &B, Value *V, Value *Index) const;
  Value *stays(IRBuilder<> &B, Value *Index) const;
  void cloneBlocks();
  void replaceIndex(BasicBlock *Full, BasicBlock *Inside, BasicBlock *Rest,
                    Value *FirstIndex);
  void enterFrom(BasicBlock *Rest, BasicBlock *Before);

  Loop &L;
  ScalarEvolution &SE;
  PHINode *Index = nullptr;
  Value *Stride = nullptr;
  Value *Threads = nullptr; ///< in a row
  const SCEV *First = nullptr, *Last = nullptr;
  ValueToValueMapTy Map;
};

/// A thread's index in x replaced by another value.
struct OfThread : SCEVRewriteVisitor<OfThread> {
  OfThread(ScalarEvolution &SE, const SCEV *Place)
      : SCEVRewriteVisitor(SE), Place(Place) {}
  const SCEV *visitUnknown(const SCEVUnknown *U);
  const SCEV *Place;
};

} // namespace

static bool isThreadIndex(const Value *V) {
  auto *Call = dyn_cast<IntrinsicInst>(V);
  return Call && Call->getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_tid_x;
}

const SCEV *OfThread::visitUnknown(const SCEVUnknown *U) {
  return isThreadIndex(U->getValue()) ? Place : U;
}

/// Whether \p E is the thread's index in x, once, plus what does not depend on
/// it, in any widths.
static bool isSumWithThread(const SCEV *E) {
  auto Contains = [](const SCEV *Part) {
    return SCEVExprContains(Part, [](const SCEV *S) {
      auto *U = dyn_cast<SCEVUnknown>(S);
      return U && isThreadIndex(U->getValue());
    });
  };
  if (auto *U = dyn_cast<SCEVUnknown>(E))
    return isThreadIndex(U->getValue());
  if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(E))
    return isSumWithThread(cast<SCEVCastExpr>(E)->getOperand());
  auto *Sum = dyn_cast<SCEVAddExpr>(E);
  if (!Sum || count_if(Sum->operands(), Contains) != 1)
    return false;
  return isSumWithThread(*find_if(Sum->operands(), Contains));
}

/// The header alone leaves the loop and changes nothing; no thread waits for
/// another one.
bool StrideLoop::hasForm() const {
  BasicBlock *Header = L.getHeader();
  auto *Branch = dyn_cast<BranchInst>(Header->getTerminator());
  if (!L.isInnermost() || !L.getLoopPreheader() || !L.getLoopLatch() ||
      L.getLoopLatch() == Header || L.getExitingBlock() != Header ||
      !L.getExitBlock() || !Branch || !Branch->isConditional())
    return false;
  size_t Size = 0;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (isa<AllocaInst>(I) || (BB == Header && I.mayHaveSideEffects()) ||
          (Call && (classifySync(*Call) || !isa<IntrinsicInst>(Call))))
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
  if (!hasForm())
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
    if (!isSumWithThread(Begin))
      return false;
    BasicBlock &Entry = L.getHeader()->getParent()->getEntryBlock();
    IRBuilder<> B(&*Entry.getFirstNonPHIOrDbgOrAlloca());
    Threads = B.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_ntid_x,
                                ArrayRef<Value *>());
    Type *T = Threads->getType();
    First = OfThread(SE, SE.getZero(T)).visit(Begin);
    Last = OfThread(SE, SE.getMinusSCEV(SE.getSCEV(Threads), SE.getOne(T)))
               .visit(Begin);
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
                              BasicBlock *Rest, Value *FirstIndex) {
  auto *Old = cast<PHINode>(&*Map[Index]);
  IRBuilder<> B(
      &*Full->getParent()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *Thread =
      B.CreateZExtOrTrunc(B.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_tid_x,
                                            ArrayRef<Value *>()),
                          Index->getType());
  auto ReplaceIn = [&](BasicBlock *BB, function_ref<bool(BasicBlock *)> Is) {
    B.SetInsertPoint(BB, BB->getFirstInsertionPt());
    Value *Sum = B.CreateAdd(FirstIndex, Thread, "", /*HasNUW=*/false,
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

void StrideLoop::split() {
  BasicBlock *Header = L.getHeader(), *Before = L.getLoopPreheader();
  BasicBlock *Exit = L.getExitBlock();
  SCEVExpander Expander(SE, "round");
  Instruction *At = Before->getTerminator();
  Type *T = Index->getType();
  Value *FirstBegin = Expander.expandCodeFor(First, T, At);
  Value *LastBegin = Expander.expandCodeFor(Last, T, At);
  IRBuilder<> B(At);
  Value *Length =
      B.CreateSub(B.CreateZExtOrTrunc(Threads, T), ConstantInt::get(T, 1));
  Value *IsRow = B.CreateICmpEQ(B.CreateSub(LastBegin, FirstBegin), Length);

  cloneBlocks();
  auto *Full = cast<BasicBlock>(&*Map[Header]);
  auto *FullLatch = cast<BasicBlock>(&*Map[L.getLoopLatch()]);
  At->replaceSuccessorWith(Header, Full);
  B.SetInsertPoint(Full, Full->begin());
  PHINode *FirstIndex = B.CreatePHI(T, 2, "round");
  FirstIndex->addIncoming(FirstBegin, Before);
  B.SetInsertPoint(FullLatch->getTerminator());
  FirstIndex->addIncoming(B.CreateAdd(FirstIndex, Stride), FullLatch);

  auto *Branch = cast<BranchInst>(Full->getTerminator());
  BasicBlock *Inside = Branch->getSuccessor(Branch->getSuccessor(0) == Exit);
  B.SetInsertPoint(Branch);
  Value *LastIndex = B.CreateAdd(FirstIndex, Length);
  Value *InOrder = B.CreateAnd(IsRow, B.CreateICmpSLE(FirstIndex, LastIndex));
  Value *FirstStays = stays(B, FirstIndex), *LastStays = stays(B, LastIndex);
  Value *All = B.CreateAnd(InOrder, B.CreateAnd(FirstStays, LastStays));
  Value *None =
      B.CreateAnd(InOrder, B.CreateNot(B.CreateOr(FirstStays, LastStays)));
  BasicBlock *Rest =
      BasicBlock::Create(B.getContext(), "rest", Header->getParent(), Header);
  B.CreateCondBr(All, Inside, Rest);
  Value *Condition = Branch->getCondition();
  Branch->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Condition);
  B.SetInsertPoint(Rest);
  // Likely, or SimplifyCFG would join it with the thread's own question.
  B.CreateCondBr(None, Exit, Header,
                 MDBuilder(B.getContext()).createBranchWeights(1000, 1));
  replaceIndex(Full, Inside, Rest, FirstIndex);
  enterFrom(Rest, Before);
}

/// The loop begins at \p Rest, no longer at \p Before, with what the first copy
/// has there; and so does what follows.
void StrideLoop::enterFrom(BasicBlock *Rest, BasicBlock *Before) {
  BasicBlock *Header = L.getHeader();
  auto Copied = [&](Value *V) {
    auto Found = Map.find(V);
    return Found == Map.end() ? V : static_cast<Value *>(Found->second);
  };
  for (PHINode &Phi : L.getExitBlock()->phis())
    Phi.addIncoming(Copied(Phi.getIncomingValueForBlock(Header)), Rest);
  for (PHINode &Phi : Header->phis()) {
    unsigned In = Phi.getBasicBlockIndex(Before);
    Phi.setIncomingBlock(In, Rest);
    Phi.setIncomingValue(In, Copied(&Phi));
  }
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
