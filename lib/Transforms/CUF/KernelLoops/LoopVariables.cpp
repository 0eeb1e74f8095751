//===-- LoopVariables.cpp - Managed variables of loops --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop variable belongs to its iteration (CUDA Fortran guide, "Kernel loop
/// directive": loop indices are private). One in managed memory, by its
/// attribute or because an option makes allocatables managed, would be one
/// variable for all threads:
///
///     !$cuf kernel do                       copy = column
///     do column = 1, n               ->     !$cuf kernel do
///       a(column) = column                  do copy = 1, n; a(copy) = copy
///     end do                                column = copy
///
/// The copy is a host variable, which the outlining treats as any other.
///
//===----------------------------------------------------------------------===//
#include "LoopVariables.h"
#include "KernelLoopOutliner.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {

BlockArgument indexStored(fir::StoreOp Store) {
  Value From = withoutConversions(Store.getValue());
  return dyn_cast<BlockArgument>(From);
}

/// Whether \p Store sets a variable to the index of the kernel's loops or of a
/// loop in the body.
static bool assignsIndex(fir::StoreOp Store, cuf::KernelOp Kernel) {
  BlockArgument Argument = indexStored(Store);
  if (!Argument)
    return false;
  Operation *Parent = Argument.getOwner()->getParentOp();
  return Parent == Kernel || isa<LoopLikeOpInterface>(Parent);
}

static bool isLoopVariable(Value Address, cuf::KernelOp Kernel) {
  return llvm::any_of(Address.getUsers(), [&](Operation *User) {
    auto Store = dyn_cast<fir::StoreOp>(User);
    return Store && Store.getMemref() == Address &&
           Kernel.getRegion().isAncestor(Store->getParentRegion()) &&
           assignsIndex(Store, Kernel);
  });
}

void privatizeLoopVariables(cuf::KernelOp Kernel) {
  llvm::SetVector<Value> Used;
  getUsedValuesDefinedAbove(Kernel.getRegion(), Used);
  Location Loc = Kernel.getLoc();
  for (Value Shared : Used) {
    auto Declare = Shared.getDefiningOp<fir::DeclareOp>();
    if (!Declare || !fir::isa_ref_type(Shared.getType()) ||
        !fir::isa_integer(fir::unwrapRefType(Shared.getType())) ||
        !isOnDevice(dataAttribute(Shared)) || !isLoopVariable(Shared, Kernel))
      continue;
    fir::FirOpBuilder Builder(
        Kernel, fir::getKindMapping(Kernel->getParentOfType<ModuleOp>()));
    Value Memory =
        Builder.createTemporary(Loc, fir::unwrapRefType(Shared.getType()));
    Value Copy = fir::DeclareOp::create(
        Builder, Loc, Memory.getType(), Memory, /*shape=*/Value(), ValueRange{},
        /*dummy_scope=*/Value(), /*storage=*/Value(), /*storage_offset=*/0,
        Declare.getUniqNameAttr(), fir::FortranVariableFlagsAttr(),
        cuf::DataAttributeAttr(), IntegerAttr());
    fir::StoreOp::create(Builder, Loc,
                         fir::LoadOp::create(Builder, Loc, Shared), Copy);
    Shared.replaceUsesWithIf(Copy, [&](OpOperand &Use) {
      return Kernel.getRegion().isAncestor(Use.getOwner()->getParentRegion());
    });
    Builder.setInsertionPointAfter(Kernel);
    fir::StoreOp::create(Builder, Loc, fir::LoadOp::create(Builder, Loc, Copy),
                         Shared);
  }
}

} // namespace warpfort
