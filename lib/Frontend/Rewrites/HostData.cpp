//===-- HostData.cpp - HOST_DATA with CUDA Fortran ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With CUDA Fortran, Flang gives HOST_DATA constructs a copy of each variable
// that USE_DEVICE names, with the attribute DEVICE. Lowering does not see that
// an internal procedure refers to a variable of its host by such a copy:
//
//     !$acc host_data use_device(a)
//  -> associate (a_host => a)
//       !$acc host_data use_device(a)
//
// makes the reference, and the copy is taken of the host's variable
// (lib/Flang/HostDataCopies.cpp).
//
// Without CUDA Fortran there is no such copy, and generic procedures of CUDA
// libraries would take the names for data of the host. Programs that use them
// get the copies: the rest of CUDA Fortran remains switched off.
//
// A component has no copy. Clauses with both are divided, and lowered one by
// one:
//
//     !$acc host_data use_device(a, r%b)
//  -> !$acc host_data use_device(a)
//       !$acc host_data use_device(r%b)
//
//===----------------------------------------------------------------------===//
#include "HostData.h"
#include "Frontend/Tree/Associates.h"
#include "Frontend/Tree/ClauseObjects.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/STLExtras.h"
#include <list>
#include <set>
#include <string>
#include <vector>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort {
namespace {

/// Names variables of the host, and divides clauses.
class Namer {
public:
  explicit Namer(semantics::SemanticsContext &Context) : Context(Context) {}

  bool Pre(parser::InternalSubprogram &) {
    IsInternal = true;
    Own.clear();
    return true;
  }
  void Post(parser::InternalSubprogram &) { IsInternal = false; }
  // The names in these are others' than the procedure's.
  bool Pre(parser::InterfaceBlock &) { return false; }
  bool Pre(parser::BlockConstruct &) {
    Around.push_back(Own);
    return true;
  }
  void Post(parser::BlockConstruct &) {
    Own = std::move(Around.back());
    Around.pop_back();
  }

  void Post(parser::EntityDecl &Declaration) {
    Own.insert(std::get<parser::ObjectName>(Declaration.t).ToString());
  }
  void Post(parser::SubroutineStmt &Statement) {
    for (const auto &Dummy : std::get<std::list<parser::DummyArg>>(Statement.t))
      if (const auto *Name = std::get_if<parser::Name>(&Dummy.u))
        Own.insert(Name->ToString());
  }
  void Post(parser::FunctionStmt &Statement) {
    for (const auto &Name : std::get<std::list<parser::Name>>(Statement.t))
      Own.insert(Name.ToString());
  }

  void Post(parser::ExecutionPartConstruct &X) {
    auto *Construct = openACCIn<parser::OpenACCBlockConstruct>(X);
    if (!Construct)
      return;
    auto &Begin = std::get<parser::AccBeginBlockDirective>(Construct->t);
    divide(*Construct, Begin);
    if (!IsInternal)
      return;
    std::list<parser::Association> Associations;
    for (parser::AccClause &Clause : std::get<parser::AccClauseList>(Begin.t).v)
      if (auto *Use = std::get_if<parser::AccClause::UseDevice>(&Clause.u))
        for (const parser::AccObject &Object : Use->v.v)
          if (const parser::DataRef *Ref = dataRefIn(Object))
            if (const auto *Name = std::get_if<parser::Name>(&Ref->u);
                Name && !Own.count(Name->ToString()))
              Associations.push_back(associate(*Name));
    if (Associations.empty())
      return;
    putInAssociate(X, std::move(Associations), parser::CharBlock{Begin.source});
  }

private:
  /// The clauses of a construct for the components that \p Clauses name, which
  /// they lose.
  static std::list<parser::AccClause>
  takeComponents(std::list<parser::AccClause> &Clauses) {
    using Clause = parser::AccClause;
    std::list<Clause> Own;
    for (Clause &C : Clauses) {
      auto *Use = std::get_if<Clause::UseDevice>(&C.u);
      if (!Use)
        continue;
      std::list<parser::AccObject> Components;
      for (auto It = Use->v.v.begin(); It != Use->v.v.end();) {
        auto Next = std::next(It);
        if (isComponent(*It))
          Components.splice(Components.end(), Use->v.v, It);
        It = Next;
      }
      if (Components.empty())
        continue;
      Own.emplace_back(
          Clause::UseDevice{parser::AccObjectList{std::move(Components)}});
      Own.back().source = C.source;
    }
    Clauses.remove_if([](const Clause &C) {
      const auto *Use = std::get_if<Clause::UseDevice>(&C.u);
      return Use && Use->v.v.empty();
    });
    for (const Clause &C : Clauses)
      if (std::holds_alternative<Clause::IfPresent>(C.u)) {
        Own.emplace_back(Clause::IfPresent{});
        Own.back().source = C.source;
      }
    return Own;
  }

  /// Gives components a HOST_DATA construct of their own.
  void divide(parser::OpenACCBlockConstruct &Construct,
              parser::AccBeginBlockDirective &Begin) {
    using Clause = parser::AccClause;
    auto &Clauses = std::get<parser::AccClauseList>(Begin.t).v;
    bool HasComponents = false, HasOthers = false, HasCondition = false;
    for (const Clause &C : Clauses) {
      HasCondition |= std::holds_alternative<Clause::If>(C.u);
      if (const auto *Use = std::get_if<Clause::UseDevice>(&C.u))
        for (const parser::AccObject &Object : Use->v.v)
          (isComponent(Object) ? HasComponents : HasOthers) = true;
    }
    if (!HasComponents || !HasOthers)
      return;
    if (HasCondition) {
      Context.Say(Begin.source,
                  "HOST_DATA with an IF clause may not name both components "
                  "and other variables"_err_en_US);
      return;
    }
    std::list<Clause> Own = takeComponents(Clauses);
    const auto &Directive = std::get<parser::AccBlockDirective>(Begin.t);
    auto &End = std::get<parser::AccEndBlockDirective>(Construct.t);
    parser::AccBeginBlockDirective InnerBegin{
        blockDirective(Directive.v, Directive.source),
        parser::AccClauseList{std::move(Own)}};
    InnerBegin.source = Begin.source;
    parser::AccEndBlockDirective InnerEnd{
        blockDirective(End.v.v, End.v.source)};
    InnerEnd.source = End.source;
    auto &Body = std::get<parser::Block>(Construct.t);
    parser::Block Inside;
    Inside.splice(Inside.end(), Body);
    Body.push_back(parser::ExecutionPartConstruct{parser::ExecutableConstruct{
        common::Indirection<parser::OpenACCConstruct>{parser::OpenACCConstruct{
            parser::OpenACCBlockConstruct{std::move(InnerBegin),
                                          std::move(Inside),
                                          std::move(InnerEnd)}}}}});
  }

  parser::Association associate(const parser::Name &Name) {
    // No other name has a space in it.
    parser::CharBlock Text = Context.SaveTempName(Name.ToString() + " host");
    parser::Designator Whole{parser::DataRef{parser::Name{Name.source}}};
    Whole.source = Name.source;
    return {parser::Name{Text},
            parser::Selector{parser::Variable{
                common::Indirection<parser::Designator>{std::move(Whole)}}}};
  }

  semantics::SemanticsContext &Context;
  bool IsInternal = false;
  /// What the procedure declares, and of each BLOCK construct around, what was
  /// declared outside of it.
  std::set<std::string> Own;
  std::vector<std::set<std::string>> Around;
};

/// Finds clauses that give host code addresses of the device.
struct DeviceAddressFinder {
  bool IsFound = false;
  void Post(const parser::AccClause &X) {
    IsFound |= std::holds_alternative<parser::AccClause::UseDevice>(X.u) ||
               std::holds_alternative<parser::AccClause::Deviceptr>(X.u);
  }
};

} // namespace

bool needsHostDataAttributes(semantics::SemanticsContext &Context,
                             const parser::Program &Program) {
  // All modules of libraries use this one, if by other modules.
  static constexpr llvm::StringLiteral Common = "warpfort_library_types";
  auto HasIt = [](const semantics::Scope &Modules) {
    return llvm::any_of(Modules.children(), [](const semantics::Scope &Scope) {
      return Scope.IsModule() && Scope.symbol() &&
             Scope.symbol()->name().ToString() == Common;
    });
  };
  // Modules of the installation have a scope beside those of the program.
  bool UsesLibrary =
      HasIt(Context.globalScope()) || HasIt(Context.intrinsicModulesScope());
  DeviceAddressFinder Visitor;
  if (UsesLibrary)
    walk(Program, Visitor);
  return Visitor.IsFound;
}

void nameHostVariables(semantics::SemanticsContext &Context,
                       parser::Program &Program) {
  Namer Visitor{Context};
  walk(Program, Visitor);
}

} // namespace warpfort
