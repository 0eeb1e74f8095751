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
// is on the device where the record is, so the record is declared, once. So it
// is with PRESENT, in procedures too, where constructs look for the components
// that they use. A named constant needs no place on the device: device code has
// its value. So it is taken out of the clauses of DECLARE, UPDATE DEVICE and of
// constructs, which would copy it back into memory that nobody may write.
//
//===----------------------------------------------------------------------===//
#include "DeclaredNames.h"
#include "Frontend/Tree/ClauseObjects.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <list>
#include <set>
#include <string>

using namespace Fortran;

namespace warpfort {
namespace {

/// The lists of objects in a directive's clauses.
void forEachList(
    parser::AccClauseList &Clauses,
    llvm::function_ref<void(parser::AccClause &, parser::AccObjectList &)> Do) {
  using Clause = parser::AccClause;
  for (Clause &C : Clauses.v)
    if (std::holds_alternative<Clause::Create>(C.u) ||
        std::holds_alternative<Clause::Copyin>(C.u) ||
        std::holds_alternative<Clause::DeviceResident>(C.u) ||
        std::holds_alternative<Clause::Link>(C.u) ||
        std::holds_alternative<Clause::Present>(C.u))
      Do(C, *objectsIn(C));
}

/// The directives of a module, or of a procedure, where only PRESENT may name
/// components.
struct RecordDeclarer {
  explicit RecordDeclarer(bool IsModule) : IsModule(IsModule) {}

  void Post(parser::OpenACCStandaloneDeclarativeConstruct &X) {
    Directives.push_back(&std::get<parser::AccClauseList>(X.t));
  }
  void run();

  bool IsModule;
  std::list<parser::AccClauseList *> Directives;
};

void RecordDeclarer::run() {
  // Names as they are written: nothing else can be meant in one module.
  std::set<std::string> Declared;
  for (auto *Directive : Directives)
    for (parser::AccClause &Clause : Directive->v)
      if (const parser::AccObjectList *List = objectsIn(Clause))
        for (const parser::AccObject &Object : List->v)
          if (const parser::DataRef *Ref = dataRefIn(Object);
              Ref && !isComponent(*Ref))
            Declared.insert(parser::GetFirstName(*Ref).ToString());
  for (auto *Directive : Directives)
    forEachList(*Directive, [&](parser::AccClause &Clause,
                                parser::AccObjectList &List) {
      if (!IsModule &&
          !std::holds_alternative<parser::AccClause::Present>(Clause.u))
        return;
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

struct RecordFinder {
  bool Pre(parser::Module &X) {
    declare(std::get<parser::SpecificationPart>(X.t), /*IsModule=*/true);
    return true;
  }
  bool Pre(parser::Submodule &X) {
    declare(std::get<parser::SpecificationPart>(X.t), /*IsModule=*/true);
    return true;
  }
  // That of a module has no components left.
  void Post(parser::SpecificationPart &X) { declare(X, /*IsModule=*/false); }

private:
  static void declare(parser::SpecificationPart &Part, bool IsModule) {
    RecordDeclarer Declarer(IsModule);
    walk(Part, Declarer);
    Declarer.run();
  }
};

struct ConstantDropper {
  void Post(parser::OpenACCStandaloneDeclarativeConstruct &X) {
    forEachList(std::get<parser::AccClauseList>(X.t),
                [](parser::AccClause &, parser::AccObjectList &List) {
                  List.v.remove_if(isConstant);
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
  void Post(parser::AccBeginBlockDirective &X) {
    drop(std::get<parser::AccClauseList>(X.t));
  }
  void Post(parser::AccBeginCombinedDirective &X) {
    drop(std::get<parser::AccClauseList>(X.t));
  }

private:
  static void drop(parser::AccClauseList &Clauses) {
    using Clause = parser::AccClause;
    for (Clause &C : Clauses.v)
      if (std::holds_alternative<Clause::Copy>(C.u) ||
          std::holds_alternative<Clause::Copyin>(C.u) ||
          std::holds_alternative<Clause::Create>(C.u) ||
          std::holds_alternative<Clause::Present>(C.u) ||
          std::holds_alternative<Clause::NoCreate>(C.u) ||
          std::holds_alternative<Clause::Firstprivate>(C.u))
        objectsIn(C)->v.remove_if(isConstant);
  }
  static bool isConstant(const parser::AccObject &Object) {
    const parser::DataRef *Ref = dataRefIn(Object);
    const semantics::Symbol *Symbol =
        Ref ? parser::GetFirstName(*Ref).symbol : nullptr;
    return Symbol && semantics::IsNamedConstant(Symbol->GetUltimate());
  }
};

} // namespace

void declareWholeRecords(parser::Program &Program) {
  RecordFinder Finder;
  walk(Program, Finder);
}

void dropDeclaredConstants(parser::Program &Program) {
  ConstantDropper Dropper;
  walk(Program, Dropper);
}

} // namespace warpfort
