//===-- OpenACCBoxes.cpp - Descriptors of variables of clauses ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In a TYPE IS block the selector is known by a descriptor. A data clause has
/// the address in it, and Flang declares the object of the compute construct
/// with that address converted to a descriptor, which no conversion can do:
///
///     fir.convert %copy : (!fir.ref<T>) -> !fir.box<T>   ->   fir.embox %copy
///
/// A name that ASSOCIATE gives a pointer's target has a descriptor in the
/// clause but was declared with the pointer's, for which Flang takes the
/// address of the former, as a descriptor; the former itself is meant:
///
///     fir.box_addr %copy : (!fir.box<A>) -> !fir.box<!fir.ptr<A>>   ->   %copy
///
//===----------------------------------------------------------------------===//
#include "OpenACCBoxes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/IR/Builders.h"

void warpfort::makeBoxes(mlir::ModuleOp Module) {
  llvm::SmallVector<fir::ConvertOp> Found;
  Module.walk([&](fir::ConvertOp Op) {
    auto From = mlir::dyn_cast<fir::ReferenceType>(Op.getValue().getType());
    auto To = mlir::dyn_cast<fir::BoxType>(Op.getType());
    if (From && To && mlir::isa<fir::RecordType>(From.getEleTy()) &&
        From.getEleTy() == To.getEleTy())
      Found.push_back(Op);
  });
  for (fir::ConvertOp Op : Found) {
    mlir::OpBuilder Builder(Op);
    Op.getResult().replaceAllUsesWith(fir::EmboxOp::create(
        Builder, Op.getLoc(), Op.getType(), Op.getValue()));
    Op.erase();
  }
  llvm::SmallVector<fir::BoxAddrOp> Pointers;
  Module.walk([&](fir::BoxAddrOp Op) {
    if (mlir::isa<fir::BaseBoxType>(Op.getType()))
      Pointers.push_back(Op);
  });
  for (fir::BoxAddrOp Op : Pointers) {
    Op.getResult().replaceAllUsesWith(Op.getVal());
    Op.erase();
  }
}
