//===-- RenamedUses.cpp - Names that a module has twice -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Part of Leniency. `use m, a => b` where m has an `a` as well, for example of
/// a module that it uses, makes `a` ambiguous; NVIDIA's compiler takes it for
/// `b`. The other gets a name that programs do not have, though one that module
/// files may.
///
//===----------------------------------------------------------------------===//
#include "RenamedUses.h"
#include "Frontend/Tree/FlangMessages.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

std::optional<ModuleName> ambiguousName(const parser::Message &Message) {
  auto Name = match(Message, FlangMessage::AmbiguousName);
  if (!Name)
    return std::nullopt;
  std::string Module;
  for (const parser::Message *Note = Message.attachment().get(); Note;
       Note = Note->attachment().get()) {
    auto Use = match(*Note, FlangMessage::UsedFromModule);
    if (!Use)
      continue;
    if (!Module.empty() && Module != Use->Second)
      return std::nullopt;
    Module = Use->Second;
  }
  if (Module.empty())
    return std::nullopt;
  return ModuleName{Module, Name->First};
}

namespace {

struct Hider {
  semantics::SemanticsContext &Context;
  const std::set<ModuleName> &Names;

  void Post(parser::UseStmt &X) {
    auto *Renames = std::get_if<std::list<parser::Rename>>(&X.u);
    if (!Renames)
      return;
    std::list<parser::Rename> Hidden;
    for (const parser::Rename &Rename : *Renames) {
      const auto *Pair = std::get_if<parser::Rename::Names>(&Rename.u);
      if (!Pair)
        continue;
      const auto &[New, Old] = Pair->t;
      if (!Names.count({X.moduleName.ToString(), New.ToString()}))
        continue;
      Context.Say(
          New.source,
          "Module '%s' has a '%s' of its own, which '%s' hides"_warn_en_US,
          X.moduleName.source, New.source, Old.source);
      parser::CharBlock Other =
          Context.SaveTempName("warpfort__" + New.ToString());
      Hidden.emplace_back(parser::Rename::Names{
          parser::Name{Other, nullptr}, parser::Name{New.source, nullptr}});
    }
    Renames->splice(Renames->end(), Hidden);
  }
};

} // namespace

void preferNewNames(semantics::SemanticsContext &Context,
                    parser::Program &Program,
                    const std::set<ModuleName> &Names) {
  Hider Visitor{Context, Names};
  walk(Program, Visitor);
}

} // namespace warpfort
