//===-- DeviceCode.cpp - What is device code ------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/Common/DeviceCode.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace mlir;

namespace warpfort {

Type typeCopiedAtLaunch(func::FuncOp Kernel, unsigned Index) {
  Type T = Kernel.getArgumentTypes()[Index];
  if (!fir::isa_ref_type(T))
    return {};
  Type InMemory = fir::unwrapRefType(T);
  if (isa<fir::BaseBoxType>(InMemory))
    return InMemory;
  // Every other dummy argument of a kernel has a data attribute.
  if (isa<fir::RecordType>(InMemory) &&
      !Kernel.getArgAttr(Index, cuf::getDataAttrName()))
    return InMemory;
  return {};
}

bool isDeviceConstruct(Operation *Op) {
  return isa<cuf::KernelOp, ACC_COMPUTE_CONSTRUCT_OPS, acc::LoopOp>(Op);
}

bool isHostCode(Operation *Op) {
  for (Operation *Parent = Op->getParentOp(); Parent;
       Parent = Parent->getParentOp()) {
    if (isDeviceConstruct(Parent))
      return false;
    if (auto Function = dyn_cast<func::FuncOp>(Parent))
      return !isDeviceProcedure(Function);
  }
  return false;
}

static void walkInside(Operation *Around,
                       llvm::function_ref<void(Operation *)> Visit,
                       llvm::function_ref<bool(Operation *)> IsClosed) {
  for (Region &Part : Around->getRegions())
    for (Block &B : Part)
      for (Operation &Op : llvm::make_early_inc_range(B)) {
        if (!isDeviceConstruct(&Op) && !IsClosed(&Op))
          walkInside(&Op, Visit, IsClosed);
        Visit(&Op);
      }
}

void walkHostCode(func::FuncOp Function,
                  llvm::function_ref<void(Operation *)> Visit,
                  llvm::function_ref<bool(Operation *)> IsClosed) {
  if (!isDeviceProcedure(Function))
    walkInside(Function, Visit, IsClosed);
}

} // namespace warpfort
