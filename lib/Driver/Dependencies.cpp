//===-- Dependencies.cpp - What a source depends on -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The preprocessor's output is the one description of include files that holds
// whatever conditions are true: it has an #line directive for each file,
// INCLUDE lines among them. Module files are dependencies too: where
// one changes, what uses it has to be compiled again.
//
//===----------------------------------------------------------------------===//
#include "Dependencies.h"
#include "warpfort/Driver/ModuleOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warpfort {

std::string quoteForMake(StringRef Name) {
  std::string Result;
  for (char C : Name) {
    if (C == ' ' || C == '\t' || C == '#' || C == '\\')
      Result += '\\';
    else if (C == '$')
      Result += '$';
    Result += C;
  }
  return Result;
}

/// The file that an #line directive names, or nothing.
static StringRef fileOfDirective(StringRef Line) {
  if (!Line.consume_front("#line") && !Line.consume_front("# "))
    return "";
  auto [Before, Rest] = Line.split('"');
  return Rest.split('"').first;
}

static std::string findModuleFile(StringRef Module,
                                  const CompileOptions &Options) {
  // A submodule `s` of `m` is `m:s` to the scan.
  std::string Name = Module.str() + ".mod";
  replace(Name, ':', '-');
  std::vector<std::string> Folders = {
      Options.ModuleDir.empty() ? "." : Options.ModuleDir};
  append_range(Folders, Options.ModuleSearchDirs);
  Folders.push_back(Options.IntrinsicModuleDir);
  for (StringRef Folder : Folders) {
    SmallString<128> Path;
    if (Folder != ".")
      Path = Folder;
    sys::path::append(Path, Name);
    if (sys::fs::exists(Path))
      return Path.str().str();
  }
  return "";
}

std::vector<std::string> findDependencies(StringRef Preprocessed,
                                          const CompileOptions &Options,
                                          bool WithoutOwn) {
  std::vector<std::string> Files = {Options.Input};
  auto Add = [&](StringRef Name) {
    Name.consume_front("./");
    if (Name.empty() || is_contained(Files, Name) ||
        (WithoutOwn &&
         sys::path::parent_path(Name) == Options.IntrinsicModuleDir))
      return;
    Files.push_back(Name.str());
  };
  for (StringRef Text = Preprocessed; !Text.empty();) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    StringRef File = fileOfDirective(Line);
    bool IsInput = false;
    if (!File.empty() && sys::fs::exists(File) &&
        (sys::fs::equivalent(File, Options.Input, IsInput) || !IsInput))
      Add(File);
  }
  ModuleUse Modules =
      scanModules(Preprocessed, Options.FixedForm, Options.OpenMP);
  for (const std::string &Module : Modules.Used)
    if (!Modules.Defined.count(Module))
      Add(findModuleFile(Module, Options));
  return Files;
}

std::string dependencyRule(ArrayRef<std::string> Files,
                           const DependencyOptions &Options, StringRef Object) {
  std::string Rule = Options.Targets.empty() ? quoteForMake(Object)
                                             : join(Options.Targets, " ");
  Rule += ":";
  for (const std::string &File : Files)
    Rule += " \\\n  " + quoteForMake(File);
  Rule += "\n";
  if (Options.EmptyRules)
    for (const std::string &File : Files.drop_front())
      Rule += quoteForMake(File) + ":\n";
  return Rule;
}

} // namespace warpfort
