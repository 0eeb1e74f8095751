//===-- BlockAtomics.cpp - Atomic operations within a block ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of a cluster access each other's shared memory, so that those keep
// their atomic operations. So does what reaches shared memory by an address
// from memory: that is slower, but as right.
//
//===----------------------------------------------------------------------===//
#include "BlockAtomics.h"
#include "KernelBody.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace warpfort::cpu {

static bool isOfBlock(const KernelBody &K, Function &Body,
                      const Value *Pointer) {
  const Value *Own[] = {K.env(Body, EnvShared), K.env(Body, EnvDynamicShared)};
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return all_of(Objects, [&](const Value *Object) {
    return isa<AllocaInst>(Object) || is_contained(Own, Object);
  });
}

void lowerBlockAtomics(const KernelBody &K, Function &Body) {
  if (any_of(K.Cluster, [](uint32_t Extent) { return Extent != 1; }))
    return;
  for (Instruction &I : make_early_inc_range(instructions(Body))) {
    if (I.isVolatile())
      continue;
    if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
      if (isOfBlock(K, Body, RMW->getPointerOperand()))
        lowerAtomicRMWInst(RMW);
    } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
      if (isOfBlock(K, Body, Exchange->getPointerOperand()))
        lowerAtomicCmpXchgInst(Exchange);
    }
  }
}

} // namespace warpfort::cpu
