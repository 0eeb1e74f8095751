//===-- TypeSize.cpp - Sizes of FIR types ---------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TypeSize.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "warpfort/Support/UserErrors.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;

namespace warpfort {

/// ISO_Fortran_binding.h's CFI_cdesc_t; types and lengths stand behind it.
static std::optional<TypeSize> sizeOfDescriptor(fir::BaseBoxType Box) {
  constexpr uint64_t Header = 24, Dimension = 24, Addendum = 16;
  if (Box.isAssumedRank())
    return std::nullopt;
  return TypeSize{Header + Dimension * fir::getBoxRank(Box) +
                      (fir::boxHasAddendum(Box) ? Addendum : 0),
                  alignof(void *)};
}

std::optional<TypeSize> sizeOfType(Location Loc, Type T,
                                   const DataLayout &Layout,
                                   const fir::KindMapping &Kinds) {
  if (auto Box = dyn_cast<fir::BaseBoxType>(T))
    return sizeOfDescriptor(Box);
  if (isa<fir::BoxProcType>(T)) // as a component: an address
    return TypeSize{8, 8};
  if (auto Record = dyn_cast<fir::RecordType>(T)) {
    TypeSize Result{0, 1};
    for (auto &[Name, Component] : Record.getTypeList()) {
      auto Size = sizeOfType(Loc, Component, Layout, Kinds);
      if (!Size)
        return std::nullopt;
      Result.Bytes = llvm::alignTo(Result.Bytes, Size->Alignment) + Size->Bytes;
      Result.Alignment = std::max(Result.Alignment, Size->Alignment);
    }
    Result.Bytes = llvm::alignTo(Result.Bytes, Result.Alignment);
    return Result;
  }
  if (auto Array = dyn_cast<fir::SequenceType>(T)) {
    if (Array.hasDynamicExtents())
      return std::nullopt;
    auto Size = sizeOfType(Loc, Array.getEleTy(), Layout, Kinds);
    if (Size)
      Size->Bytes *= Array.getConstantArraySize();
    return Size;
  }
  auto Size = fir::getTypeSizeAndAlignment(Loc, T, Layout, Kinds);
  if (!Size)
    return std::nullopt;
  return TypeSize{llvm::alignTo(Size->first, Size->second), Size->second};
}

FailureOr<Value> computeSize(fir::FirOpBuilder &Builder, Operation *Op, Type T,
                             ValueRange Lengths, ValueRange Extents,
                             const DataLayout &Layout) {
  Location Loc = Op->getLoc();
  Type Index = Builder.getIndexType();
  Type Element = fir::unwrapSequenceType(T);
  Value Bytes;
  if (auto Text = dyn_cast<fir::CharacterType>(Element);
      Text && Text.hasDynamicLen()) {
    if (Lengths.empty())
      return emitUserError(Op, "data without a known length are allocated");
    Bytes = arith::MulIOp::create(
        Builder, Loc, Builder.createConvert(Loc, Index, Lengths[0]),
        Builder.createIntegerConstant(
            Loc, Index,
            Builder.getKindMap().getCharacterBitsize(Text.getFKind()) / 8));
  } else {
    auto Size = sizeOfType(Loc, Element, Layout, Builder.getKindMap());
    if (!Size)
      return emitUserError(Op,
                           "data of a type without a known size are allocated");
    Bytes = Builder.createIntegerConstant(Loc, Index, Size->Bytes);
  }
  auto Array = dyn_cast<fir::SequenceType>(T);
  if (!Array)
    return Bytes;
  unsigned Next = 0;
  for (fir::SequenceType::Extent Extent : Array.getShape()) {
    Value Count;
    if (Extent != fir::SequenceType::getUnknownExtent()) {
      Count = Builder.createIntegerConstant(Loc, Index, Extent);
    } else {
      if (Next == Extents.size())
        return emitUserError(Op, "an array without known extents is allocated");
      Count = Builder.createConvert(Loc, Index,
                                    Builder.loadIfRef(Loc, Extents[Next++]));
      Count = arith::MaxSIOp::create(
          Builder, Loc, Count, Builder.createIntegerConstant(Loc, Index, 0));
    }
    Bytes = arith::MulIOp::create(Builder, Loc, Bytes, Count);
  }
  return Bytes;
}

} // namespace warpfort
