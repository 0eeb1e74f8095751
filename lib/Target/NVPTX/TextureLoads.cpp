//===-- TextureLoads.cpp - Loads through the read-only cache --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The data of a texture pointer stays as it is while a kernel runs: loads
// through one are invariant, and global, so that LLVM makes ld.global.nc of
// them. What is not plainly a load keeps all of that pointer's accesses as
// they are.
//
//===----------------------------------------------------------------------===//
#include "DeviceMath.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace warpfort {

static constexpr unsigned GlobalSpace = 1;

/// The loads of the data's address: the first field of the descriptor.
static void addressLoads(Value &Descriptor,
                         SmallVectorImpl<LoadInst *> &Found) {
  for (User *U : Descriptor.users()) {
    if (auto *Load = dyn_cast<LoadInst>(U)) {
      if (Load->getType()->isPointerTy())
        Found.push_back(Load);
    } else if (isa<AddrSpaceCastOperator>(U)) {
      addressLoads(*U, Found);
    }
  }
}

/// False if the address is used for anything but loads.
static bool collectLoads(Value &Address, SmallVectorImpl<LoadInst *> &Found) {
  for (User *U : Address.users()) {
    if (auto *Load = dyn_cast<LoadInst>(U))
      Found.push_back(Load);
    else if (isa<GetElementPtrInst>(U)) {
      if (!collectLoads(*U, Found))
        return false;
    } else if (!isa<ICmpInst>(U)) {
      return false;
    }
  }
  return true;
}

/// The same address in global memory, made where the address is.
static Value *inGlobalMemory(Value *Address) {
  auto *I = cast<Instruction>(Address);
  IRBuilder<> B(I->getNextNode());
  auto *Element = dyn_cast<GetElementPtrInst>(I);
  if (!Element)
    return B.CreateAddrSpaceCast(I, B.getPtrTy(GlobalSpace));
  SmallVector<Value *> Indices(Element->indices());
  return B.CreateGEP(Element->getSourceElementType(),
                     inGlobalMemory(Element->getPointerOperand()), Indices, "",
                     Element->getNoWrapFlags());
}

void readTexturesThroughCache(Module &M) {
  for (GlobalVariable &Global : M.globals()) {
    if (!Global.hasAttribute(bitcode::TextureAttr))
      continue;
    SmallVector<LoadInst *> Addresses, Loads;
    addressLoads(Global, Addresses);
    if (!all_of(Addresses, [&](LoadInst *Address) {
          return collectLoads(*Address, Loads);
        }))
      continue;
    for (LoadInst *Load : Loads) {
      Load->setMetadata(LLVMContext::MD_invariant_load,
                        MDNode::get(M.getContext(), {}));
      Load->setOperand(LoadInst::getPointerOperandIndex(),
                       inGlobalMemory(Load->getPointerOperand()));
    }
  }
}

} // namespace warpfort
