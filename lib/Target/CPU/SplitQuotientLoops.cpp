//===-- SplitQuotientLoops.cpp - Loops over what has one quotient ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For -gpu=check. Threads that share the iterations of a nest, as those of
// LOOP VECTOR COLLAPSE(2) do, divide their number by the length of a row:
//
//     for (t = 0; t < n; ++t)
//       access(&x[(first + t) / m][(first + t) % m])
//
// As long as the quotient stays, they are at neighbours. So the loop becomes
// one over those who have the same quotient, in another one:
//
//     for (begin = 0; begin < n; begin += length) {
//       q = (first + begin) / m, r = (first + begin) % m
//       length = min(m - r, n - begin)
//       for (t = 0; t < length; ++t)
//         access(&x[q][r + t])
//     }
//
// where CheckLoops.cpp describes the inner one. All is done in the same order.
// Of several quotients, the first one to change ends the inner loop.
//
// So it is with indices that are kept within bounds: of
// max(lower, min(first + t, upper)), the least value, those between and the
// greatest one are each a loop's.
//
//===----------------------------------------------------------------------===//
#include "SplitQuotientLoops.h"
#include "CheckAccesses.h"
#include "CheckLoops.h"
#include "LoopRewrites.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

/// Shorter rows are not worth a question each, and longer ones not a division.
constexpr uint64_t FewestInRow = 8, MostInRow = uint64_t(1) << 20;

/// A quotient or a remainder of unsigned numbers.
struct Division {
  Instruction *Result;
  Value *Number;
  /// The divisor: one of both.
  Value *By = nullptr;
  uint64_t Constant = 0;
  bool IsQuotient;
};

/// The greater or the lesser one of a number that grows by one, or of another
/// such result, and of what the loop does not change.
struct Clamp {
  MinMaxIntrinsic *Result;
  Value *Number, *Bound;
};

} // namespace

static std::optional<Division> readDivision(Instruction &I,
                                            ScalarEvolution &SE) {
  Value *Number, *By;
  const APInt *C;
  if (!I.getType()->isIntegerTy() || I.getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  if (match(&I, m_LShr(m_Value(Number), m_APInt(C))) && C->ult(21))
    return Division{&I, Number, nullptr, uint64_t(1) << C->getZExtValue(),
                    true};
  if (match(&I, m_And(m_Value(Number), m_APInt(C))) && C->isMask() &&
      C->ult(MostInRow))
    return Division{&I, Number, nullptr, C->getZExtValue() + 1, false};
  const bool IsSigned = match(&I, m_SDiv(m_Value(), m_Value())) ||
                        match(&I, m_SRem(m_Value(), m_Value()));
  if (!match(&I, m_IDiv(m_Value(Number), m_Value(By))) &&
      !match(&I, m_IRem(m_Value(Number), m_Value(By))))
    return std::nullopt;
  if (IsSigned && !(SE.isKnownNonNegative(SE.getSCEV(Number)) &&
                    SE.isKnownNonNegative(SE.getSCEV(By))))
    return std::nullopt;
  const bool IsQuotient = match(&I, m_IDiv(m_Value(), m_Value()));
  if (match(By, m_APInt(C)))
    return C->ugt(MostInRow)
               ? std::nullopt
               : std::optional(Division{&I, Number, nullptr, C->getZExtValue(),
                                        IsQuotient});
  return Division{&I, Number, By, 0, IsQuotient};
}

/// The number of \p D as it is in the first round of \p Of, if that grows by
/// one with each round of \p L, and is divided by the same in all of them.
static const SCEVAddRecExpr *numberOf(const Division &D, const Loop &L,
                                      ScalarEvolution &SE) {
  if (D.By ? !L.isLoopInvariant(D.By) : D.Constant < FewestInRow)
    return nullptr;
  auto *Number = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(D.Number));
  while (Number && Number->getLoop() != &L)
    Number = dyn_cast<SCEVAddRecExpr>(Number->getStart());
  return Number && Number->isAffine() && Number->getStepRecurrence(SE)->isOne()
             ? Number
             : nullptr;
}

/// What addresses of checked accesses in \p Of are made of.
static SmallSetVector<Instruction *, 32> partsOfAddresses(const Loop &Of) {
  SmallSetVector<Instruction *, 32> Needed;
  auto Need = [&](Value *V) {
    if (auto *I = dyn_cast<Instruction>(V);
        I && Of.contains(I) && !isa<PHINode>(I) && !I->mayReadFromMemory())
      Needed.insert(I);
  };
  for (BasicBlock *BB : Of.blocks())
    for (Instruction &I : *BB)
      if (Check Kind = checkOf(I); Kind == Check::Read || Kind == Check::Write)
        Need(I.getOperand(0));
  for (size_t Next = 0; Next < Needed.size(); ++Next)
    for (Value *V : Needed[Next]->operands())
      Need(V);
  return Needed;
}

/// The divisions of which addresses in \p Of are made.
static SmallVector<Division, 4> divisionsOf(const Loop &Of, const Loop &L,
                                            ScalarEvolution &SE) {
  SmallVector<Division, 4> Found;
  for (Instruction *I : partsOfAddresses(Of))
    if (auto D = readDivision(*I, SE); D && numberOf(*D, L, SE))
      Found.push_back(*D);
  return Found;
}

/// Likewise the clamps; what one is made of is before it.
static SmallVector<Clamp, 4> clampsOf(const Loop &L, ScalarEvolution &SE) {
  SmallVector<Clamp, 4> Found;
  auto Grows = [&](Value *V) {
    auto *Number = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(V));
    return (Number && Number->getLoop() == &L && Number->isAffine() &&
            Number->getStepRecurrence(SE)->isOne()) ||
           any_of(Found, [&](const Clamp &C) { return C.Result == V; });
  };
  // Operands come behind what they are of.
  const auto Parts = partsOfAddresses(L);
  for (Instruction *I : reverse(Parts.getArrayRef())) {
    auto *Result = dyn_cast<MinMaxIntrinsic>(I);
    if (!Result || !Result->getType()->isIntegerTy() ||
        Result->getType()->getIntegerBitWidth() > 64)
      continue;
    Value *Number = Result->getLHS(), *Bound = Result->getRHS();
    if (L.isLoopInvariant(Number))
      std::swap(Number, Bound);
    if (L.isLoopInvariant(Bound) && Grows(Number))
      Found.push_back({Result, Number, Bound});
  }
  return Found;
}

bool areOfQuotients(const Loop &Of, const Loop &L, ScalarEvolution &SE) {
  return !divisionsOf(Of, L, SE).empty();
}

namespace {

class QuotientLoop {
public:
  QuotientLoop(Loop &L, ScalarEvolution &SE)
      : L(L), SE(SE), Expander(SE, "quotient"),
        I64(Type::getInt64Ty(L.getHeader()->getContext())) {}
  bool analyze();
  void transform();

private:
  /// Divisions of one number by the same.
  struct Row {
    SmallVector<Division, 2> All;
    const SCEV *Number;                          ///< in the first round
    Value *First = nullptr, *By = nullptr;       ///< before the loop
    Value *Quotient = nullptr, *Begin = nullptr; ///< where the row begins
  };
  /// A clamp, which grows in a row or does not.
  struct Piece {
    Clamp Of;
    Value *First = nullptr; ///< before the loop; null: another piece's
    Value *Begin = nullptr, *Grows = nullptr; ///< where the row begins
  };
  void add(const Division &D);
  void makeBlocks();
  void beginRows();
  void countRow();
  void beginPiece(IRBuilder<> &B, Piece &P);
  void replace(const Division &D, const Row &R);
  void replaceClamps();
  void hoist();

  Loop &L;
  ScalarEvolution &SE;
  SCEVExpander Expander;
  IntegerType *I64;
  SmallVector<Row, 4> Rows;
  SmallVector<Piece, 4> Pieces;
  const SCEV *Back = nullptr; ///< how often the latch branches back
  Value *Total = nullptr;     ///< rounds of the loop
  BasicBlock *Before = nullptr, *Begin = nullptr, *End = nullptr;
  PHINode *Done = nullptr, *Round = nullptr; ///< before the row, and in it
  Value *Length = nullptr;                   ///< of the row
};

} // namespace

bool QuotientLoop::analyze() {
  BasicBlock *Latch = L.getLoopLatch();
  Before = L.getLoopPreheader();
  if (!Before || !Latch || L.getExitingBlock() != Latch ||
      !isa<BranchInst>(Latch->getTerminator()) ||
      getBooleanLoopAttribute(&L, LoopKeepsChecks))
    return false;
  // No loop goes round 2**64 times.
  Back = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Back) ||
      SE.getTypeSizeInBits(Back->getType()) > 64)
    return false;
  Instruction *At = Before->getTerminator();
  if (!Expander.isSafeToExpandAt(Back, At))
    return false;
  for (const Division &D : divisionsOf(L, L, SE))
    add(D);
  for (const Clamp &C : clampsOf(L, SE)) {
    auto *Number = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(C.Number));
    if (Number ? Expander.isSafeToExpandAt(Number->getStart(), At)
               : any_of(Pieces, [&](const Piece &Other) {
                   return Other.Of.Result == C.Number;
                 }))
      Pieces.push_back({C});
  }
  return !Rows.empty() || !Pieces.empty();
}

void QuotientLoop::add(const Division &D) {
  const SCEV *Number = numberOf(D, L, SE)->getStart();
  if (!Expander.isSafeToExpandAt(Number, Before->getTerminator()))
    return;
  auto *Same = find_if(Rows, [&](const Row &R) {
    const Division &Other = R.All.front();
    return R.Number == Number && Other.By == D.By &&
           Other.Constant == D.Constant;
  });
  if (Same == Rows.end())
    Rows.push_back({{D}, Number});
  else
    Same->All.push_back(D);
}

/// Puts the loop into one over rows.
void QuotientLoop::makeBlocks() {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch(),
             *Exit = L.getExitBlock();
  Function *F = Header->getParent();
  Begin = BasicBlock::Create(F->getContext(), "row", F, Header);
  End = BasicBlock::Create(F->getContext(), "row.end", F, Exit);
  Before->getTerminator()->replaceSuccessorWith(Header, Begin);
  for (PHINode &Phi : Header->phis()) {
    auto *Outer = PHINode::Create(Phi.getType(), 2, Phi.getName(), Begin);
    Outer->addIncoming(Phi.getIncomingValueForBlock(Before), Before);
    Outer->addIncoming(Phi.getIncomingValueForBlock(Latch), End);
    Phi.setIncomingBlock(Phi.getBasicBlockIndex(Before), Begin);
    Phi.setIncomingValueForBlock(Begin, Outer);
  }
  Exit->replacePhiUsesWith(Latch, End);
}

/// Computes where the row begins, and how long it is.
void QuotientLoop::beginRows() {
  IRBuilder<> B(Begin);
  Done = B.CreatePHI(I64, 2, "done");
  Done->addIncoming(B.getInt64(0), Before);
  Value *Left = B.CreateSub(Total, Done), *One = B.getInt64(1);
  Length = Left;
  for (Row &R : Rows) {
    Type *T = R.First->getType();
    Value *Number = B.CreateAdd(R.First, B.CreateZExtOrTrunc(Done, T)),
          *Rest = B.CreateURem(Number, R.By);
    R.Quotient = B.CreateUDiv(Number, R.By);
    R.Begin = B.CreateZExt(Rest, I64);
    // Where the number itself begins anew, so does the row.
    Value *More = B.CreateBinaryIntrinsic(
        Intrinsic::umin,
        B.CreateSub(B.CreateSub(R.By, ConstantInt::get(T, 1)), Rest),
        B.CreateNot(Number));
    Length = B.CreateBinaryIntrinsic(
        Intrinsic::umin, Length,
        B.CreateAdd(B.CreateZExt(More, I64), One, "", true));
  }
  for (Piece &P : Pieces)
    beginPiece(B, P);
  B.CreateBr(L.getHeader());
}

/// Computes where a clamp begins in the row, and whether it grows. The row ends
/// where that changes, or where its number wraps around.
void QuotientLoop::beginPiece(IRBuilder<> &B, Piece &P) {
  const MinMaxIntrinsic &Of = *P.Of.Result;
  auto *T = cast<IntegerType>(Of.getType());
  const unsigned Bits = T->getBitWidth();
  Value *Number, *Grows = B.getTrue();
  auto LimitTo = [&](Value *Most, Value *If) {
    Length = B.CreateSelect(
        If, B.CreateBinaryIntrinsic(Intrinsic::umin, Length, Most), Length);
  };
  if (P.First) {
    Number = B.CreateAdd(P.First, B.CreateZExtOrTrunc(Done, T));
    const APInt Last = Of.isSigned() ? APInt::getSignedMaxValue(Bits)
                                     : APInt::getMaxValue(Bits);
    Value *More = B.CreateSub(ConstantInt::get(T, Last), Number);
    LimitTo(B.CreateBinaryIntrinsic(Intrinsic::uadd_sat,
                                    B.CreateZExt(More, I64), B.getInt64(1)),
            B.getTrue());
  } else {
    const Piece &From = *find_if(Pieces, [&](const Piece &Other) {
      return Other.Of.Result == P.Of.Number;
    });
    Number = From.Begin;
    Grows = From.Grows;
  }
  const bool IsLeast = Of.getPredicate() == CmpInst::ICMP_SGT ||
                       Of.getPredicate() == CmpInst::ICMP_UGT;
  Value *Bound = P.Of.Bound;
  Value *IsBelow = B.CreateICmp(
      Of.isSigned() ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT, Number, Bound);
  LimitTo(B.CreateZExt(B.CreateSub(Bound, Number), I64),
          B.CreateAnd(IsBelow, Grows));
  Value *IsBound = IsLeast ? IsBelow : B.CreateNot(IsBelow);
  P.Begin = B.CreateSelect(IsBound, Bound, Number);
  P.Grows = B.CreateAnd(Grows, B.CreateNot(IsBound));
}

/// Has the loop end with the row, and go on with the next one.
void QuotientLoop::countRow() {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch(),
             *Exit = L.getExitBlock();
  IRBuilder<> B(Header, Header->begin());
  Round = B.CreatePHI(I64, 2, "round");
  Round->addIncoming(B.getInt64(0), Begin);
  Instruction *Old = Latch->getTerminator();
  B.SetInsertPoint(Old);
  Value *Next = B.CreateAdd(Round, B.getInt64(1), "", true, true);
  Round->addIncoming(Next, Latch);
  BranchInst *New = B.CreateCondBr(B.CreateICmpULT(Next, Length), Header, End);
  New->copyMetadata(*Old);
  New->setMetadata(LLVMContext::MD_prof, nullptr);
  Old->eraseFromParent();
  B.SetInsertPoint(End);
  Value *Sum = B.CreateAdd(Done, Length, "", true);
  Done->addIncoming(Sum, End);
  B.CreateCondBr(B.CreateICmpULT(Sum, Total), Begin, Exit);
}

/// The quotient is the same in the row; the remainder grows by one.
void QuotientLoop::replace(const Division &D, const Row &R) {
  Instruction &Old = *D.Result;
  IRBuilder<> B(&Old);
  if (D.IsQuotient) {
    Old.replaceAllUsesWith(R.Quotient);
    Old.eraseFromParent();
    return;
  }
  Value *Wide = B.CreateAdd(R.Begin, Round, "", true, !D.By);
  for (User *U : make_early_inc_range(Old.users()))
    if (auto *Cast = dyn_cast<ZExtInst>(U); Cast && Cast->getType() == I64)
      Cast->replaceAllUsesWith(Wide);
  Old.replaceAllUsesWith(B.CreateTrunc(Wide, Old.getType()));
  Old.eraseFromParent();
}

/// Those that others are made of, too, are in no address then.
void QuotientLoop::replaceClamps() {
  for (const Piece &P : Pieces) {
    MinMaxIntrinsic &Old = *P.Of.Result;
    IRBuilder<> B(Begin->getTerminator());
    Value *Step = B.CreateZExt(P.Grows, I64);
    auto Extend = [&](bool IsSigned) {
      IRBuilder<> At(Begin->getTerminator());
      Value *First =
          IsSigned ? At.CreateSExt(P.Begin, I64) : At.CreateZExt(P.Begin, I64);
      IRBuilder<> Here(&Old);
      return Here.CreateNSWAdd(First, Here.CreateNSWMul(Round, Step));
    };
    for (User *U : make_early_inc_range(Old.users())) {
      auto *Cast = dyn_cast<CastInst>(U);
      if (Cast && Cast->getType() == I64 && isa<SExtInst, ZExtInst>(Cast))
        Cast->replaceAllUsesWith(
            Extend(isa<SExtInst>(Cast) || Cast->hasNonNeg()));
    }
    IRBuilder<> Here(&Old);
    Old.replaceAllUsesWith(
        Here.CreateTrunc(Extend(Old.isSigned()), Old.getType()));
    Old.eraseFromParent();
  }
}

/// What is the same in a row stands before it, where it is known.
void QuotientLoop::hoist() {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : make_early_inc_range(*BB)) {
      bool Changed = false;
      if (!I.isTerminator() && !isa<PHINode>(I))
        L.makeLoopInvariant(&I, Changed, Begin->getTerminator());
    }
}

void QuotientLoop::transform() {
  Instruction *At = Before->getTerminator();
  IRBuilder<> B(At);
  Total =
      B.CreateAdd(B.CreateZExt(Expander.expandCodeFor(Back, nullptr, At), I64),
                  B.getInt64(1), "total");
  for (Row &R : Rows) {
    const Division &D = R.All.front();
    Type *T = D.Result->getType();
    R.First = Expander.expandCodeFor(R.Number, T, At);
    // Where the program does not divide, this may be zero.
    R.By = D.By ? B.CreateBinaryIntrinsic(Intrinsic::umax, B.CreateFreeze(D.By),
                                          ConstantInt::get(T, 1))
                : ConstantInt::get(T, D.Constant);
  }
  for (Piece &P : Pieces)
    if (auto *Number = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(P.Of.Number)))
      P.First = Expander.expandCodeFor(Number->getStart(),
                                       P.Of.Number->getType(), At);
  makeBlocks();
  beginRows();
  countRow();
  for (const Row &R : Rows)
    for (const Division &D : R.All)
      replace(D, R);
  replaceClamps();
  hoist();
}

PreservedAnalyses SplitQuotientLoopsPass::run(Function &F,
                                              FunctionAnalysisManager &FAM) {
  return transformLoops(F, FAM, [&](Loop &L) {
    auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
    if (!L.isInnermost() ||
        (!areOfQuotients(L, L, SE) && clampsOf(L, SE).empty()))
      return false;
    const bool Changed =
        simplifyLoop(&L, &FAM.getResult<DominatorTreeAnalysis>(F),
                     &FAM.getResult<LoopAnalysis>(F), &SE,
                     &FAM.getResult<AssumptionAnalysis>(F), nullptr,
                     /*PreserveLCSSA=*/false);
    QuotientLoop Candidate(L, SE);
    if (!Candidate.analyze())
      return Changed;
    Candidate.transform();
    return true;
  });
}

} // namespace warpfort::cpu
