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
#include "Frontend/Tree/TreeWalk.h"
#include "ModuleFiles.h"

#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
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

/// Whether it is of the version that is read here, and nobody has changed it.
bool isIntact(llvm::StringRef Text) {
  auto [Head, Body] = Text.split('\n');
  std::uint64_t Sum;
  return Head.consume_front("!mod$ v1 sum:") && !Head.getAsInteger(16, Sum) &&
         Sum == moduleFileChecksum(Body);
}

/// The compiler that has written a module file, by how it begins; empty for
/// this one, and for a file that cannot be read.
std::string writerOfModuleFile(llvm::StringRef Path) {
  auto File = llvm::MemoryBuffer::getFile(Path);
  if (!File)
    return "";
  llvm::StringRef Text = (*File)->getBuffer();
  Text.consume_front("\xef\xbb\xbf");
  if (Text.starts_with("!mod$"))
    return isIntact(Text) ? ""
                          : "another version of the compiler, or an editor,";
  if (Text.starts_with("\x1f\x8b") || Text.starts_with("GFORTRAN module"))
    return "GNU Fortran (gfortran)";
  if (Text.size() > 2 && Text[0] == 'V' && llvm::isDigit(Text[1]))
    return "NVIDIA's or PGI's compiler";
  return "another compiler";
}

} // namespace

bool reportForeignModules(const parser::Program &Tree,
                          const std::vector<std::string> &Folders,
                          const std::vector<std::string> &IntrinsicFolders,
                          parser::Messages &Messages) {
  ModuleCollector Modules;
  walk(Tree, Modules);
  bool Any = false;
  for (const parser::Name *Name : Modules.Used) {
    if (!Modules.Defined.insert(Name->ToString()).second)
      continue;
    std::string Path;
    for (const auto *List : {&Folders, &IntrinsicFolders})
      for (const std::string &Folder : *List) {
        std::string File = Folder + "/" + Name->ToString() + ".mod";
        if (Path.empty() && llvm::sys::fs::exists(File))
          Path = File;
      }
    std::string Writer = writerOfModuleFile(Path);
    if (Writer.empty())
      continue;
    Any = true;
    if (Name->ToString() == "mpi_f08") {
      Messages.Say(
          Name->source,
          "Module 'mpi_f08' cannot be used: %s has written '%s'; use module 'mpi', which Warpfort compiles for the MPI that it finds"_err_en_US,
          Writer, Path);
      continue;
    }
    Messages.Say(
        Name->source,
        "Module '%s' cannot be used: %s has written '%s'; compile the module's source with Warpfort and name its folder with -I before this one"_err_en_US,
        Name->source, Writer, Path);
  }
  return Any;
}

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
