//===-- ConcurrentLocalities.cpp - LOCAL_INIT and REDUCE ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of a directive has clauses for two localities, so that
//
//     !$acc parallel loop
//     do concurrent (i = 1:n) local_init(t) reduce(+: s)
//  -> associate (t_initial => (t))
//       !$acc parallel loop reduction(+: s)
//       do concurrent (i = 1:n) local(t) shared(s)
//         t = t_initial
//
// says the same of a compute construct, and with a kernel loop's REDUCE of
// that. The assignment is intrinsic, whatever the program defines for the type.
// What is LOCAL becomes a PRIVATE clause in ConcurrentLoops.cpp, when
// names are resolved. Copies have names of the form of Flang's temporary ones.
//
// Flang's lowering dies of a loop inside that reduces what is LOCAL to the loop
// around it:
//
//     do concurrent (i = 1:n) local(s)
//       do concurrent (j = 1:m) reduce(+: s)   ->   shared(s)
//
// says the same where the iterations of the inner one run in order, as they do
// outside of directives. What is LOCAL_INIT to a loop inside and LOCAL to the
// loop around would begin with the variable outside of both; it is replaced as
// in loops of directives, but by another name of the variable in place of its
// value: that may be a pointer, which becomes associated as the one around is.
//
//===----------------------------------------------------------------------===//
#include "ConcurrentLocalities.h"
#include "ConcurrentMasks.h"
#include "Frontend/Tree/Associates.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"
#include "LocalEntities.h"
#include "TextCopies.h"

#include "flang/Evaluate/tools.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <vector>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort {
namespace {

using Reductions = std::list<parser::LocalitySpec::Reduce>;

/// Around the variable's name, in that of the copy of its value.
const std::string CopyPrefix = ".F18.", InitialSuffix = " initial";

/// Whether something is a copy that was made here, of a name that ends so.
bool isCopy(const parser::Name *Name, llvm::StringRef Suffix = "") {
  if (!Name)
    return false;
  llvm::StringRef Text(Name->source.begin(), Name->source.size());
  return Text.starts_with(CopyPrefix) && Text.ends_with(Suffix);
}

template <typename Kind>
std::optional<parser::DoConstruct> *loopOf(parser::OpenACCConstruct &Acc) {
  auto *Construct = std::get_if<Kind>(&Acc.u);
  return Construct ? &std::get<std::optional<parser::DoConstruct>>(Construct->t)
                   : nullptr;
}

parser::LoopControl::Concurrent &concurrentOf(parser::DoConstruct &Do) {
  auto &Begin = std::get<parser::Statement<parser::NonLabelDoStmt>>(Do.t);
  return std::get<parser::LoopControl::Concurrent>(
      std::get<std::optional<parser::LoopControl>>(Begin.statement.t)->u);
}

/// Components have the same names.
bool isOf(const parser::Name &Name, parser::CharBlock Variable) {
  if (Name.source != Variable)
    return false;
  const char *Before = Name.source.begin() - 1;
  while (*Before == ' ')
    --Before;
  return *Before != '%';
}

/// Whether something names a variable.
struct MentionFinder {
  parser::CharBlock Variable;
  bool Found = false;

  bool Pre(const parser::Keyword &) { return false; }
  void Post(const parser::Name &X) { Found |= isOf(X, Variable); }
};

/// Calls a variable by another name.
struct Renamer {
  parser::CharBlock Variable, To;

  bool Pre(const parser::Keyword &) { return false; }
  void Post(parser::Name &X) {
    if (isOf(X, Variable))
      X.source = To;
  }
};

class Replacer {
public:
  Replacer(semantics::SemanticsContext &Context,
           const std::set<std::size_t> &Limits)
      : Context(Context), Limits(Limits) {}

  bool Pre(parser::OpenACCBlockConstruct &X) {
    Constructs += isCompute(X);
    return true;
  }
  void Post(parser::OpenACCBlockConstruct &X) { Constructs -= isCompute(X); }
  bool Pre(parser::OpenACCCombinedConstruct &) {
    ++Constructs;
    return true;
  }
  void Post(parser::OpenACCCombinedConstruct &) { --Constructs; }

  bool Pre(parser::DoConstruct &X) {
    if (!X.IsDoConcurrent())
      return true;
    shareLocals(X);
    Locals.push_back(localsOf(X));
    return true;
  }
  void Post(parser::DoConstruct &X) {
    if (X.IsDoConcurrent())
      Locals.pop_back();
  }

  bool Pre(parser::ExecutionPartConstruct &X) {
    auto *Executable = std::get_if<parser::ExecutableConstruct>(&X.u);
    if (!Executable)
      return true;
    parser::DoConstruct *Do = loopIn(*Executable);
    bool IsOfHost = !Do;
    if (!Do)
      Do = initialisedInside(*Executable);
    if (!Do || !Do->IsDoConcurrent())
      return true;
    parser::CharBlock Source =
        std::get<parser::Statement<parser::NonLabelDoStmt>>(Do->t).source;
    std::list<parser::Association> Copies = replaceInitialised(*Do, IsOfHost);
    takeLimits(
        *Do,
        [&](const parser::Expr &Limit) {
          return isAtPlace(Context, Limits, Limit.source) &&
                 !isCopy(parser::Unwrap<parser::Name>(Limit));
        },
        Copies);
    if (!IsOfHost)
      if (Reductions Reduced = takeReductions(*Do); !Reduced.empty())
        addReductions(*Executable, std::move(Reduced));
    if (!Copies.empty())
      putInAssociate(X, std::move(Copies), Source);
    return true;
  }

private:
  static std::set<std::string> localsOf(parser::DoConstruct &Do) {
    std::set<std::string> Result;
    for (const parser::LocalitySpec &Spec : localitiesOf(Do))
      if (const std::list<parser::Name> *Names = localNamesIn(Spec))
        for (const parser::Name &Name : *Names)
          Result.insert(Name.ToString());
    return Result;
  }

  /// Shares what \p Do reduces of the variables of loops around it.
  void shareLocals(parser::DoConstruct &Do) const {
    auto &Specs = localitiesOf(Do);
    for (auto Spec = Specs.begin(); Spec != Specs.end(); ++Spec) {
      auto *Reduce = std::get_if<parser::LocalitySpec::Reduce>(&Spec->u);
      if (!Reduce)
        continue;
      auto &Reduced = std::get<std::list<parser::Name>>(Reduce->t);
      std::list<parser::Name> Shared;
      for (auto Name = Reduced.begin(); Name != Reduced.end();) {
        auto Next = std::next(Name);
        if (llvm::any_of(Locals, [&](const std::set<std::string> &Names) {
              return Names.count(Name->ToString());
            }))
          Shared.splice(Shared.end(), Reduced, Name);
        Name = Next;
      }
      if (Shared.empty())
        continue;
      parser::LocalitySpec AsShared{
          parser::LocalitySpec::Shared{std::move(Shared)}};
      if (Reduced.empty())
        *Spec = std::move(AsShared);
      else
        Specs.insert(Spec, std::move(AsShared));
    }
  }

  /// The loop of a directive or, in a compute construct, without one.
  parser::DoConstruct *loopIn(parser::ExecutableConstruct &X) const {
    std::optional<parser::DoConstruct> *Do = nullptr;
    if (auto *Kernel =
            std::get_if<common::Indirection<parser::CUFKernelDoConstruct>>(
                &X.u)) {
      Do = &std::get<std::optional<parser::DoConstruct>>(Kernel->value().t);
    } else if (auto *Acc =
                   std::get_if<common::Indirection<parser::OpenACCConstruct>>(
                       &X.u)) {
      Do = loopOf<parser::OpenACCLoopConstruct>(Acc->value());
      if (!Do)
        Do = loopOf<parser::OpenACCCombinedConstruct>(Acc->value());
    } else if (auto *Bare =
                   std::get_if<common::Indirection<parser::DoConstruct>>(&X.u);
               Bare && Constructs) {
      return &Bare->value();
    }
    return Do && *Do ? &**Do : nullptr;
  }

  /// The loop of the host that begins with what is LOCAL to one around: Flang
  /// would begin with the variable outside of both.
  parser::DoConstruct *initialisedInside(parser::ExecutableConstruct &X) const {
    auto *Bare = std::get_if<common::Indirection<parser::DoConstruct>>(&X.u);
    if (!Bare || !Bare->value().IsDoConcurrent())
      return nullptr;
    for (const parser::LocalitySpec &Spec : localitiesOf(Bare->value()))
      if (const auto *Init =
              std::get_if<parser::LocalitySpec::LocalInit>(&Spec.u))
        for (const parser::Name &Name : Init->v)
          if (llvm::any_of(Locals, [&](const std::set<std::string> &Names) {
                return Names.count(Name.ToString());
              }))
            return &Bare->value();
    return nullptr;
  }

  /// Associates names with the values of the limits and steps of \p Do of which
  /// \p IsTaken is true, and refers to these.
  template <typename F>
  void takeLimits(parser::DoConstruct &Do, F IsTaken,
                  std::list<parser::Association> &Associations) {
    auto Take = [&](parser::ScalarIntExpr &Limit) {
      parser::Expr &Expr = Limit.thing.thing.value();
      if (!IsTaken(std::as_const(Expr)))
        return;
      parser::CharBlock Source = Expr.source;
      parser::Name Value{
          Context.SaveTempName(CopyPrefix + Source.ToString() + " limit " +
                               std::to_string(Associations.size()))};
      Associations.emplace_back(
          parser::Name{Value.source},
          parser::Selector{inParentheses(std::move(Expr))});
      Limit.thing.thing.value() = expression(designator(Value, Source));
    };
    forEachLimit(Do, Take);
  }

  /// Limits may not refer to what is LOCAL.
  void takeLimitsOf(parser::DoConstruct &Do, const parser::Name &Name,
                    std::list<parser::Association> &Associations) {
    takeLimits(
        Do,
        [&](const parser::Expr &Limit) {
          MentionFinder Mention{Name.source};
          walk(Limit, Mention);
          return Mention.Found;
        },
        Associations);
  }

  /// The mask may refer to what is LOCAL_INIT, and has its initial value: that
  /// of \p Copy, or one of its own, since it may not name what is LOCAL.
  void takeFromMask(parser::DoConstruct &Do, const parser::Name &Name,
                    const parser::Name *Copy,
                    std::list<parser::Association> &Associations) {
    auto &Mask = std::get<std::optional<parser::ScalarLogicalExpr>>(
        std::get<parser::ConcurrentHeader>(concurrentOf(Do).t).t);
    MentionFinder Mention{Name.source};
    if (Mask)
      walk(std::as_const(*Mask), Mention);
    if (!Mention.Found)
      return;
    parser::Name Value{
        Copy ? Copy->source
             : Context.SaveTempName(CopyPrefix + Name.ToString() + " in mask")};
    if (!Copy)
      Associations.emplace_back(parser::Name{Value.source},
                                initialValue(Name, /*IsOfHost=*/false));
    Renamer InMask{Name.source, Value.source};
    walk(*Mask, InMask);
  }

  /// Makes LOCAL of LOCAL_INIT, and returns what the copies are associated
  /// with.
  std::list<parser::Association> replaceInitialised(parser::DoConstruct &Do,
                                                    bool IsOfHost) {
    std::list<parser::Association> Copies;
    auto &Body = std::get<parser::Block>(Do.t);
    for (parser::LocalitySpec &Spec : localitiesOf(Do)) {
      auto *Init = std::get_if<parser::LocalitySpec::LocalInit>(&Spec.u);
      if (!Init)
        continue;
      for (const parser::Name &Name : Init->v) {
        takeLimitsOf(Do, Name, Copies);
        parser::Name Copy{
            Context.SaveTempName(CopyPrefix + Name.ToString() + InitialSuffix)};
        takeFromMask(Do, Name, IsOfHost ? nullptr : &Copy, Copies);
        Copies.emplace_back(parser::Name{Copy.source},
                            initialValue(Name, IsOfHost));
        parser::Statement<parser::ActionStmt> Assignment{
            std::nullopt,
            parser::ActionStmt{
                common::Indirection<parser::AssignmentStmt>{std::make_tuple(
                    parser::Variable{common::Indirection<parser::Designator>{
                        designator(Name)}},
                    expression(designator(Copy, Name.source)))}}};
        Assignment.source = Name.source;
        Body.emplace_front(parser::ExecutableConstruct{std::move(Assignment)});
      }
      std::list<parser::Name> Names = std::move(Init->v);
      Spec.u = parser::LocalitySpec::Local{std::move(Names)};
    }
    return Copies;
  }

  /// \p Name of the scope around, or its value. Nothing changes the variable
  /// while a loop of the host runs.
  static parser::Selector initialValue(const parser::Name &Name,
                                       bool IsOfHost) {
    if (IsOfHost)
      return parser::Selector{parser::Variable{
          common::Indirection<parser::Designator>{designator(Name)}}};
    return parser::Selector{inParentheses(expression(designator(Name)))};
  }

  /// What a clause reduces is the variable of the scope around.
  static Reductions takeReductions(parser::DoConstruct &Do) {
    Reductions Result;
    for (parser::LocalitySpec &Spec : localitiesOf(Do)) {
      auto *Reduce = std::get_if<parser::LocalitySpec::Reduce>(&Spec.u);
      if (!Reduce)
        continue;
      Result.push_back(std::move(*Reduce));
      std::list<parser::Name> Names;
      for (const parser::Name &Name :
           std::get<std::list<parser::Name>>(Result.back().t))
        Names.push_back(parser::Name{Name.source});
      Spec.u = parser::LocalitySpec::Shared{std::move(Names)};
    }
    return Result;
  }

  static void addClauses(parser::AccClauseList &To, Reductions &&From) {
    for (auto It = From.rbegin(); It != From.rend(); ++It) {
      auto &[Operator, Names] = It->t;
      std::list<parser::AccObject> Objects;
      for (const parser::Name &Name : Names)
        Objects.emplace_back(designator(Name));
      parser::AccClause Clause{
          parser::AccClause::Reduction{parser::AccObjectListWithReduction{
              std::make_tuple(std::move(Operator),
                              parser::AccObjectList{std::move(Objects)})}}};
      Clause.source = Names.front().source;
      // Before any DEVICE_TYPE, after which few clauses may stand.
      To.v.push_front(std::move(Clause));
    }
  }

  static void addReductions(parser::ExecutableConstruct &X, Reductions &&From) {
    if (auto *Kernel =
            std::get_if<common::Indirection<parser::CUFKernelDoConstruct>>(
                &X.u)) {
      auto &Directive =
          std::get<parser::CUFKernelDoConstruct::Directive>(Kernel->value().t);
      for (parser::LocalitySpec::Reduce &Reduce : From) {
        auto &[Operator, Names] = Reduce.t;
        std::list<parser::Scalar<parser::Variable>> Variables;
        for (const parser::Name &Name : Names)
          Variables.emplace_back(parser::Variable{
              common::Indirection<parser::Designator>{designator(Name)}});
        std::get<std::list<parser::CUFReduction>>(Directive.t)
            .emplace_back(
                std::make_tuple(std::move(Operator), std::move(Variables)));
      }
      return;
    }
    if (auto *Bare =
            std::get_if<common::Indirection<parser::DoConstruct>>(&X.u))
      X.u = common::Indirection<parser::OpenACCConstruct>{
          parser::OpenACCConstruct{
              makeLoopConstruct(std::move(Bare->value()))}};
    auto &Acc =
        std::get<common::Indirection<parser::OpenACCConstruct>>(X.u).value();
    if (auto *Loop = std::get_if<parser::OpenACCLoopConstruct>(&Acc.u))
      addClauses(std::get<parser::AccClauseList>(
                     std::get<parser::AccBeginLoopDirective>(Loop->t).t),
                 std::move(From));
    else if (auto *Combined =
                 std::get_if<parser::OpenACCCombinedConstruct>(&Acc.u))
      addClauses(
          std::get<parser::AccClauseList>(
              std::get<parser::AccBeginCombinedDirective>(Combined->t).t),
          std::move(From));
  }

  semantics::SemanticsContext &Context;
  /// Places of those that iterations would change.
  const std::set<std::size_t> &Limits;
  /// How many compute constructs are around.
  unsigned Constructs = 0;
  /// What is LOCAL or LOCAL_INIT to each loop around.
  std::vector<std::set<std::string>> Locals;
};

/// Lowering would copy what a pointer refers to, in place of the pointer, and
/// tests the mask when iterations have run.
struct LocalityChecker {
  semantics::SemanticsContext &Context;
  const HostVariables &Host;
  checker::PrivateTexts &Characters;
  bool IsAgain = false;
  unsigned Directives = 0;

  bool Pre(const parser::CUFKernelDoConstruct &) { return ++Directives; }
  void Post(const parser::CUFKernelDoConstruct &) { --Directives; }
  bool Pre(const parser::OpenACCConstruct &) { return ++Directives; }
  void Post(const parser::OpenACCConstruct &) { --Directives; }

  bool Pre(parser::DoConstruct &X) {
    if (!X.IsDoConcurrent())
      return true;
    std::optional<MaskReference> Changed = changedInMask(X, Host);
    if (Changed && Directives && Changed->IsSure)
      Context.Say(
          Changed->Place,
          "'%s' is in the mask of DO CONCURRENT, and iterations that run on the device define it: assign it to another variable before"_err_en_US,
          Changed->Variable);
    else if (Changed)
      Context.Say(
          Changed->Place,
          "'%s' is in the mask of DO CONCURRENT, and other iterations may define it before the mask is evaluated: assign it to another variable before"_warn_en_US,
          Changed->Variable);
    return true;
  }
  void Post(const parser::LocalitySpec::Local &Local) {
    for (const parser::Name &Name : Local.v)
      if (Directives && Name.symbol &&
          !checker::canCopyText(Context, *Name.symbol, Name.source))
        IsAgain |=
            noteCharacter(Context, Name.source, *Name.symbol, Characters);
    for (const parser::Name &Name : Local.v)
      if (Directives && Name.symbol &&
          Name.symbol->GetUltimate().attrs().test(semantics::Attr::POINTER))
        Context.Say(
            Name.source,
            "Pointer '%s' may not be LOCAL or LOCAL_INIT in a loop that a directive gives to the device"_err_en_US,
            Name.source);
  }
};

/// Undoes that the assignment of a copy is the program's, and associates
/// pointers.
struct InitialAssigner {
  void Post(parser::AssignmentStmt &X) {
    const auto *Designator =
        std::get_if<common::Indirection<parser::Designator>>(
            &std::get<parser::Expr>(X.t).u);
    const auto *Ref = Designator
                          ? std::get_if<parser::DataRef>(&Designator->value().u)
                          : nullptr;
    const auto *Copy = Ref ? std::get_if<parser::Name>(&Ref->u) : nullptr;
    if (!isCopy(Copy, InitialSuffix) || !X.typedAssignment ||
        !X.typedAssignment->v)
      return;
    evaluate::Assignment &Typed = *X.typedAssignment->v;
    const semantics::Symbol *To = evaluate::UnwrapWholeSymbolDataRef(Typed.lhs);
    if (To && semantics::IsPointer(To->GetUltimate()))
      Typed.u = evaluate::Assignment::BoundsSpec{};
    else
      Typed.u = evaluate::Assignment::Intrinsic{};
  }
};

} // namespace

std::list<parser::LocalitySpec> &localitiesOf(parser::DoConstruct &Do) {
  return std::get<std::list<parser::LocalitySpec>>(concurrentOf(Do).t);
}

const std::list<parser::Name> *localNamesIn(const parser::LocalitySpec &Spec) {
  if (const auto *Local = std::get_if<parser::LocalitySpec::Local>(&Spec.u))
    return &Local->v;
  const auto *Init = std::get_if<parser::LocalitySpec::LocalInit>(&Spec.u);
  return Init ? &Init->v : nullptr;
}

void forEachLimit(parser::DoConstruct &Do,
                  llvm::function_ref<void(parser::ScalarIntExpr &)> OnLimit) {
  auto &Header = std::get<parser::ConcurrentHeader>(concurrentOf(Do).t);
  for (auto &Index : std::get<std::list<parser::ConcurrentControl>>(Header.t)) {
    OnLimit(std::get<1>(Index.t));
    OnLimit(std::get<2>(Index.t));
    if (auto &Step = std::get<3>(Index.t))
      OnLimit(*Step);
  }
}

void replaceLocalities(semantics::SemanticsContext &Context,
                       parser::Program &Program,
                       const std::set<std::size_t> &Limits) {
  Replacer R(Context, Limits);
  walk(Program, R);
}

void assignInitialised(parser::Program &Program) {
  InitialAssigner Assigner;
  walk(Program, Assigner);
}

bool noteCharacter(semantics::SemanticsContext &Context,
                   parser::CharBlock Place, const semantics::Symbol &Variable,
                   checker::PrivateTexts &Characters) {
  auto Known = placeOf(Context, Place);
  if (Known &&
      Characters.try_emplace(*Known, checker::privateTextOf(Variable)).second)
    return true;
  Context.Say(
      Place,
      "Each iteration of DO CONCURRENT has its own '%s', a character variable of variable length or of the procedure's host: declare it in a BLOCK construct inside"_err_en_US,
      Variable.name());
  return false;
}

bool checkLocalities(semantics::SemanticsContext &Context,
                     parser::Program &Program,
                     checker::PrivateTexts &Characters) {
  HostVariables Host(Program);
  LocalityChecker Finder{Context, Host, Characters};
  walk(Program, Finder);
  separateLocals(Context, Program, Host);
  return Finder.IsAgain;
}

} // namespace warpfort
