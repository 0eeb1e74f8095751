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
// The block is the body of a compute construct that is no loop. The names are
// of the form of Flang's temporary ones. This is done for scalars
// that are declared in the same source and neither allocatable nor pointers:
// copies of those would be so, too.
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
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace Fortran;

namespace warpfort {
namespace {

/// Names that all declarations of the program make plain character scalars.
class Declarations {
public:
  bool isPlain(const parser::Name &Name) const {
    auto Found = Plain.find(Name.ToString());
    return Found != Plain.end() && Found->second;
  }

  void Post(const parser::TypeDeclarationStmt &X) {
    bool IsPlain = isPlainType(std::get<parser::DeclarationTypeSpec>(X.t));
    for (const parser::AttrSpec &Attr :
         std::get<std::list<parser::AttrSpec>>(X.t))
      IsPlain &= !std::holds_alternative<parser::Allocatable>(Attr.u) &&
                 !std::holds_alternative<parser::Pointer>(Attr.u) &&
                 !std::holds_alternative<parser::ArraySpec>(Attr.u) &&
                 !std::holds_alternative<parser::CoarraySpec>(Attr.u);
    for (const parser::EntityDecl &Entity :
         std::get<std::list<parser::EntityDecl>>(X.t))
      note(std::get<parser::ObjectName>(Entity.t),
           IsPlain && !std::get<std::optional<parser::ArraySpec>>(Entity.t) &&
               !std::get<std::optional<parser::CoarraySpec>>(Entity.t));
  }
  void Post(const parser::ObjectDecl &X) {
    note(std::get<parser::ObjectName>(X.t), false);
  }
  void Post(const parser::PointerDecl &X) {
    note(std::get<parser::Name>(X.t), false);
  }
  void Post(const parser::DimensionStmt::Declaration &X) {
    note(std::get<parser::Name>(X.t), false);
  }

private:
  void note(const parser::Name &Name, bool IsPlain) {
    auto [Known, IsNew] = Plain.try_emplace(Name.ToString(), IsPlain);
    Known->second &= IsPlain;
  }

  /// CHARACTER of the default kind.
  static bool isPlainType(const parser::DeclarationTypeSpec &Spec) {
    const auto *Intrinsic = std::get_if<parser::IntrinsicTypeSpec>(&Spec.u);
    const auto *Character =
        Intrinsic
            ? std::get_if<parser::IntrinsicTypeSpec::Character>(&Intrinsic->u)
            : nullptr;
    if (!Character)
      return false;
    const std::optional<parser::CharSelector> &Selector = Character->v;
    return !Selector ||
           std::holds_alternative<parser::LengthSelector>(Selector->u);
  }

  std::map<std::string, bool> Plain;
};

parser::Expr lengthOf(const parser::Name &Name) {
  parser::FunctionReference Reference{parser::Call{
      std::make_tuple(parser::ProcedureDesignator{nameOf(AddedLength.Name)},
                      argumentsOf(expression(designator(Name))))}};
  Reference.source = Name.source;
  parser::Expr Result{
      common::Indirection<parser::FunctionReference>{std::move(Reference)}};
  Result.source = Name.source;
  return Result;
}

struct NameFinder {
  std::vector<parser::CharBlock> Found = {};

  void Post(const parser::Name &X) { Found.push_back(X.source); }
};

class Localizer {
public:
  Localizer(semantics::SemanticsContext &Context,
            const std::set<std::size_t> &Places, const Declarations &Known)
      : Context(Context), Places(Places), Known(Known) {}

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
    parser::Name Variable, Length, Value;
    bool HasValue;
  };

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
    for (const Local &L : Locals) {
      Associations.emplace_back(parser::Name{L.Length.source},
                                parser::Selector{lengthOf(L.Variable)});
      if (!L.HasValue)
        continue;
      parser::Expr Value{
          parser::Expr::Parentheses{common::Indirection<parser::Expr>{
              expression(designator(L.Variable))}}};
      Value.source = L.Variable.source;
      Associations.emplace_back(parser::Name{L.Value.source},
                                parser::Selector{std::move(Value)});
    }
    putInAssociate(X, std::move(Associations), Source);
  }

  Local localOf(const parser::Name &Name, bool HasValue) const {
    auto Temporary = [&](const char *What) {
      return parser::Name{
          Context.SaveTempName(".F18." + Name.ToString() + What)};
    };
    return {parser::Name{Name.source}, Temporary(" length"),
            Temporary(" initial"), HasValue};
  }

  /// Takes variables out of a clause. True if nothing is left in it.
  bool take(parser::AccObjectList &Objects, bool HasValue,
            std::vector<Local> &Locals) const {
    for (auto Object = Objects.v.begin(); Object != Objects.v.end();) {
      auto Next = std::next(Object);
      const parser::DataRef *Ref = dataRefIn(*Object);
      const auto *Name = Ref ? std::get_if<parser::Name>(&Ref->u) : nullptr;
      if (Name && isAtPlace(Context, Places, Name->source) &&
          Known.isPlain(*Name)) {
        Locals.push_back(localOf(*Name, HasValue));
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
          if (isAtPlace(Context, Places, Name->source) &&
              Known.isPlain(*Name)) {
            Locals.push_back(localOf(*Name, /*HasValue=*/false));
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
      if (isAtPlace(Context, Places, Name) &&
          Known.isPlain(parser::Name{Name}) &&
          Taken.insert(Name.ToString()).second)
        Locals.push_back(localOf(parser::Name{Name}, /*HasValue=*/false));
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
    parser::TypeParamValue Length{
        parser::ScalarIntExpr{parser::IntExpr{common::Indirection<parser::Expr>{
            expression(designator(L.Length, Source))}}}};
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
                    std::list<parser::AttrSpec>{}, std::move(Entities))}}};
    Statement.source = Source;
    return parser::DeclarationConstruct{
        parser::SpecificationConstruct{std::move(Statement)}};
  }

  static void putInBlock(parser::Block &Body, const std::vector<Local> &Locals,
                         parser::CharBlock Source) {
    std::list<parser::DeclarationConstruct> Declared;
    for (const Local &L : Locals) {
      Declared.push_back(declare(L));
      if (!L.HasValue)
        continue;
      parser::Statement<parser::ActionStmt> Assignment{
          std::nullopt,
          parser::ActionStmt{
              common::Indirection<parser::AssignmentStmt>{std::make_tuple(
                  parser::Variable{common::Indirection<parser::Designator>{
                      designator(L.Variable)}},
                  expression(designator(L.Value, L.Variable.source)))}}};
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
  const std::set<std::size_t> &Places;
  const Declarations &Known;
};

} // namespace

bool findCharacters(semantics::SemanticsContext &Context,
                    const checker::CheckedProgram &Program,
                    std::set<std::size_t> &Places) {
  bool IsNew = false;
  checker::forEachDirective(Program, [&](const checker::Directive &D) {
    for (const checker::Clause &C : D.Clauses)
      if (C.is<parser::AccClause::Private, parser::AccClause::Firstprivate>())
        for (const checker::ClauseObject &Object : C.Objects)
          if (const auto &[Source, Sym] = Object.Last;
              Sym && !checker::canCopyText(Context, *Sym, Source))
            if (auto Place = placeOf(Context, Source))
              IsNew |= Places.insert(*Place).second;
  });
  return IsNew;
}

void makeCharactersLocal(semantics::SemanticsContext &Context,
                         parser::Program &Program,
                         const std::set<std::size_t> &Places) {
  Declarations Known;
  walk(Program, Known);
  addCalls(Program, AddedLength,
           [&] { return Localizer{Context, Places, Known}; });
}

} // namespace warpfort
