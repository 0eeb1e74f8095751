//===-- StandardParallelism.cpp - DO CONCURRENT as compute construct ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See StandardParallelism.h.
///
//===----------------------------------------------------------------------===//
#include "StandardParallelism.h"
#include "Frontend/Source/SourceLines.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <string>
#include <vector>

using namespace Fortran;

namespace warpfort {
namespace {

constexpr llvm::StringLiteral Sentinel = "!$acc";

/// A PARALLEL LOOP construct without clauses around \p Do.
parser::OpenACCCombinedConstruct
makeCombinedConstruct(parser::DoConstruct &&Do) {
  parser::CharBlock Source =
      std::get<parser::Statement<parser::NonLabelDoStmt>>(Do.t).source;
  llvm::acc::Directive Kind = llvm::acc::Directive::ACCD_parallel_loop;
  parser::AccCombinedDirective Directive{std::move(Kind)};
  parser::AccClauseList Clauses{std::list<parser::AccClause>()};
  Directive.source = Clauses.source = Source;
  parser::AccBeginCombinedDirective Begin{
      std::make_tuple(std::move(Directive), std::move(Clauses))};
  Begin.source = Source;
  parser::OpenACCCombinedConstruct Result{std::move(Begin)};
  Result.source = Source;
  std::get<std::optional<parser::DoConstruct>>(Result.t) = std::move(Do);
  return Result;
}

/// The names of procedures that ROUTINE directives with a name make routines.
struct RoutineNames {
  std::set<std::string> Names;

  void Post(const parser::OpenACCRoutineConstruct &X) {
    if (const auto &Name = std::get<std::optional<parser::Name>>(X.t))
      Names.insert(Name->ToString());
  }
};

bool isRoutine(const parser::SpecificationPart &Part) {
  return llvm::any_of(
      std::get<std::list<parser::OpenACCDeclarativeConstruct>>(Part.t),
      [](const parser::OpenACCDeclarativeConstruct &X) {
        const auto *Routine =
            std::get_if<parser::OpenACCRoutineConstruct>(&X.u);
        return Routine && !std::get<std::optional<parser::Name>>(Routine->t);
      });
}

bool isForDevice(const std::list<parser::PrefixSpec> &Prefix) {
  bool Device = false;
  for (const parser::PrefixSpec &Spec : Prefix)
    if (const auto *Attributes =
            std::get_if<parser::PrefixSpec::Attributes>(&Spec.u))
      for (common::CUDASubprogramAttrs Attribute : Attributes->v)
        Device |= Attribute != common::CUDASubprogramAttrs::Host;
  return Device;
}

class Offloader {
public:
  explicit Offloader(std::set<std::string> &&Routines)
      : Routines(std::move(Routines)) {}

  bool Pre(parser::SubroutineSubprogram &X) {
    return enter<parser::SubroutineStmt>(X);
  }
  void Post(parser::SubroutineSubprogram &) { Device.pop_back(); }
  bool Pre(parser::FunctionSubprogram &X) {
    return enter<parser::FunctionStmt>(X);
  }
  void Post(parser::FunctionSubprogram &) { Device.pop_back(); }
  bool Pre(parser::SeparateModuleSubprogram &X) {
    Device.push_back(Routines.count(nameOf(X).ToString()) ||
                     isRoutine(std::get<parser::SpecificationPart>(X.t)));
    return true;
  }
  void Post(parser::SeparateModuleSubprogram &) { Device.pop_back(); }

  // What these hold runs on the device anyway.
  bool Pre(parser::CUFKernelDoConstruct &) { return false; }
  bool Pre(parser::OpenACCCombinedConstruct &) { return false; }
  bool Pre(parser::OpenACCBlockConstruct &X) { return !isCompute(X); }

  bool Pre(parser::ExecutableConstruct &X) {
    auto *Do = std::get_if<common::Indirection<parser::DoConstruct>>(&X.u);
    if (!Do || !Do->value().IsDoConcurrent() ||
        (!Device.empty() && Device.back()))
      return true;
    X.u =
        common::Indirection<parser::OpenACCConstruct>{parser::OpenACCConstruct{
            makeCombinedConstruct(std::move(Do->value()))}};
    return false;
  }

private:
  template <typename Stmt, typename Subprogram> bool enter(Subprogram &X) {
    const auto &Prefix = std::get<std::list<parser::PrefixSpec>>(
        std::get<parser::Statement<Stmt>>(X.t).statement.t);
    Device.push_back(isForDevice(Prefix) ||
                     Routines.count(nameOf(X).ToString()) ||
                     isRoutine(std::get<parser::SpecificationPart>(X.t)));
    return true;
  }

  std::set<std::string> Routines;
  /// Of each procedure around, whether it may run on the device.
  std::vector<bool> Device;
};

} // namespace

void ignoreComputeDirectives(const parser::CookedSource &Cooked) {
  onLines(Cooked, [](llvm::StringRef Line, char *Begin) {
    llvm::StringRef Rest = Line.ltrim(' ');
    if (Rest.consume_front_insensitive(Sentinel) &&
        !Rest.ltrim(' ').starts_with_insensitive("routine"))
      std::fill(Begin, Begin + Line.size(), ' ');
  });
}

bool isOffloaded(const parser::OpenACCCombinedConstruct &Construct) {
  const auto &Do = std::get<std::optional<parser::DoConstruct>>(Construct.t);
  return Do && std::get<parser::AccBeginCombinedDirective>(Construct.t)
                       .source.begin() ==
                   std::get<parser::Statement<parser::NonLabelDoStmt>>(Do->t)
                       .source.begin();
}

void offloadConcurrentLoops(parser::Program &Program) {
  RoutineNames Named;
  walk(Program, Named);
  Offloader O(std::move(Named.Names));
  walk(Program, O);
}

} // namespace warpfort
