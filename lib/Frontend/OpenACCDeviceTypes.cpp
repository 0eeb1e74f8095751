//===-- OpenACCDeviceTypes.cpp - Clauses of one kind of device ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clauses behind `device_type(...)` are for those devices only, and more
/// particular ones count instead of more general ones. Flang's checks take all
/// of a directive together and refuse
///
///     !$acc loop device_type(nvidia) gang device_type(host) seq
///
/// so the choice is made before them. The CPU stands for a GPU: it takes the
/// clauses that NVIDIA's devices take.
///
//===----------------------------------------------------------------------===//
#include "OpenACCDeviceTypes.h"

#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include <algorithm>
#include <iterator>
#include <list>

using namespace Fortran;

namespace {

using Clause = parser::AccClause;

template <typename... Kinds> bool isAnyOf(const Clause &C) {
  return (std::holds_alternative<Kinds>(C.u) || ...);
}

bool isLevel(const Clause &C) {
  return isAnyOf<Clause::Gang, Clause::Worker, Clause::Vector>(C);
}

/// What the language allows behind device_type.
bool mayDependOnDevice(const Clause &C) {
  return isLevel(C) ||
         isAnyOf<Clause::Seq, Clause::Auto, Clause::Independent,
                 Clause::Collapse, Clause::Tile, Clause::Bind, Clause::Async,
                 Clause::Wait, Clause::NumGangs, Clause::NumWorkers,
                 Clause::VectorLength, Clause::DeviceType>(C);
}

/// Whether a clause for fewer devices makes one for more of no account.
bool replaces(const Clause &Particular, const Clause &General, bool Routine) {
  if (Particular.u.index() == General.u.index())
    return true;
  auto IsOrder = [](const Clause &C) {
    return isAnyOf<Clause::Seq, Clause::Auto, Clause::Independent>(C);
  };
  if (Routine)
    return (isLevel(Particular) || isAnyOf<Clause::Seq>(Particular)) &&
           (isLevel(General) || isAnyOf<Clause::Seq>(General));
  return (IsOrder(Particular) && IsOrder(General)) ||
         (isAnyOf<Clause::Seq>(Particular) && isLevel(General)) ||
         (isLevel(Particular) && isAnyOf<Clause::Seq>(General));
}

struct Chooser {
  template <typename A> bool Pre(A &) { return true; }
  template <typename A> void Post(A &) {}

  void Post(parser::AccBeginBlockDirective &X) { chooseIn(X.t, false); }
  void Post(parser::AccBeginLoopDirective &X) { chooseIn(X.t, false); }
  void Post(parser::AccBeginCombinedDirective &X) { chooseIn(X.t, false); }
  void Post(parser::OpenACCRoutineConstruct &X) { chooseIn(X.t, true); }

private:
  template <typename Tuple> static void chooseIn(Tuple &T, bool Routine) {
    choose(std::get<parser::AccClauseList>(T).v, Routine);
  }
  static void choose(std::list<Clause> &Clauses, bool Routine);
};

void Chooser::choose(std::list<Clause> &Clauses, bool Routine) {
  auto IsDeviceType = [](const Clause &C) {
    return isAnyOf<Clause::DeviceType>(C);
  };
  auto First = std::find_if(Clauses.begin(), Clauses.end(), IsDeviceType);
  // What is out of place is Flang's to refuse.
  if (First == Clauses.end() ||
      !std::all_of(First, Clauses.end(), mayDependOnDevice))
    return;
  std::list<Clause> ForNvidia, ForAll;
  while (First != Clauses.end()) {
    auto End = std::find_if(std::next(First), Clauses.end(), IsDeviceType);
    bool Nvidia = false, All = false;
    for (const parser::AccDeviceTypeExpr &Type :
         std::get<Clause::DeviceType>(First->u).v.v) {
      Nvidia |= Type.v == common::OpenACCDeviceType::Nvidia;
      All |= Type.v == common::OpenACCDeviceType::Star;
    }
    std::list<Clause> Ignored;
    std::list<Clause> &To = Nvidia ? ForNvidia : All ? ForAll : Ignored;
    To.splice(To.end(), Clauses, std::next(First), End);
    First = Clauses.erase(First);
  }
  for (std::list<Clause> *Particular : {&ForAll, &ForNvidia}) {
    Clauses.remove_if([&](const Clause &General) {
      return std::any_of(
          Particular->begin(), Particular->end(),
          [&](const Clause &P) { return replaces(P, General, Routine); });
    });
    Clauses.splice(Clauses.end(), *Particular);
  }
}

} // namespace

void warpfort::chooseDeviceClauses(parser::Program &Program) {
  Chooser Choose;
  parser::Walk(Program, Choose);
}
