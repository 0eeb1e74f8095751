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
#include "ConcurrentLocalities.h"
#include "Frontend/Tree/ExpressionWalk.h"
#include "Frontend/Tree/TreeWalk.h"

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

/// What a value depends on.
struct Sources {
  SymbolSet All;
  SymbolSet Many; ///< but for what leaves few values

  void merge(Sources &&Other) {
    All.merge(Other.All);
    Many.merge(Other.Many);
  }
  void erase(const semantics::Symbol *Symbol) {
    All.erase(Symbol);
    Many.erase(Symbol);
  }
};

/// A scalar that an iteration assigns, with what the value depends on.
struct Dependence {
  const semantics::Symbol *To;
  Sources From;
  /// Of the index of a loop, whose other limit has From. Loops with one limit
  /// in common have a round in common.
  std::optional<Sources> Limit = std::nullopt;
};

/// A definition of a part of a variable.
struct DefinedPlace {
  const semantics::Symbol *Root;
  Sources Subscripts;
  bool IsSure; ///< in every iteration
};

struct SymbolCollector : ExpressionVisitor {
  Sources Result;
  int Remainders = 0;

  using ExpressionVisitor::visit;
  Found visit(const semantics::Symbol &X) override {
    Result.All.insert(&X.GetUltimate());
    if (!Remainders)
      Result.Many.insert(&X.GetUltimate());
    return ExpressionVisitor::visit(X);
  }
  Found visit(const evaluate::ProcedureRef &X) override {
    bool HasFew = hasFewValues(X);
    Remainders += HasFew;
    Found Result = ExpressionVisitor::visit(X);
    Remainders -= HasFew;
    return Result;
  }

private:
  /// A remainder of division by a small number.
  static bool hasFewValues(const evaluate::ProcedureRef &X) {
    const evaluate::SpecificIntrinsic *Intrinsic =
        X.proc().GetSpecificIntrinsic();
    if (!Intrinsic ||
        (Intrinsic->name != "mod" && Intrinsic->name != "modulo") ||
        X.arguments().size() != 2 || !X.arguments()[1])
      return false;
    const auto *Divisor = X.arguments()[1]->UnwrapExpr();
    auto Value = Divisor ? evaluate::ToInt64(*Divisor) : std::nullopt;
    return Value && *Value >= -64 && *Value <= 64;
  }
};

Sources symbolsIn(const evaluate::Expr<evaluate::SomeType> &Expr) {
  SymbolCollector Collector;
  Collector.walk(Expr);
  return std::move(Collector.Result);
}

/// Collects in the order of execution, as far as the text has it.
class Collector {
public:
  Collector(parser::CharBlock Range, const HostVariables &Host)
      : Range(Range), Host(Host) {}

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
    if (const semantics::Symbol *Dummy = Call ? dummyOf(*Call, 0) : nullptr;
        To && Dummy && !semantics::IsIntentOut(*Dummy))
      refer(*To, /*HasValue=*/false);
    if (To) {
      const auto *From = semantics::GetExpr(std::get<parser::Expr>(X.t));
      define(*To, Left.GetSource(), From ? symbolsIn(*From) : Sources());
    }
    return false;
  }
  bool Pre(const parser::CallStmt &X) {
    if (!X.typedCall)
      return true;
    // What the procedure may define, and whether its dummy is a scalar.
    std::vector<std::pair<const evaluate::Expr<evaluate::SomeType> *, bool>>
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
      Defined.emplace_back(Actual, Dummy && Dummy->Rank() == 0);
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
    for (const auto &[Actual, IsScalar] : Defined) {
      define(*Actual, X.source, From, /*IsExact=*/IsScalar);
      // The procedure may refer to what it has defined.
      if (Accesses *Variable = find(*Actual))
        Variable->IsReferred = true;
    }
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
    const auto *Name = std::get_if<parser::Name>(
        &std::get<parser::ProcedureDesignator>(X.v.t).u);
    if (Name && Name->symbol &&
        Name->symbol->attrs().test(semantics::Attr::INTRINSIC))
      noteProperties(Name->ToString(), X.v);
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
    define(*Object, Whole->source, {});
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
    return true;
  }

  bool Pre(const parser::Block &) { return enter(); }
  void Post(const parser::Block &) { Around.pop_back(); }
  bool Pre(const parser::IfConstruct &X) {
    const auto &[If, Then, ElseIfs, Else, End] = X.t;
    walk(If, *this);
    std::vector<const parser::Block *> Branches = {&Then};
    for (const auto &ElseIf : ElseIfs) {
      const auto &[Condition, Branch] = ElseIf.t;
      walk(Condition, *this);
      Branches.push_back(&Branch);
    }
    if (Else)
      Branches.push_back(&std::get<parser::Block>(Else->t));
    walkBranches(Branches, /*OneIsTaken=*/Else.has_value());
    return false;
  }
  bool Pre(const parser::CaseConstruct &X) {
    walk(std::get<parser::Statement<parser::SelectCaseStmt>>(X.t), *this);
    std::vector<const parser::Block *> Branches;
    bool HasDefault = false;
    for (const auto &Case :
         std::get<std::list<parser::CaseConstruct::Case>>(X.t)) {
      const auto &[Stmt, Branch] = Case.t;
      HasDefault |= std::holds_alternative<parser::Default>(
          std::get<parser::CaseSelector>(Stmt.statement.t).u);
      Branches.push_back(&Branch);
    }
    walkBranches(Branches, HasDefault);
    return false;
  }
  void Post(const parser::Statement<parser::ActionStmt> &X) {
    noteLeaving(X.statement);
  }
  // That of an IF statement.
  bool Pre(const parser::UnlabeledStatement<parser::ActionStmt> &X) {
    noteLeaving(X.statement);
    return enter();
  }
  void Post(const parser::UnlabeledStatement<parser::ActionStmt> &) {
    Around.pop_back();
  }
  bool Pre(const parser::WhereConstruct &) { return enter(); }
  void Post(const parser::WhereConstruct &) { Around.pop_back(); }
  bool Pre(const parser::WhereStmt &) { return enter(); }
  void Post(const parser::WhereStmt &) { Around.pop_back(); }
  bool Pre(const parser::GotoStmt &) { return jump(); }
  bool Pre(const parser::ComputedGotoStmt &) { return jump(); }
  bool Pre(const parser::ArithmeticIfStmt &) { return jump(); }
  // The body of a loop that has iterations, and blocks, are run in any case.
  bool Pre(const parser::DoConstruct &X) {
    walk(std::get<parser::Statement<parser::NonLabelDoStmt>>(X.t), *this);
    const auto &Control = X.GetLoopControl();
    const auto *Bounds =
        Control ? std::get_if<parser::LoopControl::Bounds>(&Control->u)
                : nullptr;
    enter(Step::Loop);
    if (const semantics::Symbol *Index =
            Bounds ? Bounds->name.thing.symbol : nullptr)
      Around.back().Index = &Index->GetUltimate();
    if (Bounds)
      Around.back().Direction = directionOf(*Bounds);
    walkInside(std::get<parser::Block>(X.t));
    Around.pop_back();
    return false;
  }
  bool Pre(const parser::BlockConstruct &X) {
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

  /// What all branches define is defined behind them.
  void walkBranches(const std::vector<const parser::Block *> &Branches,
                    bool OneIsTaken) {
    std::map<Defined, size_t> Count;
    unsigned Number = ++LastStep;
    for (const parser::Block *Branch : Branches) {
      enter();
      Around.back().Branches = Number;
      walkInside(*Branch);
      for (const auto &[What, Where] : Definitions)
        Count[What] += llvm::any_of(
            Where, [&](const Path &Place) { return isAlong(Place); });
      Around.pop_back();
    }
    for (auto [What, Times] : Count)
      if (OneIsTaken && Times == Branches.size() &&
          !isDefined(What.first, What.second))
        Definitions[What].push_back(Around);
  }

  void walkInside(const parser::Block &Body) {
    for (const parser::ExecutionPartConstruct &X : Body)
      walk(X, *this);
  }

  /// The subscripts of all definitions are known by now.
  void finish(const SymbolSet &Indices) {
    SymbolSet Variants = variantsOf(Indices, &Sources::All);
    SymbolSet Many = variantsOf(Indices, &Sources::Many);
    SymbolSet Scratch;
    for (const DefinedPlace &Place : Places) {
      Accesses &Variable = Found[Place.Root];
      bool IsCommon = !intersects(Place.Subscripts.All, Variants);
      Variable.MayBeCommon |= IsCommon;
      Variable.MayBeRepeated |= !intersects(Place.Subscripts.Many, Many);
      Variable.MayHaveElements |= !IsCommon;
      if (IsCommon && Place.IsSure)
        Scratch.insert(Place.Root);
    }
    for (const semantics::Symbol *Symbol : Scratch)
      Found[Symbol].MayHaveElements = false;
    for (const auto &[Symbol, OfSymbol] : Uses) {
      Found[Symbol].First = findFirstUses(OfSymbol);
      for (const Use &U : OfSymbol)
        if (U.IsDefinition)
          Found[Symbol].Defined.push_back(U.Part);
    }
  }

private:
  /// \p Indices, and the scalars that have \p Kind of their sources in them.
  SymbolSet variantsOf(const SymbolSet &Indices,
                       SymbolSet Sources::*Kind) const {
    SymbolSet Variants = Indices;
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const Dependence &D : Dependences)
        if (intersects(D.From.*Kind, Variants) &&
            (!D.Limit || intersects((*D.Limit).*Kind, Variants)))
          Changed |= Variants.insert(D.To).second;
    }
    return Variants;
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

  /// Of the arguments of an intrinsic function, those whose type, shape or
  /// address alone it asks for.
  void noteProperties(const std::string &Intrinsic, const parser::Call &Call) {
    static const std::set<llvm::StringRef> Inquiries = {
        "allocated", "associated",    "bit_size",    "c_loc",
        "c_sizeof",  "digits",        "epsilon",     "extends_type_of",
        "huge",      "is_contiguous", "kind",        "lbound",
        "len",       "loc",           "maxexponent", "minexponent",
        "null",      "precision",     "radix",       "range",
        "rank",      "same_type_as",  "shape",       "size",
        "sizeof",    "storage_size",  "tiny",        "ubound"};
    bool HasMold = Intrinsic == "transfer" || Intrinsic == "out_of_range";
    if (!HasMold && !Inquiries.count(Intrinsic))
      return;
    // Others, as DIM=, give values.
    bool AsksForTwo = Intrinsic == "associated" ||
                      Intrinsic == "same_type_as" ||
                      Intrinsic == "extends_type_of";
    size_t Position = 0;
    for (const auto &Argument :
         std::get<std::list<parser::ActualArgSpec>>(Call.t)) {
      const auto &Keyword =
          std::get<std::optional<parser::Keyword>>(Argument.t);
      std::string Name = Keyword ? Keyword->v.ToString() : "";
      bool IsAskedFor = HasMold   ? (Keyword ? Name == "mold" : Position == 1)
                        : Keyword ? Name != "dim" && Name != "kind"
                                  : Position == 0 || AsksForTwo;
      ++Position;
      const auto *Actual = std::get_if<common::Indirection<parser::Expr>>(
          &std::get<parser::ActualArg>(Argument.t).u);
      if (Actual && IsAskedFor)
        WithoutValue.insert(&Actual->value());
    }
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

  bool jump() { return HasJumped = MayHaveLeft = true; }

  void noteLeaving(const parser::ActionStmt &X) {
    MayHaveLeft |=
        std::holds_alternative<common::Indirection<parser::CycleStmt>>(X.u) ||
        std::holds_alternative<common::Indirection<parser::ExitStmt>>(X.u);
  }

  /// EXIT may pass over the rest of a construct that has a name.
  void walkNamed(const std::optional<parser::Name> &Name,
                 const parser::Block &Body) {
    if (Name)
      enter(Step::Construct);
    walkInside(Body);
    if (Name)
      Around.pop_back();
  }

  /// The second operand may be left out.
  template <typename Operands> bool walkShort(const Operands &X) {
    walk(std::get<0>(X).value(), *this);
    enter();
    walk(std::get<1>(X).value(), *this);
    Around.pop_back();
    return false;
  }

  /// An internal procedure refers to what it names of those around it.
  void referToHost(const evaluate::ProcedureRef &Call) {
    if (const semantics::Symbol *Procedure = Call.proc().GetSymbol())
      for (const semantics::Symbol *Variable : Host.namedBy(*Procedure))
        if (!Range.Contains(Variable->owner().sourceRange()))
          refer(*Variable, VariablePart(), /*HasValue=*/true)
              .ComesIntoProcedures |= !isDefined(Variable, Part::Whole);
  }

  static int directionOf(const parser::LoopControl::Bounds &Bounds) {
    if (!Bounds.step)
      return 1;
    const auto *Expr = semantics::GetExpr(*Bounds.step);
    auto By = Expr ? evaluate::ToInt64(*Expr) : std::nullopt;
    return !By ? 0 : *By > 0 ? 1 : -1;
  }

  static bool intersects(const SymbolSet &Some, const SymbolSet &Others) {
    return llvm::any_of(
        Some, [&](const auto *Symbol) { return Others.count(Symbol); });
  }

  /// What of a number, if it is that, \p Expr is.
  enum class Part { Whole, Real, Imaginary };
  using Defined = std::pair<const semantics::Symbol *, Part>;

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
    if (Name && !Range.Contains(Root->owner().sourceRange())) {
      *Name = Root;
      Name = nullptr;
    }
    if (const auto *Associate =
            Root->detailsIf<semantics::AssocEntityDetails>())
      return Associate->expr() ? rootOf(*Associate->expr(), Name) : nullptr;
    return Range.Contains(Root->owner().sourceRange()) ? nullptr : Root;
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
    Dependence Of{&Index.symbol->GetUltimate(), {}, Sources()};
    for (const Bound *X : {&Lower, Step ? &*Step : nullptr})
      if (const auto *Expr = X ? semantics::GetExpr(*X) : nullptr)
        Of.From.merge(symbolsIn(*Expr));
    if (const auto *Expr = semantics::GetExpr(Upper))
      Of.Limit = symbolsIn(*Expr);
    Dependences.push_back(std::move(Of));
  }

  void defineIndex(const parser::Name &Index) {
    const semantics::Symbol *Symbol =
        Index.symbol ? &Index.symbol->GetUltimate() : nullptr;
    if (!Symbol || Range.Contains(Symbol->owner().sourceRange()))
      return;
    Accesses &Variable = Found[Symbol];
    Variable.Symbol = Symbol;
    Variable.Names[Symbol] = true;
    if (Variable.Place.empty())
      Variable.Place = Index.source;
    Variable.Parts.insert(Index.ToString());
    Definitions[{Symbol, Part::Whole}].push_back(Around);
  }

  /// What is passed by an element alone that is not \p IsExact may be others,
  /// too.
  void define(const evaluate::Expr<evaluate::SomeType> &To,
              parser::CharBlock Place, Sources From, bool IsExact = true) {
    const semantics::Symbol *Whole = firstSymbolIn(To);
    // Scalars of the construct hand on what they depend on, too.
    if (Whole && To.Rank() == 0)
      Dependences.push_back({&Whole->GetUltimate(), std::move(From)});
    const semantics::Symbol *Name = nullptr;
    const semantics::Symbol *Root = rootOf(To, &Name);
    if (!Root)
      return;
    Accesses &Variable = Found[Root];
    Variable.Symbol = Root;
    if (Name)
      Variable.Names[Name] = true;
    if (Variable.Place.empty()) {
      Variable.Place = Place;
      const auto *Object = evaluate::UnwrapWholeSymbolDataRef(To);
      Variable.BeginsWhole = !Variable.IsReferred && Around.empty() && Object &&
                             &Object->GetUltimate() == Root;
    }
    Variable.Parts.insert(To.AsFortran());
    Definitions[{Root, partOf(To, *Root)}].push_back(Around);
    Uses[Root].push_back(
        {IsExact || To.Rank() > 0 ? VariablePart(To, *Root) : VariablePart(),
         Around, /*IsDefinition=*/true});
    Sources Subscripts = symbolsIn(To);
    Subscripts.erase(Root);
    if (Whole)
      Subscripts.erase(&Whole->GetUltimate());
    Places.push_back(
        {Root, std::move(Subscripts), !MayHaveLeft && isAlways(Around)});
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
    Part Of = partOf(Expr, *Root);
    Variable.ComesFromOutside |=
        !isDefined(Root, Part::Whole) &&
        (Of == Part::Whole
             ? !isDefined(Root, Part::Real) || !isDefined(Root, Part::Imaginary)
             : !isDefined(Root, Of));
  }

  Accesses &refer(const semantics::Symbol &Root, VariablePart &&What,
                  bool HasValue) {
    Accesses &Variable = Found[&Root];
    Variable.Symbol = &Root;
    Variable.IsReferred = true;
    if (HasValue)
      Uses[&Root].push_back(
          {std::move(What), Around, /*IsDefinition=*/false, HasJumped});
    return Variable;
  }

  static bool isAlways(const Path &Where) {
    return llvm::none_of(Where,
                         [](const Step &S) { return S.Is == Step::Condition; });
  }

  /// Whether what stands at \p Where before this place is executed before.
  bool isAlong(const Path &Where) const {
    return llvm::all_of(Where, [&](const Step &S) {
      return S.Is != Step::Condition || llvm::is_contained(Around, S);
    });
  }

  /// Whether a definition of a variable, or of a part of a number, surely
  /// stands before.
  bool isDefined(const semantics::Symbol *Root, Part Of) {
    return llvm::any_of(Definitions[{Root, Of}],
                        [&](const Path &Where) { return isAlong(Where); });
  }

  parser::CharBlock Range;
  const HostVariables &Host;
  /// What a call only defines.
  std::set<std::string> Results;
  /// See refer().
  std::set<const parser::Expr *> WithoutValue;
  Path Around;
  unsigned LastStep = 0;
  bool HasJumped = false;
  bool MayHaveLeft = false; ///< a statement may pass over this place
  std::vector<Dependence> Dependences;
  /// Where each variable is defined, and with which subscripts.
  std::map<Defined, std::vector<Path>> Definitions;
  std::vector<DefinedPlace> Places;
  std::map<const semantics::Symbol *, std::vector<Use>> Uses;
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

const evaluate::ProcedureRef *callIn(const parser::Expr &X) {
  // Some nodes, as literals, were not analysed.
  return X.typedExpr && X.typedExpr->v
             ? evaluate::UnwrapProcedureRef(*X.typedExpr->v)
             : nullptr;
}

const semantics::Symbol *dummyOf(const evaluate::ProcedureRef &Call, size_t I) {
  const semantics::Symbol *Procedure = Call.proc().GetInterfaceSymbol();
  const auto *Details =
      Procedure
          ? Procedure->GetUltimate().detailsIf<semantics::SubprogramDetails>()
          : nullptr;
  return Details && I < Details->dummyArgs().size() ? Details->dummyArgs()[I]
                                                    : nullptr;
}

PassedObject objectOf(const parser::Call &Text,
                      const evaluate::ProcedureRef &Call) {
  const auto *Component = std::get_if<parser::ProcComponentRef>(
      &std::get<parser::ProcedureDesignator>(Text.t).u);
  const semantics::Symbol *Base =
      Component ? parser::GetFirstName(Component->v.thing.base).symbol
                : nullptr;
  if (!Base)
    return {};
  for (const auto &[I, Argument] : llvm::enumerate(Call.arguments())) {
    const auto *Object = Argument ? Argument->UnwrapExpr() : nullptr;
    if (!Object || !evaluate::IsVariable(*Object))
      continue;
    if (const semantics::Symbol *First = evaluate::GetFirstSymbol(*Object);
        First && &First->GetUltimate() == &Base->GetUltimate())
      return {Object, dummyOf(Call, I)};
  }
  return {};
}

std::vector<Accesses> definedByIterations(parser::DoConstruct &Do,
                                          const HostVariables &Host) {
  const auto &Begin = std::get<parser::Statement<parser::NonLabelDoStmt>>(Do.t);
  const auto &End = std::get<parser::Statement<parser::EndDoStmt>>(Do.t);
  Collector C(parser::CharBlock(Begin.source.begin(), End.source.end()), Host);
  C.walkInside(std::get<parser::Block>(Do.t));
  SymbolSet Indices;
  for (const parser::ConcurrentControl &Control :
       std::get<std::list<parser::ConcurrentControl>>(
           std::get<parser::ConcurrentHeader>(
               std::get<parser::LoopControl::Concurrent>(Do.GetLoopControl()->u)
                   .t)
               .t))
    if (const semantics::Symbol *Index =
            std::get<parser::Name>(Control.t).symbol)
      Indices.insert(&Index->GetUltimate());
  C.finish(Indices);

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
