//===-- DataReturns.cpp - RETURN in DATA constructs -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A procedure that returns from a DATA or HOST_DATA construct ends it first:
///
///     !$acc data                      leaves = .true.
///     ...                             !$acc data
///     if (c) return                   ...
///     ...                             if (c) goto 99999
///     !$acc end data                  ...
///                                     leaves = .false.
///                             99999   continue
///                                     !$acc end data
///                                     if (leaves) return
///                                     leaves = .true.
///
/// The inner constructs come first: behind one in another, there is a new
/// RETURN. One in a compute construct stays, and is an error of Flang's.
///
//===----------------------------------------------------------------------===//
#include "DataReturns.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

/// The text of what is added must outlive the parse tree.
const std::string Flag = "warpfort_leaves";

parser::Expr flagValue(parser::CharBlock Source) {
  parser::Designator Variable{
      parser::DataRef{parser::Name{parser::CharBlock{Flag}}}};
  Variable.source = Source;
  parser::Expr Result{
      common::Indirection<parser::Designator>{std::move(Variable)}};
  Result.source = Source;
  return Result;
}

parser::ExecutionPartConstruct statement(parser::ActionStmt &&Action,
                                         std::optional<parser::Label> Label,
                                         parser::CharBlock Source) {
  parser::Statement<parser::ActionStmt> Result{std::move(Label),
                                               std::move(Action)};
  Result.source = Source;
  return parser::ExecutionPartConstruct{
      parser::ExecutableConstruct{std::move(Result)}};
}

parser::ExecutionPartConstruct setFlag(bool Value, parser::CharBlock Source) {
  parser::Designator Flagged{
      parser::DataRef{parser::Name{parser::CharBlock{Flag}}}};
  Flagged.source = Source;
  parser::Variable Variable{
      common::Indirection<parser::Designator>{std::move(Flagged)}};
  parser::Expr Literal{parser::LiteralConstant{parser::LogicalLiteralConstant{
      std::make_tuple(Value, std::optional<parser::KindParam>{})}}};
  Literal.source = Source;
  return statement(
      parser::ActionStmt{
          common::Indirection<parser::AssignmentStmt>{parser::AssignmentStmt{
              std::make_tuple(std::move(Variable), std::move(Literal))}}},
      std::nullopt, Source);
}

parser::ExecutionPartConstruct returnIfFlagged(parser::CharBlock Source) {
  parser::UnlabeledStatement<parser::ActionStmt> Return{
      parser::ActionStmt{common::Indirection<parser::ReturnStmt>{
          parser::ReturnStmt{std::nullopt}}}};
  Return.source = Source;
  parser::ScalarLogicalExpr Condition{parser::LogicalExpr{
      common::Indirection<parser::Expr>{flagValue(Source)}}};
  return statement(
      parser::ActionStmt{common::Indirection<parser::IfStmt>{parser::IfStmt{
          std::make_tuple(std::move(Condition), std::move(Return))}}},
      std::nullopt, Source);
}

/// The labels of a program.
struct LabelFinder {
  void Post(const AnyStatement &X) {
    if (X.Label)
      Labels.insert(*X.Label);
  }
  std::set<parser::Label> Labels;
};

bool isData(const parser::OpenACCBlockConstruct &X) {
  const auto &Begin = std::get<parser::AccBeginBlockDirective>(X.t);
  llvm::acc::Directive Kind = std::get<parser::AccBlockDirective>(Begin.t).v;
  return Kind == llvm::acc::Directive::ACCD_data ||
         Kind == llvm::acc::Directive::ACCD_host_data;
}

/// Makes branches of the RETURN statements of a DATA construct.
struct ReturnChanger {
  parser::Label Target;
  std::vector<parser::CharBlock> Places = {};

  bool Pre(parser::OpenACCCombinedConstruct &) { return false; }
  bool Pre(parser::OpenACCBlockConstruct &X) { return isData(X); }
  void Post(parser::Statement<parser::ActionStmt> &X) {
    change(X.statement, X.source);
  }
  void Post(parser::UnlabeledStatement<parser::ActionStmt> &X) {
    change(X.statement, X.source);
  }

private:
  void change(parser::ActionStmt &Action, parser::CharBlock Source) {
    auto *Return =
        std::get_if<common::Indirection<parser::ReturnStmt>>(&Action.u);
    if (!Return || Return->value().v)
      return;
    parser::Label Label = Target;
    Action.u = common::Indirection<parser::GotoStmt>{
        parser::GotoStmt{std::move(Label)}};
    Places.push_back(Source);
  }
};

class Changer {
public:
  Changer(semantics::SemanticsContext &Context, const parser::Program &Program)
      : Context(Context) {
    LabelFinder Finder;
    walk(Program, Finder);
    Labels = std::move(Finder.Labels);
  }

  void Post(parser::Block &Body) {
    for (auto It = Body.begin(); It != Body.end(); ++It)
      if (auto *Data = openACCIn<parser::OpenACCBlockConstruct>(*It);
          Data && isData(*Data))
        change(Body, It, *Data);
  }
  bool Pre(parser::MainProgram &) { return enter(); }
  bool Pre(parser::SubroutineSubprogram &) { return enter(); }
  bool Pre(parser::FunctionSubprogram &) { return enter(); }
  bool Pre(parser::SeparateModuleSubprogram &) { return enter(); }
  void Post(parser::MainProgram &X) { declare(X); }
  void Post(parser::SubroutineSubprogram &X) { declare(X); }
  void Post(parser::FunctionSubprogram &X) { declare(X); }
  void Post(parser::SeparateModuleSubprogram &X) { declare(X); }

private:
  void change(parser::Block &Around, parser::Block::iterator &At,
              parser::OpenACCBlockConstruct &Data);
  bool enter() {
    NeedFlags.emplace_back();
    return true;
  }
  template <typename A> void declare(A &Unit);

  semantics::SemanticsContext &Context;
  std::set<parser::Label> Labels;
  /// RETURN statements that were warned of, by place.
  std::set<const char *> Known;
  /// Where the last one of each program unit or procedure is that is being
  /// visited: internal procedures come within the walk over their host.
  std::vector<std::optional<parser::CharBlock>> NeedFlags;
};

void Changer::change(parser::Block &Around, parser::Block::iterator &At,
                     parser::OpenACCBlockConstruct &Data) {
  parser::Label Target = 99999;
  while (Labels.count(Target))
    --Target;
  auto &Body = std::get<parser::Block>(Data.t);
  ReturnChanger Returns{Target};
  walk(Body, Returns);
  if (Returns.Places.empty())
    return;
  Labels.insert(Target);
  for (parser::CharBlock Place : Returns.Places)
    if (Known.insert(Place.begin()).second)
      Context.Say(Place, "RETURN is not allowed in a DATA construct: the "
                         "construct is ended first"_warn_en_US);
  parser::CharBlock Source = Returns.Places.front();
  Body.push_back(setFlag(false, Source));
  Body.push_back(
      statement(parser::ActionStmt{parser::ContinueStmt{}}, Target, Source));
  Around.insert(At, setFlag(true, Source));
  At = Around.insert(std::next(At), returnIfFlagged(Source));
  // A construct around has the same flag.
  At = Around.insert(std::next(At), setFlag(true, Source));
  NeedFlags.back() = Source;
}

template <typename A> void Changer::declare(A &Unit) {
  std::optional<parser::CharBlock> Source = NeedFlags.back();
  NeedFlags.pop_back();
  if (!Source)
    return;
  std::list<parser::EntityDecl> Entities;
  Entities.emplace_back(
      parser::Name{parser::CharBlock{Flag}}, std::optional<parser::ArraySpec>{},
      std::optional<parser::CoarraySpec>{}, std::optional<parser::CharLength>{},
      std::optional<parser::Initialization>{});
  parser::Statement<common::Indirection<parser::TypeDeclarationStmt>> Logical{
      std::nullopt,
      common::Indirection<parser::TypeDeclarationStmt>{
          parser::TypeDeclarationStmt{std::make_tuple(
              parser::DeclarationTypeSpec{parser::IntrinsicTypeSpec{
                  parser::IntrinsicTypeSpec::Logical{std::nullopt}}},
              std::list<parser::AttrSpec>{}, std::move(Entities))}}};
  Logical.source = *Source;
  auto &Spec = std::get<parser::SpecificationPart>(Unit.t);
  std::get<std::list<parser::DeclarationConstruct>>(Spec.t).emplace_front(
      parser::SpecificationConstruct{std::move(Logical)});
}

} // namespace

void endDataBeforeReturns(semantics::SemanticsContext &Context,
                          parser::Program &Program) {
  Changer C(Context, Program);
  walk(Program, C);
}

} // namespace warpfort
