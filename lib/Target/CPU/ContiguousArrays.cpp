//===-- ContiguousArrays.cpp - Array arguments without gaps ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of an assumed-shape array lie as far apart as its descriptor
// says. Almost always they are neighbours, but a kernel that cannot know makes
// a gather of each vector. So there are two versions of such a kernel: in one
// the strides of the first dimensions are constants, and it runs if the
// descriptors of a launch say the same of all its arrays (KernelEmitter.cpp).
//
// What size the elements have is guessed from how they are used. A wrong guess
// is never true of a launch, and costs nothing but the version.
//
//===----------------------------------------------------------------------===//
#include "ContiguousArrays.h"
#include "DebugInfo.h"
#include "KernelBody.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace warpfort::cpu {

/// More code than this is not worth having twice.
static constexpr size_t MaxInstructions = 3000;

/// Where the fields of Flang's descriptors are: address, element's size, ...,
/// three numbers for each dimension, the last of which is the stride.
static constexpr unsigned DimensionsField = 7;

/// Where the first stride is in a descriptor of type \p T; 0 if it is none.
static uint64_t firstStride(Type *T, const DataLayout &DL) {
  auto *Struct = dyn_cast<StructType>(T);
  if (!Struct || Struct->getNumElements() <= DimensionsField ||
      !Struct->getElementType(0)->isPointerTy())
    return 0;
  auto *Dimensions =
      dyn_cast<ArrayType>(Struct->getElementType(DimensionsField));
  if (!Dimensions || Dimensions->getElementType() !=
                         ArrayType::get(Type::getInt64Ty(T->getContext()), 3))
    return 0;
  return DL.getStructLayout(Struct)->getElementOffset(DimensionsField) + 2 * 8;
}

/// The loads of \p T at \p Offset behind \p Argument, of what no one changes.
static SmallVector<LoadInst *> loadsAt(Argument &Argument, uint64_t Offset,
                                       Type *T) {
  const DataLayout &DL = Argument.getParent()->getDataLayout();
  SmallVector<LoadInst *> Loads;
  SmallVector<Value *> Work{&Argument};
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users()) {
      if (auto *Address = dyn_cast<GetElementPtrInst>(U))
        Work.push_back(Address);
      auto *Load = dyn_cast<LoadInst>(U);
      if (!Load || Load->getType() != T ||
          !Load->hasMetadata(LLVMContext::MD_invariant_load))
        continue;
      APInt Bytes(64, 0);
      if (Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
              DL, Bytes, /*AllowNonInbounds=*/true) == &Argument &&
          Bytes == Offset)
        Loads.push_back(Load);
    }
  return Loads;
}

/// How far the accesses at and behind \p Base reach within one element: by
/// constant offsets, behind those that are computed.
static uint64_t reach(Value *Base, uint64_t Offset, const DataLayout &DL) {
  static constexpr uint64_t MaxElement = 256;
  uint64_t Furthest = 0;
  for (User *U : Base->users()) {
    uint64_t Here = 0;
    if (auto *Address = dyn_cast<GetElementPtrInst>(U)) {
      APInt Bytes(64, 0);
      uint64_t Next = 0;
      if (Address->accumulateConstantOffset(DL, Bytes))
        Next = (Bytes + Offset).getZExtValue();
      if (Next < MaxElement)
        Here = reach(Address, Next, DL);
    } else if (getLoadStorePointerOperand(U) == Base) {
      Here = Offset + DL.getTypeStoreSize(getLoadStoreType(U)).getFixedValue();
    }
    Furthest = std::max(Furthest, Here);
  }
  return Furthest;
}

SmallVector<LeadingStride, 4> findLeadingStrides(const KernelBody &K) {
  Function &F = *K.Body;
  if (K.IsChecked || keepsVariables(F) ||
      F.getInstructionCount() > MaxInstructions)
    return {};
  const DataLayout &DL = F.getDataLayout();
  Type *Ptr = PointerType::get(F.getContext(), 0);
  Type *I64 = Type::getInt64Ty(F.getContext());
  SmallVector<LeadingStride, 4> Found;
  for (auto [Index, Param] : enumerate(K.Params)) {
    uint64_t Offset = Param.ByReference ? firstStride(Param.ValueType, DL) : 0;
    if (!Offset || loadsAt(*F.getArg(Index), Offset, I64).empty())
      continue;
    uint64_t Size = 0;
    for (LoadInst *Base : loadsAt(*F.getArg(Index), 0, Ptr))
      Size = std::max(Size, reach(Base, 0, DL));
    if (Size)
      Found.push_back({static_cast<unsigned>(Index), Offset, Size});
  }
  return Found;
}

void assumeContiguous(Function &Body, ArrayRef<LeadingStride> Strides) {
  Type *I64 = Type::getInt64Ty(Body.getContext());
  for (const LeadingStride &S : Strides)
    for (LoadInst *Load : loadsAt(*Body.getArg(S.Param), S.Offset, I64))
      replaceAndRecursivelySimplify(Load, ConstantInt::get(I64, S.ElementSize));
}

} // namespace warpfort::cpu
