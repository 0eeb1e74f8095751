//===-- EntryPoints.cpp - ENTRY and directives
//-----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang lowers a procedure with ENTRY statements once for each of its entries,
/// and branches from the beginning to the statement where that entry begins. In
/// a directive's construct such a branch would lead past the code of the
/// directive, so a CONTINUE statement takes it.
///
//===----------------------------------------------------------------------===//
#include "EntryPoints.h"
#include "flang/Parser/parse-tree.h"

using namespace Fortran;

namespace warpfort {
namespace {

template <typename A> bool is(const parser::ExecutableConstruct &X) {
  return std::holds_alternative<common::Indirection<A>>(X.u);
}

void separate(parser::Block &Block) {
  bool Begins = true;
  for (auto It = Block.begin(); It != Block.end(); ++It) {
    if (const auto *Construct =
            std::get_if<parser::ExecutableConstruct>(&It->u)) {
      if (Begins && (is<parser::CUFKernelDoConstruct>(*Construct) ||
                     is<parser::OpenACCConstruct>(*Construct)))
        Block.insert(It,
                     parser::ExecutionPartConstruct{parser::ExecutableConstruct{
                         parser::Statement<parser::ActionStmt>{
                             std::nullopt,
                             parser::ActionStmt{parser::ContinueStmt{}}}}});
      Begins = false;
    } else if (std::holds_alternative<
                   parser::Statement<common::Indirection<parser::EntryStmt>>>(
                   It->u)) {
      Begins = true;
    }
  }
}

template <typename Subprogram> void separate(Subprogram &X) {
  separate(std::get<parser::ExecutionPart>(X.t).v);
}

void separate(std::optional<parser::ModuleSubprogramPart> &Part) {
  if (!Part)
    return;
  for (auto &X : std::get<std::list<parser::ModuleSubprogram>>(Part->t)) {
    if (auto *Function =
            std::get_if<common::Indirection<parser::FunctionSubprogram>>(&X.u))
      separate(Function->value());
    else if (auto *Subroutine =
                 std::get_if<common::Indirection<parser::SubroutineSubprogram>>(
                     &X.u))
      separate(Subroutine->value());
    else if (auto *Separate = std::get_if<
                 common::Indirection<parser::SeparateModuleSubprogram>>(&X.u))
      separate(Separate->value());
  }
}

} // namespace

// Internal procedures have no ENTRY.
void separateEntries(parser::Program &Program) {
  using Modules = std::optional<parser::ModuleSubprogramPart>;
  for (parser::ProgramUnit &Unit : Program.v) {
    if (auto *Function =
            std::get_if<common::Indirection<parser::FunctionSubprogram>>(
                &Unit.u))
      separate(Function->value());
    else if (auto *Subroutine =
                 std::get_if<common::Indirection<parser::SubroutineSubprogram>>(
                     &Unit.u))
      separate(Subroutine->value());
    else if (auto *Module =
                 std::get_if<common::Indirection<parser::Module>>(&Unit.u))
      separate(std::get<Modules>(Module->value().t));
    else if (auto *Submodule =
                 std::get_if<common::Indirection<parser::Submodule>>(&Unit.u))
      separate(std::get<Modules>(Submodule->value().t));
  }
}

} // namespace warpfort
