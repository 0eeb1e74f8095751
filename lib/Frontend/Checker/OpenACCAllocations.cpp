//===-- OpenACCAllocations.cpp - ALLOCATE in constructs -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See OpenACCAllocations.h.
//
//===----------------------------------------------------------------------===//
#include "OpenACCAllocations.h"
#include "Frontend/Rewrites/StandardParallelism.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include <map>
#include <set>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {
namespace {

class AllocationChecker {
public:
  explicit AllocationChecker(semantics::SemanticsContext &Context)
      : Context(Context) {}

  bool Pre(const parser::OpenACCBlockConstruct &X) {
    Depth += isCompute(X);
    return true;
  }
  void Post(const parser::OpenACCBlockConstruct &X) {
    if (isCompute(X))
      leave();
  }
  // What DO CONCURRENT without a directive may allocate is known later.
  bool Pre(const parser::OpenACCCombinedConstruct &X) {
    if (isOffloaded(X))
      return false;
    ++Depth;
    return true;
  }
  void Post(const parser::OpenACCCombinedConstruct &X) {
    if (!isOffloaded(X))
      leave();
  }
  void Post(const parser::AccClause::Private &X) { own(X.v); }
  void Post(const parser::AccClause::Firstprivate &X) { own(X.v); }
  bool Pre(const parser::BlockConstruct &X) {
    const auto &Part = std::get<parser::BlockSpecificationPart>(X.t).v;
    for (const auto &D :
         std::get<std::list<parser::DeclarationConstruct>>(Part.t))
      walk(D, Declared);
    return true;
  }

  bool Pre(const parser::AllocateStmt &X) {
    if (Depth)
      for (const auto &Allocation :
           std::get<std::list<parser::Allocation>>(X.t))
        note(std::get<parser::AllocateObject>(Allocation.t), Allocated);
    return false;
  }
  bool Pre(const parser::DeallocateStmt &X) {
    if (Depth)
      for (const auto &Object :
           std::get<std::list<parser::AllocateObject>>(X.t))
        note(Object, Deallocated);
    return false;
  }

private:
  using Places = std::map<const semantics::Symbol *, parser::CharBlock>;

  /// The variables that BLOCK constructs declare.
  struct Declarations {
    std::set<const semantics::Symbol *> Found = {};
    void Post(const parser::EntityDecl &X) {
      if (const semantics::Symbol *Symbol = std::get<parser::Name>(X.t).symbol)
        Found.insert(&Symbol->GetUltimate());
    }
  };

  void own(const parser::AccObjectList &Objects) {
    for (const parser::AccObject &Object : Objects.v)
      if (const parser::DataRef *Ref = dataRefIn(Object))
        if (const parser::Name &Name = parser::GetFirstName(*Ref); Name.symbol)
          Declared.Found.insert(&Name.symbol->GetUltimate());
  }
  void note(const parser::AllocateObject &X, Places &To) {
    const auto *Name = std::get_if<parser::Name>(&X.u);
    if (Name && Name->symbol)
      To.try_emplace(&Name->symbol->GetUltimate(), Name->source);
  }
  void leave() {
    if (--Depth)
      return;
    refuse(Allocated, Deallocated);
    refuse(Deallocated, Allocated);
    Allocated.clear();
    Deallocated.clear();
    Declared.Found.clear();
  }
  void refuse(const Places &These, const Places &Others) {
    for (auto [Symbol, Place] : These)
      if (!Declared.Found.count(Symbol) && !Others.count(Symbol))
        Context.Say(
            Place,
            "'%s' may not be allocated or deallocated in a compute construct, unless it is private: the host would not know of it"_err_en_US,
            Place);
  }

  semantics::SemanticsContext &Context;
  unsigned Depth = 0;
  Declarations Declared;
  Places Allocated, Deallocated;
};

} // namespace

void checkAllocations(semantics::SemanticsContext &Context,
                      const parser::Program &Program) {
  AllocationChecker Checker(Context);
  walk(Program, Checker);
}

} // namespace warpfort::checker
