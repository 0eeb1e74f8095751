//===-- JamRows.cpp - Rows of a nest that a thread computes at once -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread of a matrix product loads two numbers for each product, and the
// loads are what takes the time. Threads of the version with rows that
// CoveredLoops.cpp makes have two neighbouring columns, whose loops are one
// here, so that what does not depend on the column is loaded once:
//
//     for (j = 2*t; j < end; ++j) {        if (2*t + 1 < end) {
//       s = 0                                s = s' = 0
//       for (k = 0; k < n; ++k)              for (k = 0; k < n; ++k)
//         s += a[i,k] * b[k,j]       ->        s += a[i,k] * b[k,2*t]
//       c[i,j] = s                             s' += a[i,k] * b[k,2*t+1]
//     }                                      c[i,2*t] = s, c[i,2*t+1] = s'
//                                          } else
//                                            ... // as it was
//
// The iterations of loops over a grid do not depend on each other, so any order
// of their accesses is right, but of those to what is the thread's own: nothing
// may be written there. Whether a loop gains is known before: of its
// loads, one must not depend on the row, and few may. The runtime takes this
// version where half of the threads still fill the GPU.
//
//===----------------------------------------------------------------------===//
#include "JamRows.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort {
namespace {

/// Of the loop inside: with more, what is loaded once hardly matters, or the
/// registers of two rows leave too few threads on a multiprocessor.
constexpr unsigned MostInstructions = 48, MostLoadsOfRows = 3;

class RowLoop {
public:
  RowLoop(Loop &L, DominatorTree &DT, ScalarEvolution &SE)
      : L(L), Inner(*L.getSubLoops().front()), DT(DT), SE(SE) {}
  /// Whether UnrollAndJamLoop() can take the loop, and may.
  bool isRight();
  bool gains();

private:
  bool isDivided();
  bool dependsOnRow(const SCEV *S);

  Loop &L, &Inner;
  DominatorTree &DT;
  ScalarEvolution &SE;
};

/// Whether \p I calls a function of numbers alone.
bool isMath(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && !Call->isConvergent() &&
         isNVPTXMathFunction(Callee->getName()) &&
         none_of(Call->args(), [](const Use &Argument) {
           return Argument->getType()->isPointerTy();
         });
}

/// The object that \p I writes to, as far as its address says; null if it does
/// not write, or what it writes to is not known.
const Value *writtenObject(const Instruction &I) {
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return getUnderlyingObject(Store->getPointerOperand());
  if (const auto *Fill = dyn_cast<MemIntrinsic>(&I))
    return getUnderlyingObject(Fill->getRawDest());
  return nullptr;
}

/// Whether nothing but what names it reaches a variable of the thread's.
bool isHidden(const Instruction &I) {
  return !isa<AllocaInst>(I) ||
         !PointerMayBeCaptured(&I, /*ReturnCaptures=*/true);
}

/// Whether \p I may stand in another order among those of another iteration:
/// variables of the thread are of both, those of the block of others, too.
bool mayMove(const Instruction &I) {
  if (isa<AllocaInst>(I) || I.isAtomic() || I.isVolatile())
    return false;
  if (isMath(I))
    return true;
  if (!I.mayWriteToMemory())
    return !I.mayHaveSideEffects();
  const Value *Written = writtenObject(I);
  const auto *Global = dyn_cast_or_null<GlobalVariable>(Written);
  const auto *Own = dyn_cast_or_null<Argument>(Written);
  return Written && !isa<AllocaInst>(Written) &&
         !(Own && Own->hasByValAttr()) &&
         (!Global ||
          Global->getAddressSpace() != NVPTXAS::ADDRESS_SPACE_SHARED);
}

/// Whether the blocks are those before the loop inside, which lead nowhere
/// else, its own, and those behind it.
bool RowLoop::isDivided() {
  const BasicBlock *End = Inner.getLoopLatch();
  return all_of(L.blocks(), [&](const BasicBlock *BB) {
    if (Inner.contains(BB) || DT.dominates(End, BB) ||
        BB == Inner.getLoopPreheader())
      return true;
    return all_of(successors(BB), [&](const BasicBlock *Next) {
      return L.contains(Next) && Next != L.getHeader() &&
             !DT.dominates(End, Next);
    });
  });
}

bool RowLoop::isRight() {
  auto IsRotated = [](const Loop &Of) {
    return Of.isLoopSimplifyForm() && Of.getExitingBlock() &&
           Of.getExitingBlock() == Of.getLoopLatch();
  };
  const SCEV *Rounds = SE.getBackedgeTakenCount(&Inner);
  return IsRotated(L) && IsRotated(Inner) &&
         hasSingleElement(L.getHeader()->phis()) &&
         !isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L)) &&
         !isa<SCEVCouldNotCompute>(Rounds) && SE.isLoopInvariant(Rounds, &L) &&
         isDivided() &&
         all_of(L.blocks(),
                [](const BasicBlock *BB) { return all_of(*BB, mayMove); }) &&
         all_of(instructions(*L.getHeader()->getParent()), isHidden);
}

bool RowLoop::dependsOnRow(const SCEV *S) {
  return SCEVExprContains(S, [&](const SCEV *Part) {
    if (const auto *Sum = dyn_cast<SCEVAddRecExpr>(Part))
      return Sum->getLoop() == &L;
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    const auto *I =
        Unknown ? dyn_cast<Instruction>(Unknown->getValue()) : nullptr;
    return I && L.contains(I);
  });
}

/// Whether a load of each round of the loop inside serves all rows.
bool RowLoop::gains() {
  unsigned Instructions = 0, LoadsOfRows = 0, Shared = 0;
  for (const BasicBlock *BB : Inner.blocks()) {
    Instructions += BB->size();
    for (const Instruction &I : *BB) {
      if (I.mayWriteToMemory())
        return false;
      const auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load)
        continue;
      const SCEV *Place =
          SE.getSCEV(const_cast<Value *>(Load->getPointerOperand()));
      if (dependsOnRow(Place))
        ++LoadsOfRows;
      else if (!SE.isLoopInvariant(Place, &Inner))
        ++Shared;
    }
  }
  return Shared > 0 && LoadsOfRows <= MostLoadsOfRows &&
         Instructions <= MostInstructions;
}

/// Makes the copy of a loop that threads with all rows take, if they come to
/// the loop inside.
class RowCopy {
public:
  RowCopy(Loop &L, Function &F, FunctionAnalysisManager &FAM)
      : L(L), LI(FAM.getResult<LoopAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)) {}
  /// The header of the copy; null if the loop is not one of rows.
  BasicBlock *make(unsigned Count);

private:
  bool isOfRows();
  void findGuards();
  Value *askBefore(IRBuilder<> &B, unsigned Count);

  Loop &L;
  LoopInfo &LI;
  DominatorTree &DT;
  PHINode *Row;
  Value *First, *Next;
  /// for (Row = First;;) { Next = Row + 1; if (!Test) break; }
  BranchInst *Goes;
  ICmpInst *Test;
  /// Branches whose conditions are known before the loop, and the successors
  /// that lead to the loop inside.
  SmallVector<std::pair<BranchInst *, unsigned>> Guards;
};

bool RowCopy::isOfRows() {
  BasicBlock *Latch = L.getLoopLatch();
  if (!Latch || L.getExitingBlock() != Latch || !L.getExitBlock() ||
      !hasSingleElement(L.getHeader()->phis()))
    return false;
  Row = &*L.getHeader()->phis().begin();
  First = Row->getIncomingValueForBlock(L.getLoopPreheader());
  Next = Row->getIncomingValueForBlock(Latch);
  Goes = dyn_cast<BranchInst>(Latch->getTerminator());
  Test = Goes ? dyn_cast<ICmpInst>(Goes->getCondition()) : nullptr;
  return Test && Test->getOperand(0) == Next &&
         L.isLoopInvariant(Test->getOperand(1)) &&
         match(Next, m_Add(m_Specific(Row), m_One()));
}

void RowCopy::findGuards() {
  const Loop &Inner = *L.getSubLoops().front();
  for (BasicBlock *BB : L.blocks()) {
    auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    if (Inner.contains(BB) || Branch == Goes || !Branch ||
        !Branch->isConditional() || !L.isLoopInvariant(Branch->getCondition()))
      continue;
    for (unsigned Onwards : {0u, 1u})
      if (DT.dominates(BasicBlockEdge(BB, Branch->getSuccessor(Onwards)),
                       Inner.getHeader()))
        Guards.push_back({Branch, Onwards});
  }
}

/// Whether all rows are there, and every guard lets them pass.
Value *RowCopy::askBefore(IRBuilder<> &B, unsigned Count) {
  Value *Last = B.CreateAdd(First, ConstantInt::get(Row->getType(), Count - 1));
  Value *All = B.CreateICmp(Test->getPredicate(), Last, Test->getOperand(1));
  if (Goes->getSuccessor(0) != L.getHeader())
    All = B.CreateNot(All);
  for (auto [Guard, Onwards] : Guards) {
    Value *Passes = B.CreateFreeze(Guard->getCondition());
    All = B.CreateAnd(All, Onwards == 0 ? Passes : B.CreateNot(Passes));
  }
  return All;
}

BasicBlock *RowCopy::make(unsigned Count) {
  if (!isOfRows())
    return nullptr;
  findGuards();
  BasicBlock *Before = L.getLoopPreheader();
  IRBuilder<> B(Before->getTerminator());
  Value *All = askBefore(B, Count);
  Value *End = B.CreateAdd(First, ConstantInt::get(Row->getType(), Count));
  BasicBlock *Plain = SplitBlock(Before, Before->getTerminator(), &DT, &LI);
  ValueToValueMapTy Copies;
  SmallVector<BasicBlock *, 8> Blocks;
  Loop *Copy = cloneLoopWithPreheader(Plain, Before, &L, Copies, ".rows", &LI,
                                      &DT, Blocks);
  remapInstructionsInBlocks(Blocks, Copies);
  Before->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Before);
  B.CreateCondBr(All, Copy->getLoopPreheader(), Plain);
  auto *Again = cast<BranchInst>(Copies[Goes]);
  B.SetInsertPoint(Again);
  Again->setCondition(Again->getSuccessor(0) == Copy->getHeader()
                          ? B.CreateICmpNE(Copies[Next], End)
                          : B.CreateICmpEQ(Copies[Next], End));
  for (auto [Guard, Onwards] : Guards)
    cast<BranchInst>(Copies[Guard])->setCondition(B.getInt1(Onwards == 0));
  return Copy->getHeader();
}

/// Brings \p L into the form that LLVM's transforms want.
Loop *canonicalize(Loop &L, Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  simplifyLoop(&L, &DT, &LI, &SE, &FAM.getResult<AssumptionAnalysis>(F),
               /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
  formLCSSARecursively(L, DT, &LI, &SE);
  return &L;
}

/// The nest of \p F in the form that LLVM's transforms want, or null if there
/// is not one of two loops alone.
Loop *findNest(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  if (!hasSingleElement(LI))
    return nullptr;
  Loop &L = **LI.begin();
  if (L.getSubLoops().size() != 1 || !L.getSubLoops().front()->isInnermost())
    return nullptr;
  return canonicalize(L, F, FAM);
}

} // namespace

PreservedAnalyses JamRowsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  if (!F.hasFnAttribute(bitcode::WantsRowsAttr))
    return PreservedAnalyses::all();
  Loop *L = findNest(F, FAM);
  StringRef Wanted =
      F.getFnAttribute(bitcode::WantsRowsAttr).getValueAsString();
  unsigned Count = 0;
  if (!L || Wanted.getAsInteger(10, Count))
    return PreservedAnalyses::none();
  BasicBlock *Header = RowCopy(*L, F, FAM).make(Count);
  if (!Header)
    return PreservedAnalyses::none();
  for (BasicBlock &BB : F)
    ConstantFoldTerminator(&BB);
  removeUnreachableBlocks(F);
  FAM.invalidate(F, PreservedAnalyses::none());
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  Loop &Copy = *canonicalize(*LI.getLoopFor(Header), F, FAM);
  RowLoop Rows(Copy, DT, SE);
  if (Rows.isRight() && Rows.gains() &&
      UnrollAndJamLoop(&Copy, Count, /*TripCount=*/Count,
                       /*TripMultiple=*/Count, /*UnrollRemainder=*/false, &LI,
                       &SE, &DT, &AC, &FAM.getResult<TargetIRAnalysis>(F),
                       &FAM.getResult<OptimizationRemarkEmitterAnalysis>(F)) !=
          LoopUnrollResult::Unmodified)
    F.addFnAttr(bitcode::RowsAttr, Wanted);
  return PreservedAnalyses::none();
}

} // namespace warpfort
