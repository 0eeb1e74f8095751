//===-- MergeReads.cpp - Reads that are checked together ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two kinds of reads are checked by one call:
//
//   - those of a load that a loop executes in every round, at an address that
//     each round moves by the same distance, before the loop:
//
//         warprt_cpu_check_reads(&b[0][j], n, 8, word);
//         for (k = 0; k < n; ++k)
//           s += a[k][i]*b[k][j]
//
//   - those of loads behind each other, as unrolled loops have them, after the
//     last one.
//
// In between, the thread neither writes to memory that others see nor waits for
// others nor calls anything. Then neither what the checks know of memory nor
// the thread's word changes, and the order in which reads are looked at does
// not matter: of two reads none is a race. All of them happen: the loop has a
// count that is known when it begins.
//
// Rounds that are counted from a thread's place up to a bound are left to
// CheckLoops.cpp, which describes those of all threads together.
//
//===----------------------------------------------------------------------===//
#include "MergeReads.h"
#include "LoopAnalyses.h"
#include "MemoryAccesses.h"
#include "SyncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

/// Fewer loads behind each other are checked one by one.
constexpr size_t FewestLoads = 3;
/// Loads that are compared with each other.
constexpr size_t MostGroups = 16;

class Merger : LoopAnalyses {
public:
  Merger(Function &F, function_ref<bool(LoadInst &)> IsChecked,
         function_ref<unsigned(const LoadInst &)> SiteOf,
         function_ref<bool(const Value &)> IsThread)
      : LoopAnalyses(F), F(F), IsChecked(IsChecked), SiteOf(SiteOf),
        IsThread(IsThread), Expander(SE, "checked") {}

  SmallVector<MergedReads> run();

private:
  bool isQuiet(const Loop &L);
  bool dependsOnThread(const Value &V) const;
  const SCEV *dividendOf(const SCEV *Rounds);
  bool isCountedFromThread(const SCEV *Rounds);
  void mergeInLoop(Loop &L);
  bool mergeInRounds(LoadInst &Load, Loop &L, const SCEV *Rounds);
  void mergeInBlock(BasicBlock &BB);
  void mergeBehindEachOther(ArrayRef<LoadInst *> Loads);
  void mergeAtDistances(MutableArrayRef<std::pair<int64_t, LoadInst *>> Loads,
                        Instruction &Behind);

  Function &F;
  function_ref<bool(LoadInst &)> IsChecked;
  function_ref<unsigned(const LoadInst &)> SiteOf;
  function_ref<bool(const Value &)> IsThread;
  SCEVExpander Expander;
  SmallPtrSet<const LoadInst *, 32> Done;
  SmallVector<MergedReads> Result;
};

} // namespace

/// Whether neither other threads nor checks can notice \p I.
static bool isQuiet(Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return isa<IntrinsicInst>(Call) && !classifySync(*Call) &&
           Call->doesNotAccessMemory() && !Call->mayHaveSideEffects();
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isSimple() && isPrivateMemory(Store->getPointerOperand());
  return !I.mayHaveSideEffects();
}

bool Merger::isQuiet(const Loop &L) {
  return all_of(L.blocks(), [](BasicBlock *BB) {
    return all_of(*BB, [](Instruction &I) { return cpu::isQuiet(I); });
  });
}

bool Merger::dependsOnThread(const Value &V) const {
  SmallVector<const Value *> Left{&V};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Left.empty()) {
    const Value *Next = Left.pop_back_val();
    if (IsThread(*Next))
      return true;
    if (auto *I = dyn_cast<Instruction>(Next); I && Seen.insert(I).second)
      append_range(Left, I->operand_values());
  }
  return false;
}

/// What is divided where \p Rounds are a quotient whose divisor all threads
/// have in common, as those of OpenACC's vectors are.
const SCEV *Merger::dividendOf(const SCEV *Rounds) {
  if (auto *Wide = dyn_cast<SCEVIntegralCastExpr>(Rounds))
    Rounds = Wide->getOperand();
  auto *U = dyn_cast<SCEVUnknown>(Rounds);
  auto *Quotient = U ? dyn_cast<BinaryOperator>(U->getValue()) : nullptr;
  return Quotient && Quotient->getOpcode() == Instruction::SDiv &&
                 !dependsOnThread(*Quotient->getOperand(1))
             ? SE.getSCEV(Quotient->getOperand(0))
             : nullptr;
}

/// Whether they fall from a thread to the next one, as those up to a bound do,
/// by nothing but sums and quotients: not by what the thread reads.
bool Merger::isCountedFromThread(const SCEV *Rounds) {
  if (const SCEV *Dividend = dividendOf(Rounds))
    return isCountedFromThread(Dividend);
  auto Is = [&](const SCEV *S, bool Itself) {
    auto *U = dyn_cast<SCEVUnknown>(S);
    return U && IsThread(*U->getValue()) == Itself &&
           dependsOnThread(*U->getValue());
  };
  auto IsThreadItself = [&](const SCEV *S) { return Is(S, true); };
  auto Falls = [&](const SCEV *S) {
    auto *Product = dyn_cast<SCEVMulExpr>(S);
    return Product && Product->getOperand(0)->isAllOnesValue() &&
           SCEVExprContains(Product, IsThreadItself);
  };
  return SCEVExprContains(Rounds, Falls) &&
         !SCEVExprContains(Rounds, [&](const SCEV *S) { return Is(S, false); });
}

/// Whether the reads of \p Load, which is executed in every round of \p L, are
/// merged.
bool Merger::mergeInRounds(LoadInst &Load, Loop &L, const SCEV *Rounds) {
  auto *Place = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Load.getPointerOperand()));
  if (!Place || Place->getLoop() != &L || !Place->isAffine())
    return false;
  Instruction *At = L.getLoopPreheader()->getTerminator();
  const SCEV *Parts[] = {Place->getStart(), Rounds,
                         Place->getStepRecurrence(SE)};
  if (!all_of(Parts, [&](const SCEV *Part) {
        return Expander.isSafeToExpandAt(Part, At);
      }))
    return false;
  Type *I64 = Type::getInt64Ty(F.getContext());
  const SCEV *Step = SE.getTruncateOrSignExtend(Parts[2], I64);
  Result.push_back(
      {At,
       Expander.expandCodeFor(Parts[0], Load.getPointerOperandType(), At),
       Expander.expandCodeFor(Rounds, I64, At),
       Expander.expandCodeFor(Step, I64, At),
       {&Load}});
  return true;
}

void Merger::mergeInLoop(Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  if (!L.getLoopPreheader() || !Latch || L.getExitingBlock() != Latch ||
      !isQuiet(L))
    return;
  const SCEV *Back = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Back))
    return;
  Type *I64 = Type::getInt64Ty(F.getContext());
  if (SE.getTypeSizeInBits(Back->getType()) > 64)
    return;
  const SCEV *Rounds =
      SE.getAddExpr(SE.getNoopOrZeroExtend(Back, I64), SE.getOne(I64));
  if (isCountedFromThread(Rounds))
    return;
  for (BasicBlock *BB : L.blocks()) {
    if (LI.getLoopFor(BB) != &L || !DT.dominates(BB, Latch))
      continue;
    for (Instruction &I : *BB)
      if (auto *Load = dyn_cast<LoadInst>(&I);
          Load && IsChecked(*Load) && mergeInRounds(*Load, L, Rounds))
        Done.insert(Load);
  }
}

/// Loads with their distances from the first one, in ascending order.
void Merger::mergeAtDistances(
    MutableArrayRef<std::pair<int64_t, LoadInst *>> Loads,
    Instruction &Behind) {
  Type *I64 = Type::getInt64Ty(F.getContext());
  for (size_t Begin = 0; Begin + FewestLoads <= Loads.size();) {
    int64_t Step = Loads[Begin + 1].first - Loads[Begin].first;
    size_t End = Begin + 2;
    while (End < Loads.size() &&
           Loads[End].first - Loads[End - 1].first == Step)
      ++End;
    if (End - Begin < FewestLoads || Step == 0) {
      ++Begin;
      continue;
    }
    MergedReads Reads{&Behind,
                      Loads[Begin].second->getPointerOperand(),
                      ConstantInt::get(I64, End - Begin),
                      ConstantInt::getSigned(I64, Step),
                      {}};
    for (auto [Distance, Load] : Loads.slice(Begin, End - Begin)) {
      Reads.Loads.push_back(Load);
      Done.insert(Load);
    }
    Result.push_back(std::move(Reads));
    Begin = End;
  }
}

/// Loads between which nothing can be noticed.
void Merger::mergeBehindEachOther(ArrayRef<LoadInst *> Loads) {
  struct Group {
    LoadInst *First;
    SmallVector<std::pair<int64_t, LoadInst *>> Members;
  };
  SmallVector<Group, 4> Groups;
  for (LoadInst *Load : Loads) {
    const SCEV *Here = SE.getSCEV(Load->getPointerOperand());
    auto Distance = [&](const Group &G) -> std::optional<int64_t> {
      if (G.First->getType() != Load->getType() ||
          SiteOf(*G.First) != SiteOf(*Load))
        return std::nullopt;
      const SCEV *There = SE.getSCEV(G.First->getPointerOperand());
      auto *C = dyn_cast<SCEVConstant>(SE.getMinusSCEV(Here, There));
      return C ? C->getAPInt().trySExtValue() : std::nullopt;
    };
    bool Found = false;
    for (Group &G : Groups)
      if (std::optional<int64_t> D = Distance(G)) {
        G.Members.push_back({*D, Load});
        Found = true;
        break;
      }
    if (!Found && Groups.size() < MostGroups)
      Groups.push_back({Load, {{0, Load}}});
  }
  for (Group &G : Groups) {
    sort(G.Members,
         [](const auto &A, const auto &B) { return A.first < B.first; });
    mergeAtDistances(G.Members, *Loads.back()->getNextNode());
  }
}

void Merger::mergeInBlock(BasicBlock &BB) {
  SmallVector<LoadInst *> Loads;
  auto Flush = [&] {
    if (Loads.size() >= FewestLoads)
      mergeBehindEachOther(Loads);
    Loads.clear();
  };
  for (Instruction &I : BB) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!cpu::isQuiet(I))
      Flush();
    else if (Load && !Done.contains(Load) && IsChecked(*Load))
      Loads.push_back(Load);
  }
  Flush();
}

SmallVector<MergedReads> Merger::run() {
  for (Loop *L : LI.getLoopsInPreorder())
    mergeInLoop(*L);
  for (BasicBlock &BB : F)
    mergeInBlock(BB);
  return std::move(Result);
}

SmallVector<MergedReads>
mergeReads(Function &F, function_ref<bool(LoadInst &)> IsChecked,
           function_ref<unsigned(const LoadInst &)> SiteOf,
           function_ref<bool(const Value &)> IsThread) {
  return Merger(F, IsChecked, SiteOf, IsThread).run();
}

} // namespace warpfort::cpu
