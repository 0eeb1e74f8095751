//===-- LowerCharacterComparisons.cpp - SELECT CASE on strings ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang compares the selector of a SELECT CASE construct with one string after
/// the other, and with -O makes up to three loops of each comparison. LLVM is
/// quadratic in the loops of a procedure.
///
/// Here such a chain of comparisons becomes a binary search whose steps call
/// the run-time library:
///
///     if (c == 'd') goto 1          r = compare(c, 'h')
///     if (c == 'h') goto 2          if (r == 0) goto 2
///     if (c >= 'j') then            if (r < 0) then
///       if (c <= 'm') goto 3     ->   if (compare(c, 'd') == 0) goto 1
///     endif                         else if (compare(c, 'j') >= 0) then
///     goto 9                          if (compare(c, 'm') <= 0) goto 3
///                                   endif
///                                   goto 9
///
/// Where a procedure compares strings in many other places, these comparisons
/// are calls as well.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Pipeline/Passes.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/Character.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/Builder/Runtime/Character.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_LOWERCHARACTERCOMPARISONSPASS
#include "warpfort/Pipeline/Passes.h.inc"

namespace {

/// Chains of fewer cases stay as they are.
constexpr size_t LeastCases = 4;
/// Of more comparisons in a procedure, calls are made.
constexpr size_t MostInlined = 24;

struct LowerCharacterComparisons
    : impl::LowerCharacterComparisonsPassBase<LowerCharacterComparisons> {
  void runOnOperation() override;
};

/// The text of a character constant of kind 1.
std::optional<StringRef> constantText(Value V) {
  while (Operation *Op = V.getDefiningOp()) {
    if (auto Address = dyn_cast<fir::AddrOfOp>(Op)) {
      auto Global = Op->getParentOfType<ModuleOp>().lookupSymbol<fir::GlobalOp>(
          Address.getSymbol());
      if (!Global || !Global.getConstant() || Global.getRegion().empty())
        return std::nullopt;
      auto Result =
          dyn_cast<fir::HasValueOp>(Global.getRegion().front().getTerminator());
      auto Literal = Result
                         ? Result.getResval().getDefiningOp<fir::StringLitOp>()
                         : fir::StringLitOp();
      auto Text =
          Literal ? dyn_cast<StringAttr>(Literal.getValue()) : StringAttr();
      auto Type = Literal ? dyn_cast<fir::CharacterType>(Literal.getType())
                          : fir::CharacterType();
      if (!Text || !Type || Type.getFKind() != 1 ||
          Type.getLen() != static_cast<int64_t>(Text.getValue().size()))
        return std::nullopt;
      return Text.getValue();
    }
    if (!isa<hlfir::DeclareOp, fir::EmboxCharOp>(Op))
      break;
    V = Op->getOperand(0);
  }
  return std::nullopt;
}

/// The order of the language: the shorter string is padded with blanks.
int compareTexts(StringRef A, StringRef B) {
  for (size_t I = 0, N = std::max(A.size(), B.size()); I < N; ++I) {
    unsigned char X = I < A.size() ? A[I] : ' ', Y = I < B.size() ? B[I] : ' ';
    if (X != Y)
      return X < Y ? -1 : 1;
  }
  return 0;
}

/// A string that the selector is compared with.
struct Bound {
  Value Constant;
  StringRef Text;
};

/// One value or range, with the block it leads to.
struct Case {
  Location Loc;
  Block *Target;
  /// The same for a single value; at most one of a range is missing.
  std::optional<Bound> Low, High;

  bool isValue() const {
    return Low && High && Low->Constant == High->Constant;
  }
  bool isEmpty() const {
    return Low && High && compareTexts(Low->Text, High->Text) > 0;
  }
  /// Whether every string of this one comes before all of the other's.
  bool isBefore(const Case &Other) const {
    return High && Other.Low && compareTexts(High->Text, Other.Low->Text) < 0;
  }
};

/// The comparison that ends a block, of which a branch is made there.
struct Test {
  hlfir::CmpCharOp Compare;
  cf::CondBranchOp Branch;
  Bound Right;
};

std::optional<Test> testAtEnd(Block &B) {
  auto Branch = dyn_cast<cf::CondBranchOp>(B.getTerminator());
  if (!Branch || !Branch.getTrueDestOperands().empty() ||
      !Branch.getFalseDestOperands().empty())
    return std::nullopt;
  auto Compare = Branch.getCondition().getDefiningOp<hlfir::CmpCharOp>();
  if (!Compare || Compare->getBlock() != &B || !Compare->hasOneUse() ||
      Compare->getNextNode() != Branch)
    return std::nullopt;
  auto Text = constantText(Compare.getRchr());
  if (!Text)
    return std::nullopt;
  return Test{Compare, Branch, {Compare.getRchr(), *Text}};
}

/// A test of the selector that is all that its block does.
std::optional<Test> testAlone(Block &B, Value Selector) {
  auto Found = testAtEnd(B);
  if (!Found || &B.front() != Found->Compare.getOperation() ||
      B.getNumArguments() || Found->Compare.getLchr() != Selector)
    return std::nullopt;
  return Found;
}

/// Successive tests of one selector.
struct Chain {
  Block *First;
  Value Selector;
  SmallVector<Case> Cases;
  /// Without the first, which may have other work.
  llvm::SetVector<Block *> Tests;
  Block *Default;
};

/// The case whose first test is \p First. \p Tests gets the block of the second
/// one, if there is any.
std::optional<Case> readCase(Test First, Value Selector,
                             llvm::SetVector<Block *> &Tests) {
  Location Loc = First.Compare.getLoc();
  Block *Yes = First.Branch.getTrueDest(), *No = First.Branch.getFalseDest();
  switch (First.Compare.getPredicate()) {
  case arith::CmpIPredicate::eq:
    return Case{Loc, Yes, First.Right, First.Right};
  case arith::CmpIPredicate::sle:
    return Case{Loc, Yes, std::nullopt, First.Right};
  case arith::CmpIPredicate::sge: {
    auto Second = testAlone(*Yes, Selector);
    if (!Second || Yes->getSinglePredecessor() != First.Branch->getBlock() ||
        Second->Compare.getPredicate() != arith::CmpIPredicate::sle ||
        Second->Branch.getFalseDest() != No)
      return Case{Loc, Yes, First.Right, std::nullopt};
    Tests.insert(Yes);
    return Case{Loc, Second->Branch.getTrueDest(), First.Right, Second->Right};
  }
  default:
    return std::nullopt;
  }
}

std::optional<Chain> readChain(Block &B) {
  auto First = testAtEnd(B);
  if (!First)
    return std::nullopt;
  Chain Result{&B, First->Compare.getLchr(), {}, {}, nullptr};
  std::optional<Test> Next = First;
  while (Next) {
    llvm::SetVector<Block *> Tests;
    auto Found = readCase(*Next, Result.Selector, Tests);
    if (!Found)
      break;
    if (Next->Branch != First->Branch)
      Result.Tests.insert(Next->Branch->getBlock());
    Result.Tests.insert_range(Tests);
    Result.Cases.push_back(*Found);
    Result.Default = Next->Branch.getFalseDest();
    Next = testAlone(*Result.Default, Result.Selector);
    // What else comes there needs the rest of the chain.
    if (Next && !llvm::all_of(Result.Default->getPredecessors(), [&](Block *P) {
          return P == &B || Result.Tests.contains(P);
        }))
      break;
  }
  return Result;
}

class Searcher {
public:
  Searcher(fir::FirOpBuilder &Builder, Chain &C) : Builder(Builder), C(C) {}
  /// Whether the chain could be replaced: cases that overlap, which are no
  /// SELECT CASE's, have an order.
  bool run();

private:
  Block *newBlock() {
    return Builder.createBlock(C.Default->getParent(),
                               Region::iterator(C.Default));
  }
  /// A block that finds the cases of a range.
  Block *search(ArrayRef<Case> Cases);
  void searchHere(ArrayRef<Case> Cases);
  /// Below, at or above zero.
  Value compare(Location Loc, const Bound &With);
  void branch(Location Loc, arith::CmpIPredicate Predicate, Value Comparison,
              Block *Yes, Block *No);

  fir::FirOpBuilder &Builder;
  Chain &C;
};

Value Searcher::compare(Location Loc, const Bound &With) {
  auto Parts = [&](Value V) {
    return hlfir::translateToExtendedValue(Loc, Builder, hlfir::Entity{V})
        .first;
  };
  Value Condition =
      fir::runtime::genCharCompare(Builder, Loc, arith::CmpIPredicate::eq,
                                   Parts(C.Selector), Parts(With.Constant));
  return Condition.getDefiningOp<arith::CmpIOp>().getLhs();
}

void Searcher::branch(Location Loc, arith::CmpIPredicate Predicate,
                      Value Comparison, Block *Yes, Block *No) {
  Value Zero = Builder.createIntegerConstant(Loc, Comparison.getType(), 0);
  Value Condition =
      arith::CmpIOp::create(Builder, Loc, Predicate, Comparison, Zero);
  cf::CondBranchOp::create(Builder, Loc, Condition, Yes, No);
}

Block *Searcher::search(ArrayRef<Case> Cases) {
  if (Cases.empty())
    return C.Default;
  OpBuilder::InsertionGuard Guard(Builder);
  Block *Result = newBlock();
  searchHere(Cases);
  return Result;
}

void Searcher::searchHere(ArrayRef<Case> Cases) {
  const Case &Middle = Cases[Cases.size() / 2];
  ArrayRef<Case> Before = Cases.take_front(Cases.size() / 2),
                 Behind = Cases.drop_front(Cases.size() / 2 + 1);
  Location Loc = Middle.Loc;
  using Predicate = arith::CmpIPredicate;
  Value Low = Middle.Low ? compare(Loc, *Middle.Low) : Value();
  if (Middle.isValue()) {
    Block *Others = C.Default;
    if (!Before.empty() || !Behind.empty()) {
      OpBuilder::InsertionGuard Guard(Builder);
      Others = newBlock();
      branch(Loc, Predicate::slt, Low, search(Before), search(Behind));
    }
    return branch(Loc, Predicate::eq, Low, Middle.Target, Others);
  }
  Block *NotBelow = Middle.Target;
  auto CompareHigh = [&] {
    branch(Loc, Predicate::sle, compare(Loc, *Middle.High), Middle.Target,
           search(Behind));
  };
  if (!Low)
    return CompareHigh();
  if (Middle.High) {
    OpBuilder::InsertionGuard Guard(Builder);
    NotBelow = newBlock();
    CompareHigh();
  }
  branch(Loc, Predicate::slt, Low, search(Before), NotBelow);
}

bool Searcher::run() {
  llvm::erase_if(C.Cases, [](const Case &One) { return One.isEmpty(); });
  SmallVector<Case> Sorted(C.Cases);
  llvm::sort(Sorted, [](const Case &A, const Case &B) {
    if (!A.Low || !B.Low)
      return !A.Low && B.Low;
    return compareTexts(A.Low->Text, B.Low->Text) < 0;
  });
  for (size_t I = 1; I < Sorted.size(); ++I)
    if (!Sorted[I - 1].isBefore(Sorted[I]))
      return false;
  auto First = testAtEnd(*C.First);
  Builder.setInsertionPoint(First->Branch);
  if (Sorted.empty())
    cf::BranchOp::create(Builder, First->Branch.getLoc(), C.Default);
  else
    searchHere(Sorted);
  First->Branch.erase();
  First->Compare.erase();
  for (Block *B : C.Tests)
    B->dropAllReferences();
  for (Block *B : C.Tests)
    B->erase();
  return true;
}

/// Calls the run-time library for one comparison.
void call(fir::FirOpBuilder &Builder, hlfir::CmpCharOp Compare) {
  Location Loc = Compare.getLoc();
  Builder.setInsertionPoint(Compare);
  auto Address = [&](Value V) {
    hlfir::Entity Entity{V};
    return hlfir::convertToAddress(Loc, Builder, Entity,
                                   Entity.getFortranElementType());
  };
  auto [Left, FreeLeft] = Address(Compare.getLchr());
  auto [Right, FreeRight] = Address(Compare.getRchr());
  Value Result = fir::runtime::genCharCompare(
      Builder, Loc, Compare.getPredicate(), Left, Right);
  for (auto *Free : {&FreeRight, &FreeLeft})
    if (*Free)
      (**Free)();
  Compare.replaceAllUsesWith(Result);
  Compare.erase();
}

void LowerCharacterComparisons::runOnOperation() {
  func::FuncOp Function = getOperation();
  if (Function->hasAttr(acc::getRoutineInfoAttrName()))
    return;
  fir::FirOpBuilder Builder(
      Function, fir::getKindMapping(Function->getParentOfType<ModuleOp>()));
  // A chain takes what comes behind its first test with it, so that blocks are
  // gone through in their order.
  SmallVector<hlfir::CmpCharOp> Firsts;
  llvm::DenseSet<Operation *> Gone;
  walkHostCode(Function, [&](Operation *Op) {
    if (auto Compare = dyn_cast<hlfir::CmpCharOp>(Op))
      Firsts.push_back(Compare);
  });
  for (hlfir::CmpCharOp Op : Firsts) {
    if (Gone.contains(Op))
      continue;
    auto AtEnd = testAtEnd(*Op->getBlock());
    if (!AtEnd || AtEnd->Compare != Op)
      continue;
    auto Found = readChain(*Op->getBlock());
    if (!Found || Found->Cases.size() < LeastCases)
      continue;
    SmallVector<Operation *> Tests = {Op};
    for (Block *B : Found->Tests)
      Tests.push_back(&B->front());
    if (Searcher(Builder, *Found).run())
      Gone.insert_range(Tests);
  }
  llvm::erase_if(Firsts,
                 [&](hlfir::CmpCharOp Op) { return Gone.contains(Op); });
  if (Firsts.size() > MostInlined)
    for (hlfir::CmpCharOp Op : Firsts)
      call(Builder, Op);
}

} // namespace

} // namespace warpfort
