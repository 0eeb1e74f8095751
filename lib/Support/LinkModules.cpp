//===-- LinkModules.cpp - Linking device code -----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where both modules have a function, LLVM's linker gives the new one a unique
// name for a while: the old one and a number, with a dot between, but for NVPTX
// without. A function that it links next may have just that name, and is then
// taken for the other. So neither module is one for NVPTX meanwhile.
//
//===----------------------------------------------------------------------===//

#include "warpfort/Support/LinkModules.h"
#include "warpfort/Support/Targets.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

bool warpfort::linkModules(
    Module &Program, std::unique_ptr<Module> M, unsigned Flags,
    std::function<void(Module &, const StringSet<> &)> Finish) {
  const Triple Target = Program.getTargetTriple();
  const Triple Meanwhile{hostTriple()};
  Program.setTargetTriple(Meanwhile);
  M->setTargetTriple(Meanwhile);
  M->setDataLayout(Program.getDataLayout());
  bool Failed =
      Linker::linkModules(Program, std::move(M), Flags, std::move(Finish));
  Program.setTargetTriple(Target);
  return Failed;
}
