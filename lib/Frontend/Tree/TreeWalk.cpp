//===-- TreeWalk.cpp - Visitors of Flang's parse tree ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See TreeWalk.h.
///
//===----------------------------------------------------------------------===//

#include "TreeWalk.h"

#include "flang/Lower/PFTBuilder.h"
#include "flang/Parser/parse-tree-visitor.h"
#include <tuple>

using namespace Fortran;

namespace warpfort::treewalk {
namespace {

template <typename T, typename List> struct IndexOf;
template <typename T, typename... Nodes> struct IndexOf<T, NodeList<Nodes...>> {
  static constexpr int compute() {
    int Index = 0;
    bool Found = ((std::is_same_v<T, Nodes> || (++Index, false)) || ...);
    return Found ? Index : -1;
  }
};
template <typename T> constexpr int Index = IndexOf<T, VisitedNodes>::compute();

template <typename T> struct StatementIn : std::false_type {};
template <typename T>
struct StatementIn<parser::Statement<T>> : std::true_type {};
template <typename T>
struct StatementIn<parser::UnlabeledStatement<T>> : std::true_type {};

template <typename T> AnyStatement anyStatement(const parser::Statement<T> &X) {
  return {X.source, X.label, /*IsWhole=*/true,
          std::is_same_v<T, common::Indirection<parser::EntryStmt>>};
}
template <typename T>
AnyStatement anyStatement(const parser::UnlabeledStatement<T> &X) {
  return {X.source, std::nullopt, /*IsWhole=*/false, /*IsEntry=*/false};
}

/// What Flang's Walk sees.
class Caller {
public:
  explicit Caller(const AnyVisitor &Visitor) : To(Visitor) {}

  template <typename T> bool Pre(T &X) {
    if (To.IsDone && To.IsDone(To.Visitor))
      return false;
    if constexpr (StatementIn<T>::value)
      if (To.OfStatements.Pre) {
        AnyStatement Any = anyStatement(X);
        if (!To.OfStatements.Pre(To.Visitor, &Any))
          return false;
      }
    if constexpr (Index<T> >= 0)
      if (auto *Function = To.OfNodes[Index<T>].Pre)
        return Function(To.Visitor, &X);
    return true;
  }

  template <typename T> void Post(T &X) {
    if constexpr (Index<T> >= 0)
      if (auto *Function = To.OfNodes[Index<T>].Post)
        Function(To.Visitor, &X);
    if constexpr (StatementIn<T>::value)
      if (To.OfStatements.Post) {
        AnyStatement Any = anyStatement(X);
        To.OfStatements.Post(To.Visitor, &Any);
      }
  }

private:
  const AnyVisitor &To;
};

} // namespace

template <typename Node> void walkFrom(Node &Start, const AnyVisitor &Visitor) {
  Caller To(Visitor);
  parser::Walk(Start, To);
}

namespace {

/// Makes walkFrom for the members of tuples.
template <typename... Tuples> struct Starts;
template <typename... Nodes> struct Starts<std::tuple<Nodes...>> {
  static constexpr auto Functions = std::make_tuple(&walkFrom<Nodes>...);
};

using Begin = std::tuple<
    parser::AcImpliedDo, parser::AccEndCombinedDirective, parser::ActualArg,
    parser::AllocatableStmt, parser::AllocateObject, parser::Block,
    parser::CUDAAttributesStmt, parser::Call, parser::ContiguousStmt,
    parser::DataImpliedDo, parser::DeclarationConstruct,
    parser::DeclarationTypeSpec, parser::ExecutionPart,
    parser::ExecutionPartConstruct, parser::Expr, parser::ExternalStmt,
    parser::FunctionSubprogram, parser::InterfaceBlock, parser::MainProgram,
    parser::Module, parser::OpenMPInvalidDirective,
    parser::OpenMPMisplacedEndDirective, parser::PointerObject,
    parser::PointerStmt, parser::ProcedureDeclarationStmt,
    parser::ProcedureStmt, parser::Program, parser::ProgramUnit,
    parser::ScalarExpr, parser::ScalarIntExpr, parser::ScalarLogicalExpr,
    parser::ScalarName, parser::Selector, parser::SeparateModuleSubprogram,
    parser::SpecificationPart, parser::Statement<parser::AssociateStmt>,
    parser::Statement<parser::ElseIfStmt>,
    parser::Statement<parser::IfThenStmt>,
    parser::Statement<parser::NonLabelDoStmt>,
    parser::Statement<parser::SelectCaseStmt>, parser::Submodule,
    parser::SubroutineSubprogram, parser::Variable, std::list<parser::AllocOpt>,
    std::list<parser::AllocateShapeSpec>, std::optional<parser::ArraySpec>,
    std::optional<parser::CharLength>, std::optional<parser::ScalarExpr>,
    std::optional<parser::ScalarIntExpr>>;

// What constructs and statements of lowering's own tree refer to.
[[gnu::used]] constexpr auto Used = std::make_tuple(
    Starts<Begin>::Functions, Starts<lower::pft::EvaluationTuple>::Functions);

} // namespace
} // namespace warpfort::treewalk
