//===-- TypeSize.cpp - Sizes of FIR types ---------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TypeSize.h"
#include "flang/Optimizer/Dialect/FIRType.h"
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

} // namespace warpfort
