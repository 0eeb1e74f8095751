//===-- SavedTables.cpp - Saved variables that never change ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See SavedTables.h. What is given to a dummy argument may change unless that
/// is INTENT(IN); so may what stands for another name.
///
//===----------------------------------------------------------------------===//

#include "SavedTables.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Evaluate/call.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;

namespace warpfort::checker {

namespace {

/// The variable that a designator begins with.
struct FirstName {
  const Symbol *Found = nullptr;

  bool isDone() const { return Found; }
  bool Pre(const parser::Name &X) {
    if (!Found && X.symbol)
      Found = &X.symbol->GetUltimate();
    return false;
  }
};

struct ChangeFinder {
  std::set<const Symbol *> &Changed;

  bool Pre(const parser::DataStmt &) { return false; }
  void Post(const parser::Variable &X) { change(X); }
  void Post(const parser::PointerObject &X) { change(X); }
  void Post(const parser::AllocateObject &X) { change(X); }
  void Post(const parser::LoopControl::Bounds &X) { change(X.name); }
  void Post(const parser::Selector &X) { change(X); }
  bool Pre(const parser::Expr &X) {
    if (X.typedExpr && X.typedExpr->v)
      for (const ProcedureRef *Ref : callsIn(*X.typedExpr->v))
        checkArguments(*Ref);
    return true;
  }
  bool Pre(const parser::CallStmt &X) {
    if (X.typedCall)
      for (const ProcedureRef *Ref : callsIn(*X.typedCall))
        checkArguments(*Ref);
    return true;
  }

private:
  template <typename A> void change(const A &X) {
    FirstName First;
    walk(X, First);
    if (First.Found)
      Changed.insert(First.Found);
  }

  void checkArguments(const ProcedureRef &Ref) {
    for (const auto &Argument : Ref.arguments()) {
      const TypedExpr *Value = Argument ? Argument->UnwrapExpr() : nullptr;
      if (!Value || Argument->dummyIntent() == common::Intent::In ||
          !evaluate::IsVariable(*Value))
        continue;
      if (const Symbol *Base = evaluate::GetFirstSymbol(*Value))
        Changed.insert(&Base->GetUltimate());
    }
  }
};

} // namespace

bool SavedTables::isChanged(const Symbol &Root) const {
  if (!Changed) {
    ChangeFinder Finder{Changed.emplace()};
    walk(Program, Finder);
  }
  return Changed->count(&Root);
}

bool SavedTables::isSavedVariable(const Symbol &Local) const {
  if (!Local.has<semantics::ObjectEntityDetails>() ||
      semantics::IsNamedConstant(Local) || !semantics::IsSaved(Local))
    return false;
  using Attr = semantics::Attr;
  return !semantics::IsInitialized(Local) ||
         Local.attrs().HasAny({Attr::POINTER, Attr::ALLOCATABLE, Attr::TARGET,
                               Attr::VOLATILE, Attr::ASYNCHRONOUS}) ||
         semantics::FindEquivalenceSet(Local) ||
         semantics::FindCommonBlockContaining(Local) ||
         isChanged(Local.GetUltimate());
}

} // namespace warpfort::checker
