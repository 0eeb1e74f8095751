//===-- LaunchPrefixes.cpp - Prefixes of device procedures ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang has messages for wrong operands of LAUNCH_BOUNDS and CLUSTER_DIMS, and
// for two ATTRIBUTES prefixes, but fails when it gives one. So they are checked
// before it sees them, on the parse tree: how many operands there are, and that
// they are numbers that make sense. A name must be that of a constant as far as
// this file can tell. LAUNCH_BOUNDS with one operand, the threads of a block,
// gets the second that Flang wants: at least one block.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "warpfort/Frontend/Checker.h"
#include <set>
#include <string>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

/// The names that the file may declare as constants.
struct ConstantCollector {
  std::set<std::string> Names;
  bool HasUse = false;

  void Post(const parser::UseStmt &) { HasUse = true; }
  void Post(const parser::NamedConstantDef &X) {
    Names.insert(std::get<parser::NamedConstant>(X.t).v.ToString());
  }
  void Post(const parser::TypeDeclarationStmt &X) {
    for (const auto &Attr : std::get<std::list<parser::AttrSpec>>(X.t))
      if (std::holds_alternative<parser::Parameter>(Attr.u))
        for (const auto &Entity : std::get<std::list<parser::EntityDecl>>(X.t))
          Names.insert(std::get<parser::Name>(Entity.t).ToString());
  }
};

struct NameFinder {
  const ConstantCollector &Constants;
  const parser::Name *Variable = nullptr;

  void Post(const parser::Name &X) {
    if (!Constants.HasUse && !Constants.Names.count(X.ToString()))
      Variable = &X;
  }
};

class PrefixChecker {
public:
  PrefixChecker(semantics::SemanticsContext &Context,
                const ConstantCollector &Constants)
      : Context(Context), Constants(Constants) {}

  bool Pre(parser::ExecutionPart &) { return false; }
  bool Pre(parser::SubroutineStmt &X) {
    check(X);
    return false;
  }
  bool Pre(parser::FunctionStmt &X) {
    check(X);
    return false;
  }

private:
  template <typename A> void check(A &Statement) {
    const auto &Name = std::get<parser::Name>(Statement.t);
    int Attributes = 0;
    for (auto &Spec : std::get<std::list<parser::PrefixSpec>>(Statement.t)) {
      if (auto *Bounds =
              std::get_if<parser::PrefixSpec::Launch_Bounds>(&Spec.u)) {
        check(Name, Bounds->v, "LAUNCH_BOUNDS", 1, "1 to 3");
        if (Bounds->v.size() == 1)
          Bounds->v.push_back(makeOne(Name.source));
      } else if (const auto *Dims =
                     std::get_if<parser::PrefixSpec::Cluster_Dims>(&Spec.u))
        check(Name, Dims->v, "CLUSTER_DIMS", 3, "3");
      else if (std::holds_alternative<parser::PrefixSpec::Attributes>(Spec.u))
        ++Attributes;
    }
    if (Attributes > 1)
      Context.Say(
          Name.source,
          "'%s' must have one ATTRIBUTES prefix only, with all of its attributes"_err_en_US,
          Name.source);
  }
  static parser::ScalarIntConstantExpr makeOne(parser::CharBlock Place) {
    static const char One = '1';
    parser::Expr Result{parser::LiteralConstant{parser::IntLiteralConstant{
        parser::CharBlock(&One, 1), std::optional<parser::KindParam>()}}};
    Result.source = Place;
    return parser::ScalarIntConstantExpr{
        parser::IntConstantExpr{parser::ConstantExpr{
            common::Indirection<parser::Expr>{std::move(Result)}}}};
  }
  void check(const parser::Name &Procedure,
             const std::list<parser::ScalarIntConstantExpr> &Operands,
             const char *Prefix, std::size_t Fewest, const char *Count) {
    if (Operands.size() < Fewest || Operands.size() > 3)
      Context.Say(Procedure.source,
                  "%s of '%s' must have %s operands, not %d"_err_en_US, Prefix,
                  Procedure.source, Count, static_cast<int>(Operands.size()));
    for (const auto &Operand : Operands) {
      const parser::Expr &Expr = Operand.thing.thing.thing.value();
      NameFinder Finder{Constants};
      warpfort::walk(Expr, Finder);
      if (Finder.Variable)
        Context.Say(Finder.Variable->source,
                    "'%s' in %s of '%s' is not a constant"_err_en_US,
                    Finder.Variable->source, Prefix, Procedure.source);
      else if (!mayBePositive(Expr))
        Context.Say(
            Procedure.source,
            "Operands of %s of '%s' must be positive integers"_err_en_US,
            Prefix, Procedure.source);
    }
  }
  static bool mayBePositive(const parser::Expr &Expr) {
    if (const auto *Literal = std::get_if<parser::LiteralConstant>(&Expr.u)) {
      const auto *Number = std::get_if<parser::IntLiteralConstant>(&Literal->u);
      return Number && std::get<parser::CharBlock>(Number->t)
                               .ToString()
                               .find_first_not_of('0') != std::string::npos;
    }
    return !std::holds_alternative<parser::Expr::Negate>(Expr.u);
  }

  semantics::SemanticsContext &Context;
  const ConstantCollector &Constants;
};

} // namespace

bool warpfort::checkLaunchPrefixes(semantics::SemanticsContext &Context,
                                   parser::Program &Program) {
  ConstantCollector Constants;
  warpfort::walk(std::as_const(Program), Constants);
  PrefixChecker Checker(Context, Constants);
  warpfort::walk(Program, Checker);
  return !Context.AnyFatalError();
}
