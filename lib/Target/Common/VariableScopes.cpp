//===-- VariableScopes.cpp - Names of variables in locations --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See VariableScopes.h.
//
//===----------------------------------------------------------------------===//
#include "VariableScopes.h"
#include "warprt/CpuCheck.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace warpfort {

static const DILexicalBlockFile *namedScope(const DILocation &Location) {
  auto *Scope = dyn_cast<DILexicalBlockFile>(Location.getScope());
  return Scope && Scope->getDirectory() == WARPRT_CHECK_VARIABLE_SCOPE
             ? Scope
             : nullptr;
}

StringRef variableOfScope(const DILocation &Location) {
  const DILexicalBlockFile *Scope = namedScope(Location);
  return Scope ? Scope->getFilename() : StringRef();
}

void dropVariableScopes(Function &F) {
  for (Instruction &I : instructions(F))
    if (DILocation *Location = I.getDebugLoc().get())
      if (const DILexicalBlockFile *Scope = namedScope(*Location))
        I.setDebugLoc(DILocation::get(F.getContext(), Location->getLine(),
                                      Location->getColumn(), Scope->getScope(),
                                      Location->getInlinedAt()));
}

} // namespace warpfort
