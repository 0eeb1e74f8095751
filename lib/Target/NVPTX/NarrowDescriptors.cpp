//===-- NarrowDescriptors.cpp - Extents and strides of 32 bits ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Descriptors have extents and strides of 64 bits, which hardly any array
// needs. NVIDIA's processors multiply 32 bits: an address in an assumed-shape
// array of three dimensions took three products of four instructions each, and
// loops over size(a, 1) compared 64 bits. A covered version of a kernel
// (CoveredLoops.cpp) takes such numbers as of 32 bits; the runtime, which has
// the descriptors when it launches, chooses another version where one is not.
//
//===----------------------------------------------------------------------===//
#include "NarrowDescriptors.h"
#include "InvariantDescriptors.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort {

/// The dimensions in a descriptor of the type \p T; 0 if it has none, or is no
/// descriptor.
static uint64_t rankOf(Type *T) {
  constexpr unsigned Dimensions = 7;
  auto *Struct = dyn_cast<StructType>(T);
  if (!Struct || !isDescriptorType(Struct) ||
      Struct->getNumElements() <= Dimensions)
    return 0;
  auto *Array = dyn_cast<ArrayType>(Struct->getElementType(Dimensions));
  return Array ? Array->getNumElements() : 0;
}

/// Gives \p F a copy of the descriptor \p Arg whose extents and strides were
/// numbers of 32 bits.
static void narrow(Function &F, Argument &Arg, uint64_t Rank) {
  IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
  const DataLayout &Layout = F.getDataLayout();
  Type *T = Arg.getParamByValType();
  AllocaInst *Copy = B.CreateAlloca(T);
  Arg.replaceAllUsesWith(Copy);
  B.CreateMemCpy(Copy, Copy->getAlign(), &Arg, Arg.getParamAlign(),
                 Layout.getTypeAllocSize(T).getFixedValue());
  MDNode *Range = MDBuilder(F.getContext())
                      .createRange(APInt(32, 0), APInt::getSignedMinValue(32));
  auto *Struct = cast<StructType>(T);
  Type *Dim = cast<ArrayType>(Struct->getElementType(7))->getElementType();
  uint64_t First = Layout.getStructLayout(Struct)->getElementOffset(7);
  uint64_t Bytes = Layout.getTypeAllocSize(Dim).getFixedValue();
  for (uint64_t I = 0; I < Rank; ++I)
    for (uint64_t Field : {1, 2}) {
      uint64_t Offset = First + I * Bytes + Field * sizeof(int64_t);
      LoadInst *Low = B.CreateLoad(
          B.getInt32Ty(),
          B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), &Arg, Offset));
      Low->setMetadata(LLVMContext::MD_range, Range);
      B.CreateStore(B.CreateZExt(Low, B.getInt64Ty(), "", /*IsNonNeg=*/true),
                    B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Copy, Offset));
    }
}

uint64_t narrowDescriptors(Function &F) {
  uint64_t Narrowed = 0;
  for (Argument &Arg : F.args()) {
    if (!Arg.hasByValAttr() || Arg.getArgNo() >= 64 || Arg.use_empty())
      continue;
    if (uint64_t Rank = rankOf(Arg.getParamByValType())) {
      narrow(F, Arg, Rank);
      Narrowed |= uint64_t(1) << Arg.getArgNo();
    }
  }
  return Narrowed;
}

} // namespace warpfort
