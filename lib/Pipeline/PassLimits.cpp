//===-- PassLimits.cpp - Where LLVM's passes take too long ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Procedures of many constructs have a dozen copies of descriptors for each, in
// few blocks. MemCpyOpt asks of each copy what the block has in front of it and
// behind it, and the SLP vectoriser schedules the block anew for each group of
// stores that it tries.
//
//===----------------------------------------------------------------------===//
#include "PassLimits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"

namespace warpfort {

/// Of one function: with more, the two take over a tenth of a second.
static constexpr unsigned MostCopies = 500;

static bool hasManyCopies(const llvm::Function &F) {
  unsigned Copies = 0;
  return llvm::any_of(llvm::instructions(F), [&](const llvm::Instruction &I) {
    return llvm::isa<llvm::MemCpyInst>(I) && ++Copies > MostCopies;
  });
}

void limitPasses(llvm::PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerShouldRunOptionalPassCallback(
      [](llvm::StringRef Pass, llvm::Any IR) {
        const auto *F = llvm::any_cast<const llvm::Function *>(&IR);
        bool IsLimited = Pass == "MemCpyOptPass" || Pass == "SLPVectorizerPass";
        return !F || !IsLimited || !hasManyCopies(**F);
      });
}

} // namespace warpfort
