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

#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace Fortran;

namespace warpfort {
namespace {

/// A scalar that an iteration assigns, with what the value depends on.
struct Dependence {
  const semantics::Symbol *To;
  std::set<const semantics::Symbol *> From;
  bool IsConditional;
};

std::set<const semantics::Symbol *>
symbolsIn(const evaluate::Expr<evaluate::SomeType> &Expr) {
  std::set<const semantics::Symbol *> Result;
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

/// Which part of a variable \p Designator is: subscripts by number count, and
/// those by variables or of whole dimensions stand for all elements.
std::string partOf(llvm::StringRef Designator) {
  std::string Result;
  while (!Designator.empty()) {
    size_t Open = Designator.find('(');
    Result += Designator.take_front(Open);
    if (Open == llvm::StringRef::npos)
      break;
    size_t Close = Open;
    for (int Depth = 0; Close < Designator.size(); ++Close) {
      Depth += (Designator[Close] == '(') - (Designator[Close] == ')');
      if (Depth == 0)
        break;
    }
    llvm::StringRef List = Designator.slice(Open + 1, Close);
    Designator = Designator.drop_front(std::min(Close + 1, Designator.size()));
    llvm::SmallVector<llvm::StringRef> Subscripts;
    List.split(Subscripts, ',');
    bool IsWhole = llvm::all_of(Subscripts, [](llvm::StringRef Subscript) {
      return Subscript == ":" || Subscript.starts_with("::1_");
    });
    if (llvm::none_of(List, llvm::isAlpha) && !IsWhole)
      Result += ("(" + List + ")").str();
  }
  return Result;
}

/// Whether \p Part is, or lies in, \p Whole.
bool isWithin(llvm::StringRef Part, llvm::StringRef Whole) {
  return Part.consume_front(Whole) &&
         (Part.empty() || Part.front() == '(' || Part.front() == '%');
}

/// The elements of an array of constant shape that \p Expr, with subscripts by
/// number, stands for.
std::optional<std::set<int64_t>>
elementsOf(const evaluate::Expr<evaluate::SomeType> &Expr) {
  constexpr int64_t Most = 1000;
  auto Ref = evaluate::ExtractDataRef(Expr);
  if (!Ref)
    return std::nullopt;
  const auto *Array = std::get_if<evaluate::ArrayRef>(&Ref->u);
  const semantics::Symbol &Symbol = Ref->GetFirstSymbol().GetUltimate();
  const auto *Details = Symbol.detailsIf<semantics::ObjectEntityDetails>();
  if (!Details ||
      (Array ? !Array->base().IsSymbol()
             : !std::holds_alternative<semantics::SymbolRef>(Ref->u)))
    return std::nullopt;
  std::set<int64_t> Result = {0};
  int64_t Size = 1;
  size_t Dimension = 0;
  for (const semantics::ShapeSpec &Shape : Details->shape()) {
    auto Low = evaluate::ToInt64(Shape.lbound().GetExplicit());
    auto High = evaluate::ToInt64(Shape.ubound().GetExplicit());
    if (!Low || !High || (*High - *Low + 1) * Size > Most)
      return std::nullopt;
    int64_t From = *Low, To = *High, Step = 1;
    if (Array) {
      const evaluate::Subscript &Subscript = Array->subscript()[Dimension++];
      if (const auto *Triplet = std::get_if<evaluate::Triplet>(&Subscript.u)) {
        auto Lower = Triplet->lower(), Upper = Triplet->upper();
        auto By = evaluate::ToInt64(Triplet->stride());
        auto First = Lower ? evaluate::ToInt64(*Lower) : Low;
        auto Last = Upper ? evaluate::ToInt64(*Upper) : High;
        if (!First || !Last || !By || *By <= 0)
          return std::nullopt;
        From = *First;
        To = *Last;
        Step = *By;
      } else {
        auto At = evaluate::ToInt64(
            std::get<evaluate::IndirectSubscriptIntegerExpr>(Subscript.u)
                .value());
        if (!At)
          return std::nullopt;
        From = To = *At;
      }
    }
    std::set<int64_t> Next;
    for (int64_t Before : Result)
      for (int64_t I = From; I <= To && I <= *High; I += Step)
        Next.insert(Before + (I - *Low) * Size);
    Result = std::move(Next);
    Size *= *High - *Low + 1;
  }
  return Result;
}

/// Collects in the order of execution, as far as the text has it.
class Collector {
public:
  explicit Collector(parser::CharBlock Range) : Range(Range) {}

  std::map<const semantics::Symbol *, Accesses> Found;

  template <typename A> bool Pre(const A &) { return true; }
  template <typename A> void Post(const A &) {}

  bool Pre(const parser::AssignmentStmt &X) {
    const auto &Left = std::get<parser::Variable>(X.t);
    parser::Walk(std::get<parser::Expr>(X.t), *this);
    parser::Walk(Left, *this); // its subscripts
    if (const auto *To = semantics::GetExpr(Left)) {
      const auto *From = semantics::GetExpr(std::get<parser::Expr>(X.t));
      define(*To, Left.GetSource(), From);
    }
    return false;
  }
  bool Pre(const parser::CallStmt &X) {
    if (!X.typedCall)
      return true;
    std::vector<const evaluate::Expr<evaluate::SomeType> *> Defined;
    Results.clear();
    for (const auto &[I, Argument] :
         llvm::enumerate(X.typedCall->arguments())) {
      const auto *Actual = Argument ? Argument->UnwrapExpr() : nullptr;
      const semantics::Symbol *Dummy = dummyOf(*X.typedCall, I);
      if (!Actual || !evaluate::IsVariable(*Actual) ||
          (Dummy && (semantics::IsIntentIn(*Dummy) ||
                     Dummy->attrs().test(semantics::Attr::VALUE))))
        continue;
      Defined.push_back(Actual);
      if (Dummy && semantics::IsIntentOut(*Dummy))
        Results.insert(Actual->AsFortran());
    }
    parser::Walk(X.call, *this);
    Results.clear();
    for (const auto *Actual : Defined) {
      define(*Actual, X.source, nullptr);
      if (Accesses *Variable = find(*Actual)) {
        Variable->IsPassed = true;
        Variable->IsReferred = true;
      }
    }
    return false;
  }
  bool Pre(const parser::Expr &X) {
    if (std::holds_alternative<common::Indirection<parser::Designator>>(X.u))
      if (const auto *Expr = semantics::GetExpr(X);
          Expr && !Results.count(Expr->AsFortran()))
        refer(*Expr);
    return true;
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
  bool Pre(const parser::IfStmt &) { return Pre(parser::Block{}); }
  void Post(const parser::IfStmt &) { Around.pop_back(); }
  bool Pre(const parser::WhereConstruct &) { return Pre(parser::Block{}); }
  void Post(const parser::WhereConstruct &) { Around.pop_back(); }
  bool Pre(const parser::WhereStmt &) { return Pre(parser::Block{}); }
  void Post(const parser::WhereStmt &) { Around.pop_back(); }
  // The body of a loop that has iterations, and blocks, are run in any case.
  bool Pre(const parser::DoConstruct &X) {
    parser::Walk(std::get<parser::Statement<parser::NonLabelDoStmt>>(X.t),
                 *this);
    walkInside(std::get<parser::Block>(X.t));
    return false;
  }
  bool Pre(const parser::BlockConstruct &X) {
    walkInside(std::get<parser::Block>(X.t));
    return false;
  }
  bool Pre(const parser::AssociateConstruct &X) {
    parser::Walk(std::get<parser::Statement<parser::AssociateStmt>>(X.t),
                 *this);
    walkInside(std::get<parser::Block>(X.t));
    return false;
  }

  void walkInside(const parser::Block &Body) {
    for (const parser::ExecutionPartConstruct &X : Body)
      parser::Walk(X, *this);
  }

  /// The indices, and what depends on them or on how often a loop has run.
  std::set<const semantics::Symbol *>
  variants(const std::set<const semantics::Symbol *> &Indices) const {
    std::set<const semantics::Symbol *> Result = Indices;
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const Dependence &D : Dependences)
        if (!Result.count(D.To) &&
            (D.IsConditional ||
             llvm::any_of(D.From, [&](const semantics::Symbol *From) {
               return From == D.To || Result.count(From);
             }))) {
          Result.insert(D.To);
          Changed = true;
        }
    }
    return Result;
  }

  /// The subscripts of all definitions are known by now.
  void finish(const std::set<const semantics::Symbol *> &Indices) {
    std::set<const semantics::Symbol *> Variants = variants(Indices);
    for (const Place &D : Places) {
      Accesses &Variable = Found[D.Of];
      bool Varies = llvm::any_of(D.Subscripts, [&](const auto *Symbol) {
        return Variants.count(Symbol);
      });
      Variable.ByIteration |= Varies;
      Variable.InEach |= !Varies && D.IsUnconditional;
    }
  }

private:
  struct Place {
    const semantics::Symbol *Of;
    std::set<const semantics::Symbol *> Subscripts;
    bool IsUnconditional;
  };

  /// The dummy argument of number \p I, if it is known.
  static const semantics::Symbol *dummyOf(const evaluate::ProcedureRef &Call,
                                          size_t I) {
    const semantics::Symbol *Procedure = Call.proc().GetSymbol();
    const auto *Details =
        Procedure
            ? Procedure->GetUltimate().detailsIf<semantics::SubprogramDetails>()
            : nullptr;
    return Details && I < Details->dummyArgs().size() ? Details->dummyArgs()[I]
                                                      : nullptr;
  }

  /// The variable that \p Expr is a part of; null if it is one of the
  /// construct.
  const semantics::Symbol *
  rootOf(const evaluate::Expr<evaluate::SomeType> &Expr) const {
    const semantics::Symbol *Root = evaluate::GetFirstSymbol(Expr);
    if (!Root)
      return nullptr;
    Root = &Root->GetUltimate();
    if (const auto *Associate =
            Root->detailsIf<semantics::AssocEntityDetails>())
      return Associate->expr() ? rootOf(*Associate->expr()) : nullptr;
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
    Dependence Of{Variable.Symbol, {}, /*IsConditional=*/false};
    for (const Bound *X : {&Lower, &Upper, Step ? &*Step : nullptr})
      if (const auto *Expr = X ? semantics::GetExpr(*X) : nullptr)
        Of.From.merge(symbolsIn(*Expr));
    Dependences.push_back(std::move(Of));
  }

  void define(const evaluate::Expr<evaluate::SomeType> &To,
              parser::CharBlock Place,
              const evaluate::Expr<evaluate::SomeType> *From) {
    const semantics::Symbol *Whole = evaluate::GetFirstSymbol(To);
    // Scalars of the construct hand on what they depend on, too.
    if (Whole && To.Rank() == 0) {
      Dependence D{&Whole->GetUltimate(), {}, !Around.empty() || !From};
      if (From)
        D.From = symbolsIn(*From);
      Dependences.push_back(std::move(D));
    }
    const semantics::Symbol *Root = rootOf(To);
    if (!Root)
      return;
    Accesses &Variable = Found[Root];
    Variable.Symbol = Root;
    if (Variable.Place.empty())
      Variable.Place = Place;
    Variable.Definitions.push_back(
        {partOf(To.AsFortran()), elementsOf(To), Around});
    std::set<const semantics::Symbol *> Subscripts = symbolsIn(To);
    Subscripts.erase(Root);
    if (Whole)
      Subscripts.erase(&Whole->GetUltimate());
    Places.push_back({Root, std::move(Subscripts), Around.empty()});
  }

  void refer(const evaluate::Expr<evaluate::SomeType> &Expr) {
    const semantics::Symbol *Root = rootOf(Expr);
    if (!Root)
      return;
    Accesses &Variable = Found[Root];
    Variable.Symbol = Root;
    Variable.IsReferred = true;
    std::string Part = partOf(Expr.AsFortran());
    // A small array may be defined element by element.
    std::optional<std::set<int64_t>> Missing = elementsOf(Expr);
    for (const Definition &D : Variable.Definitions) {
      if (D.Around.size() > Around.size() ||
          !std::equal(D.Around.begin(), D.Around.end(), Around.begin()))
        continue;
      if (isWithin(Part, D.Part))
        return;
      if (Missing && D.Elements)
        for (int64_t Element : *D.Elements)
          Missing->erase(Element);
    }
    if (Missing && Missing->empty())
      return;
    Variable.ComesFromOutside = true;
  }

  parser::CharBlock Range;
  /// What a call only defines.
  std::set<std::string> Results;
  Conditions Around;
  unsigned LastCondition = 0;
  std::vector<Dependence> Dependences;
  std::vector<Place> Places;
};

/// What a locality names is decided.
std::set<const semantics::Symbol *> namedIn(parser::DoConstruct &Do) {
  std::set<const semantics::Symbol *> Result;
  auto Insert = [&](const std::list<parser::Name> &Names) {
    for (const parser::Name &Name : Names)
      if (Name.symbol)
        Result.insert(&semantics::GetAssociationRoot(*Name.symbol));
  };
  for (const parser::LocalitySpec &Spec : localitiesOf(Do)) {
    if (const auto *Local = std::get_if<parser::LocalitySpec::Local>(&Spec.u))
      Insert(Local->v);
    if (const auto *Shared = std::get_if<parser::LocalitySpec::Shared>(&Spec.u))
      Insert(Shared->v);
  }
  return Result;
}

} // namespace

std::vector<Accesses> definedByIterations(parser::DoConstruct &Do) {
  const auto &Begin = std::get<parser::Statement<parser::NonLabelDoStmt>>(Do.t);
  const auto &End = std::get<parser::Statement<parser::EndDoStmt>>(Do.t);
  Collector C(parser::CharBlock(Begin.source.begin(), End.source.end()));
  C.walkInside(std::get<parser::Block>(Do.t));
  std::set<const semantics::Symbol *> Indices;
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

  std::set<const semantics::Symbol *> Named = namedIn(Do);
  std::vector<Accesses> Result;
  for (auto &[Symbol, Variable] : C.Found)
    if (!Variable.Definitions.empty() && !Variable.IsIndex &&
        !Named.count(&semantics::GetAssociationRoot(*Symbol)))
      Result.push_back(std::move(Variable));
  // Whatever the addresses of the symbols are.
  llvm::sort(Result, [](const Accesses &A, const Accesses &B) {
    return A.Place.begin() < B.Place.begin();
  });
  return Result;
}

} // namespace warpfort
