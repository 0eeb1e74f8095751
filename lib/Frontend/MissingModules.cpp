//===-- MissingModules.cpp - Modules that cannot be found -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See MissingModules.h. The messages are worded as those of name resolution.
//
//===----------------------------------------------------------------------===//
#include "MissingModules.h"
#include "TreeWalk.h"

#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <set>

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

struct ModuleCollector {
  std::set<std::string> Defined;
  std::vector<const parser::Name *> Used;

  bool Pre(const parser::ExecutionPart &) { return false; }
  void Post(const parser::ModuleStmt &X) { Defined.insert(X.v.ToString()); }
  void Post(const parser::UseStmt &X) { Used.push_back(&X.moduleName); }
};

} // namespace

void reportMissingModules(const parser::Program &Tree,
                          const std::vector<std::string> &Folders,
                          parser::Messages &Messages) {
  ModuleCollector Modules;
  walk(Tree, Modules);
  for (const parser::Name *Name : Modules.Used) {
    std::string File = Name->ToString() + ".mod";
    if (!Modules.Defined.insert(Name->ToString()).second ||
        llvm::sys::fs::exists(File) ||
        llvm::any_of(Folders, [&](const std::string &Folder) {
          return llvm::sys::fs::exists(Folder + "/" + File);
        }))
      continue;
    Messages.Say(
        Name->source,
        "Cannot parse module file for module '%s': Source file '%s' was not found"_err_en_US,
        Name->source, File);
  }
}

} // namespace warpfort
