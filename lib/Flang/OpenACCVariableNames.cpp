//===-- OpenACCVariableNames.cpp - Names of what clauses describe ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's descriptor of an optional dummy argument with lower bounds is that of
// a condition:
//
//     %d = fir.declare %arg ...
//     %b = fir.if %present -> box { fir.rebox %d } else { fir.absent }
//
// Upstream asks for the name of %b by asking for the name of %b. The name is
// that of what the first branch gives.
//
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/OpenACC/Support/FIROpenACCUtils.h"

using namespace mlir;

namespace {

/// The condition that a value is of, or is made of without being indexed.
fir::IfOp conditionBehind(Value V) {
  while (Operation *Op = V.getDefiningOp()) {
    if (auto If = dyn_cast<fir::IfOp>(Op))
      return If;
    if (!isa<fir::ReboxOp, fir::BoxAddrOp, fir::ConvertOp, fir::LoadOp>(Op))
      break;
    V = Op->getOperand(0);
  }
  return {};
}

} // namespace

WARPFORT_WRAP(std::string, GetVariableName,
              "_ZN3fir3acc15getVariableNameB5cxx11EN4mlir5ValueEb",
              (Value V, bool PreferDemangledName)) {
  while (fir::IfOp If = conditionBehind(V)) {
    unsigned Index = 0;
    if (auto Result = dyn_cast<OpResult>(V); Result && Result.getOwner() == If)
      Index = Result.getResultNumber();
    V = If.getThenRegion().front().getTerminator()->getOperand(Index);
  }
  return realGetVariableName(V, PreferDemangledName);
}
