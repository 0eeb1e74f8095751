//===-- OpenACCNests.cpp - Loops that OpenACC directives name -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Directives are checked against the loops that follow them as soon as Flang
// has attached them, because what comes next in Flang drops statements of a
// nest that is not tight, runs the innermost body of collapse(force:n) twice,
// and stops where a nest has fewer loops than a clause says.
//
//   collapse(n), tile(...)   The loops must be there and tightly nested.
//   collapse(force: n)       Becomes collapse(k) of the k outer loops that are
//                            tightly nested: the loops within stay as they
//                            are, with the statements around them.
//   collapse(n), tile(...)   Over a DO CONCURRENT construct within other loops:
//                            those around it stay. It becomes a nest of its
//                            own, which is parallel, too.
//   self(v)                  On a compute construct v is a condition; Flang
//                            takes it for the list of an update directive and
//                            tests its address.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <map>
#include <string>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

/// Values of the named constants that are initialised by literals and such
/// constants: no name is resolved yet.
struct NamedValues {
  std::map<std::string, std::int64_t> Values;

  void Post(const parser::EntityDecl &X) {
    const auto &Init = std::get<std::optional<parser::Initialization>>(X.t);
    if (const auto *Value =
            Init ? std::get_if<parser::ConstantExpr>(&Init->u) : nullptr)
      add(std::get<parser::Name>(X.t), Value->thing.value());
  }
  void Post(const parser::NamedConstantDef &X) {
    add(std::get<parser::NamedConstant>(X.t).v,
        std::get<parser::ConstantExpr>(X.t).thing.value());
  }

  std::optional<std::int64_t> valueOf(const parser::Expr &E) const {
    if (const auto *Literal = parser::Unwrap<parser::IntLiteralConstant>(E)) {
      std::int64_t Value;
      if (llvm::StringRef(std::get<parser::CharBlock>(Literal->t).ToString())
              .getAsInteger(10, Value))
        Value = INT64_MAX; // as good as any that is too large
      return Value;
    }
    if (const auto *Name = parser::Unwrap<parser::Name>(E))
      if (auto It = Values.find(Name->ToString()); It != Values.end())
        return It->second;
    if (const auto *Inner = std::get_if<parser::Expr::Parentheses>(&E.u))
      return valueOf(Inner->v.value());
    if (const auto *Sum = std::get_if<parser::Expr::Add>(&E.u))
      return combined(*Sum, llvm::checkedAdd<std::int64_t>);
    if (const auto *Difference = std::get_if<parser::Expr::Subtract>(&E.u))
      return combined(*Difference, llvm::checkedSub<std::int64_t>);
    if (const auto *Product = std::get_if<parser::Expr::Multiply>(&E.u))
      return combined(*Product, llvm::checkedMul<std::int64_t>);
    return std::nullopt;
  }

private:
  std::optional<std::int64_t>
  combined(const parser::Expr::IntrinsicBinary &E,
           std::optional<std::int64_t> (*Operation)(std::int64_t,
                                                    std::int64_t)) const {
    auto Left = valueOf(std::get<0>(E.t).value());
    auto Right = valueOf(std::get<1>(E.t).value());
    return Left && Right ? Operation(*Left, *Right) : std::nullopt;
  }

  void add(const parser::Name &Name, const parser::Expr &E) {
    if (auto Value = valueOf(E))
      Values[Name.ToString()] = *Value;
  }
};

/// A loop's nest, as far as it is tight.
struct Nest {
  int Depth = 0;
  /// The loops around a DO CONCURRENT construct that is not the outermost.
  int AroundConcurrent = 0;
  /// What stands before or behind the next loop, which is there then.
  std::optional<parser::CharBlock> Between;
};

/// The first statement or directive.
struct SourceFinder {
  parser::CharBlock Source;

  bool isDone() const { return !Source.empty(); }
  bool Pre(const warpfort::AnyStatement &X) { return take(X.Source); }
  bool Pre(const parser::AccBeginLoopDirective &X) { return take(X.source); }
  bool Pre(const parser::AccBeginBlockDirective &X) { return take(X.source); }
  bool Pre(const parser::AccBeginCombinedDirective &X) {
    return take(X.source);
  }
  bool Pre(const parser::OpenACCStandaloneConstruct &X) {
    return take(X.source);
  }
  bool Pre(const parser::OpenACCCacheConstruct &X) { return take(X.source); }
  bool Pre(const parser::OpenACCWaitConstruct &X) { return take(X.source); }

private:
  bool take(parser::CharBlock Found) {
    Source = Found;
    return false;
  }
};

template <typename A> parser::CharBlock sourceOf(const A &X) {
  SourceFinder Finder;
  warpfort::walk(X, Finder);
  return Finder.Source;
}

const parser::DoConstruct *asLoop(const parser::ExecutionPartConstruct &X) {
  return parser::Unwrap<parser::DoConstruct>(X);
}

/// What may stand between the loops of a nest: compiler directives, and
/// CONTINUE as the end of a labelled loop.
bool isNothing(const parser::ExecutionPartConstruct &X) {
  return parser::Unwrap<parser::CompilerDirective>(X) ||
         parser::Unwrap<parser::ContinueStmt>(X);
}

bool hasLoop(const parser::Block &Body) {
  for (const auto &X : Body)
    if (asLoop(X))
      return true;
  return false;
}

Nest measure(const parser::DoConstruct &Outer, int Wanted) {
  Nest Result;
  const parser::DoConstruct *Loop = &Outer;
  for (;;) {
    if (Loop->IsDoConcurrent()) {
      const auto &Control = *Loop->GetLoopControl();
      const auto &Concurrent =
          std::get<parser::LoopControl::Concurrent>(Control.u);
      if (!Result.AroundConcurrent)
        Result.AroundConcurrent = Result.Depth;
      Result.Depth += std::get<std::list<parser::ConcurrentControl>>(
                          std::get<parser::ConcurrentHeader>(Concurrent.t).t)
                          .size();
    } else if (Loop->IsDoNormal()) {
      ++Result.Depth;
    } else {
      return Result;
    }
    if (Result.Depth >= Wanted)
      return Result;
    const auto &Body = std::get<parser::Block>(Loop->t);
    const parser::DoConstruct *Next = nullptr;
    for (const auto &X : Body) {
      if (isNothing(X))
        continue;
      const parser::DoConstruct *Found = asLoop(X);
      if (Found && !Next) {
        Next = Found;
        continue;
      }
      if (Next || hasLoop(Body))
        Result.Between = sourceOf(X);
      return Result;
    }
    if (!Next)
      return Result;
    Loop = Next;
  }
}

class NestChecker {
public:
  NestChecker(parser::Messages &Messages, NamedValues Names, bool Tiles)
      : Messages(Messages), Names(std::move(Names)), Tiles(Tiles) {}

  void Post(parser::OpenACCLoopConstruct &X) {
    auto &Begin = std::get<parser::AccBeginLoopDirective>(X.t);
    makeWhole(std::get<parser::AccClauseList>(Begin.t));
    check(std::get<parser::AccLoopDirective>(Begin.t).source,
          std::get<parser::AccClauseList>(Begin.t),
          std::get<std::optional<parser::DoConstruct>>(X.t));
  }
  void Post(parser::OpenACCBlockConstruct &X) {
    auto &Begin = std::get<parser::AccBeginBlockDirective>(X.t);
    makeConditions(std::get<parser::AccClauseList>(Begin.t));
    makeWhole(std::get<parser::AccClauseList>(Begin.t));
  }
  void Post(parser::OpenACCCombinedConstruct &X) {
    auto &Begin = std::get<parser::AccBeginCombinedDirective>(X.t);
    makeConditions(std::get<parser::AccClauseList>(Begin.t));
    makeWhole(std::get<parser::AccClauseList>(Begin.t));
    check(std::get<parser::AccCombinedDirective>(Begin.t).source,
          std::get<parser::AccClauseList>(Begin.t),
          std::get<std::optional<parser::DoConstruct>>(X.t));
  }

private:
  /// Sections in PRIVATE and FIRSTPRIVATE: Flang makes a copy of one, and lets
  /// the construct go on using the original array. The whole array holds it.
  static void makeWhole(parser::AccClauseList &Clauses) {
    for (parser::AccClause &Clause : Clauses.v) {
      parser::AccObjectList *List = nullptr;
      if (auto *Private = std::get_if<parser::AccClause::Private>(&Clause.u))
        List = &Private->v;
      else if (auto *First =
                   std::get_if<parser::AccClause::Firstprivate>(&Clause.u))
        List = &First->v;
      if (!List)
        continue;
      for (parser::AccObject &Object : List->v) {
        auto *Variable = std::get_if<parser::Designator>(&Object.u);
        auto *Data =
            Variable ? std::get_if<parser::DataRef>(&Variable->u) : nullptr;
        auto *Section =
            Data ? std::get_if<common::Indirection<parser::ArrayElement>>(
                       &Data->u)
                 : nullptr;
        auto *Array = Section
                          ? std::get_if<parser::Name>(&Section->value().base.u)
                          : nullptr;
        if (!Array)
          continue;
        parser::Name Name = *Array;
        Data->u = Name;
        Variable->source = Name.source;
      }
    }
  }

  static void makeConditions(parser::AccClauseList &Clauses) {
    for (parser::AccClause &Clause : Clauses.v) {
      auto *Self = std::get_if<parser::AccClause::Self>(&Clause.u);
      auto *List = Self && Self->v
                       ? std::get_if<parser::AccObjectList>(&Self->v->u)
                       : nullptr;
      auto *Variable = List && List->v.size() == 1
                           ? std::get_if<parser::Designator>(&List->v.front().u)
                           : nullptr;
      if (!Variable)
        continue;
      parser::CharBlock Source = Variable->source;
      parser::Expr Condition{
          common::Indirection<parser::Designator>{std::move(*Variable)}};
      Condition.source = Source;
      parser::ScalarLogicalExpr Logical{parser::LogicalExpr{
          common::Indirection<parser::Expr>{std::move(Condition)}}};
      Self->v->u = std::make_optional(std::move(Logical));
    }
  }

  void check(parser::CharBlock Directive, parser::AccClauseList &Clauses,
             std::optional<parser::DoConstruct> &Loop) {
    if (!Loop)
      return; // Flang has a message.
    if (!Loop->IsDoNormal() && !Loop->IsDoConcurrent()) {
      Messages.Say(
          sourceOf(*Loop),
          "A DO loop with limits must follow the %s directive"_err_en_US,
          Directive.ToString());
      return;
    }
    for (parser::AccClause &Clause : Clauses.v) {
      if (auto *Collapse = std::get_if<parser::AccClause::Collapse>(&Clause.u))
        checkCollapse(Clause.source, Collapse->v, *Loop);
      else if (auto *Tile = std::get_if<parser::AccClause::Tile>(&Clause.u);
               Tile && Tiles) {
        std::list<parser::AccTileExpr> &Sizes = Tile->v.v;
        std::size_t Kept =
            checkNest(Clause.source, "tile", Sizes.size(), *Loop);
        while (Sizes.size() > Kept)
          Sizes.pop_back();
      }
    }
  }

  void checkCollapse(parser::CharBlock Source, parser::AccCollapseArg &Arg,
                     const parser::DoConstruct &Loop) {
    bool &Force = std::get<bool>(Arg.t);
    parser::Expr &Count = std::get<parser::ScalarIntConstantExpr>(Arg.t)
                              .thing.thing.thing.value();
    std::optional<std::int64_t> Wanted = Names.valueOf(Count);
    if (!Wanted) {
      // Flang would evaluate it later: it must be right for what can follow.
      Messages.Say(Source,
                   "The argument of collapse must be a sum, difference or "
                   "product of integer literals and named constants that are "
                   "initialised by such"_err_en_US);
      return;
    }
    if (*Wanted < 1)
      return; // Flang has a message.
    if (!Force) {
      std::int64_t Kept = checkNest(Source, "collapse", *Wanted, Loop);
      if (Kept < *Wanted)
        Count = literal(Kept, Count.source);
      return;
    }
    Nest Found = measure(Loop, *Wanted);
    Force = false;
    if (Found.Depth < *Wanted && !Found.Between) {
      sayTooFew(Source, "collapse", *Wanted, Found);
      return;
    }
    if (int Kept = keptOf(Found, *Wanted); Kept < *Wanted)
      Count = literal(Kept, Count.source);
  }

  /// How many loops of a nest the clause is to name.
  static int keptOf(const Nest &Found, std::int64_t Wanted) {
    if (Found.AroundConcurrent)
      return Found.AroundConcurrent;
    return std::min<std::int64_t>(Found.Depth, Wanted);
  }

  /// Returns that number.
  std::int64_t checkNest(parser::CharBlock Source, const char *Clause,
                         std::int64_t Wanted, const parser::DoConstruct &Loop) {
    Nest Found = measure(Loop, Wanted);
    if (Found.Depth >= Wanted)
      return keptOf(Found, Wanted);
    if (!Found.Between) {
      sayTooFew(Source, Clause, Wanted, Found);
      return Wanted;
    }
    Messages
        .Say(*Found.Between,
             "The %jd loops of the %s clause must be tightly nested: this "
             "stands between loop %d and loop %d"_err_en_US,
             static_cast<std::intmax_t>(Wanted), Clause, Found.Depth,
             Found.Depth + 1)
        .Attach(Source, "The %s clause"_en_US, Clause);
    return Wanted;
  }

  void sayTooFew(parser::CharBlock Source, const char *Clause,
                 std::int64_t Wanted, const Nest &Found) {
    Messages.Say(Source,
                 "The %s clause must be followed by %jd tightly nested DO "
                 "loops, not %d"_err_en_US,
                 Clause, static_cast<std::intmax_t>(Wanted), Found.Depth);
  }

  static parser::Expr literal(int Value, parser::CharBlock Source) {
    // The text must outlive the parse tree, and Flang reads digits to its end.
    static const char *const Digits[] = {"1", "2", "3", "4", "5",
                                         "6", "7", "8", "9"};
    parser::IntLiteralConstant Number{
        std::make_tuple(parser::CharBlock{Digits[std::min(Value, 9) - 1], 1},
                        std::optional<parser::KindParam>{})};
    parser::Expr Result{parser::LiteralConstant{std::move(Number)}};
    Result.source = Source;
    return Result;
  }

  parser::Messages &Messages;
  NamedValues Names;
  bool Tiles;
};

} // namespace

bool realCanonicalizeAcc(parser::Messages &, parser::Program &) __asm__(
    "__real__ZN7Fortran9semantics15CanonicalizeAccERNS_6parser8MessagesERNS1_"
    "7ProgramE");
bool wrapCanonicalizeAcc(parser::Messages &, parser::Program &) __asm__(
    "__wrap__ZN7Fortran9semantics15CanonicalizeAccERNS_6parser8MessagesERNS1_"
    "7ProgramE");

bool wrapCanonicalizeAcc(parser::Messages &Messages, parser::Program &Program) {
  // Flang itself finds some of the wrong nests of tile clauses.
  bool Good = realCanonicalizeAcc(Messages, Program);
  NamedValues Names;
  warpfort::walk(Program, Names);
  NestChecker Checker(Messages, std::move(Names), /*Tiles=*/Good);
  warpfort::walk(Program, Checker);
  return !Messages.AnyFatalError();
}
