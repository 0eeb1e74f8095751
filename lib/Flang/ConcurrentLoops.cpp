//===-- ConcurrentLoops.cpp - DO CONCURRENT under directives --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ConcurrentLoops.h.
//
//===----------------------------------------------------------------------===//
#include "ConcurrentLoops.h"
#include "Frontend/Rewrites/ConcurrentLocalities.h"
#include "Frontend/Tree/IntegerExpressions.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Evaluate/tools.h"
#include "flang/Evaluate/type.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;

namespace {

template <typename A>
parser::Statement<A> statement(A &&Value, parser::CharBlock Source) {
  parser::Statement<A> Result(std::nullopt, std::move(Value));
  Result.source = Source;
  return Result;
}

parser::ScalarExpr bound(parser::ScalarIntExpr &Expr) {
  return parser::ScalarExpr(std::move(Expr.thing.thing));
}

template <typename A> parser::Block blockOf(A &&Construct) {
  parser::Block Block;
  Block.emplace_back(parser::ExecutableConstruct(
      common::Indirection<std::decay_t<A>>(std::move(Construct))));
  return Block;
}

const parser::ConcurrentHeader &headerOf(const parser::DoConstruct &Do) {
  return std::get<parser::ConcurrentHeader>(
      std::get<parser::LoopControl::Concurrent>(Do.GetLoopControl()->u).t);
}

/// Takes the localities of \p Do and returns the variables that are LOCAL; they
/// are those of the scope around it from now on. LOCAL_INIT and REDUCE were
/// replaced before (see ConcurrentLocalities.h), the others say what is so.
std::list<parser::Name> takeLocals(parser::DoConstruct &Do) {
  std::list<parser::LocalitySpec> &Specs = warpfort::localitiesOf(Do);
  std::list<parser::Name> Locals;
  // Lowering would look for the copies that Flang's own locality clauses make.
  // What is SHARED has the flag of what is LOCAL to a construct around.
  auto Forget = [](const std::list<parser::Name> &Names) {
    for (const parser::Name &Name : Names)
      Name.symbol->set(semantics::Symbol::Flag::LocalityLocal, false);
  };
  for (parser::LocalitySpec &Spec : Specs) {
    if (const auto *Shared = std::get_if<parser::LocalitySpec::Shared>(&Spec.u))
      Forget(Shared->v);
    if (auto *Local = std::get_if<parser::LocalitySpec::Local>(&Spec.u))
      Locals.splice(Locals.end(), Local->v);
  }
  Specs.clear();
  Forget(Locals);
  return Locals;
}

/// The loops in order, the last the innermost; a mask is an IF around the body.
parser::DoConstruct makeNest(parser::DoConstruct &&Do) {
  auto &Begin = std::get<parser::Statement<parser::NonLabelDoStmt>>(Do.t);
  auto &End = std::get<parser::Statement<parser::EndDoStmt>>(Do.t);
  auto &Body = std::get<parser::Block>(Do.t);
  auto &Control =
      *std::get<std::optional<parser::LoopControl>>(Begin.statement.t);
  auto &Header = std::get<parser::ConcurrentHeader>(
      std::get<parser::LoopControl::Concurrent>(Control.u).t);
  if (auto &Mask = std::get<std::optional<parser::ScalarLogicalExpr>>(Header.t))
    Body = blockOf(parser::IfConstruct(
        statement(
            parser::IfThenStmt(std::optional<parser::Name>(), std::move(*Mask)),
            Begin.source),
        std::move(Body), std::list<parser::IfConstruct::ElseIfBlock>(),
        std::optional<parser::IfConstruct::ElseBlock>(),
        statement(parser::EndIfStmt(std::nullopt), End.source)));

  // CYCLE with the construct's name goes on with the innermost loop.
  auto Name =
      std::move(std::get<std::optional<parser::Name>>(Begin.statement.t));
  parser::CharBlock BeginSource = Begin.source, EndSource = End.source;
  parser::Statement<parser::EndDoStmt> LoopEnd = std::move(End);
  std::optional<parser::DoConstruct> Nest;
  parser::Block Inside = std::move(Body);
  auto &Controls = std::get<std::list<parser::ConcurrentControl>>(Header.t);
  for (auto It = Controls.rbegin(); It != Controls.rend(); ++It) {
    if (Nest) {
      Inside = blockOf(std::move(*Nest));
      LoopEnd = statement(parser::EndDoStmt(std::nullopt), EndSource);
    }
    auto &[Index, Lower, Upper, Step] = It->t;
    std::optional<parser::ScalarExpr> By;
    if (Step)
      By = bound(*Step);
    parser::LoopControl Loop(
        parser::LoopControl::Bounds(parser::ScalarName(std::move(Index)),
                                    bound(Lower), bound(Upper), std::move(By)));
    Nest.emplace(statement(parser::NonLabelDoStmt(
                               std::move(Name), std::optional<parser::Label>(),
                               std::optional(std::move(Loop))),
                           BeginSource),
                 std::move(Inside), std::move(LoopEnd));
    Name.reset();
  }
  return std::move(*Nest);
}

/// A BLOCK construct around what \p X is. Lowering finds the variables of a
/// BLOCK by its place in the source, which is \p Place.
void putInBlock(parser::ExecutableConstruct &X, parser::CharBlock Place) {
  parser::Block Inside;
  Inside.emplace_back(std::move(X));
  parser::SpecificationPart Nothing{
      std::list<parser::OpenACCDeclarativeConstruct>(),
      std::list<parser::OpenMPDeclarativeConstruct>(),
      std::list<common::Indirection<parser::CompilerDirective>>(),
      std::list<parser::Statement<common::Indirection<parser::UseStmt>>>(),
      std::list<parser::Statement<common::Indirection<parser::ImportStmt>>>(),
      parser::ImplicitPart(std::list<parser::ImplicitPartStmt>()),
      std::list<parser::DeclarationConstruct>()};
  X.u = common::Indirection<parser::BlockConstruct>(parser::BlockConstruct(
      statement(parser::BlockStmt(std::nullopt), Place),
      parser::BlockSpecificationPart(std::move(Nothing)), std::move(Inside),
      statement(parser::EndBlockStmt(std::nullopt), Place)));
}

/// The scope of the indices of \p Nest as the place of a BLOCK construct.
parser::CharBlock placeOf(const parser::DoConstruct &Nest,
                          semantics::SemanticsContext &Context) {
  const auto &Index =
      std::get<parser::LoopControl::Bounds>(Nest.GetLoopControl()->u).name;
  const semantics::Scope &Scope = Index.thing.symbol->owner();
  // The scope of the indices lies in one of the construct, of the same range,
  // which would be found first.
  parser::CharBlock Place(Scope.sourceRange().begin(),
                          Scope.sourceRange().end() + 1);
  Context.UpdateScopeIndex(const_cast<semantics::Scope &>(Scope), Place);
  return Place;
}

parser::AccClause clause(parser::AccClause &&Clause, parser::CharBlock Source) {
  Clause.source = Source;
  return std::move(Clause);
}

parser::AccClause collapse(int Loops, parser::CharBlock Source) {
  parser::ScalarIntConstantExpr Number{parser::IntConstantExpr{
      parser::Constant<common::Indirection<parser::Expr>>{
          common::Indirection<parser::Expr>{
              warpfort::integerLiteral(Loops, Source)}}}};
  return clause(
      parser::AccClause{parser::AccClause::Collapse{parser::AccCollapseArg{
          std::tuple<bool, parser::ScalarIntConstantExpr>{false,
                                                          std::move(Number)}}}},
      Source);
}

parser::AccClause privateClause(std::list<parser::Name> &&Names,
                                parser::CharBlock Source) {
  std::list<parser::AccObject> Objects;
  for (parser::Name &Name : Names) {
    parser::CharBlock Place = Name.source;
    parser::Designator Whole{parser::DataRef{std::move(Name)}};
    Whole.source = Place;
    Objects.emplace_back(std::move(Whole));
  }
  return clause(parser::AccClause{parser::AccClause::Private{
                    parser::AccObjectList{std::move(Objects)}}},
                Source);
}

class ConcurrentToNests {
public:
  explicit ConcurrentToNests(semantics::SemanticsContext &Context)
      : Context(Context) {}

  bool Pre(parser::ExecutableConstruct &X) {
    if (auto *Kernel =
            std::get_if<common::Indirection<parser::CUFKernelDoConstruct>>(
                &X.u)) {
      auto &Do =
          std::get<std::optional<parser::DoConstruct>>(Kernel->value().t);
      if (Do && Do->IsDoConcurrent()) {
        Do = makeNest(std::move(*Do));
        putInBlock(X, placeOf(*Do, Context));
      }
      return true;
    }
    if (auto *Acc =
            std::get_if<common::Indirection<parser::OpenACCConstruct>>(&X.u)) {
      rewrite(X, Acc->value());
      return true;
    }
    if (auto *Do = std::get_if<common::Indirection<parser::DoConstruct>>(&X.u);
        Do && Constructs && canRewrite(Do->value()))
      rewrite(X, Do->value());
    return true;
  }

  bool Pre(parser::OpenACCBlockConstruct &X) {
    Constructs += warpfort::isCompute(X);
    return true;
  }
  void Post(parser::OpenACCBlockConstruct &X) {
    Constructs -= warpfort::isCompute(X);
  }
  bool Pre(parser::OpenACCCombinedConstruct &) {
    ++Constructs;
    return true;
  }
  void Post(parser::OpenACCCombinedConstruct &) { --Constructs; }

private:
  /// LOCAL_INIT and REDUCE are left to Flang, which refuses them.
  static bool canRewrite(const parser::DoConstruct &Do) {
    if (!Do.IsDoConcurrent())
      return false;
    const auto &Specs = std::get<std::list<parser::LocalitySpec>>(
        std::get<parser::LoopControl::Concurrent>(Do.GetLoopControl()->u).t);
    return llvm::none_of(Specs, [](const parser::LocalitySpec &Spec) {
      return std::holds_alternative<parser::LocalitySpec::LocalInit>(Spec.u) ||
             std::holds_alternative<parser::LocalitySpec::Reduce>(Spec.u);
    });
  }

  /// The iterations are independent, and all indices together make the loop
  /// (OpenACC 3.3, 2.9.1), if no clause says otherwise.
  static void addClauses(std::list<parser::AccClause> &Clauses, int Loops,
                         parser::CharBlock Source) {
    bool HasShape = false, HasOrder = false;
    for (const parser::AccClause &Clause : Clauses) {
      HasShape |=
          std::holds_alternative<parser::AccClause::Collapse>(Clause.u) ||
          std::holds_alternative<parser::AccClause::Tile>(Clause.u);
      HasOrder |=
          std::holds_alternative<parser::AccClause::Seq>(Clause.u) ||
          std::holds_alternative<parser::AccClause::Auto>(Clause.u) ||
          std::holds_alternative<parser::AccClause::Independent>(Clause.u) ||
          // What follows would be for that device alone.
          std::holds_alternative<parser::AccClause::DeviceType>(Clause.u);
    }
    if (Loops > 1 && !HasShape)
      Clauses.push_front(collapse(Loops, Source));
    if (!HasOrder)
      Clauses.push_front(
          clause(parser::AccClause{parser::AccClause::Independent{}}, Source));
  }

  template <typename Construct>
  void rewriteLoop(parser::ExecutableConstruct &X, Construct &Loop,
                   parser::AccClauseList &Clauses, parser::CharBlock Source) {
    auto &Do = std::get<std::optional<parser::DoConstruct>>(Loop.t);
    if (!Do || !canRewrite(*Do))
      return;
    int Loops =
        std::get<std::list<parser::ConcurrentControl>>(headerOf(*Do).t).size();
    if (std::list<parser::Name> Locals = takeLocals(*Do); !Locals.empty())
      Clauses.v.push_front(privateClause(std::move(Locals), Source));
    Do = makeNest(std::move(*Do));
    addClauses(Clauses.v, Loops, Source);
    putInBlock(X, placeOf(*Do, Context));
  }

  void rewrite(parser::ExecutableConstruct &X, parser::OpenACCConstruct &Acc) {
    if (auto *Loop = std::get_if<parser::OpenACCLoopConstruct>(&Acc.u)) {
      auto &Begin = std::get<parser::AccBeginLoopDirective>(Loop->t);
      rewriteLoop(X, *Loop, std::get<parser::AccClauseList>(Begin.t),
                  Begin.source);
    } else if (auto *Combined =
                   std::get_if<parser::OpenACCCombinedConstruct>(&Acc.u)) {
      auto &Begin = std::get<parser::AccBeginCombinedDirective>(Combined->t);
      rewriteLoop(X, *Combined, std::get<parser::AccClauseList>(Begin.t),
                  Begin.source);
    }
  }

  /// Makes a LOOP construct of a loop that no directive names.
  void rewrite(parser::ExecutableConstruct &X, parser::DoConstruct &Do) {
    X.u = common::Indirection<parser::OpenACCConstruct>(
        parser::OpenACCConstruct{warpfort::makeLoopConstruct(std::move(Do))});
    rewrite(
        X,
        std::get<common::Indirection<parser::OpenACCConstruct>>(X.u).value());
  }

  semantics::SemanticsContext &Context;
  /// How many compute constructs are around.
  unsigned Constructs = 0;
};

} // namespace

void makeNestsOfConcurrentLoops(parser::Program &Program,
                                semantics::SemanticsContext &Context) {
  ConcurrentToNests Nests(Context);
  warpfort::walk(Program, Nests);
}
