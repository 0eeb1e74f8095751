//===-- Leniency.cpp - What older compilers took --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs that PGI's and NVIDIA's compilers take although the language
/// forbids them. When one of these errors is found, the source is parsed
/// again, changed as below, and gets a warning instead; a legal program is
/// never changed.
///
///     type(dim3) :: grid            use cudafor, only: dim3
///       without USE CUDAFOR           at the head of the program unit
///
///     call random_seed(put=s)       call random_seed(put=int(s))
///       with another kind of integer
///
///     deallocate(x)                 The dummy argument loses its INTENT.
///       where x is INTENT(IN)
///
//===----------------------------------------------------------------------===//
#include "Leniency.h"

#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

bool Leniency::learn(parser::Messages &Messages) {
  bool New = false;
  auto Set = [&](bool &Flag) {
    New |= !Flag;
    Flag = true;
  };
  for (const parser::Message &Message : Messages.messages()) {
    if (!Message.IsFatal())
      continue;
    std::string Text = Message.ToString();
    if (llvm::StringRef(Text).contains("'dim3'"))
      Set(ImportDim3);
    else if (llvm::StringRef(Text).contains(
                 "Actual argument for 'put=' has bad type or kind 'INTEGER("))
      Set(ConvertSeed);
    else if (llvm::StringRef(Text).contains(
                 "Name in DEALLOCATE statement is not definable"))
      Set(DeallocateIntentIn);
  }
  return New;
}

namespace {

/// Where a name is used, and whether a module is.
struct UseFinder {
  template <typename A> bool Pre(const A &) { return true; }
  template <typename A> void Post(const A &) {}
  void Post(const parser::Name &X) {
    if (Found.empty() && X.ToString() == "dim3")
      Found = X.source;
  }
  void Post(const parser::UseStmt &X) {
    UsesCudafor |= X.moduleName.ToString() == "cudafor";
  }
  parser::CharBlock Found;
  bool UsesCudafor = false;
};

/// Objects of DEALLOCATE statements that are plain names.
struct DeallocateFinder {
  template <typename A> bool Pre(const A &) { return true; }
  template <typename A> void Post(const A &) {}
  void Post(const parser::DeallocateStmt &X) {
    for (const auto &Object : std::get<std::list<parser::AllocateObject>>(X.t))
      if (const auto *Name = std::get_if<parser::Name>(&Object.u))
        Names.insert(Name->ToString());
  }
  std::set<std::string> Names;
};

class Changer {
public:
  Changer(const Leniency &What, semantics::SemanticsContext &Context)
      : What(What), Context(Context) {}

  template <typename A> bool Pre(A &) { return true; }
  template <typename A> void Post(A &) {}

  void Post(parser::ProgramUnit &X) {
    if (!What.ImportDim3)
      return;
    if (auto *Module = std::get_if<common::Indirection<parser::Module>>(&X.u))
      import(Module->value(),
             std::get<parser::SpecificationPart>(Module->value().t));
    else if (auto *Program =
                 std::get_if<common::Indirection<parser::MainProgram>>(&X.u))
      import(Program->value(),
             std::get<parser::SpecificationPart>(Program->value().t));
    else if (auto *Routine =
                 std::get_if<common::Indirection<parser::SubroutineSubprogram>>(
                     &X.u))
      import(Routine->value(),
             std::get<parser::SpecificationPart>(Routine->value().t));
    else if (auto *Function =
                 std::get_if<common::Indirection<parser::FunctionSubprogram>>(
                     &X.u))
      import(Function->value(),
             std::get<parser::SpecificationPart>(Function->value().t));
  }
  void Post(parser::CallStmt &X) {
    const auto *Name = std::get_if<parser::Name>(
        &std::get<parser::ProcedureDesignator>(X.call.t).u);
    if (!What.ConvertSeed || !Name || Name->ToString() != "random_seed")
      return;
    for (auto &Argument : std::get<std::list<parser::ActualArgSpec>>(X.call.t))
      convert(Argument);
  }
  void Post(parser::SubroutineSubprogram &X) { freeDummies(X); }
  void Post(parser::FunctionSubprogram &X) { freeDummies(X); }

private:
  template <typename A>
  void import(const A &Unit, parser::SpecificationPart &Spec);
  void convert(parser::ActualArgSpec &Argument);
  template <typename A> void freeDummies(A &Subprogram);

  const Leniency &What;
  semantics::SemanticsContext &Context;
  bool Warned = false;
};

template <typename A>
void Changer::import(const A &Unit, parser::SpecificationPart &Spec) {
  UseFinder Finder;
  parser::Walk(Unit, Finder);
  if (Finder.Found.empty() || Finder.UsesCudafor)
    return;
  if (!Warned)
    Context.Say(Finder.Found, "'dim3' is used without USE CUDAFOR"_warn_en_US);
  Warned = true;
  static const std::string Module = "cudafor";
  std::list<parser::Only> Only;
  Only.emplace_back(parser::Name{Finder.Found});
  parser::Statement<common::Indirection<parser::UseStmt>> Use{
      std::nullopt, common::Indirection<parser::UseStmt>{parser::UseStmt(
                        std::nullopt, parser::Name{parser::CharBlock{Module}},
                        std::move(Only))}};
  Use.source = Finder.Found;
  std::get<std::list<parser::Statement<common::Indirection<parser::UseStmt>>>>(
      Spec.t)
      .push_front(std::move(Use));
}

void Changer::convert(parser::ActualArgSpec &Argument) {
  const auto &Keyword = std::get<std::optional<parser::Keyword>>(Argument.t);
  auto &Actual = std::get<parser::ActualArg>(Argument.t);
  auto *Value = std::get_if<common::Indirection<parser::Expr>>(&Actual.u);
  if (!Keyword || Keyword->v.ToString() != "put" || !Value)
    return;
  parser::CharBlock Source = Value->value().source;
  Context.Say(
      Source,
      "The PUT= argument of RANDOM_SEED is converted to default integer"_warn_en_US);
  static const std::string Intrinsic = "int";
  std::list<parser::ActualArgSpec> Arguments;
  Arguments.emplace_back(
      std::make_tuple(std::optional<parser::Keyword>{},
                      parser::ActualArg{std::move(Value->value())}));
  parser::FunctionReference Reference{parser::Call{std::make_tuple(
      parser::ProcedureDesignator{parser::Name{parser::CharBlock{Intrinsic}}},
      std::move(Arguments))}};
  Reference.source = Source;
  parser::Expr Converted{
      common::Indirection<parser::FunctionReference>{std::move(Reference)}};
  Converted.source = Source;
  Actual.u = common::Indirection<parser::Expr>{std::move(Converted)};
}

template <typename A> void Changer::freeDummies(A &Subprogram) {
  if (!What.DeallocateIntentIn)
    return;
  DeallocateFinder Finder;
  parser::Walk(std::get<parser::ExecutionPart>(Subprogram.t), Finder);
  if (Finder.Names.empty())
    return;
  auto &Spec = std::get<parser::SpecificationPart>(Subprogram.t);
  for (auto &Declaration :
       std::get<std::list<parser::DeclarationConstruct>>(Spec.t)) {
    auto *Construct =
        std::get_if<parser::SpecificationConstruct>(&Declaration.u);
    auto *Statement =
        Construct ? std::get_if<parser::Statement<
                        common::Indirection<parser::TypeDeclarationStmt>>>(
                        &Construct->u)
                  : nullptr;
    if (!Statement)
      continue;
    auto &X = Statement->statement.value();
    bool Any = false;
    for (const auto &Entity : std::get<std::list<parser::EntityDecl>>(X.t)) {
      const auto &Name = std::get<parser::Name>(Entity.t);
      if (!Finder.Names.count(Name.ToString()))
        continue;
      bool In = false;
      for (const auto &Attr : std::get<std::list<parser::AttrSpec>>(X.t))
        if (const auto *Intent = std::get_if<parser::IntentSpec>(&Attr.u))
          In = Intent->v == parser::IntentSpec::Intent::In;
      if (!In)
        continue;
      Context.Say(
          Name.source,
          "Dummy argument '%s' has INTENT(IN) and is deallocated"_warn_en_US,
          Name.source);
      Any = true;
    }
    if (Any)
      std::get<std::list<parser::AttrSpec>>(X.t).remove_if(
          [](const parser::AttrSpec &Attr) {
            return std::holds_alternative<parser::IntentSpec>(Attr.u);
          });
  }
}

} // namespace

void Leniency::apply(parser::Program &Program,
                     semantics::SemanticsContext &Context) const {
  if (!ImportDim3 && !ConvertSeed && !DeallocateIntentIn)
    return;
  Changer C(*this, Context);
  parser::Walk(Program, C);
}

} // namespace warpfort
