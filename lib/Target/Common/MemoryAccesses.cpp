//===-- MemoryAccesses.cpp - What instructions access ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See MemoryAccesses.h.
//
//===----------------------------------------------------------------------===//
#include "MemoryAccesses.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort {

SmallVector<MemoryAccess, 2> accessesOf(Instruction &I) {
  const DataLayout &DL = I.getDataLayout();
  auto Size = [&](Type *T) -> Value * {
    return ConstantInt::get(Type::getInt64Ty(I.getContext()),
                            DL.getTypeStoreSize(T).getFixedValue());
  };
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return {{Load->getPointerOperand(), Size(Load->getType()), false,
             Load->isAtomic() || Load->isVolatile()}};
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return {{Store->getPointerOperand(),
             Size(Store->getValueOperand()->getType()), true,
             Store->isAtomic() || Store->isVolatile()}};
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return {{RMW->getPointerOperand(), Size(RMW->getType()), true, true}};
  if (auto *CAS = dyn_cast<AtomicCmpXchgInst>(&I))
    return {{CAS->getPointerOperand(), Size(CAS->getNewValOperand()->getType()),
             true, true}};
  if (auto *Copy = dyn_cast<MemTransferInst>(&I))
    return {{Copy->getRawSource(), Copy->getLength(), false, false},
            {Copy->getRawDest(), Copy->getLength(), true, false}};
  if (auto *Fill = dyn_cast<MemSetInst>(&I))
    return {{Fill->getRawDest(), Fill->getLength(), true, false}};
  return {};
}

bool isPrivateMemory(const Value *Pointer,
                     function_ref<bool(const Argument &)> IsOwn) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  return all_of(Objects, [&](const Value *Object) {
    if (auto *Arg = dyn_cast<Argument>(Object))
      return (IsOwn && IsOwn(*Arg)) || Arg->hasByValAttr();
    if (auto *G = dyn_cast<GlobalVariable>(Object))
      return G->isConstant();
    return isa<AllocaInst>(Object);
  });
}

} // namespace warpfort
