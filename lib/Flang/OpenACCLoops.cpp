//===-- OpenACCLoops.cpp - DO loops of compute constructs -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang makes an acc.loop with a private index of every DO loop in a compute
/// construct, also of those that no directive names, and has no way to make one
/// of a loop with branches in a kernels construct. Such a loop, with branches
/// out of its body's structure, stays an ordinary loop here, which runs in
/// order. Where something reads the index of another one after it, it gets the
/// value that Fortran defines.
///
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Lower/AbstractConverter.h"
#include "flang/Lower/OpenACC.h"
#include "flang/Lower/PFTBuilder.h"
#include "flang/Lower/SymbolMap.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace Fortran;

namespace {

const parser::Name *indexOf(const parser::DoConstruct &Loop) {
  if (!Loop.IsDoNormal() || !Loop.GetLoopControl())
    return nullptr;
  const auto *Bounds =
      std::get_if<parser::LoopControl::Bounds>(&Loop.GetLoopControl()->u);
  return Bounds ? &Bounds->name.thing : nullptr;
}

/// The variable that a name is, or is a part of.
const semantics::Symbol &variableOf(const semantics::Symbol &Name) {
  return semantics::GetAssociationRoot(Name).GetUltimate();
}

/// What a name stands for if it is that of a whole variable; else the name.
const semantics::Symbol &wholeOf(const semantics::Symbol &Name) {
  const semantics::Symbol &Ultimate = Name.GetUltimate();
  const auto *Details = Ultimate.detailsIf<semantics::AssocEntityDetails>();
  const semantics::Symbol *Whole =
      Details && Details->expr()
          ? evaluate::UnwrapWholeSymbolDataRef(*Details->expr())
          : nullptr;
  return Whole ? wholeOf(*Whole) : Ultimate;
}

/// Uses of a loop's index outside of loops over it. What is allocatable is its
/// loop's index under an associate name; so may be a part of a variable.
struct IndexUses {
  const semantics::Symbol &Index;
  const char *LoopEnd;
  /// Whether what stands before the loop may be executed after it.
  bool Repeated;
  bool Found = false;
  bool InDataClause = false;

  bool isIndex(const parser::Name *Name) const {
    return Name && Name->symbol && &wholeOf(*Name->symbol) == &wholeOf(Index);
  }
  bool mayBeIndex(const parser::Name &Name) const {
    return Name.symbol && &variableOf(*Name.symbol) == &variableOf(Index);
  }

  bool isDone() const { return Found; }
  bool Pre(const parser::DoConstruct &X) {
    if (!isIndex(indexOf(X)))
      return !Found;
    // Inside, the loop defines it; the limits come before.
    const auto &Bounds =
        std::get<parser::LoopControl::Bounds>(X.GetLoopControl()->u);
    warpfort::walk(Bounds.lower, *this);
    warpfort::walk(Bounds.upper, *this);
    warpfort::walk(Bounds.step, *this);
    return false;
  }
  bool Pre(const parser::InputImpliedDo &X) { return walkImplied(X); }
  bool Pre(const parser::OutputImpliedDo &X) { return walkImplied(X); }
  bool Pre(const parser::AssignmentStmt &X) {
    if (!isIndex(parser::Unwrap<parser::Name>(std::get<parser::Variable>(X.t))))
      return !Found;
    warpfort::walk(std::get<parser::Expr>(X.t), *this);
    return false;
  }
  bool Pre(const parser::AccClause &X) {
    if (std::holds_alternative<parser::AccClause::Private>(X.u) ||
        std::holds_alternative<parser::AccClause::Firstprivate>(X.u) ||
        std::holds_alternative<parser::AccClause::Reduction>(X.u))
      return false;
    InDataClause = std::holds_alternative<parser::AccClause::Copy>(X.u) ||
                   std::holds_alternative<parser::AccClause::Copyout>(X.u) ||
                   std::holds_alternative<parser::AccClause::Present>(X.u) ||
                   std::holds_alternative<parser::AccClause::Create>(X.u);
    return !Found;
  }
  void Post(const parser::AccClause &) { InDataClause = false; }
  void Post(const parser::Name &X) {
    if (mayBeIndex(X))
      Found |= InDataClause || Repeated || X.source.begin() > LoopEnd;
  }

private:
  /// The implied loop of an I/O list defines its variable as a DO loop does.
  template <typename ImpliedDo> bool walkImplied(const ImpliedDo &X) {
    const auto &Control = std::get<parser::IoImpliedDoControl>(X.t);
    if (!isIndex(&Control.name.thing.thing))
      return !Found;
    warpfort::walk(Control.lower, *this);
    warpfort::walk(Control.upper, *this);
    warpfort::walk(Control.step, *this);
    return false;
  }
};

/// Whether a procedure may go back by something else than a loop.
struct Jumps {
  bool Found = false;
  bool isDone() const { return Found; }
  void Post(const parser::GotoStmt &) { Found = true; }
  void Post(const parser::ComputedGotoStmt &) { Found = true; }
  void Post(const parser::AssignedGotoStmt &) { Found = true; }
  void Post(const parser::ArithmeticIfStmt &) { Found = true; }
};

template <typename Visitor>
void walkEvaluation(const lower::pft::Evaluation &Eval, Visitor &V) {
  Eval.visit([&](const auto &Node) { warpfort::walk(Node, V); });
}

/// Whether a name stands for what a pointer leads to, or a function.
bool isIndirect(const semantics::Symbol &Name) {
  const semantics::Symbol &Whole = wholeOf(Name);
  const auto *Details = Whole.detailsIf<semantics::AssocEntityDetails>();
  if (!Details || !Details->expr())
    return semantics::IsPointer(Whole);
  auto Part = evaluate::ExtractDataRef(*Details->expr(), true, true);
  return !Part || evaluate::GetLastPointerSymbol(*Part) ||
         isIndirect(Part->GetFirstSymbol());
}

/// Whether others than the procedure and its internal ones know a variable.
bool isKnownOutside(const semantics::Symbol &Variable,
                    const lower::pft::FunctionLikeUnit &Unit) {
  const semantics::Scope &Owner = Variable.owner();
  return semantics::IsDummy(Variable) ||
         Variable.attrs().HasAny({semantics::Attr::POINTER,
                                  semantics::Attr::TARGET,
                                  semantics::Attr::SAVE}) ||
         Variable.test(semantics::Symbol::Flag::InNamelist) ||
         semantics::FindCommonBlockContaining(Variable) ||
         semantics::FindEquivalenceSet(Variable) || Owner.IsModule() ||
         ((Owner.kind() == semantics::Scope::Kind::Subprogram ||
           Owner.kind() == semantics::Scope::Kind::MainProgram) &&
          &Owner != &Unit.getScope());
}

void walkInternal(const lower::pft::FunctionLikeUnit &Unit, IndexUses &Uses) {
  for (const lower::pft::ContainedUnit &Contained : Unit.containedUnitList)
    if (const auto *Inner =
            std::get_if<lower::pft::FunctionLikeUnit>(&Contained)) {
      for (const lower::pft::Evaluation &E : Inner->evaluationList)
        walkEvaluation(E, Uses);
      walkInternal(*Inner, Uses);
    }
}

/// Whether something may use the value that a loop's index has at its end.
bool isIndexUsed(const parser::DoConstruct &Loop,
                 const lower::pft::Evaluation &Eval) {
  const parser::Name *Index = indexOf(Loop);
  const lower::pft::FunctionLikeUnit *Unit = Eval.getOwningProcedure();
  if (!Index || !Index->symbol || !Unit)
    return false;
  if (isIndirect(*Index->symbol) ||
      isKnownOutside(variableOf(*Index->symbol), *Unit))
    return true;
  IndexUses Uses{
      *Index->symbol,
      std::get<parser::Statement<parser::EndDoStmt>>(Loop.t).source.begin(),
      /*Repeated=*/true};
  walkInternal(*Unit, Uses);
  for (const lower::pft::Evaluation *E = Eval.parentConstruct; E;
       E = E->parentConstruct)
    // The body comes first: its end is where the next iteration begins.
    if (const auto *Outer = E->getIf<parser::DoConstruct>())
      warpfort::walk(std::get<parser::Block>(Outer->t), Uses);
  Jumps Back;
  for (const lower::pft::Evaluation &E : Unit->evaluationList)
    walkEvaluation(E, Back);
  Uses.Repeated = Back.Found;
  for (const lower::pft::Evaluation &E : Unit->evaluationList) {
    walkEvaluation(E, Uses);
    // From here on it has another value.
    const auto *Assignment = E.getIf<parser::AssignmentStmt>();
    if (!Back.Found && Assignment && E.position.begin() > Uses.LoopEnd &&
        Uses.isIndex(parser::Unwrap<parser::Name>(
            std::get<parser::Variable>(Assignment->t))))
      break;
  }
  return Uses.Found;
}

/// Assigns the index of \p Loop the value that it has after the loop: before
/// it, for the loop has one of its own, and Flang goes on right behind the
/// loop.
void assignLast(fir::FirOpBuilder &Builder, mlir::acc::LoopOp Loop,
                mlir::Value Index) {
  mlir::OpBuilder::InsertionGuard Guard(Builder);
  Builder.setInsertionPoint(Loop);
  mlir::Location Loc = Loop.getLoc();
  // The span of limits may be wider than their type.
  mlir::Type Type = Builder.getI64Type();
  auto Limit = [&](mlir::OperandRange Limits) {
    return Builder.createConvert(Loc, Type, Limits.front());
  };
  mlir::Value Lower = Limit(Loop.getLowerbound());
  mlir::Value Step = Limit(Loop.getStep());
  using namespace mlir::arith;
  mlir::Value Span =
      SubIOp::create(Builder, Loc, Limit(Loop.getUpperbound()), Lower);
  mlir::Value Trips = DivSIOp::create(
      Builder, Loc, AddIOp::create(Builder, Loc, Span, Step), Step);
  mlir::Value Zero = Builder.createIntegerConstant(Loc, Type, 0);
  Trips = MaxSIOp::create(Builder, Loc, Trips, Zero);
  mlir::Value Last = AddIOp::create(Builder, Loc, Lower,
                                    MulIOp::create(Builder, Loc, Trips, Step));
  fir::StoreOp::create(
      Builder, Loc,
      Builder.createConvert(Loc, fir::unwrapRefType(Index.getType()), Last),
      Index);
}

} // namespace

// lower::genOpenACCLoopFromDoConstruct. Null is an ordinary loop.
WARPFORT_WRAP(mlir::Operation *, Loop,
              "_ZN7Fortran5lower29genOpenACCLoopFromDoConstructERNS0_"
              "17AbstractConverterERNS_9semantics16SemanticsContextERNS0_"
              "6SymMapERKNS_6parser11DoConstructERNS0_3pft10EvaluationE",
              (lower::AbstractConverter & Converter,
               semantics::SemanticsContext &Semantics, lower::SymMap &Symbols,
               const parser::DoConstruct &Loop, lower::pft::Evaluation &Eval)) {
  if (Eval.lowerAsUnstructured())
    return nullptr;
  mlir::Value Index;
  if (isIndexUsed(Loop, Eval))
    Index = Converter.getSymbolAddress(*indexOf(Loop)->symbol);
  mlir::Operation *Made = realLoop(Converter, Semantics, Symbols, Loop, Eval);
  auto Parallel = llvm::dyn_cast_or_null<mlir::acc::LoopOp>(Made);
  if (Index && Parallel && Parallel.getLowerbound().size() == 1)
    assignLast(Converter.getFirOpBuilder(), Parallel, Index);
  return Made;
}
