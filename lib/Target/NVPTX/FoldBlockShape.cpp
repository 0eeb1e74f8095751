//===-- FoldBlockShape.cpp - Known block sizes as constants ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device library reduces over teams of any size, in shared memory and with
// barriers if there are several warps. LLVM has a pass of this kind, too, which
// runs once, before anything is inlined, and does not fold.
//
//===----------------------------------------------------------------------===//
#include "FoldBlockShape.h"
#include "KeptAnalyses.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace warpfort {

PreservedAnalyses FoldBlockShapePass::run(Function &F,
                                          FunctionAnalysisManager &) {
  Attribute Shape = F.getFnAttribute("nvvm.reqntid");
  if (!Shape.isStringAttribute())
    return PreservedAnalyses::all();
  SmallVector<StringRef, 3> Words;
  Shape.getValueAsString().split(Words, ',');
  uint32_t Extents[3] = {1, 1, 1};
  for (auto [Extent, Word] : zip(Extents, Words))
    if (Word.trim().getAsInteger(10, Extent))
      return PreservedAnalyses::all();
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Read = dyn_cast<IntrinsicInst>(&I);
    if (!Read)
      continue;
    auto Fold = [&](uint32_t Extent) {
      Read->replaceAllUsesWith(ConstantInt::get(Read->getType(), Extent));
      Read->eraseFromParent();
      Changed = true;
    };
    auto Bound = [&](uint32_t Extent) {
      ConstantRange Range(APInt(32, 0), APInt(32, Extent));
      if (auto Known = Read->getRange(); Known && Range.contains(*Known))
        return;
      Read->addRangeRetAttr(Range);
      Changed = true;
    };
    switch (Read->getIntrinsicID()) {
    case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
      Fold(Extents[0]);
      break;
    case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
      Fold(Extents[1]);
      break;
    case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
      Fold(Extents[2]);
      break;
    case Intrinsic::nvvm_read_ptx_sreg_tid_x:
      Bound(Extents[0]);
      break;
    case Intrinsic::nvvm_read_ptx_sreg_tid_y:
      Bound(Extents[1]);
      break;
    case Intrinsic::nvvm_read_ptx_sreg_tid_z:
      Bound(Extents[2]);
      break;
    default:
      break;
    }
  }
  return keptWithBlocks(Changed);
}

} // namespace warpfort
