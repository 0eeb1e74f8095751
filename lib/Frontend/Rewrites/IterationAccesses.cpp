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

/// A scalar that an iteration assigns, with what the value depends on.
struct Dependence {
  const semantics::Symbol *To;
  SymbolSet From;
};

SymbolSet symbolsIn(const evaluate::Expr<evaluate::SomeType> &Expr) {
  SymbolSet Result;
  for (const semantics::Symbol &Symbol : evaluate::CollectSymbols(Expr)) {
    Result.insert(&Symbol.GetUltimate());
    // An associate name stands for its selector.
    if (const auto *Associate =
            Symbol.GetUltimate().detailsIf<semantics::AssocEntityDetails>())
      if (Associate->expr())
        Result.merge(symbolsIn(*Associate->expr()));
  }
  return Result;
}

/// The conditions around a place, the outermost first.
using Conditions = std::vector<unsigned>;

/// A loop inside of the construct, with what it refers to and has not defined
/// before: the variable and the part's text, with what this names.
struct Loop {
  const semantics::Symbol *Index;
  std::map<std::pair<const semantics::Symbol *, std::string>, SymbolSet> First;
};

/// Collects in the order of execution, as far as the text has it.
class Collector {
public:
  explicit Collector(parser::CharBlock Range) : Range(Range) {}

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
    if (const semantics::Symbol *Dummy = Call ? dummyOf(*Call, 0) : nullptr;
        To && Dummy && !semantics::IsIntentOut(*Dummy))
      refer(*To, /*HasValue=*/false);
    if (To) {
      const auto *From = semantics::GetExpr(std::get<parser::Expr>(X.t));
      define(*To, Left.GetSource(), From ? symbolsIn(*From) : SymbolSet());
    }
    return false;
  }
  bool Pre(const parser::CallStmt &X) {
    if (!X.typedCall)
      return true;
    std::vector<const evaluate::Expr<evaluate::SomeType> *> Defined;
    // What the procedure may define.
    std::set<std::string> Passed;
    for (const auto &[I, Argument] :
         llvm::enumerate(X.typedCall->arguments())) {
      const auto *Actual = Argument ? Argument->UnwrapExpr() : nullptr;
      const semantics::Symbol *Dummy = dummyOf(*X.typedCall, I);
      if (!Actual || !evaluate::IsVariable(*Actual) ||
          (Dummy && (semantics::IsIntentIn(*Dummy) ||
                     Dummy->attrs().test(semantics::Attr::VALUE))))
        continue;
      Defined.push_back(Actual);
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
    Results.clear();
    SymbolSet From;
    for (const auto &Argument : X.typedCall->arguments())
      if (const auto *Actual = Argument ? Argument->UnwrapExpr() : nullptr)
        From.merge(symbolsIn(*Actual));
    for (const auto *Actual : Defined) {
      define(*Actual, X.source, From);
      // The procedure may refer to what it has defined.
      if (Accesses *Variable = find(*Actual))
        Variable->IsReferred = true;
    }
    return false;
  }
  bool Pre(const parser::Expr &X) {
    if (std::holds_alternative<common::Indirection<parser::Designator>>(X.u))
      if (const auto *Expr = semantics::GetExpr(X);
          Expr && !Results.count(Expr->AsFortran()))
        refer(*Expr, !WithoutValue.count(&X));
    if (const auto *Reference =
            std::get_if<common::Indirection<parser::FunctionReference>>(&X.u))
      if (const auto *Expr = semantics::GetExpr(X))
        if (const auto *Call = evaluate::UnwrapProcedureRef(*Expr))
          referToObject(Reference->value().v, *Call, {});
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
  bool Pre(const parser::ConcurrentControl &X) {
    const auto &[Index, Lower, Upper, Step] = X.t;
    setIndex(Index, Lower, Upper, Step);
    return true;
  }

  bool Pre(const parser::Block &) {
    Around.push_back(++LastCondition);
    return true;
  }
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
  bool Pre(const parser::IfStmt &) { return Pre(parser::Block{}); }
  void Post(const parser::IfStmt &) { Around.pop_back(); }
  bool Pre(const parser::WhereConstruct &) { return Pre(parser::Block{}); }
  void Post(const parser::WhereConstruct &) { Around.pop_back(); }
  bool Pre(const parser::WhereStmt &) { return Pre(parser::Block{}); }
  void Post(const parser::WhereStmt &) { Around.pop_back(); }
  // The body of a loop that has iterations, and blocks, are run in any case.
  bool Pre(const parser::DoConstruct &X) {
    walk(std::get<parser::Statement<parser::NonLabelDoStmt>>(X.t), *this);
    const auto &Control = X.GetLoopControl();
    const auto *Bounds =
        Control ? std::get_if<parser::LoopControl::Bounds>(&Control->u)
                : nullptr;
    const semantics::Symbol *Index =
        Bounds ? Bounds->name.thing.symbol : nullptr;
    Loops.push_back({Index ? &Index->GetUltimate() : nullptr, {}});
    walkInside(std::get<parser::Block>(X.t));
    endLoop();
    return false;
  }
  bool Pre(const parser::BlockConstruct &X) {
    walkInside(std::get<parser::Block>(X.t));
    return false;
  }
  bool Pre(const parser::Selector &X) {
    if (const auto *Expr = std::get_if<parser::Expr>(&X.u))
      WithoutValue.insert(Expr);
    return true;
  }
  bool Pre(const parser::AssociateConstruct &X) {
    walk(std::get<parser::Statement<parser::AssociateStmt>>(X.t), *this);
    walkInside(std::get<parser::Block>(X.t));
    return false;
  }

  /// What all branches define is defined behind them.
  void walkBranches(const std::vector<const parser::Block *> &Branches,
                    bool OneIsTaken) {
    std::map<Defined, size_t> Count;
    // Nothing that another branch defines is defined before.
    const auto Before = Definitions;
    auto Behind = Definitions;
    for (const parser::Block *Branch : Branches) {
      Definitions = Before;
      Around.push_back(++LastCondition);
      walkInside(*Branch);
      for (auto &[What, Where] : Definitions) {
        Count[What] += llvm::is_contained(Where, Around);
        auto Known = Before.find(What);
        size_t Old = Known == Before.end() ? 0 : Known->second.size();
        llvm::append_range(Behind[What], llvm::drop_begin(Where, Old));
      }
      Around.pop_back();
    }
    Definitions = std::move(Behind);
    for (auto [What, Number] : Count)
      if (OneIsTaken && Number == Branches.size())
        Definitions[What].push_back(Around);
  }

  void walkInside(const parser::Block &Body) {
    for (const parser::ExecutionPartConstruct &X : Body)
      walk(X, *this);
  }

  /// The subscripts of all definitions are known by now.
  void finish(const SymbolSet &Indices) {
    // The indices, and what depends on them.
    SymbolSet Variants = Indices;
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const Dependence &D : Dependences)
        if (!Variants.count(D.To) && intersects(D.From, Variants)) {
          Variants.insert(D.To);
          Changed = true;
        }
    }
    for (const auto &[Symbol, Subscripts] : Places)
      Found[Symbol].MayBeCommon |= !intersects(Subscripts, Variants);
  }

private:
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
    const auto *Component = std::get_if<parser::ProcComponentRef>(
        &std::get<parser::ProcedureDesignator>(Text.t).u);
    const semantics::Symbol *Base =
        Component ? parser::GetFirstName(Component->v.thing.base).symbol
                  : nullptr;
    if (!Base)
      return;
    for (const auto &Argument : Call.arguments()) {
      const auto *Object = Argument ? Argument->UnwrapExpr() : nullptr;
      if (!Object || !evaluate::IsVariable(*Object) ||
          Results.count(Object->AsFortran()))
        continue;
      if (const semantics::Symbol *First = evaluate::GetFirstSymbol(*Object);
          First && &First->GetUltimate() == &Base->GetUltimate())
        refer(*Object, !Passed.count(Object->AsFortran()));
    }
  }

  /// What a loop refers to and defines later in its body, the iteration before
  /// may have defined, unless it is the element of the iteration itself; the
  /// rest is the loop around's.
  void endLoop() {
    Loop Ended = Loops.pop_back_val();
    for (const auto &[Place, Symbols] : Ended.First) {
      const semantics::Symbol *Root = Place.first;
      const std::string &Text = Place.second;
      bool IsOfIteration =
          Symbols.count(Ended.Index) &&
          llvm::all_of(Found[Root].Parts, [&](const std::string &Defined) {
            return Defined == Text;
          });
      bool IsDefined = hasDefinitions(Root, Part::Whole) ||
                       hasDefinitions(Root, Part::Real) ||
                       hasDefinitions(Root, Part::Imaginary);
      if (!IsDefined || IsOfIteration)
        referFirst(*Root, Text, Symbols);
    }
  }

  /// Notes a reference that no definition stands before.
  void referFirst(const semantics::Symbol &Root, const std::string &Part,
                  const SymbolSet &Symbols) {
    if (Loops.empty())
      Found[&Root].IsReferredFirst = true;
    else
      Loops.back().First.insert({{&Root, Part}, Symbols});
  }

  static bool intersects(const SymbolSet &Some, const SymbolSet &Others) {
    return llvm::any_of(
        Some, [&](const auto *Symbol) { return Others.count(Symbol); });
  }

  /// The dummy argument of number \p I, if it is known.
  static const semantics::Symbol *dummyOf(const evaluate::ProcedureRef &Call,
                                          size_t I) {
    const semantics::Symbol *Procedure = Call.proc().GetInterfaceSymbol();
    const auto *Details =
        Procedure
            ? Procedure->GetUltimate().detailsIf<semantics::SubprogramDetails>()
            : nullptr;
    return Details && I < Details->dummyArgs().size() ? Details->dummyArgs()[I]
                                                      : nullptr;
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
    Accesses &Variable = Found[&Index.symbol->GetUltimate()];
    Variable.Symbol = &Index.symbol->GetUltimate();
    Variable.IsIndex = true;
    Dependence Of{Variable.Symbol, {}};
    for (const Bound *X : {&Lower, &Upper, Step ? &*Step : nullptr})
      if (const auto *Expr = X ? semantics::GetExpr(*X) : nullptr)
        Of.From.merge(symbolsIn(*Expr));
    Dependences.push_back(std::move(Of));
  }

  void define(const evaluate::Expr<evaluate::SomeType> &To,
              parser::CharBlock Place, SymbolSet From) {
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
      Variable.BeginsWhole = !Variable.IsReferred && Around.empty() &&
                             Loops.empty() && Object &&
                             &Object->GetUltimate() == Root;
    }
    Variable.Parts.insert(To.AsFortran());
    Definitions[{Root, partOf(To, *Root)}].push_back(Around);
    SymbolSet Subscripts = symbolsIn(To);
    Subscripts.erase(Root);
    if (Whole)
      Subscripts.erase(&Whole->GetUltimate());
    Places.emplace_back(Root, std::move(Subscripts));
  }

  /// Without \p HasValue only a property or the place matters, or it is passed
  /// to a procedure that may define it.
  void refer(const evaluate::Expr<evaluate::SomeType> &Expr, bool HasValue) {
    const semantics::Symbol *Name = nullptr;
    const semantics::Symbol *Root = rootOf(Expr, &Name);
    if (!Root)
      return;
    Accesses &Variable = Found[Root];
    Variable.Symbol = Root;
    Variable.IsReferred = true;
    if (Name)
      Variable.Names[Name];
    Part Of = partOf(Expr, *Root);
    if (HasValue && !hasDefinitions(Root, Part::Whole) &&
        !hasDefinitions(Root, Of))
      referFirst(*Root, Expr.AsFortran(), symbolsIn(Expr));
    Variable.ComesFromOutside |=
        !isDefined(Root, Part::Whole) &&
        (Of == Part::Whole
             ? !isDefined(Root, Part::Real) || !isDefined(Root, Part::Imaginary)
             : !isDefined(Root, Of));
  }

  bool hasDefinitions(const semantics::Symbol *Root, Part Of) {
    return !Definitions[{Root, Of}].empty();
  }

  /// Whether a definition of a variable, or of a part of a number, surely
  /// stands before.
  bool isDefined(const semantics::Symbol *Root, Part Of) {
    return llvm::any_of(Definitions[{Root, Of}], [&](const Conditions &Where) {
      return Where.size() <= Around.size() &&
             std::equal(Where.begin(), Where.end(), Around.begin());
    });
  }

  parser::CharBlock Range;
  /// What a call only defines.
  std::set<std::string> Results;
  /// See refer().
  std::set<const parser::Expr *> WithoutValue;
  Conditions Around;
  unsigned LastCondition = 0;
  /// Around a place.
  llvm::SmallVector<Loop> Loops;
  std::vector<Dependence> Dependences;
  /// Under which conditions each variable is defined, and with which
  /// subscripts.
  std::map<Defined, std::vector<Conditions>> Definitions;
  std::vector<std::pair<const semantics::Symbol *, SymbolSet>> Places;
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

std::vector<Accesses> definedByIterations(parser::DoConstruct &Do) {
  const auto &Begin = std::get<parser::Statement<parser::NonLabelDoStmt>>(Do.t);
  const auto &End = std::get<parser::Statement<parser::EndDoStmt>>(Do.t);
  Collector C(parser::CharBlock(Begin.source.begin(), End.source.end()));
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
  SymbolSet Shared = namedIn<parser::LocalitySpec::Shared>(Do);
  std::vector<Accesses> Result;
  for (auto &[Symbol, Variable] : C.Found) {
    const semantics::Symbol *Root = &semantics::GetAssociationRoot(*Symbol);
    if (Variable.Parts.empty() || Variable.IsIndex || Local.count(Root))
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

namespace {
/// Finds the parts of variables that an expression refers to.
struct ReferenceFinder {
  struct Reference {
    parser::CharBlock Place;
    std::string Part;
    const semantics::Symbol *Root;
  };
  std::vector<Reference> Found = {};

  void Post(const parser::Expr &X) {
    if (!std::holds_alternative<common::Indirection<parser::Designator>>(X.u))
      return;
    const auto *Expr = semantics::GetExpr(X);
    if (const semantics::Symbol *Root = Expr ? firstSymbolIn(*Expr) : nullptr)
      Found.push_back({X.source, Expr->AsFortran(), &Root->GetUltimate()});
  }
};
} // namespace

/// The text of an element, without its components.
static std::string elementOf(llvm::StringRef Designator) {
  size_t Open = Designator.find('(');
  int Depth = 0;
  for (size_t I = Open; I < Designator.size(); ++I) {
    Depth += (Designator[I] == '(') - (Designator[I] == ')');
    if (Depth == 0)
      return Designator.take_front(I + 1).str();
  }
  return Designator.str();
}

/// The text of \p Designator without its subscripts: p(i)%x(j) is p%x%.
static std::string pathOf(llvm::StringRef Designator) {
  std::string Path;
  int Depth = 0;
  for (char C : Designator) {
    Depth += C == '(';
    if (Depth == 0)
      Path += C;
    Depth -= C == ')';
  }
  return Path + '%';
}

/// Whether one of two parts of a variable may have some of the other.
static bool mayOverlap(llvm::StringRef A, llvm::StringRef B) {
  std::string X = pathOf(A), Y = pathOf(B);
  return llvm::StringRef(X).starts_with(Y) || llvm::StringRef(Y).starts_with(X);
}

parser::CharBlock changedInMask(parser::DoConstruct &Do) {
  const auto &Mask = std::get<std::optional<parser::ScalarLogicalExpr>>(
      std::get<parser::ConcurrentHeader>(
          std::get<parser::LoopControl::Concurrent>(Do.GetLoopControl()->u).t)
          .t);
  if (!Mask)
    return {};
  ReferenceFinder References;
  walk(*Mask, References);
  std::vector<Accesses> Defined = definedByIterations(Do);
  for (const ReferenceFinder::Reference &Reference : References.Found) {
    std::string Element = elementOf(Reference.Part);
    for (const Accesses &Variable : Defined)
      if (Variable.Symbol == Reference.Root &&
          llvm::any_of(Variable.Parts, [&](const std::string &Part) {
            return mayOverlap(Part, Reference.Part) &&
                   (Variable.MayBeCommon || elementOf(Part) != Element);
          }))
        return Reference.Place;
  }
  return {};
}

} // namespace warpfort
