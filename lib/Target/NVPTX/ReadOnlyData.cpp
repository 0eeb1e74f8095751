//===-- ReadOnlyData.cpp - Data that a kernel only reads ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two facts make a kernel's argument read-only data: Fortran forbids changes of
// it by another name (UnaliasedAttr, set where the source is known), and the
// kernel, with all that was inlined into it, does nothing with the address but
// load from it. Where the address goes anywhere else - into memory, into a call
// that may write or keep it, into an integer - nothing is said.
//
// Runs after LLVM's optimisations, so that the fact serves the choice of the
// instruction alone.
//
//===----------------------------------------------------------------------===//
#include "ReadOnlyData.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort {
namespace {

/// What is made of one address.
class Uses {
public:
  /// False if there is anything but loads.
  bool add(Value *Address);
  SmallVector<LoadInst *> Loads;

private:
  bool isRead(Use &U);
  SmallPtrSet<Value *, 16> Seen;
};

bool Uses::isRead(Use &U) {
  User *By = U.getUser();
  if (auto *Load = dyn_cast<LoadInst>(By)) {
    Loads.push_back(Load);
    return Load->isSimple();
  }
  if (isa<ICmpInst>(By))
    return true;
  if (isa<GetElementPtrInst, AddrSpaceCastInst, PHINode, SelectInst>(By))
    return By->getType()->isPointerTy() && add(By);
  if (auto *Copy = dyn_cast<MemTransferInst>(By))
    return &U == &Copy->getRawSourceUse() && !Copy->isVolatile();
  if (auto *Call = dyn_cast<CallBase>(By)) {
    if (!Call->isArgOperand(&U) || Call->isConvergent())
      return false;
    unsigned Arg = Call->getArgOperandNo(&U);
    return Call->onlyReadsMemory(Arg) && Call->doesNotCapture(Arg);
  }
  return false;
}

bool Uses::add(Value *Address) {
  return !Seen.insert(Address).second ||
         all_of(Address->uses(), [&](Use &U) { return isRead(U); });
}

/// The loads of the data's address from the descriptor at \p Place, which
/// begins with it. False if the descriptor is used for anything but reading.
bool findAddresses(Value *Place, bool AtStart,
                   SmallVectorImpl<Value *> &Addresses) {
  for (User *U : Place->users()) {
    if (auto *Load = dyn_cast<LoadInst>(U)) {
      if (!Load->isSimple() || (AtStart && !Load->getType()->isPointerTy()))
        return false;
      if (AtStart)
        Addresses.push_back(Load);
    } else if (auto *GEP = dyn_cast<GetElementPtrInst>(U)) {
      // Behind the address, wherever that is, are extents and strides.
      bool IsStart = AtStart && GEP->hasAllZeroIndices();
      if (AtStart && !IsStart && !GEP->hasAllConstantIndices())
        return false;
      if (!findAddresses(GEP, IsStart, Addresses))
        return false;
    } else if (isa<AddrSpaceCastInst>(U)) {
      if (!findAddresses(U, AtStart, Addresses))
        return false;
    } else {
      return false;
    }
  }
  return true;
}

void markKernel(Function &Kernel) {
  SmallPtrSet<const Value *, 16> ReadOnly;
  SmallVector<LoadInst *> Loads;
  for (Argument &Arg : Kernel.args()) {
    if (!Arg.hasAttribute(bitcode::UnaliasedAttr))
      continue;
    SmallVector<Value *> Addresses;
    if (!Arg.hasByValAttr())
      Addresses.push_back(&Arg);
    else if (!findAddresses(&Arg, /*AtStart=*/true, Addresses))
      continue;
    Uses OfArg;
    if (!all_of(Addresses, [&](Value *A) { return OfArg.add(A); }))
      continue;
    ReadOnly.insert_range(Addresses);
    append_range(Loads, OfArg.Loads);
  }
  for (LoadInst *Load : Loads) {
    // An address that may be one of several data.
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Load->getPointerOperand(), Objects, /*LI=*/nullptr,
                         /*MaxLookup=*/0);
    if (all_of(Objects, [&](const Value *V) { return ReadOnly.contains(V); }))
      Load->setMetadata(LLVMContext::MD_invariant_load,
                        MDNode::get(Load->getContext(), {}));
  }
}

} // namespace

void markReadOnlyData(Module &M) {
  for (Function &F : M)
    if (!F.isDeclaration() && F.getCallingConv() == CallingConv::PTX_Kernel)
      markKernel(F);
}

} // namespace warpfort
