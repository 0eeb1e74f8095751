//===-- StatementPlaces.cpp - Where statements may stand ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang takes a NAMELIST statement among executable ones, but resolves its
/// names only where the innermost scope is a procedure's:
///
///     do concurrent (i = 1:n)     associate (b => a)
///       namelist /g/ x              namelist /g/ x
///
/// "Internal: no symbol found for 'x'" would follow. And it refuses internal
/// procedures of internal procedures, but not in a main program; lowering ends
/// at the first name of the main program in one. Elements of dummy arguments of
/// assumed rank outside of SELECT RANK it takes, too, and ends in lowering.
///
//===----------------------------------------------------------------------===//
#include "StatementPlaces.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

class PlaceChecker {
public:
  PlaceChecker(semantics::SemanticsContext &Context)
      : Context(Context), AreNamesResolved(!Context.AnyFatalError()) {}

  void Post(const parser::ExecutionPartConstruct &X) {
    using Namelist =
        parser::Statement<common::Indirection<parser::NamelistStmt>>;
    const auto *Found = std::get_if<Namelist>(&X.u);
    if (!Found || !AreNamesResolved)
      return;
    auto IsUnresolved = [](const parser::NamelistStmt::Group &Group) {
      return llvm::any_of(
          std::get<std::list<parser::Name>>(Group.t),
          [](const parser::Name &Name) { return !Name.symbol; });
    };
    if (llvm::any_of(Found->statement.value().v, IsUnresolved))
      Context.Say(
          Found->source,
          "A NAMELIST statement may not appear in this construct: it belongs before the executable statements"_err_en_US);
  }

  // Which of both `x(1)` is, the analysis of expressions finds out later.
  void Post(const parser::Designator &X) {
    if (const auto *Data = std::get_if<parser::DataRef>(&X.u))
      if (const auto *Element =
              std::get_if<common::Indirection<parser::ArrayElement>>(&Data->u))
        if (const auto *Base =
                std::get_if<parser::Name>(&Element->value().base.u))
          checkRank(*Base);
  }
  void Post(const parser::FunctionReference &X) {
    const auto &Called = std::get<parser::ProcedureDesignator>(X.v.t);
    if (const auto *Name = std::get_if<parser::Name>(&Called.u))
      checkRank(*Name);
  }

  bool Pre(const parser::MainProgram &) { return IsMain = true; }
  void Post(const parser::MainProgram &) { IsMain = false; }
  bool Pre(const parser::InternalSubprogramPart &) { return ++Depth; }
  void Post(const parser::InternalSubprogramPart &) { --Depth; }
  void Post(const parser::SubroutineStmt &X) { check(X); }
  void Post(const parser::FunctionStmt &X) { check(X); }

private:
  void checkRank(const parser::Name &Array) {
    if (Array.symbol && semantics::IsAssumedRank(*Array.symbol))
      Context.Say(
          Array.source,
          "Elements of '%s', which has assumed rank, may be used in a SELECT RANK construct only"_err_en_US,
          Array.source);
  }

  template <typename A> void check(const A &Statement) {
    // Flang has the message for those that are deeper.
    if (IsMain && Depth == 2)
      Context.Say(
          std::get<parser::Name>(Statement.t).source,
          "An internal subprogram may not contain an internal subprogram"_err_en_US);
  }

  semantics::SemanticsContext &Context;
  bool AreNamesResolved;
  bool IsMain = false;
  unsigned Depth = 0;
};

} // namespace

void warpfort::checker::checkStatementPlaces(
    semantics::SemanticsContext &Context, const parser::Program &Program) {
  PlaceChecker Checker(Context);
  walk(Program, Checker);
}
