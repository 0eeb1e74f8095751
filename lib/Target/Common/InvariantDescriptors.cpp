//===-- InvariantDescriptors.cpp - Descriptors of module data -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocatable and pointer device data of modules and main programs has its
// descriptor in a global variable, which the runtime fills before a launch. To
// LLVM any store to an array might change it, so that each iteration of a loop
// loads the descriptor anew and nothing is vectorised (a sum of two matrices on
// the CPU: 3.2 times as long). As long as device code only reads a descriptor,
// it stays what it was at the launch.
//
//===----------------------------------------------------------------------===//
#include "InvariantDescriptors.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace warpfort {

bool isDescriptorType(const Type *T) {
  const auto *Struct = dyn_cast<StructType>(T);
  return Struct && Struct->isLiteral() && Struct->getNumElements() >= 7 &&
         Struct->getElementType(0)->isPointerTy() &&
         Struct->getElementType(1)->isIntegerTy(64) &&
         Struct->getElementType(2)->isIntegerTy(32) &&
         Struct->getElementType(3)->isIntegerTy(8) &&
         Struct->getElementType(6)->isIntegerTy(8);
}

/// Collects the loads; false if \p V is used for anything but reading.
static bool collectLoads(Value *V, SmallVectorImpl<LoadInst *> &Loads) {
  for (Use &U : V->uses()) {
    User *By = U.getUser();
    if (auto *Load = dyn_cast<LoadInst>(By)) {
      if (Load->isVolatile() || Load->isAtomic())
        return false;
      Loads.push_back(Load);
      continue;
    }
    if (auto *Copy = dyn_cast<MemCpyInst>(By)) {
      if (U.getOperandNo() != 1 || Copy->isVolatile())
        return false;
      continue;
    }
    if (!isa<GEPOperator>(By) && !isa<AddrSpaceCastOperator>(By))
      return false;
    if (!collectLoads(By, Loads))
      return false;
  }
  return true;
}

/// Says of an address from a descriptor in which address space it is.
static void placeData(LoadInst *Address, unsigned Space) {
  IRBuilder<> B(Address->getNextNode());
  Value *There = B.CreateAddrSpaceCast(Address, B.getPtrTy(Space));
  Value *Generic = B.CreateAddrSpaceCast(There, Address->getType());
  Address->replaceUsesWithIf(Generic,
                             [&](Use &U) { return U.getUser() != There; });
}

/// Calls \p Do for each load from a descriptor that device code only reads.
static void forEachLoad(Module &M,
                        function_ref<void(GlobalVariable &, LoadInst *)> Do) {
  for (GlobalVariable &G : M.globals()) {
    SmallVector<LoadInst *> Loads;
    if (G.isDeclaration() || !G.isExternallyInitialized() ||
        !isDescriptorType(G.getValueType()) || !collectLoads(&G, Loads))
      continue;
    for (LoadInst *Load : Loads)
      Do(G, Load);
  }
}

void markInvariantDescriptors(Module &M) {
  forEachLoad(M, [&](GlobalVariable &, LoadInst *Load) {
    Load->setMetadata(LLVMContext::MD_invariant_load,
                      MDNode::get(M.getContext(), {}));
  });
}

void placeDescribedData(Module &M, unsigned Space) {
  forEachLoad(M, [&](GlobalVariable &G, LoadInst *Load) {
    // The data's address is the only one that it holds.
    if (Load->getType()->isPointerTy() &&
        Load->getPointerOperand()->stripPointerCasts() == &G)
      placeData(Load, Space);
  });
}

} // namespace warpfort
