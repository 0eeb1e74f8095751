//===-- PrivateCharacters.cpp - Private text of variable length -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang has no code for private character variables whose length is not
// constant. A block's own variable may have any length:
//
//     !$acc parallel loop private(s) firstprivate(t)
//     do i = 1, n
//       ...
//  -> associate (ls => len(s), lt => len(t), vt => (t))
//       !$acc parallel loop
//       do i = 1, n
//         block
//           character(len=ls) :: s
//           character(len=lt) :: t
//           t = vt
//           ...
//
// Where t is allocatable, so is the block's, and it is assigned if t is
// allocated, for PRIVATE, too; a deferred length is the value's:
//
//  -> associate (et => allocated(t), vt => (t(:merge(len(t), 0,
//  allocated(t)))))
//           ...
//           character(:), allocatable :: t
//           if (et) t = vt
//
// The block is the body of a compute construct that is no loop. The names are
// of the form of Flang's temporary ones. This is done for scalars that are no
// pointers: copies of those would be so, too.
//
//===----------------------------------------------------------------------===//
#include "PrivateCharacters.h"
#include "Frontend/Rewrites/AddedCalls.h"
#include "Frontend/Rewrites/ConcurrentLocalities.h"
#include "Frontend/Rewrites/StandardParallelism.h"
#include "Frontend/Rewrites/TextCopies.h"
#include "Frontend/Tree/Associates.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include <list>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace Fortran;

namespace warpfort {
namespace {

/// A call of an intrinsic function under its added name.
template <typename... A>
parser::Expr callOf(const AddedProcedure &Function, parser::CharBlock Source,
                    A &&...Arguments) {
  parser::FunctionReference Reference{parser::Call{
      std::make_tuple(parser::ProcedureDesignator{nameOf(Function.Name)},
                      argumentsOf(std::move(Arguments)...))}};
  Reference.source = Source;
  parser::Expr Result{
      common::Indirection<parser::FunctionReference>{std::move(Reference)}};
  Result.source = Source;
  return Result;
}

parser::Expr lengthOf(const parser::Name &Name) {
  return callOf(AddedLength, Name.source, expression(designator(Name)));
}

parser::Expr existenceOf(const parser::Name &Name) {
  return callOf(AddedAllocated, Name.source, expression(designator(Name)));
}

/// The text of an allocatable variable; none if there is none.
parser::Expr textOf(const parser::Name &Name) {
  static const std::string None = "0";
  parser::Expr Zero{
      parser::LiteralConstant{parser::IntLiteralConstant{std::make_tuple(
          parser::CharBlock{None}, std::optional<parser::KindParam>{})}}};
  Zero.source = Name.source;
  parser::Expr Last = callOf(AddedMerge, Name.source, lengthOf(Name),
                             std::move(Zero), existenceOf(Name));
  parser::SubstringRange Range{std::make_tuple(
      std::optional<parser::ScalarIntExpr>{},
      std::make_optional(parser::ScalarIntExpr{parser::IntExpr{
          common::Indirection<parser::Expr>{std::move(Last)}}}))};
  parser::Designator Part{parser::Substring{std::make_tuple(
      parser::DataRef{parser::Name{Name.source}}, std::move(Range))}};
  Part.source = Name.source;
  return expression(std::move(Part));
}

struct NameFinder {
  std::vector<parser::CharBlock> Found = {};

  void Post(const parser::Name &X) { Found.push_back(X.source); }
};

class Localizer {
public:
  Localizer(semantics::SemanticsContext &Context,
            const checker::PrivateTexts &Places)
      : Context(Context), Places(Places) {}

  parser::CharBlock Found = {}; ///< some variable

  void Post(parser::ExecutionPartConstruct &X) {
    if (auto *Combined = openACCIn<parser::OpenACCCombinedConstruct>(X)) {
      auto &Begin = std::get<parser::AccBeginCombinedDirective>(Combined->t);
      localizeLoop(X, std::get<parser::AccClauseList>(Begin.t),
                   std::get<std::optional<parser::DoConstruct>>(Combined->t),
                   /*IsDirective=*/!isOffloaded(*Combined));
    } else if (auto *Loop = openACCIn<parser::OpenACCLoopConstruct>(X)) {
      localizeLoop(X,
                   std::get<parser::AccClauseList>(
                       std::get<parser::AccBeginLoopDirective>(Loop->t).t),
                   std::get<std::optional<parser::DoConstruct>>(Loop->t),
                   /*IsDirective=*/true);
    } else if (auto *Region = openACCIn<parser::OpenACCBlockConstruct>(X)) {
      auto &Begin = std::get<parser::AccBeginBlockDirective>(Region->t);
      std::vector<Local> Locals =
          takeFromClauses(std::get<parser::AccClauseList>(Begin.t));
      putInConstructs(X, std::get<parser::Block>(Region->t), Locals);
    }
  }

private:
  struct Local {
    parser::Name Variable, Length, Exists, Value;
    bool IsAllocatable, IsDeferred, HasValue;
  };

  /// What was noted at \p Place, if that is something to declare anew.
  std::optional<checker::PrivateText> textAt(parser::CharBlock Place) const {
    auto Offset = placeOf(Context, Place);
    auto Known = Offset ? Places.find(*Offset) : Places.end();
    if (Known == Places.end() || Known->second == checker::PrivateText::Other)
      return std::nullopt;
    return Known->second;
  }

  std::vector<Local> takeFromClauses(parser::AccClauseList &List) const {
    std::vector<Local> Locals;
    for (auto Clause = List.v.begin(); Clause != List.v.end();) {
      auto Next = std::next(Clause);
      parser::AccObjectList *Objects = nullptr;
      auto *First = std::get_if<parser::AccClause::Firstprivate>(&Clause->u);
      if (First)
        Objects = &First->v;
      else if (auto *Private =
                   std::get_if<parser::AccClause::Private>(&Clause->u))
        Objects = &Private->v;
      if (Objects && take(*Objects, First != nullptr, Locals))
        List.v.erase(Clause);
      Clause = Next;
    }
    return Locals;
  }

  void localizeLoop(parser::ExecutionPartConstruct &X,
                    parser::AccClauseList &List,
                    std::optional<parser::DoConstruct> &Do, bool IsDirective) {
    parser::Block *Body = Do ? bodyOf(*Do, List) : nullptr;
    if (!Body)
      return;
    std::vector<Local> Locals = takeFromClauses(List);
    if (Do->IsDoConcurrent())
      takeLocals(*Do, Locals);
    if (!IsDirective)
      takeNames(*Body, Locals);
    putInConstructs(X, *Body, Locals);
  }

  /// Declares \p Locals in \p Body of the construct \p X.
  void putInConstructs(parser::ExecutionPartConstruct &X, parser::Block &Body,
                       const std::vector<Local> &Locals) {
    if (Locals.empty())
      return;
    parser::CharBlock Source = Found = Locals.front().Variable.source;
    putInBlock(Body, Locals, Source);
    std::list<parser::Association> Associations;
    auto Add = [&](const parser::Name &Name, parser::Expr &&Value) {
      Associations.emplace_back(parser::Name{Name.source},
                                parser::Selector{std::move(Value)});
    };
    for (const Local &L : Locals) {
      if (L.IsAllocatable)
        Add(L.Exists, existenceOf(L.Variable));
      if (!L.IsDeferred)
        Add(L.Length, lengthOf(L.Variable));
      if (L.HasValue)
        Add(L.Value, inParentheses(L.IsAllocatable
                                       ? textOf(L.Variable)
                                       : expression(designator(L.Variable))));
    }
    putInAssociate(X, std::move(Associations), Source);
  }

  /// An allocatable begins with the value in any case, which allocates it.
  Local localOf(const parser::Name &Name, checker::PrivateText Kind,
                bool HasValue) const {
    bool IsAllocatable = Kind != checker::PrivateText::Plain;
    auto Temporary = [&](const char *What) {
      return parser::Name{
          Context.SaveTempName(".F18." + Name.ToString() + What)};
    };
    return {parser::Name{Name.source},
            Temporary(" length"),
            Temporary(" exists"),
            Temporary(" initial"),
            IsAllocatable,
            Kind == checker::PrivateText::Deferred,
            HasValue || IsAllocatable};
  }

  /// Takes variables out of a clause. True if nothing is left in it.
  bool take(parser::AccObjectList &Objects, bool HasValue,
            std::vector<Local> &Locals) const {
    for (auto Object = Objects.v.begin(); Object != Objects.v.end();) {
      auto Next = std::next(Object);
      const parser::DataRef *Ref = dataRefIn(*Object);
      const auto *Name = Ref ? std::get_if<parser::Name>(&Ref->u) : nullptr;
      if (auto Kind = Name ? textAt(Name->source) : std::nullopt) {
        Locals.push_back(localOf(*Name, *Kind, HasValue));
        Objects.v.erase(Object);
      }
      Object = Next;
    }
    return Objects.v.empty();
  }

  /// Takes variables out of LOCAL.
  void takeLocals(parser::DoConstruct &Do, std::vector<Local> &Locals) const {
    auto &Specs = localitiesOf(Do);
    for (auto Spec = Specs.begin(); Spec != Specs.end();) {
      auto Next = std::next(Spec);
      if (auto *Names = std::get_if<parser::LocalitySpec::Local>(&Spec->u)) {
        for (auto Name = Names->v.begin(); Name != Names->v.end();) {
          auto After = std::next(Name);
          if (auto Kind = textAt(Name->source)) {
            Locals.push_back(localOf(*Name, *Kind, /*HasValue=*/false));
            Names->v.erase(Name);
          }
          Name = After;
        }
        if (Names->v.empty())
          Specs.erase(Spec);
      }
      Spec = Next;
    }
  }

  /// A construct that -stdpar makes of DO CONCURRENT has no clauses yet: the
  /// messages are about what its iterations define.
  void takeNames(parser::Block &Body, std::vector<Local> &Locals) const {
    NameFinder Names;
    walk(std::as_const(Body), Names);
    std::set<std::string> Taken;
    for (const Local &L : Locals)
      Taken.insert(L.Variable.ToString());
    for (parser::CharBlock Name : Names.Found)
      if (auto Kind = textAt(Name);
          Kind && Taken.insert(Name.ToString()).second)
        Locals.push_back(
            localOf(parser::Name{Name}, *Kind, /*HasValue=*/false));
  }

  /// The body of the innermost loop that a directive is about; null if that is
  /// not known yet.
  static parser::Block *bodyOf(parser::DoConstruct &Outer,
                               const parser::AccClauseList &List) {
    parser::DoConstruct *Do = &Outer;
    std::size_t Count = 1;
    for (const parser::AccClause &Clause : List.v) {
      if (const auto *Tile = std::get_if<parser::AccClause::Tile>(&Clause.u)) {
        Count = Tile->v.v.size();
      } else if (const auto *Collapse =
                     std::get_if<parser::AccClause::Collapse>(&Clause.u)) {
        std::string Digits =
            std::get<parser::ScalarIntConstantExpr>(Collapse->v.t)
                .thing.thing.thing.value()
                .source.ToString();
        if (Digits.size() != 1 || Digits[0] < '1' || Digits[0] > '9')
          return nullptr;
        Count = Digits[0] - '0';
      }
    }
    for (; Count > 1; --Count) {
      auto &Body = std::get<parser::Block>(Do->t);
      auto *Executable =
          Body.empty()
              ? nullptr
              : std::get_if<parser::ExecutableConstruct>(&Body.front().u);
      auto *Inner = Executable
                        ? std::get_if<common::Indirection<parser::DoConstruct>>(
                              &Executable->u)
                        : nullptr;
      if (!Inner || Body.size() != 1)
        return nullptr;
      Do = &Inner->value();
    }
    return &std::get<parser::Block>(Do->t);
  }

  static parser::DeclarationConstruct declare(const Local &L) {
    parser::CharBlock Source = L.Variable.source;
    parser::TypeParamValue Length{parser::TypeParamValue::Deferred{}};
    std::list<parser::AttrSpec> Attributes;
    if (L.IsAllocatable)
      Attributes.emplace_back(parser::Allocatable{});
    if (!L.IsDeferred)
      Length.u = parser::ScalarIntExpr{
          parser::IntExpr{common::Indirection<parser::Expr>{
              expression(designator(L.Length, Source))}}};
    std::list<parser::EntityDecl> Entities;
    Entities.emplace_back(std::make_tuple(
        parser::Name{Source}, std::optional<parser::ArraySpec>{},
        std::optional<parser::CoarraySpec>{},
        std::optional<parser::CharLength>{},
        std::optional<parser::Initialization>{}));
    parser::Statement<common::Indirection<parser::TypeDeclarationStmt>>
        Statement{
            std::nullopt,
            common::Indirection<parser::TypeDeclarationStmt>{
                parser::TypeDeclarationStmt{std::make_tuple(
                    parser::DeclarationTypeSpec{parser::IntrinsicTypeSpec{
                        parser::IntrinsicTypeSpec::Character{
                            std::make_optional<parser::CharSelector>(
                                parser::LengthSelector{std::move(Length)})}}},
                    std::move(Attributes), std::move(Entities))}}};
    Statement.source = Source;
    return parser::DeclarationConstruct{
        parser::SpecificationConstruct{std::move(Statement)}};
  }

  /// variable = value, where there is one.
  static parser::ActionStmt assign(const Local &L) {
    parser::CharBlock Source = L.Variable.source;
    parser::ActionStmt Assignment{
        common::Indirection<parser::AssignmentStmt>{std::make_tuple(
            parser::Variable{common::Indirection<parser::Designator>{
                designator(L.Variable)}},
            expression(designator(L.Value, Source)))}};
    if (!L.IsAllocatable)
      return Assignment;
    parser::UnlabeledStatement<parser::ActionStmt> Then{std::move(Assignment)};
    Then.source = Source;
    return parser::ActionStmt{common::Indirection<parser::IfStmt>{
        std::make_tuple(parser::ScalarLogicalExpr{parser::LogicalExpr{
                            common::Indirection<parser::Expr>{
                                expression(designator(L.Exists, Source))}}},
                        std::move(Then))}};
  }

  static void putInBlock(parser::Block &Body, const std::vector<Local> &Locals,
                         parser::CharBlock Source) {
    std::list<parser::DeclarationConstruct> Declared;
    for (const Local &L : Locals) {
      Declared.push_back(declare(L));
      if (!L.HasValue)
        continue;
      parser::Statement<parser::ActionStmt> Assignment{std::nullopt, assign(L)};
      Assignment.source = L.Variable.source;
      Body.emplace_front(parser::ExecutableConstruct{std::move(Assignment)});
    }
    parser::SpecificationPart Specification{std::make_tuple(
        std::list<parser::OpenACCDeclarativeConstruct>{},
        std::list<parser::OpenMPDeclarativeConstruct>{},
        std::list<common::Indirection<parser::CompilerDirective>>{},
        std::list<parser::Statement<common::Indirection<parser::UseStmt>>>{},
        std::list<parser::Statement<common::Indirection<parser::ImportStmt>>>{},
        parser::ImplicitPart{std::list<parser::ImplicitPartStmt>{}},
        std::move(Declared))};
    parser::Statement<parser::BlockStmt> First{
        std::nullopt, parser::BlockStmt{std::optional<parser::Name>{}}};
    parser::Statement<parser::EndBlockStmt> Last{
        std::nullopt, parser::EndBlockStmt{std::optional<parser::Name>{}}};
    First.source = Last.source = Source;
    parser::BlockConstruct Block{std::make_tuple(
        std::move(First),
        parser::BlockSpecificationPart{std::move(Specification)},
        std::move(Body), std::move(Last))};
    Body = parser::Block{};
    Body.emplace_back(parser::ExecutableConstruct{
        common::Indirection<parser::BlockConstruct>{std::move(Block)}});
  }

  semantics::SemanticsContext &Context;
  const checker::PrivateTexts &Places;
};

} // namespace

bool findCharacters(semantics::SemanticsContext &Context,
                    const checker::CheckedProgram &Program,
                    checker::PrivateTexts &Places) {
  bool IsNew = false;
  checker::forEachDirective(Program, [&](const checker::Directive &D) {
    for (const checker::Clause &C : D.Clauses)
      if (C.is<parser::AccClause::Private, parser::AccClause::Firstprivate>())
        for (const checker::ClauseObject &Object : C.Objects)
          if (const auto &[Source, Sym] = Object.Last;
              Sym && !checker::canCopyText(Context, *Sym, Source))
            if (auto Place = placeOf(Context, Source))
              IsNew |= Places.try_emplace(*Place, checker::privateTextOf(*Sym))
                           .second;
  });
  return IsNew;
}

void makeCharactersLocal(semantics::SemanticsContext &Context,
                         parser::Program &Program,
                         const checker::PrivateTexts &Places) {
  addCalls(Program, {&AddedLength, &AddedAllocated, &AddedMerge},
           [&] { return Localizer{Context, Places}; });
}

} // namespace warpfort
