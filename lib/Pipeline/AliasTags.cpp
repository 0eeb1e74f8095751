//===-- AliasTags.cpp - Claims on aliasing that inlining breaks -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang tags loads and stores with the variable they belong to: dummy arguments
// of one call do not overlap. The tags say so of the function, not of the call.
// Once the function is inlined into a loop,
//
//     do i = 2, n
//       call step(w(i - 1), w(i))
//     end do
//
// they say that what one call wrote is not what another one reads, and the loop
// is vectorised, wrongly. So in functions that LLVM may inline all data has one
// tag (descriptors keep theirs); long ones are not inlined instead.
//
//===----------------------------------------------------------------------===//
#include "AliasTags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort {

/// Far above what LLVM inlines of an external function.
static constexpr unsigned ShortInstructions = 500;

static bool isCalled(const Function &F) {
  return any_of(F.users(), [&](const User *U) {
    const auto *Call = dyn_cast<CallBase>(U);
    return Call && Call->getCalledOperand() == &F;
  });
}

/// The type that stands for all data in the tree of \p Type; null if it has
/// none.
static MDNode *allData(MDNode *Type) {
  while (Type && Type->getNumOperands() >= 2) {
    auto *Name = dyn_cast<MDString>(Type->getOperand(0));
    if (Name && Name->getString() == "any data access")
      return Type;
    Type = dyn_cast<MDNode>(Type->getOperand(1));
  }
  return nullptr;
}

void limitAliasTags(Module &M) {
  MDBuilder Builder(M.getContext());
  for (Function &F : M) {
    if (F.isDeclaration() || F.hasFnAttribute(Attribute::NoInline) ||
        !isCalled(F))
      continue;
    if (F.getInstructionCount() > ShortInstructions &&
        !F.hasFnAttribute(Attribute::AlwaysInline)) {
      F.addFnAttr(Attribute::NoInline);
      continue;
    }
    for (Instruction &I : instructions(F)) {
      MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa);
      if (!Tag || Tag->getNumOperands() < 2)
        continue;
      if (MDNode *Data = allData(dyn_cast<MDNode>(Tag->getOperand(1))))
        I.setMetadata(LLVMContext::MD_tbaa,
                      Builder.createTBAAStructTagNode(Data, Data, 0));
    }
  }
}

} // namespace warpfort
