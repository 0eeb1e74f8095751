//===-- AssignmentCalls.cpp - Device data for procedures ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A defined assignment is an operation with a region for each side, and one
/// for the call. Host code does it on copies of device data, which a procedure
/// with a dummy argument of the device must not get:
///
///     hlfir.region_assign {             fir.call @set(%x, %d)
///       hlfir.yield %d
///     } to {                       ->
///       hlfir.yield %x
///     } user_defined_assign (%a) to (%b) {
///       fir.call @set(%b, %a)
///     }
///
/// The front end leaves no overlap of the sides of such assignments.
///
//===----------------------------------------------------------------------===//
#include "AssignmentCalls.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/CUF/Attributes/CUFAttr.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace warpfort {

/// Whether the procedure gets what is assigned as data of the device.
static bool wantsDeviceData(hlfir::RegionAssignOp Assign) {
  bool Wants = false;
  Assign.getUserDefinedAssignment().walk([&](fir::CallOp Call) {
    auto Callee = Call.getCallee()
                      ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
                            Call, *Call.getCallee())
                      : func::FuncOp();
    Wants |= Callee && Callee.getNumArguments() > 1 &&
             Callee.getArgAttrOfType<cuf::DataAttributeAttr>(
                 1, cuf::getDataAttrName());
  });
  return Wants;
}

/// Moves what computes a side in front of the assignment, and what cleans up
/// behind it there. The result is the side; null if it has another form.
static Value moveOut(hlfir::RegionAssignOp Assign, Region &Side) {
  auto Yield = dyn_cast<hlfir::YieldOp>(Side.front().getTerminator());
  if (!Yield)
    return {};
  for (Operation &Op :
       llvm::make_early_inc_range(Side.front().without_terminator()))
    Op.moveBefore(Assign);
  if (!Yield.getCleanup().empty())
    for (Operation &Op : llvm::make_early_inc_range(
             llvm::reverse(Yield.getCleanup().front().without_terminator())))
      Op.moveAfter(Assign);
  return Yield.getEntity();
}

/// A scalar is loaded, and the call gets a variable of the host's with the
/// value: it gets the scalar itself. False for what is no variable's value.
static bool passScalar(Value Right, Value From) {
  if (!fir::isa_trivial(Right.getType()))
    return true;
  auto Load = Right.getDefiningOp<fir::LoadOp>();
  if (!Load)
    return false;
  for (Operation *User : llvm::make_early_inc_range(From.getUsers())) {
    auto Variable = dyn_cast<hlfir::AssociateOp>(User);
    if (!Variable || Variable.getBase().getType() != Load.getMemref().getType())
      return false;
    for (Operation *End : llvm::make_early_inc_range(
             Variable.getMustFreeStrorageFlag().getUsers()))
      End->erase();
    Variable.getBase().replaceAllUsesWith(Load.getMemref());
    Variable.getFirBase().replaceAllUsesWith(Load.getMemref());
    Variable.erase();
  }
  return true;
}

LogicalResult callForDeviceData(func::FuncOp Function) {
  llvm::SmallVector<hlfir::RegionAssignOp> Assignments;
  Function.walk([&](hlfir::RegionAssignOp Assign) {
    if (!Assign.getUserDefinedAssignment().empty() && wantsDeviceData(Assign))
      Assignments.push_back(Assign);
  });
  for (hlfir::RegionAssignOp Assign : Assignments) {
    Value Right, Left;
    if (!isa<hlfir::OrderedAssignmentTreeOpInterface>(Assign->getParentOp())) {
      Right = moveOut(Assign, Assign.getRhsRegion());
      Left = moveOut(Assign, Assign.getLhsRegion());
    }
    Value From = Assign.getUserAssignmentRhs(),
          To = Assign.getUserAssignmentLhs();
    if (!Right || !Left || Right.getType() != From.getType() ||
        Left.getType() != To.getType() || !passScalar(Right, From))
      return emitUserError(
          Assign, "this assignment calls a procedure with device data, "
                  "which is not supported for parts of arrays and in "
                  "FORALL: use a CALL statement");
    From.replaceAllUsesWith(Right);
    To.replaceAllUsesWith(Left);
    for (Operation &Op : llvm::make_early_inc_range(
             Assign.getUserDefinedAssignment().front().without_terminator()))
      Op.moveBefore(Assign);
    Assign.erase();
  }
  return success();
}

} // namespace warpfort
