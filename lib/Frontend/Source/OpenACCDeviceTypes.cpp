//===-- OpenACCDeviceTypes.cpp - Clauses of one kind of device ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PGI's name of NVIDIA's devices, `tesla`, is none that Flang's parser knows.
///
/// Clauses behind `device_type(...)` are for those devices only, and more
/// particular ones count instead of more general ones. Flang's checks take all
/// of a directive together and refuse
///
///     !$acc loop device_type(nvidia) gang device_type(host) seq
///
/// so the choice is made before them. The CPU stands for a GPU: it takes the
/// clauses that NVIDIA's devices take.
///
/// A directive may have several WAIT clauses, of which lowering forgets all but
/// the first, or makes an operation that is not valid:
///
///     wait(1,2) wait(3)   ->  wait(1,2,3)
///     wait(1,2) wait      ->  wait
///
//===----------------------------------------------------------------------===//
#include "OpenACCDeviceTypes.h"
#include "Frontend/Tree/TreeWalk.h"
#include "SourceLines.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Parser/provenance.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>
#include <iterator>
#include <list>

namespace warpfort {

using namespace Fortran;

namespace {

using Clause = parser::AccClause;
using Kind = common::OpenACCDeviceType;

/// What a name means that Flang's parser does not know.
std::optional<Kind> kindOf(llvm::StringRef Name) {
  bool Constant = Name.consume_front("acc_device_");
  return llvm::StringSwitch<std::optional<Kind>>(Name)
      .Cases({"tesla", "cuda", "not_host", "gpu"}, Kind::Nvidia)
      .Cases({"xeonphi", "opencl", "amd"}, Kind::None)
      .Case("radeon", Constant ? std::optional(Kind::Radeon) : std::nullopt)
      .Case("host", Constant ? std::optional(Kind::Host) : std::nullopt)
      .Case("multicore",
            Constant ? std::optional(Kind::Multicore) : std::nullopt)
      .Case("default", Constant ? std::optional(Kind::Default) : std::nullopt)
      .Default(std::nullopt);
}

bool isNamePart(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Behind the parenthesis of the next device_type clause from \p From on; npos if
/// none is left. In the parentheses of other clauses the name is a variable's.
size_t findDeviceTypes(llvm::StringRef Line, size_t From) {
  int Depth = 0;
  for (size_t At = 0; At < Line.size();) {
    if (!isNamePart(Line[At])) {
      Depth += Line[At] == '(';
      Depth -= Line[At] == ')';
      ++At;
      continue;
    }
    size_t End = Line.find_if_not(isNamePart, At);
    llvm::StringRef Word = Line.slice(At, End);
    At = Line.find_first_not_of(' ', End);
    if (Depth == 0 && (Word == "device_type" || Word == "dtype") &&
        At < Line.size() && At >= From && Line[At] == '(')
      return At + 1;
  }
  return llvm::StringRef::npos;
}

struct NameSetter {
  const DeviceTypeNames &Names;

  void Post(parser::AccDeviceTypeExpr &X) {
    if (auto Found = Names.find(X.source.begin()); Found != Names.end())
      X.v = Found->second;
  }
};

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

bool isWaitForAll(const Clause &C) {
  const auto *Wait = std::get_if<Clause::Wait>(&C.u);
  return Wait && !Wait->v;
}

/// The queues of a WAIT clause that names no device.
std::list<parser::ScalarIntExpr> *queuesOf(Clause &C) {
  auto *Wait = std::get_if<Clause::Wait>(&C.u);
  if (!Wait || !Wait->v ||
      std::get<std::optional<parser::ScalarIntExpr>>(Wait->v->t))
    return nullptr;
  return &std::get<std::list<parser::ScalarIntExpr>>(Wait->v->t);
}

void joinWaits(std::list<Clause> &Clauses) {
  auto All = std::find_if(Clauses.begin(), Clauses.end(), isWaitForAll);
  if (All != Clauses.end()) {
    const Clause &Kept = *All;
    Clauses.remove_if([&](Clause &C) {
      return &C != &Kept && (isWaitForAll(C) || queuesOf(C));
    });
    return;
  }
  std::list<parser::ScalarIntExpr> *First = nullptr;
  Clauses.remove_if([&](Clause &C) {
    std::list<parser::ScalarIntExpr> *Queues = queuesOf(C);
    if (!Queues || !First) {
      First = Queues ? Queues : First;
      return false;
    }
    First->splice(First->end(), *Queues);
    return true;
  });
}

struct Chooser {
  void Post(parser::AccBeginBlockDirective &X) { chooseIn(X.t, false); }
  void Post(parser::AccBeginLoopDirective &X) { chooseIn(X.t, false); }
  void Post(parser::AccBeginCombinedDirective &X) { chooseIn(X.t, false); }
  void Post(parser::OpenACCRoutineConstruct &X) { chooseIn(X.t, true); }
  void Post(parser::OpenACCStandaloneConstruct &X) {
    joinWaits(std::get<parser::AccClauseList>(X.t).v);
  }

private:
  template <typename Tuple> static void chooseIn(Tuple &T, bool Routine) {
    auto &Clauses = std::get<parser::AccClauseList>(T).v;
    choose(Clauses, Routine);
    // What remains behind a device type is for that alone.
    if (std::none_of(Clauses.begin(), Clauses.end(),
                     isAnyOf<Clause::DeviceType>))
      joinWaits(Clauses);
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
      Nvidia |= Type.v == Kind::Nvidia;
      All |= Type.v == Kind::Star || Type.v == Kind::Default;
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

DeviceTypeNames admitDeviceTypes(const parser::CookedSource &Cooked) {
  DeviceTypeNames Names;
  onLines(Cooked, [&](llvm::StringRef Line, char *Begin) {
    size_t Item = Line.ltrim(' ').starts_with("!$acc")
                      ? findDeviceTypes(Line, 0)
                      : llvm::StringRef::npos;
    while (Item < Line.size()) {
      size_t Name = std::min(Line.find_first_not_of(' ', Item), Line.size());
      size_t Behind = std::min(Line.find_if_not(isNamePart, Name), Line.size());
      if (std::optional<Kind> Is = kindOf(Line.slice(Name, Behind))) {
        char *Place = Begin + Name;
        std::fill(Place, Begin + Behind, ' ');
        *Place = '*';
        Names.emplace(Place, *Is);
      }
      Item = Line.find_first_of(",)", Behind);
      if (Item < Line.size())
        Item = Line[Item] == ',' ? Item + 1 : findDeviceTypes(Line, Item);
    }
  });
  return Names;
}

void setDeviceTypes(parser::Program &Program, const DeviceTypeNames &Names) {
  NameSetter Set{Names};
  walk(Program, Set);
}

void chooseDeviceClauses(parser::Program &Program) {
  Chooser Choose;
  walk(Program, Choose);
}

} // namespace warpfort
