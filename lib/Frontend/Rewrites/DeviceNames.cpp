//===-- DeviceNames.cpp - Local names in device code ----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang gives each device subprogram all names of module cudadevice as if by a
// USE statement, so that a variable of the subprogram's own cannot be called
// `clock` or `saturate`. Users take these for intrinsic procedures, whose names
// are free. A name that device subprograms declare, and that nothing else in
// the source can mean, is therefore taken out of the module's scope for this
// compilation. Where one subprogram declares it and another calls the module's
// procedure, the name stays, and Flang reports the declaration.
//
//===----------------------------------------------------------------------===//
#include "DeviceNames.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include <set>
#include <vector>

using namespace Fortran;

namespace warpfort {
namespace {

using NameSet = std::set<parser::CharBlock>;

class Collector {
public:
  /// Declared by some device subprogram.
  NameSet Declared;
  /// Used where the module's procedure may be meant.
  NameSet Used;
  bool DefinesModule = false;

  bool Pre(const parser::SubroutineSubprogram &X) {
    const auto &Head =
        std::get<parser::Statement<parser::SubroutineStmt>>(X.t).statement;
    enter(Head);
    return true;
  }
  void Post(const parser::SubroutineSubprogram &) { leave(); }
  bool Pre(const parser::FunctionSubprogram &X) {
    const auto &Head =
        std::get<parser::Statement<parser::FunctionStmt>>(X.t).statement;
    enter(Head);
    return true;
  }
  void Post(const parser::FunctionSubprogram &) { leave(); }

  bool Pre(const parser::EntityDecl &X) {
    declare(std::get<parser::Name>(X.t));
    return true;
  }
  bool Pre(const parser::ExternalStmt &X) {
    for (const parser::Name &Name : X.v)
      declare(Name);
    return true;
  }
  bool Pre(const parser::UseStmt &X) {
    UsesModule |= X.moduleName.ToString() == "cudadevice";
    return true;
  }
  bool Pre(const parser::ModuleStmt &X) {
    DefinesModule |= X.v.ToString() == "cudadevice";
    return true;
  }
  // Dummy arguments of interface bodies and components are names of their own.
  bool Pre(const parser::InterfaceBody &) { return false; }
  bool Pre(const parser::DerivedTypeDef &) { return false; }
  void Post(const parser::Name &X) {
    if (!Open.empty() && Open.back().IsDevice)
      Open.back().Mentioned.insert(X.source);
    else
      HostMentions.insert(X.source);
  }

  void finish() {
    if (UsesModule)
      Used.insert(HostMentions.begin(), HostMentions.end());
  }

private:
  struct Subprogram {
    bool IsDevice;
    NameSet Declared, Mentioned;
  };

  template <typename Statement> void enter(const Statement &Head) {
    bool IsDevice = false;
    for (const auto &Prefix : std::get<std::list<parser::PrefixSpec>>(Head.t))
      if (const auto *Attrs =
              std::get_if<parser::PrefixSpec::Attributes>(&Prefix.u))
        for (common::CUDASubprogramAttrs Attr : Attrs->v)
          IsDevice |= Attr != common::CUDASubprogramAttrs::Host;
    Open.push_back({IsDevice, {}, {}});
    addNames(Head);
  }
  void addNames(const parser::SubroutineStmt &Head) {
    for (const auto &Dummy : std::get<std::list<parser::DummyArg>>(Head.t))
      if (const auto *Name = std::get_if<parser::Name>(&Dummy.u))
        declare(*Name);
  }
  void addNames(const parser::FunctionStmt &Head) {
    for (const auto &Dummy : std::get<std::list<parser::Name>>(Head.t))
      declare(Dummy);
    if (const auto &Suffix = std::get<std::optional<parser::Suffix>>(Head.t);
        Suffix && Suffix->resultName)
      declare(*Suffix->resultName);
  }
  void declare(const parser::Name &Name) {
    if (!Open.empty() && Open.back().IsDevice)
      Open.back().Declared.insert(Name.source);
  }

  /// What the subprogram and those around it do not declare may be the
  /// module's.
  void leave() {
    Subprogram Last = std::move(Open.back());
    for (const parser::CharBlock &Name : Last.Mentioned) {
      bool Known = Last.Declared.count(Name);
      for (const Subprogram &Outer : Open)
        Known |= Outer.Declared.count(Name) != 0;
      if (!Known)
        Used.insert(Name);
    }
    Declared.insert(Last.Declared.begin(), Last.Declared.end());
    Open.pop_back();
  }

  std::vector<Subprogram> Open;
  NameSet HostMentions;
  bool UsesModule = false;
};

} // namespace

void freeRedeclaredNames(semantics::SemanticsContext &Context,
                         const parser::Program &Program) {
  Collector Names;
  walk(Program, Names);
  Names.finish();
  if (Names.DefinesModule)
    return;
  NameSet Free;
  for (const parser::CharBlock &Name : Names.Declared)
    if (!Names.Used.count(Name))
      Free.insert(Name);
  if (Free.empty())
    return;
  semantics::Scope *Module = Context.GetBuiltinModule("cudadevice");
  if (!Module)
    return;
  for (const parser::CharBlock &Name : Free) {
    auto Found = Module->find(Name);
    if (Found == Module->end())
      continue;
    // Module cudafor hands on some of these names and must see them first.
    Context.GetBuiltinModule("cudafor");
    Module->erase(Name);
  }
}

} // namespace warpfort
