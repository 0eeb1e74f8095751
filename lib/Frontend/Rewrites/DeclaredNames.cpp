//===-- DeclaredNames.cpp - What DECLARE directives name ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's compiler takes more in a module's DECLARE directives than the
// standard's names of variables. A component
//
//     !$acc declare create(r%a, r%b)
//
// is on the device where the record is, so the record is declared, once. A
// named constant needs no place on the device. A variable of another module is
// where that module's object puts it: too late to declare it here.
//
//===----------------------------------------------------------------------===//
#include "DeclaredNames.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <list>
#include <set>
#include <string>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort {
namespace {

/// The lists of objects in a directive's clauses.
void forEachList(parser::OpenACCStandaloneDeclarativeConstruct &X,
                 llvm::function_ref<void(parser::AccObjectList &)> Do) {
  using Clause = parser::AccClause;
  for (Clause &C : std::get<parser::AccClauseList>(X.t).v) {
    if (auto *Create = std::get_if<Clause::Create>(&C.u))
      Do(std::get<parser::AccObjectList>(Create->v.t));
    else if (auto *Copyin = std::get_if<Clause::Copyin>(&C.u))
      Do(std::get<parser::AccObjectList>(Copyin->v.t));
    else if (auto *Resident = std::get_if<Clause::DeviceResident>(&C.u))
      Do(Resident->v);
    else if (auto *Link = std::get_if<Clause::Link>(&C.u))
      Do(Link->v);
  }
}

bool isComponent(const parser::DataRef &Ref) {
  if (const auto *Element =
          std::get_if<common::Indirection<parser::ArrayElement>>(&Ref.u))
    return isComponent(Element->value().base);
  return std::holds_alternative<
      common::Indirection<parser::StructureComponent>>(Ref.u);
}

/// The directives of a module.
struct RecordDeclarer {
  bool Pre(parser::ModuleSubprogramPart &) { return false; }

  void Post(parser::OpenACCStandaloneDeclarativeConstruct &X) {
    Directives.push_back(&X);
  }
  void run();

  std::list<parser::OpenACCStandaloneDeclarativeConstruct *> Directives;
};

void RecordDeclarer::run() {
  // Names as they are written: nothing else can be meant in one module.
  std::set<std::string> Declared;
  for (auto *Directive : Directives)
    forEachList(*Directive, [&](parser::AccObjectList &List) {
      for (const parser::AccObject &Object : List.v)
        if (const parser::DataRef *Ref = dataRefIn(Object);
            Ref && !isComponent(*Ref))
          Declared.insert(parser::GetFirstName(*Ref).ToString());
    });
  for (auto *Directive : Directives)
    forEachList(*Directive, [&](parser::AccObjectList &List) {
      for (auto It = List.v.begin(); It != List.v.end();) {
        const parser::DataRef *Ref = dataRefIn(*It);
        if (!Ref || !isComponent(*Ref)) {
          ++It;
          continue;
        }
        parser::Name Record{parser::GetFirstName(*Ref).source};
        if (!Declared.insert(Record.ToString()).second) {
          It = List.v.erase(It);
          continue;
        }
        parser::CharBlock Source = Record.source;
        parser::Designator Whole{parser::DataRef{std::move(Record)}};
        Whole.source = Source;
        It->u = std::move(Whole);
        ++It;
      }
    });
}

struct ModuleFinder {
  bool Pre(parser::Module &X) { return declare(X); }
  bool Pre(parser::Submodule &X) { return declare(X); }

private:
  template <typename A> bool declare(A &Module) {
    RecordDeclarer Declarer;
    walk(std::get<parser::SpecificationPart>(Module.t), Declarer);
    Declarer.run();
    return false;
  }
};

struct NameChecker {
  semantics::SemanticsContext &Context;

  void Post(parser::OpenACCStandaloneDeclarativeConstruct &X) {
    forEachList(X, [&](parser::AccObjectList &List) {
      List.v.remove_if(
          [&](const parser::AccObject &Object) { return drops(Object); });
    });
  }
  void Post(parser::OpenACCStandaloneConstruct &X) {
    if (std::get<parser::AccStandaloneDirective>(X.t).v !=
        llvm::acc::Directive::ACCD_update)
      return;
    for (parser::AccClause &C : std::get<parser::AccClauseList>(X.t).v)
      if (auto *Device = std::get_if<parser::AccClause::Device>(&C.u))
        Device->v.v.remove_if(isConstant);
  }

private:
  static bool isConstant(const parser::AccObject &Object) {
    const parser::DataRef *Ref = dataRefIn(Object);
    const semantics::Symbol *Symbol =
        Ref ? parser::GetFirstName(*Ref).symbol : nullptr;
    return Symbol && semantics::IsNamedConstant(Symbol->GetUltimate());
  }

  bool drops(const parser::AccObject &Object) {
    const parser::DataRef *Ref = dataRefIn(Object);
    if (!Ref)
      return false;
    const parser::Name &Name = parser::GetFirstName(*Ref);
    if (!Name.symbol)
      return false;
    const semantics::Symbol &Root = Name.symbol->GetUltimate();
    if (isConstant(Object))
      return true;
    const semantics::Symbol *Owner = Root.owner().symbol();
    if (Name.symbol->has<semantics::UseDetails>() && Owner &&
        Owner->test(semantics::Symbol::Flag::ModFile) &&
        !Root.test(semantics::Symbol::Flag::AccDeclare))
      Context.Say(Name.source,
                  "'%s' is a variable of the module '%s', where a DECLARE "
                  "directive must name it"_err_en_US,
                  Name.source, Owner->name());
    return false;
  }
};

} // namespace

void declareWholeRecords(parser::Program &Program) {
  ModuleFinder Finder;
  walk(Program, Finder);
}

void checkDeclaredNames(semantics::SemanticsContext &Context,
                        parser::Program &Program) {
  NameChecker Checker{Context};
  walk(Program, Checker);
}

} // namespace warpfort
