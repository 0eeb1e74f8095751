//===-- FaultPasses.cpp - Where a pass went wrong -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See FaultPasses.h.
///
//===----------------------------------------------------------------------===//
#include "FaultPasses.h"
#include "warpfort/Pipeline/Passes.h"
#include "warpfort/Support/Faults.h"

#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_PROVOKEFAULTPASS
#include "warpfort/Pipeline/Passes.h.inc"

namespace {

struct StepNotes : PassInstrumentation {
  void runBeforePass(Pass *P, Operation *Op) override {
    auto At = Op->getLoc()->findInstanceOf<FileLineColLoc>();
    if (At && !isa<ModuleOp>(Op))
      noteStep(P->getName(), At.getFilename().getValue(), At.getLine(),
               At.getColumn());
    else
      noteStep(P->getName(), At ? At.getFilename().getValue() : "");
  }
};

struct ProvokeFault : impl::ProvokeFaultPassBase<ProvokeFault> {
  using ProvokeFaultPassBase::ProvokeFaultPassBase;

  void runOnOperation() override {
    provokeFault(Kind, "pass");
    if (Kind == "pass")
      signalPassFailure();
    hlfir::AssignOp Last;
    getOperation().walk([&](hlfir::AssignOp Assign) { Last = Assign; });
    if (!Last)
      return;
    if (Kind == "message") {
      Last.emitError("'hlfir.assign' op _QQmain warprt_launch");
      signalPassFailure();
    }
    if (Kind == "verifier") {
      Last->setOperands(Last->getOperands().take_front(1));
      if (failed(verify(getOperation())))
        signalPassFailure();
    }
  }
};

} // namespace

std::unique_ptr<PassInstrumentation> createStepNotes() {
  return std::make_unique<StepNotes>();
}

} // namespace warpfort
