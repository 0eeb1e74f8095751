//===-- DevicePointerCalls.cpp - Calls with DEVICEPTR names ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a DEVICEPTR clause names is on the device, as is what a procedure's
// DECLARE directive makes DEVICE_RESIDENT, and nvfortran passes both as device
// data: it chooses the specific procedure with a DEVICE dummy argument. Name
// resolution knows the attribute of what HOST_DATA names only:
//
//     !$acc data deviceptr(e)
//       call dev_memcpy(e, w)
//  ->   !$acc host_data use_device(e) if_present
//         call dev_memcpy(e, w)
//
// The address of a device pointer is no host address of present data, so that
// IF_PRESENT keeps it.
//
//===----------------------------------------------------------------------===//
#include "DevicePointerCalls.h"
#include "Frontend/Tree/ClauseObjects.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"
#include "llvm/ADT/STLExtras.h"
#include <list>
#include <set>
#include <string>
#include <vector>

using namespace Fortran;

namespace warpfort {
namespace {

/// The variable that a designator is, or is a part of, if no component is
/// named.
const parser::Name *baseOf(const parser::DataRef *Ref) {
  return Ref && !isComponent(*Ref) ? &parser::GetFirstName(*Ref) : nullptr;
}

/// The variables that calls of a statement pass.
struct PassedNames {
  std::vector<const parser::Name *> Names;

  void Post(const parser::CallStmt &X) {
    for (const auto &Spec :
         std::get<std::list<parser::ActualArgSpec>>(X.call.t)) {
      const auto &Actual = std::get<parser::ActualArg>(Spec.t);
      const auto *Expr =
          std::get_if<common::Indirection<parser::Expr>>(&Actual.u);
      const auto *Designator =
          Expr ? std::get_if<common::Indirection<parser::Designator>>(
                     &Expr->value().u)
               : nullptr;
      const auto *Ref =
          Designator ? std::get_if<parser::DataRef>(&Designator->value().u)
                     : nullptr;
      if (const parser::Name *Name = baseOf(Ref))
        Names.push_back(Name);
    }
  }
};

class Passer {
public:
  bool Pre(parser::SubroutineStmt &) { return begin(); }
  bool Pre(parser::FunctionStmt &) { return begin(); }
  bool Pre(parser::ProgramUnit &) { return begin(); }
  // No procedure begins here.
  bool Pre(parser::InterfaceBlock &) { return false; }

  void Post(parser::OpenACCStandaloneDeclarativeConstruct &X) {
    add(std::get<parser::AccClauseList>(X.t), Declared);
  }

  bool Pre(parser::OpenACCBlockConstruct &X) {
    auto &Begin = std::get<parser::AccBeginBlockDirective>(X.t);
    Region &New = Regions.emplace_back();
    New.IsDevice = isCompute(X);
    add(std::get<parser::AccClauseList>(Begin.t), New);
    return true;
  }
  void Post(parser::OpenACCBlockConstruct &) { Regions.pop_back(); }
  bool Pre(parser::OpenACCCombinedConstruct &) {
    Regions.emplace_back().IsDevice = true;
    return true;
  }
  void Post(parser::OpenACCCombinedConstruct &) { Regions.pop_back(); }

  void Post(parser::ExecutionPartConstruct &X) {
    auto *Executable = std::get_if<parser::ExecutableConstruct>(&X.u);
    auto *Statement =
        Executable
            ? std::get_if<parser::Statement<parser::ActionStmt>>(&Executable->u)
            : nullptr;
    // A branch may not lead into the construct.
    if (!Statement || Statement->label)
      return;
    PassedNames Calls;
    walk(X, Calls);
    std::list<parser::AccObject> Objects;
    std::set<std::string> Seen;
    for (const parser::Name *Name : Calls.Names)
      if (isOnDevice(Name->ToString()) && Seen.insert(Name->ToString()).second)
        Objects.emplace_back(designator(*Name));
    if (!Objects.empty())
      wrap(X, std::move(Objects), Statement->source);
  }

private:
  struct Region {
    std::set<std::string> OnDevice;
    std::set<std::string> OfHostData;
    bool IsDevice = false;
  };

  bool begin() {
    Declared = {};
    return true;
  }

  static void add(parser::AccClauseList &Clauses, Region &To) {
    for (parser::AccClause &Clause : Clauses.v) {
      bool IsOnDevice =
          std::holds_alternative<parser::AccClause::Deviceptr>(Clause.u) ||
          std::holds_alternative<parser::AccClause::DeviceResident>(Clause.u);
      if (!IsOnDevice &&
          !std::holds_alternative<parser::AccClause::UseDevice>(Clause.u))
        continue;
      for (const parser::AccObject &Object : objectsIn(Clause)->v)
        if (const parser::Name *Name = baseOf(dataRefIn(Object)))
          (IsOnDevice ? To.OnDevice : To.OfHostData).insert(Name->ToString());
    }
  }

  bool isOnDevice(const std::string &Name) const {
    auto Holds = [&](const Region &R) { return R.OnDevice.count(Name) != 0; };
    return (Holds(Declared) || llvm::any_of(Regions, Holds)) &&
           llvm::none_of(Regions, [&](const Region &R) {
             return R.IsDevice || R.OfHostData.count(Name);
           });
  }

  static void wrap(parser::ExecutionPartConstruct &X,
                   std::list<parser::AccObject> &&Objects,
                   parser::CharBlock Source) {
    std::list<parser::AccClause> Clauses;
    Clauses.emplace_back(parser::AccClause::UseDevice{
        parser::AccObjectList{std::move(Objects)}});
    Clauses.emplace_back(parser::AccClause::IfPresent{});
    for (parser::AccClause &Clause : Clauses)
      Clause.source = Source;
    constexpr auto Kind = llvm::acc::Directive::ACCD_host_data;
    parser::AccBeginBlockDirective Begin{
        blockDirective(Kind, Source),
        parser::AccClauseList{std::move(Clauses)}};
    parser::AccEndBlockDirective End{blockDirective(Kind, Source)};
    Begin.source = End.source = Source;
    parser::Block Body;
    Body.push_back(std::move(X));
    X.u = parser::ExecutableConstruct{
        common::Indirection<parser::OpenACCConstruct>{
            parser::OpenACCConstruct{parser::OpenACCBlockConstruct{
                std::move(Begin), std::move(Body), std::move(End)}}}};
  }

  /// What DECLARE directives of the procedure name.
  Region Declared;
  std::vector<Region> Regions;
};

} // namespace

void passDevicePointers(parser::Program &Program) {
  Passer Visitor;
  walk(Program, Visitor);
}

} // namespace warpfort
