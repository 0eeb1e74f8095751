//===-- Fusing.cpp - Fused multiplications and additions ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang marks each operation as one that may be fused; code generation for
/// either target fuses only what is marked. A source decides for its own code,
/// so the mark goes where the source is known, not at the link.
///
//===----------------------------------------------------------------------===//
#include "Fusing.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

namespace warpfort {

void forbidFusing(llvm::Module &M) {
  for (llvm::Function &F : M)
    for (llvm::Instruction &I : llvm::instructions(F))
      if (llvm::isa<llvm::FPMathOperator>(I))
        I.setHasAllowContract(false);
}

void requireExactMath(llvm::Module &M) {
  for (llvm::Function &F : M)
    if (!F.isDeclaration())
      F.addFnAttr(bitcode::ExactMathAttr);
}

} // namespace warpfort
