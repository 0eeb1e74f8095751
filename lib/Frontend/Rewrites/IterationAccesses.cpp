//===-- IterationAccesses.cpp - What iterations define --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See IterationAccesses.h.
///
//===----------------------------------------------------------------------===//
#include "IterationAccesses.h"
#include "CallArguments.h"
#include "ConcurrentLocalities.h"
#include "DefinedPlaces.h"
#include "ExpressionSources.h"
#include "FirstReferences.h"
#include "Frontend/Tree/ExpressionWalk.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Evaluate/shape.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <optional>
#include <set>

using namespace Fortran;

namespace warpfort {
namespace {

using SymbolSet = std::set<const semantics::Symbol *>;

/// The name that a variable, or the part of a number, begins with.
const semantics::Symbol *
firstSymbolIn(const evaluate::Expr<evaluate::SomeType> &Expr) {
  auto Ref = evaluate::ExtractDataRef(Expr, /*intoSubstring=*/true,
                                      /*intoComplexPart=*/true);
  return Ref ? &Ref->GetFirstSymbol() : nullptr;
}

/// Collects in the order of execution, as far as the text has it.
class Collector {
public:
  Collector(parser::CharBlock Range, const HostVariables &Host,
            const parser::ConcurrentHeader &Header)
      : Host(Host), Space(Range, Header) {}

  /// The condition on which there are iterations.
  void setMask(const parser::Expr &Mask) {
    Space.HasMask = true;
    Space.FixedByMask = fixedBy(Mask);
  }

  std::map<const semantics::Symbol *, Accesses> Found;

  bool Pre(const parser::AssignmentStmt &X) {
    const auto &Left = std::get<parser::Variable>(X.t);
    walk(std::get<parser::Expr>(X.t), *this);
    walk(Left, *this); // its subscripts
    // A procedure may refer to what it assigns.
    const evaluate::Assignment *Typed = semantics::GetAssignment(X);
    const auto *Call =
        Typed ? std::get_if<evaluate::ProcedureRef>(&Typed->u) : nullptr;
    const auto *To = semantics::GetExpr(Left);
    if (Call)
      referToHost(*Call);
    const semantics::Symbol *Dummy = Call ? dummyOf(*Call, 0) : nullptr;
    if (To && Dummy && !semantics::IsIntentOut(*Dummy))
      refer(*To, /*HasValue=*/true);
    if (To) {
      const auto *From = semantics::GetExpr(std::get<parser::Expr>(X.t));
      Sources Value = From ? symbolsIn(*From) : Sources();
      define(*To, Left.GetSource(),
             Call ? Definition::MayBeRead : Definition::Sure,
             Dummy ? subscriptsIn(*Call, *Dummy) : Sources(), Value);
      noteChange(*To, std::move(Value));
    }
    return false;
  }
  bool Pre(const parser::CallStmt &X) {
    if (!X.typedCall)
      return true;
    // What the procedure may define, and its dummies.
    std::vector<std::pair<const evaluate::Expr<evaluate::SomeType> *,
                          const semantics::Symbol *>>
        Defined;
    std::set<std::string> Passed;
    for (const auto &[I, Argument] :
         llvm::enumerate(X.typedCall->arguments())) {
      const auto *Actual = Argument ? Argument->UnwrapExpr() : nullptr;
      const semantics::Symbol *Dummy = dummyOf(*X.typedCall, I);
      if (!Actual || !evaluate::IsVariable(*Actual) ||
          (Dummy && (semantics::IsIntentIn(*Dummy) ||
                     Dummy->attrs().test(semantics::Attr::VALUE))))
        continue;
      Defined.emplace_back(Actual, Dummy);
      Passed.insert(Actual->AsFortran());
      if (Dummy && semantics::IsIntentOut(*Dummy))
        Results.insert(Actual->AsFortran());
    }
    for (const parser::Expr *Argument : argumentsOf(X.call))
      if (const auto *Expr = semantics::GetExpr(*Argument);
          Expr && Passed.count(Expr->AsFortran()))
        WithoutValue.insert(Argument);
    walk(X.call, *this);
    referToObject(X.call, *X.typedCall, Passed);
    referToHost(*X.typedCall);
    Results.clear();
    Sources From;
    for (const auto &Argument : X.typedCall->arguments())
      if (const auto *Actual = Argument ? Argument->UnwrapExpr() : nullptr)
        From.merge(symbolsIn(*Actual));
    for (const auto &[Actual, Dummy] : Defined) {
      bool IsOut = Dummy && semantics::IsIntentOut(*Dummy);
      bool IsWhole = Dummy && standsForAll(*Dummy, *Actual);
      if (!IsOut)
        referToPassed(*Actual, IsWhole);
      define(*Actual, X.source,
             !IsWhole ? Definition::OfOthers
             : IsOut  ? Definition::SureAndRead
                      : Definition::MayBeRead,
             Dummy ? subscriptsIn(*X.typedCall, *Dummy) : Sources());
      // The procedure may refer to what it has defined.
      if (Accesses *Variable = find(*Actual))
        Variable->IsReferred = true;
    }
    for (const auto &[Actual, Dummy] : Defined)
      noteChange(*Actual, From);
    return false;
  }
  bool Pre(const parser::Expr &X) {
    if (const auto *And = std::get_if<parser::Expr::AND>(&X.u))
      return walkShort(And->t);
    if (const auto *Or = std::get_if<parser::Expr::OR>(&X.u))
      return walkShort(Or->t);
    if (std::holds_alternative<common::Indirection<parser::Designator>>(X.u))
      if (const auto *Expr = semantics::GetExpr(X);
          Expr && !Results.count(Expr->AsFortran()))
        refer(*Expr, !WithoutValue.count(&X));
    if (const evaluate::ProcedureRef *Call = callIn(X)) {
      if (const auto *Reference =
              std::get_if<common::Indirection<parser::FunctionReference>>(&X.u))
        referToObject(Reference->value().v, *Call, {});
      referToHost(*Call);
    }
    return true;
  }
  bool Pre(const parser::FunctionReference &X) {
    for (const parser::Expr *Argument : withoutValueIn(X))
      WithoutValue.insert(Argument);
    return true;
  }
  bool Pre(const parser::AllocateStmt &X) {
    for (const auto &Option : std::get<std::list<parser::AllocOpt>>(X.t))
      if (const auto *Mold = std::get_if<parser::AllocOpt::Mold>(&Option.u))
        WithoutValue.insert(&Mold->v.value());
    return true;
  }
  void Post(const parser::AllocateObject &X) {
    const auto *Whole = std::get_if<parser::Name>(&X.u);
    const auto *Object = Whole ? semantics::GetExpr(X) : nullptr;
    if (!Object)
      return;
    define(*Object, Whole->source, Definition::Sure);
    noteChange(*Object, {});
    if (Accesses *Variable = find(*Object))
      Variable->Allocated = Whole->source;
  }
  bool Pre(const parser::LoopControl::Bounds &X) {
    setIndex(X.name.thing, X.lower, X.upper, X.step);
    return true;
  }
  void Post(const parser::LoopControl::Bounds &X) { defineIndex(X.name.thing); }
  bool Pre(const parser::ConcurrentControl &X) {
    const auto &[Index, Lower, Upper, Step] = X.t;
    setIndex(Index, Lower, Upper, Step);
    // Those of FORALL; the loops inside have steps.
    Of.HasLabels |= !IsInHeader;
    return true;
  }

  bool Pre(const parser::Block &) {
    Begins.push_back(Values.begin());
    return enter();
  }
  void Post(const parser::Block &) { leaveOptional({}); }
  bool Pre(const parser::IfConstruct &X) {
    const auto &[If, Then, ElseIfs, Else, End] = X.t;
    walk(If, *this);
    std::vector<Branch> Branches = {{&Then, conditionOf(If)}};
    Sources Compared = comparedBy(*conditionOf(If));
    for (const auto &ElseIf : ElseIfs) {
      const auto &[Condition, Body] = ElseIf.t;
      walk(Condition, *this);
      Branches.push_back({&Body, conditionOf(Condition)});
      Compared.merge(comparedBy(*conditionOf(Condition)));
    }
    if (Else)
      Branches.push_back({&std::get<parser::Block>(Else->t)});
    walkBranches(Branches, /*OneIsTaken=*/Else.has_value(), Compared);
    return false;
  }
  bool Pre(const parser::CaseConstruct &X) {
    const auto &Select =
        std::get<parser::Statement<parser::SelectCaseStmt>>(X.t);
    walk(Select, *this);
    const auto &Selector =
        std::get<parser::Scalar<parser::Expr>>(Select.statement.t);
    std::vector<Branch> Branches;
    bool HasDefault = false;
    for (const auto &Case :
         std::get<std::list<parser::CaseConstruct::Case>>(X.t)) {
      const auto &[Stmt, Body] = Case.t;
      HasDefault |= std::holds_alternative<parser::Default>(
          std::get<parser::CaseSelector>(Stmt.statement.t).u);
      Branches.push_back({&Body});
    }
    walkBranches(Branches, HasDefault, variableIn(Selector.thing));
    return false;
  }
  void Post(const parser::Statement<parser::ActionStmt> &X) {
    noteLeaving(X.statement);
  }
  bool Pre(const parser::IfStmt &X) {
    const parser::Expr &Condition =
        std::get<parser::ScalarLogicalExpr>(X.t).thing.thing.value();
    FixedByIf = fixedBy(Condition);
    ComparedByIf = comparedBy(Condition);
    return true;
  }
  bool Pre(const parser::UnlabeledStatement<parser::ActionStmt> &X) {
    Begins.push_back(Values.begin());
    noteLeaving(X.statement);
    enter();
    Around.back().Fixed = std::move(FixedByIf);
    FixedByIf.clear();
    return true;
  }
  void Post(const parser::UnlabeledStatement<parser::ActionStmt> &) {
    leaveOptional(ComparedByIf);
  }
  bool Pre(const parser::WhereConstruct &) { return enterMasked(); }
  void Post(const parser::WhereConstruct &) { leaveMasked(); }
  bool Pre(const parser::WhereStmt &) { return enterMasked(); }
  void Post(const parser::WhereStmt &) { leaveMasked(); }
  bool Pre(const parser::GotoStmt &) { return jump(); }
  bool Pre(const parser::ComputedGotoStmt &) { return jump(); }
  bool Pre(const parser::ArithmeticIfStmt &) { return jump(); }
  bool Pre(const parser::AltReturnSpec &) { return jump(); }
  // The body of a loop that has iterations, and blocks, are run in any case.
  bool Pre(const parser::DoConstruct &X) {
    IsInHeader = true;
    walk(std::get<parser::Statement<parser::NonLabelDoStmt>>(X.t), *this);
    IsInHeader = false;
    size_t Outside = Around.size();
    const auto &Name =
        std::get<parser::Statement<parser::NonLabelDoStmt>>(X.t).statement;
    const auto &LoopName = std::get<std::optional<parser::Name>>(Name.t);
    LoopNames.push_back(LoopName ? &*LoopName : nullptr);
    Values.beginLoop();
    enterLoops(X);
    References.beginLoop(Around.back().Index);
    walkInside(std::get<parser::Block>(X.t));
    References.endLoop();
    Values.endLoop(!X.GetLoopControl() ? ScalarValues::Rounds::UntilLeft
                   : llvm::all_of(llvm::drop_begin(Around, Outside), hasRounds)
                       ? ScalarValues::Rounds::Some
                       : ScalarValues::Rounds::Maybe);
    LoopNames.pop_back();
    while (Around.size() > Outside)
      leave();
    return false;
  }
  bool Pre(const parser::BlockConstruct &X) {
    walk(std::get<parser::BlockSpecificationPart>(X.t).v, *this);
    walkNamed(std::get<parser::Statement<parser::BlockStmt>>(X.t).statement.v,
              std::get<parser::Block>(X.t));
    return false;
  }
  bool Pre(const parser::Selector &X) {
    if (const auto *Expr = std::get_if<parser::Expr>(&X.u))
      WithoutValue.insert(Expr);
    return true;
  }
  bool Pre(const parser::AssociateConstruct &X) {
    const auto &Begin = std::get<parser::Statement<parser::AssociateStmt>>(X.t);
    walk(Begin, *this);
    walkNamed(std::get<std::optional<parser::Name>>(Begin.statement.t),
              std::get<parser::Block>(X.t));
    return false;
  }

  struct Branch {
    const parser::Block *Body;
    const parser::Expr *Condition = nullptr;
  };

  /// What all branches define is defined behind them.
  void walkBranches(const std::vector<Branch> &Branches, bool OneIsTaken,
                    const Sources &Compared) {
    std::map<Defined, std::pair<size_t, size_t>> Count; // with passed ones
    std::vector<ScalarValues::Way> Ways;
    size_t Begin = Values.begin();
    unsigned ExitsBefore = Exits;
    Choice Taken{Around, 0, {}};
    References.beginBranches();
    for (const Branch &B : Branches) {
      enter();
      if (B.Condition)
        Around.back().Fixed = fixedBy(*B.Condition);
      walkInside(*B.Body);
      for (const auto &[What, Where] : Definitions) {
        auto &[Sure, All] = Count[What];
        Sure += isDefined(What);
        All += isDefined(What, /*WithoutExit=*/true);
      }
      Taken.Branches.emplace_back(Around.back(), ++LastStep);
      Ways.push_back(Values.takeBack(Begin));
      References.endBranch();
      leave();
    }
    References.endBranches();
    Values.join(std::move(Ways), /*MayBeNone=*/!OneIsTaken, Compared);
    Taken.End = ++LastStep;
    if (!OneIsTaken)
      return;
    // What is left may not define it.
    bool IsLeft = Exits != ExitsBefore;
    if (!IsLeft)
      Of.Choices.push_back(std::move(Taken));
    for (auto [What, Times] : Count) {
      bool IsPassed = IsLeft || Times.first != Branches.size();
      if (Times.second == Branches.size() && !isDefined(What, IsPassed))
        Definitions[What].push_back({Around, IsPassed});
    }
  }

  void walkInside(const parser::Block &Body) {
    for (const parser::ExecutionPartConstruct &X : Body)
      walk(X, *this);
  }

  /// The subscripts of all definitions are known by now.
  void finish() {
    DefinedPlaces(Space, Of, Values, Places, Uses).summarize(Found);
    for (auto &[Symbol, Variable] : Found) {
      Variable.IsCovered = definesWhatItRefersTo(Uses[Symbol], Of);
      Variable.IsReferredFirst = References.has(*Symbol);
    }
  }

private:
  using Fixed = decltype(Step::Fixed);

  static const parser::Expr *
  conditionOf(const parser::Statement<parser::IfThenStmt> &X) {
    return &std::get<parser::ScalarLogicalExpr>(X.statement.t)
                .thing.thing.value();
  }
  static const parser::Expr *
  conditionOf(const parser::Statement<parser::ElseIfStmt> &X) {
    return &std::get<parser::ScalarLogicalExpr>(X.statement.t)
                .thing.thing.value();
  }

  /// Which indices of the construct have one value where \p Condition is true.
  Fixed fixedBy(const parser::Expr &Condition) {
    if (const auto *Inside =
            std::get_if<parser::Expr::Parentheses>(&Condition.u))
      return fixedBy(Inside->v.value());
    Fixed Result;
    if (const auto *And = std::get_if<parser::Expr::AND>(&Condition.u)) {
      Result = fixedBy(std::get<0>(And->t).value());
      llvm::append_range(Result, fixedBy(std::get<1>(And->t).value()));
    } else if (const auto *Equal =
                   std::get_if<parser::Expr::EQ>(&Condition.u)) {
      const auto *A = semantics::GetExpr(std::get<0>(Equal->t).value());
      const auto *B = semantics::GetExpr(std::get<1>(Equal->t).value());
      for (auto [Index, Other] : {std::make_pair(A, B), std::make_pair(B, A)})
        if (auto Value = Sum::of(Index); Value && Value->variable() && Other)
          Result.emplace_back(Values.valueOf(*Value->variable()),
                              symbolsIn(*Other).All);
    }
    return Result;
  }

  /// The variable that \p X is, but for a number that is added.
  Sources variableIn(const parser::Expr &X) {
    Sources Result;
    if (auto Value = Sum::of(semantics::GetExpr(X)); Value && Value->variable())
      Result.add(Values.valueOf(*Value->variable()));
    return Result;
  }

  /// The variables of comparisons in \p Condition.
  Sources comparedBy(const parser::Expr &Condition) {
    Sources Result;
    auto Add = [&](const auto &Operands, auto &&ValuesOf) {
      Result.merge(ValuesOf(std::get<0>(Operands).value()));
      Result.merge(ValuesOf(std::get<1>(Operands).value()));
    };
    auto Compared = [&](const parser::Expr &X) { return comparedBy(X); };
    auto Variable = [&](const parser::Expr &X) { return variableIn(X); };
    common::visit(common::visitors{
                      [&](const parser::Expr::Parentheses &X) {
                        Result = comparedBy(X.v.value());
                      },
                      [&](const parser::Expr::NOT &X) {
                        Result = comparedBy(X.v.value());
                      },
                      [&](const parser::Expr::AND &X) { Add(X.t, Compared); },
                      [&](const parser::Expr::OR &X) { Add(X.t, Compared); },
                      [&](const parser::Expr::LT &X) { Add(X.t, Variable); },
                      [&](const parser::Expr::LE &X) { Add(X.t, Variable); },
                      [&](const parser::Expr::EQ &X) { Add(X.t, Variable); },
                      [&](const parser::Expr::NE &X) { Add(X.t, Variable); },
                      [&](const parser::Expr::GE &X) { Add(X.t, Variable); },
                      [&](const parser::Expr::GT &X) { Add(X.t, Variable); },
                      [](const auto &) {}},
                  Condition.u);
    return Result;
  }

  Sources symbolsIn(const evaluate::Expr<evaluate::SomeType> &Expr) {
    return sourcesOf(Expr, Values, Space.few(), Found);
  }

  static std::vector<const parser::Expr *>
  argumentsOf(const parser::Call &Call) {
    std::vector<const parser::Expr *> Result;
    for (const auto &Argument :
         std::get<std::list<parser::ActualArgSpec>>(Call.t))
      if (const auto *Actual = std::get_if<common::Indirection<parser::Expr>>(
              &std::get<parser::ActualArg>(Argument.t).u))
        Result.push_back(&Actual->value());
    return Result;
  }

  /// The object of a type-bound procedure is no expression in the text.
  void referToObject(const parser::Call &Text,
                     const evaluate::ProcedureRef &Call,
                     const std::set<std::string> &Passed) {
    auto [Object, Dummy] = objectOf(Text, Call);
    if (Object && !Results.count(Object->AsFortran()))
      refer(*Object, !Passed.count(Object->AsFortran()));
  }

  bool enter(Step::Kind Kind = Step::Condition) {
    Around.push_back({++LastStep, Kind});
    return true;
  }
  void leave() {
    Of.Ends[Around.back().Number] = ++LastStep;
    Around.pop_back();
  }

  void leaveOptional(const Sources &Compared) {
    leave();
    Values.join({Values.takeBack(Begins.back())}, /*MayBeNone=*/true, Compared);
    Begins.pop_back();
  }

  static bool hasRounds(const Step &Loop) {
    const auto &[Lower, Upper] = std::tie(Loop.Values.Lower, Loop.Values.Upper);
    return Loop.Is == Step::Loop && Lower && Upper && !Lower->Base &&
           !Upper->Base && Lower->Added <= Upper->Added;
  }

  bool enterMasked() {
    ++Masks;
    return enter();
  }
  void leaveMasked() {
    --Masks;
    leave();
  }

  bool jump() {
    Values.jump();
    return Of.HasLabels = MayHaveLeft = true;
  }

  /// A step for each index of \p Do, and for its mask.
  void enterLoops(const parser::DoConstruct &Do) {
    const auto &Control = Do.GetLoopControl();
    if (const auto *Bounds =
            Control ? std::get_if<parser::LoopControl::Bounds>(&Control->u)
                    : nullptr) {
      enterLoop(Bounds->name.thing, Bounds->lower, Bounds->upper, Bounds->step);
      return;
    }
    const auto *Concurrent =
        Control ? std::get_if<parser::LoopControl::Concurrent>(&Control->u)
                : nullptr;
    if (!Concurrent) {
      enter(Step::Loop);
      return;
    }
    const auto &Header = std::get<parser::ConcurrentHeader>(Concurrent->t);
    for (const parser::ConcurrentControl &Each :
         std::get<std::list<parser::ConcurrentControl>>(Header.t)) {
      const auto &[Index, Lower, Upper, By] = Each.t;
      enterLoop(Index, Lower, Upper, By);
      // In any order.
      Around.back().Direction *= 2;
    }
    if (std::get<std::optional<parser::ScalarLogicalExpr>>(Header.t))
      enter();
  }

  template <typename Bound>
  void enterLoop(const parser::Name &Index, const Bound &Lower,
                 const Bound &Upper, const std::optional<Bound> &By) {
    enter(Step::Loop);
    Step &Loop = Around.back();
    if (Index.symbol) {
      Loop.Index = &Index.symbol->GetUltimate();
      Loop.Value = Values.valueOf(*Loop.Index);
    }
    const auto *Expr = By ? semantics::GetExpr(*By) : nullptr;
    auto Value = !By    ? std::optional<std::int64_t>(1)
                 : Expr ? evaluate::ToInt64(*Expr)
                        : std::nullopt;
    auto First = Sum::of(semantics::GetExpr(Lower));
    auto Last = Sum::of(semantics::GetExpr(Upper));
    if (!Value || *Value == 0 || !First || !Last || !Loop.Index)
      return;
    Loop.Values.Lower = *Value > 0 ? First : Last;
    Loop.Values.Upper = *Value > 0 ? Last : First;
    if (*Value == 1 || *Value == -1)
      Loop.Direction = *Value;
  }

  void noteChange(const evaluate::Expr<evaluate::SomeType> &To, Sources From) {
    const semantics::Symbol *First = firstSymbolIn(To);
    if (!First)
      return;
    if (!evaluate::UnwrapWholeSymbolDataRef(To))
      From.add(Values.valueOf(*First));
    SymbolSet Changed = {&First->GetUltimate()};
    if (const semantics::Symbol *Root = rootOf(To))
      Changed.insert(Root);
    for (const semantics::Symbol *X : Changed) {
      Of.Changes[X].push_back(++LastStep);
      Values.assign(*X, From);
    }
  }

  /// Whether \p X is an I/O statement of a kind with a label to go to.
  template <typename Stmt> static bool mayGoTo(const parser::ActionStmt &X) {
    const auto *IO = std::get_if<common::Indirection<Stmt>>(&X.u);
    return IO && llvm::any_of(IO->value().controls, [](const auto &Control) {
             return std::holds_alternative<parser::ErrLabel>(Control.u) ||
                    std::holds_alternative<parser::EndLabel>(Control.u) ||
                    std::holds_alternative<parser::EorLabel>(Control.u);
           });
  }

  void noteLeaving(const parser::ActionStmt &X) {
    if (mayGoTo<parser::ReadStmt>(X) || mayGoTo<parser::WriteStmt>(X))
      jump();
    const std::optional<parser::Name> *Name = nullptr;
    if (const auto *Cycle =
            std::get_if<common::Indirection<parser::CycleStmt>>(&X.u))
      Name = &Cycle->value().v;
    else if (const auto *Exit =
                 std::get_if<common::Indirection<parser::ExitStmt>>(&X.u))
      Name = &Exit->value().v;
    if (!Name)
      return;
    leaveLoop(
        *Name,
        std::holds_alternative<common::Indirection<parser::ExitStmt>>(X.u));
    MayHaveLeft = true;
    for (const Step &S : llvm::reverse(Around)) {
      Of.Left.insert(S.Number);
      if (!*Name && S.Is == Step::Loop)
        break;
    }
  }

  void leaveLoop(const std::optional<parser::Name> &Name, bool IsExit) {
    for (size_t I = LoopNames.size(); I > 0; --I)
      if (!Name ||
          (LoopNames[I - 1] && LoopNames[I - 1]->source == Name->source))
        return Values.leave(I - 1);
    // CYCLE of the construct itself, or EXIT of one that is no loop.
    if (!IsExit)
      return Values.leave(std::nullopt);
    Values.jump();
    ++Exits;
  }

  /// EXIT may pass over the rest of a construct that has a name.
  void walkNamed(const std::optional<parser::Name> &Name,
                 const parser::Block &Body) {
    if (!Name)
      return walkInside(Body);
    enter(Step::Construct);
    walkInside(Body);
    leave();
  }

  /// The second operand may be left out.
  template <typename Operands> bool walkShort(const Operands &X) {
    walk(std::get<0>(X).value(), *this);
    enter();
    walk(std::get<1>(X).value(), *this);
    leave();
    return false;
  }

  /// An internal procedure refers to what it names of those around it.
  void referToHost(const evaluate::ProcedureRef &Call) {
    if (const semantics::Symbol *Procedure = Call.proc().GetSymbol())
      for (const semantics::Symbol *Variable : Host.namedBy(*Procedure))
        if (!Space.Range.Contains(Variable->owner().sourceRange())) {
          Accesses &Known =
              refer(*Variable, VariablePart(*Variable), /*HasValue=*/true);
          Known.ComesIntoProcedures |= !isDefined({Variable, Part::Whole});
          Known.IsStaticInProcedures |=
              semantics::IsSaved(*Variable) ||
              semantics::FindCommonBlockContaining(*Variable);
        }
  }

  /// What of a number, if it is that, \p Expr is.
  enum class Part { Whole, Real, Imaginary };
  using Defined = std::pair<const semantics::Symbol *, Part>;
  struct DefiningPath {
    Path Where;
    bool IsPassed = false; ///< EXIT may pass over it
  };

  static Part partOf(const evaluate::Expr<evaluate::SomeType> &Expr,
                     const semantics::Symbol &Root) {
    struct Finder : ExpressionVisitor {
      Part Result = Part::Whole;
      Found visit(const evaluate::ComplexPart &X) override {
        Result = X.part() == evaluate::ComplexPart::Part::RE ? Part::Real
                                                             : Part::Imaginary;
        return nullptr;
      }
    } F;
    const semantics::DeclTypeSpec *Type = Root.GetType();
    if (Root.Rank() == 0 && Type && Type->AsIntrinsic())
      F.walk(Expr);
    return F.Result;
  }

  /// The variable that \p Expr is a part of; null if it is one of the
  /// construct. \p Name becomes what names it outside of that.
  const semantics::Symbol *
  rootOf(const evaluate::Expr<evaluate::SomeType> &Expr,
         const semantics::Symbol **Name = nullptr) const {
    const semantics::Symbol *Root = firstSymbolIn(Expr);
    if (!Root)
      return nullptr;
    Root = &Root->GetUltimate();
    if (Name && !Space.Range.Contains(Root->owner().sourceRange())) {
      *Name = Root;
      Name = nullptr;
    }
    if (const auto *Associate =
            Root->detailsIf<semantics::AssocEntityDetails>())
      return Associate->expr() ? rootOf(*Associate->expr(), Name) : nullptr;
    return Space.Range.Contains(Root->owner().sourceRange()) ? nullptr : Root;
  }

  Accesses *find(const evaluate::Expr<evaluate::SomeType> &Expr) {
    auto It = Found.find(rootOf(Expr));
    return It == Found.end() ? nullptr : &It->second;
  }

  template <typename Bound>
  void setIndex(const parser::Name &Index, const Bound &Lower,
                const Bound &Upper, const std::optional<Bound> &Step) {
    if (!Index.symbol)
      return;
    Sources From, Limit;
    for (const Bound *X : {&Lower, Step ? &*Step : nullptr})
      if (const auto *Expr = X ? semantics::GetExpr(*X) : nullptr)
        From.merge(symbolsIn(*Expr));
    if (const auto *Expr = semantics::GetExpr(Upper))
      Limit = symbolsIn(*Expr);
    Values.assign(*Index.symbol, std::move(From), std::move(Limit));
  }

  void defineIndex(const parser::Name &Index) {
    const semantics::Symbol *Symbol =
        Index.symbol ? &Index.symbol->GetUltimate() : nullptr;
    if (Symbol)
      Of.Changes[Symbol].push_back(++LastStep);
    if (!Symbol || Space.Range.Contains(Symbol->owner().sourceRange()))
      return;
    Accesses &Variable = Found[Symbol];
    Variable.Symbol = Symbol;
    Variable.Names[Symbol] = true;
    if (Variable.Place.empty())
      Variable.Place = Index.source;
    Variable.Parts.insert(Index.ToString());
    Definitions[{Symbol, Part::Whole}].push_back({Around});
  }

  /// A procedure may refer to what it defines, and an element that is passed
  /// for an array may stand for others.
  enum class Definition { Sure, SureAndRead, MayBeRead, OfOthers };

  /// \p Inside is what subscripts in the procedure depend on.
  void define(const evaluate::Expr<evaluate::SomeType> &To,
              parser::CharBlock Place, Definition Kind, Sources Inside = {},
              const Sources &Value = {}) {
    const semantics::Symbol *Whole = firstSymbolIn(To);
    const semantics::Symbol *Name = nullptr;
    const semantics::Symbol *Root = rootOf(To, &Name);
    if (!Root)
      return;
    Accesses &Variable = Found[Root];
    Variable.Symbol = Root;
    if (Name)
      Variable.Names[Name] = true;
    if (Variable.Place.empty())
      Variable.Place = Place;
    const auto *Object = evaluate::UnwrapWholeSymbolDataRef(To);
    Variable.BeginsWhole |= Variable.Parts.empty() && !Variable.IsReferred &&
                            Around.empty() && Object &&
                            &Object->GetUltimate() == Root;
    Variable.Parts.insert(To.AsFortran());
    References.define(*Root, To);
    Definitions[{Root, partOf(To, *Root)}].push_back({Around});
    VariablePart Part = Kind == Definition::OfOthers && To.Rank() == 0
                            ? VariablePart(*Root)
                            : VariablePart(To, *Root);
    Part.IsExact &=
        !Masks && (Kind == Definition::Sure || Kind == Definition::SureAndRead);
    Uses[Root].push_back({Part, Around, ++LastStep, /*IsDefinition=*/true});
    Sources Subscripts = symbolsIn(To);
    Subscripts.erase(Root);
    if (Whole)
      Subscripts.erase(&Whole->GetUltimate());
    Subscripts.merge(std::move(Inside));
    Places.push_back({Root, std::move(Part), Around, std::move(Subscripts),
                      !MayHaveLeft && isAlways(Around),
                      Kind != Definition::Sure, Value});
  }

  /// Whether a dummy argument has all elements of \p Actual.
  static bool standsForAll(const semantics::Symbol &Dummy,
                           const evaluate::Expr<evaluate::SomeType> &Actual) {
    if (Dummy.Rank() == 0 || semantics::IsAssumedShape(Dummy))
      return true;
    auto Size = constantSize(evaluate::GetShape(Dummy));
    return Size && Size == constantSize(evaluate::GetShape(Actual)) &&
           Actual.Rank() > 0;
  }

  /// What the subscripts of the parts of \p Dummy that its procedure names
  /// depend on, if they are all other dummy arguments.
  Sources subscriptsIn(const evaluate::ProcedureRef &Call,
                       const semantics::Symbol &Dummy) {
    const semantics::Symbol *Procedure = Call.proc().GetSymbol();
    auto Parts =
        Procedure ? Host.partsNamedBy(*Procedure, Dummy) : std::nullopt;
    if (!Parts || Parts->empty())
      return {};
    Sources Result;
    for (const auto &[I, Argument] : llvm::enumerate(Call.arguments())) {
      const semantics::Symbol *Other = dummyOf(Call, I);
      const auto *Actual = Argument ? Argument->UnwrapExpr() : nullptr;
      if (!Other || !Actual || Other->Rank() > 0 ||
          !semantics::IsIntentIn(*Other))
        continue;
      std::string Name = Other->name().ToString();
      if (llvm::all_of(*Parts, [&](llvm::StringRef Part) {
            return hasSubscript(Part, Name);
          }))
        Result.merge(symbolsIn(*Actual));
    }
    return Result;
  }

  /// Whether the text of a designator has \p Name as a subscript.
  static bool hasSubscript(llvm::StringRef Part, llvm::StringRef Name) {
    for (size_t At = Part.find(Name, 1); At != llvm::StringRef::npos;
         At = Part.find(Name, At + 1)) {
      size_t End = At + Name.size();
      if ((Part[At - 1] == '(' || Part[At - 1] == ',') && End < Part.size() &&
          (Part[End] == ')' || Part[End] == ','))
        return true;
    }
    return false;
  }

  /// A procedure that may define it may refer to it before.
  void referToPassed(const evaluate::Expr<evaluate::SomeType> &Expr,
                     bool IsWhole) {
    const semantics::Symbol *Root = rootOf(Expr);
    if (!Root)
      return;
    Uses[Root].push_back({IsWhole || Expr.Rank() > 0 ? VariablePart(Expr, *Root)
                                                     : VariablePart(*Root),
                          Around, ++LastStep, /*IsDefinition=*/false});
    noteOutside(Expr, *Root);
  }

  /// Without \p HasValue only a property or the place matters, or it is passed
  /// to a procedure that may define it.
  void refer(const evaluate::Expr<evaluate::SomeType> &Expr, bool HasValue) {
    const semantics::Symbol *Name = nullptr;
    const semantics::Symbol *Root = rootOf(Expr, &Name);
    if (!Root)
      return;
    Accesses &Variable = refer(*Root, VariablePart(Expr, *Root), HasValue);
    if (Name)
      Variable.Names[Name];
    if (!HasValue)
      return;
    References.refer(*Root, Expr);
    noteOutside(Expr, *Root);
  }

  void noteOutside(const evaluate::Expr<evaluate::SomeType> &Expr,
                   const semantics::Symbol &Root) {
    Part Of = partOf(Expr, Root);
    auto Comes = [&](bool WithoutExit) {
      auto Lacks = [&](Part X) { return !isDefined({&Root, X}, WithoutExit); };
      return Lacks(Part::Whole) &&
             (Of == Part::Whole ? Lacks(Part::Real) || Lacks(Part::Imaginary)
                                : Lacks(Of));
    };
    Found[&Root].ComesFromOutside |= Comes(/*WithoutExit=*/false);
    Found[&Root].ComesWithoutExit |= Comes(/*WithoutExit=*/true);
  }

  Accesses &refer(const semantics::Symbol &Root, VariablePart &&What,
                  bool HasValue) {
    Accesses &Variable = Found[&Root];
    Variable.Symbol = &Root;
    Variable.IsReferred = true;
    if (HasValue)
      Uses[&Root].push_back(
          {std::move(What), Around, ++LastStep, /*IsDefinition=*/false});
    return Variable;
  }

  static bool isAlways(const Path &Where) {
    return llvm::none_of(Where,
                         [](const Step &S) { return S.Is == Step::Condition; });
  }

  /// Whether what stands at \p Where before this place is executed before.
  bool isAlong(const Path &Where) const {
    return llvm::all_of(Where, [&](const Step &S) {
      bool IsSure = S.Is == Step::Loop ||
                    (S.Is == Step::Construct && !Of.Left.count(S.Number));
      return IsSure || llvm::is_contained(Around, S);
    });
  }

  /// Whether a definition of a variable, or of a part of a number, surely
  /// stands before; or would if no EXIT left an IF or CASE construct.
  bool isDefined(Defined What, bool WithoutExit = false) const {
    auto It = Definitions.find(What);
    return It != Definitions.end() &&
           llvm::any_of(It->second, [&](const DefiningPath &X) {
             return (WithoutExit || !X.IsPassed) && isAlong(X.Where);
           });
  }

  const HostVariables &Host;
  IterationSpace Space;
  Fixed FixedByIf;
  unsigned Masks = 0; ///< of WHERE, around
  bool IsInHeader = false;
  Course Of;
  /// What a call only defines.
  std::set<std::string> Results;
  /// See refer().
  std::set<const parser::Expr *> WithoutValue;
  Path Around;
  unsigned LastStep = 0;
  bool MayHaveLeft = false; ///< a statement may pass over this place
  ScalarValues Values;
  FirstReferences References;
  /// Around, the beginnings of what may not be executed.
  std::vector<size_t> Begins;
  Sources ComparedByIf;
  /// Of the loops around.
  std::vector<const parser::Name *> LoopNames;
  unsigned Exits = 0; ///< of constructs that are no loops
  /// Where each variable is defined, and with which subscripts.
  std::map<Defined, std::vector<DefiningPath>> Definitions;
  std::vector<DefinedPlace> Places;
  DefinedPlaces::UsesOf Uses;
};

/// What the localities of one kind name.
template <typename Kind> SymbolSet namedIn(parser::DoConstruct &Do) {
  SymbolSet Result;
  for (const parser::LocalitySpec &Spec : localitiesOf(Do))
    if (const auto *Names = std::get_if<Kind>(&Spec.u))
      for (const parser::Name &Name : Names->v)
        if (Name.symbol)
          Result.insert(&semantics::GetAssociationRoot(*Name.symbol));
  return Result;
}

/// Whether \p Target may be, or have in it, what \p Pointer is associated with.
bool mayPointTo(const semantics::Symbol &Pointer,
                const semantics::Symbol &Target) {
  if (!semantics::IsPointer(Pointer) ||
      !(semantics::IsPointer(Target) ||
        Target.attrs().test(semantics::Attr::TARGET)) ||
      Pointer.Rank() > Target.Rank())
    return false;
  auto Type = evaluate::DynamicType::From(Pointer);
  auto TargetType = evaluate::DynamicType::From(Target);
  return Type && TargetType && Type->IsTkCompatibleWith(*TargetType);
}

/// Of each variable that is defined, one that may be the same and is referred
/// to, the first by name.
void findAliases(std::map<const semantics::Symbol *, Accesses> &Found) {
  for (auto &[Symbol, Variable] : Found) {
    if (Variable.Parts.empty())
      continue;
    for (const auto &[Other, Accesses] : Found)
      if (Other != Symbol && Accesses.IsReferred &&
          (mayPointTo(*Symbol, *Other) || mayPointTo(*Other, *Symbol)) &&
          (!Variable.Alias || Other->name() < Variable.Alias->name()))
        Variable.Alias = Other;
  }
}

} // namespace

std::vector<Accesses> definedByIterations(parser::DoConstruct &Do,
                                          const HostVariables &Host) {
  const auto &Begin = std::get<parser::Statement<parser::NonLabelDoStmt>>(Do.t);
  const auto &End = std::get<parser::Statement<parser::EndDoStmt>>(Do.t);
  const auto &Header = std::get<parser::ConcurrentHeader>(
      std::get<parser::LoopControl::Concurrent>(Do.GetLoopControl()->u).t);
  Collector C(parser::CharBlock(Begin.source.begin(), End.source.end()), Host,
              Header);
  if (const auto &Mask =
          std::get<std::optional<parser::ScalarLogicalExpr>>(Header.t))
    C.setMask(Mask->thing.thing.value());
  C.walkInside(std::get<parser::Block>(Do.t));
  C.finish();

  for (auto &[Symbol, Variable] : C.Found)
    if (const semantics::EquivalenceSet *Set =
            semantics::FindEquivalenceSet(*Symbol))
      for (const semantics::EquivalenceObject &Object : *Set)
        if (auto Other = C.Found.find(&Object.symbol.GetUltimate());
            Other != C.Found.end() && Other->first != Symbol)
          Variable.Names[Other->first] |= !Other->second.Parts.empty();

  findAliases(C.Found);

  SymbolSet Local = namedIn<parser::LocalitySpec::Local>(Do);
  Local.merge(namedIn<parser::LocalitySpec::LocalInit>(Do));
  SymbolSet Shared = namedIn<parser::LocalitySpec::Shared>(Do);
  std::vector<Accesses> Result;
  for (auto &[Symbol, Variable] : C.Found) {
    const semantics::Symbol *Root = &semantics::GetAssociationRoot(*Symbol);
    if (Variable.Parts.empty() || Local.count(Root))
      continue;
    Variable.IsShared = Shared.count(Root);
    Result.push_back(std::move(Variable));
  }
  // Whatever the addresses of the symbols are.
  llvm::sort(Result, [](const Accesses &A, const Accesses &B) {
    return A.Place.begin() < B.Place.begin();
  });
  return Result;
}

} // namespace warpfort
