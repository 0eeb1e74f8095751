//===-- FullSections.cpp - a(:) = a + b -----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element that is assigned depends on the same element only, in each of
//
//     a(:) = a + b      a = a(:) + b      x%f(:, :) = sqrt(x%f)
//
// but Flang sees that only where both sides have the array in one form. It
// makes a temporary array otherwise, which costs the host time and makes one
// thread run a compute construct. So the value gets the form of what is
// assigned, where it is an operand of intrinsic operators and elemental
// intrinsic functions. A program's own procedure of such a name or operator
// may tell an array from its section, so names and operators are resolved
// before, and what changes is analyzed again.
//
//===----------------------------------------------------------------------===//
#include "FullSections.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

using namespace Fortran;

namespace warpfort {
namespace {

/// Names alone, `a` or `x%y%z`, in which nothing is computed.
const parser::DataRef *plain(const parser::DataRef &Ref) {
  if (std::holds_alternative<parser::Name>(Ref.u))
    return &Ref;
  const auto *Part =
      std::get_if<common::Indirection<parser::StructureComponent>>(&Ref.u);
  return Part && plain(Part->value().base) ? &Ref : nullptr;
}

bool isSame(const parser::DataRef &A, const parser::DataRef &B) {
  if (A.u.index() != B.u.index())
    return false;
  if (const auto *Name = std::get_if<parser::Name>(&A.u))
    return Name->symbol && Name->symbol == std::get<parser::Name>(B.u).symbol;
  const auto &PartA =
      std::get<common::Indirection<parser::StructureComponent>>(A.u).value();
  const auto &PartB =
      std::get<common::Indirection<parser::StructureComponent>>(B.u).value();
  return PartA.component.symbol &&
         PartA.component.symbol == PartB.component.symbol &&
         isSame(PartA.base, PartB.base);
}

parser::DataRef copy(const parser::DataRef &Ref) {
  if (const auto *Name = std::get_if<parser::Name>(&Ref.u))
    return parser::DataRef{parser::Name{*Name}};
  const auto &Part =
      std::get<common::Indirection<parser::StructureComponent>>(Ref.u).value();
  return parser::DataRef{common::Indirection<parser::StructureComponent>{
      parser::StructureComponent{copy(Part.base),
                                 parser::Name{Part.component}}}};
}

/// An array as a whole, or with `:` in each dimension.
struct FullArray {
  const parser::DataRef *Base = nullptr;
  std::size_t Rank = 0; ///< 0 for a whole array
};

bool isColon(const parser::SectionSubscript &Subscript) {
  const auto *Triplet = std::get_if<parser::SubscriptTriplet>(&Subscript.u);
  return Triplet && !std::get<0>(Triplet->t) && !std::get<1>(Triplet->t) &&
         !std::get<2>(Triplet->t);
}

FullArray fullArray(const parser::Designator &X) {
  const auto *Ref = std::get_if<parser::DataRef>(&X.u);
  if (!Ref)
    return {};
  if (plain(*Ref))
    return {Ref, 0};
  const auto *Element =
      std::get_if<common::Indirection<parser::ArrayElement>>(&Ref->u);
  if (!Element || !plain(Element->value().base))
    return {};
  const auto &Subscripts = Element->value().subscripts;
  if (!std::all_of(Subscripts.begin(), Subscripts.end(), isColon))
    return {};
  return {&Element->value().base, Subscripts.size()};
}

/// Whether this is an elemental intrinsic function: a program's own procedures
/// may have such a name, too.
bool isElemental(const parser::Name &Name) {
  static const char *const Names[] = {
      "abs",   "acos",    "aimag", "aint",   "anint", "asin", "atan",  "atan2",
      "btest", "ceiling", "cmplx", "conjg",  "cos",   "cosh", "dble",  "dim",
      "erf",   "erfc",    "exp",   "float",  "floor", "iand", "ibclr", "ibits",
      "ibset", "ieor",    "int",   "ior",    "ishft", "log",  "log10", "max",
      "merge", "min",     "mod",   "modulo", "nint",  "not",  "real",  "sign",
      "sin",   "sinh",    "sqrt",  "tan",    "tanh"};
  std::string Written = Name.ToString();
  return Name.symbol && Name.symbol->attrs().test(semantics::Attr::INTRINSIC) &&
         std::find(std::begin(Names), std::end(Names), Written) !=
             std::end(Names);
}

/// Changes the value of one assignment.
class Aligner {
public:
  explicit Aligner(FullArray Assigned) : Assigned(Assigned) {}

  bool IsChanged = false;

  bool Pre(parser::ArrayConstructor &) { return false; }
  bool Pre(parser::StructureConstructor &) { return false; }
  bool Pre(parser::FunctionReference &X) {
    const auto &Called = std::get<parser::ProcedureDesignator>(X.v.t);
    const auto *Name = std::get_if<parser::Name>(&Called.u);
    return Name && isElemental(*Name);
  }
  bool Pre(parser::Expr &X) {
    const semantics::SomeExpr *Value = semantics::GetExpr(nullptr, X);
    if (!Value || (isOperation(X) && evaluate::UnwrapProcedureRef(*Value)))
      return false;
    Around.push_back(&X);
    return true;
  }
  void Post(parser::Expr &) { Around.pop_back(); }
  bool Pre(parser::Designator &X) {
    FullArray Here = fullArray(X);
    if (!Here.Base || Here.Rank == Assigned.Rank ||
        (Here.Rank && Assigned.Rank) || !isSame(*Here.Base, *Assigned.Base))
      return false;
    change(X, *Here.Base);
    // What was known of the expressions around is no longer true.
    for (parser::Expr *Expr : Around)
      Expr->typedExpr.Reset();
    IsChanged = true;
    return false;
  }

private:
  static bool isOperation(const parser::Expr &X) {
    return !std::holds_alternative<
        common::Indirection<parser::FunctionReference>>(X.u);
  }

  void change(parser::Designator &X, const parser::DataRef &Base) const {
    parser::DataRef Whole = copy(Base);
    if (!Assigned.Rank) {
      X.u = std::move(Whole);
      return;
    }
    X.u = fullSection(std::move(Whole), Assigned.Rank);
  }

  FullArray Assigned;
  std::vector<parser::Expr *> Around;
};

struct AssignmentFinder {
  semantics::SemanticsContext &Context;

  bool Pre(parser::AssignmentStmt &X) {
    const evaluate::Assignment *Known = semantics::GetAssignment(X);
    const auto *Left = std::get_if<common::Indirection<parser::Designator>>(
        &std::get<parser::Variable>(X.t).u);
    if (!Known ||
        !std::holds_alternative<evaluate::Assignment::Intrinsic>(Known->u))
      return false;
    FullArray Assigned = Left ? fullArray(Left->value()) : FullArray();
    if (!Assigned.Base)
      return false;
    Aligner A(Assigned);
    walk(std::get<parser::Expr>(X.t), A);
    if (A.IsChanged) {
      X.typedAssignment.Reset();
      evaluate::ExpressionAnalyzer{Context}.Analyze(X);
    }
    return false;
  }
};

} // namespace

void alignFullSections(semantics::SemanticsContext &Context,
                       parser::Program &Program) {
  AssignmentFinder Finder{Context};
  walk(Program, Finder);
}

} // namespace warpfort
