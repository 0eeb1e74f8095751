//===-- ACCLowerKernels.cpp - Loops over gangs, workers and lanes ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers what ACCOutline left in kernels, the loops of routines, which are
/// planned here, and loops of host code, which are sequential: KernelLowering
/// does the work.
///
//===----------------------------------------------------------------------===//
#include "AtomicOps.h"
#include "KernelLowering.h"
#include "Transforms/OpenACC/Clauses/ArrayReductions.h"
#include "Transforms/OpenACC/Clauses/SharedScalars.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "Transforms/OpenACC/Plan/LoopPlan.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCLOWERKERNELSPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"
} // namespace warpfort

namespace warpfort::openacc {

namespace {

class ACCLowerKernels : public impl::ACCLowerKernelsPassBase<ACCLowerKernels> {
public:
  void runOnOperation() override {
    chooseComplexSums(getOperation());
    // Kernels; routines; and loops of host code, which are sequential.
    llvm::SmallVector<func::FuncOp> Functions;
    for (auto Function : getOperation().getOps<func::FuncOp>())
      if (!Function.isExternal())
        Functions.push_back(Function);
    KernelLowering::LibraryFunctions Library;
    bool Failed = false;
    for (func::FuncOp Function : Functions) {
      unsigned Active = 0, Levels = 0, Used = 0;
      if (auto Attr = RoutineLevelsAttr.get(Function)) {
        Levels = *Attr;
        Active = (Gang | Worker | Vector) & ~Levels;
        dropDeclarations(Function);
        prepareArrayReductions(Function);
        llvm::SmallVector<Operation *> Ops;
        for (Block &B : Function.getBody())
          for (Operation &Op : B)
            Ops.push_back(&Op);
        LoopPlan Plan = planLoops(Function, Ops, Active);
        if (Plan.Serial) {
          emitUserError(Function,
                        "this acc routine cannot be run in parallel: ")
              << Plan.SerialReason;
          Failed = true;
          continue;
        }
        Used = Plan.Used;
        reportLoops(Function, Ops, Plan);
      } else if (auto Attr = UsedLevelsAttr.get(Function)) {
        Used = *Attr;
      } else if (!AccKernelAttr.isOn(Function) &&
                 !Function
                      .walk([](Operation *Op) {
                        return isa<acc::LoopOp, acc::AtomicReadOp,
                                   acc::AtomicWriteOp, acc::AtomicUpdateOp,
                                   acc::AtomicCaptureOp>(Op)
                                   ? WalkResult::interrupt()
                                   : WalkResult::advance();
                      })
                      .wasInterrupted()) {
        continue;
      }
      Failed |= failed(KernelLowering(getOperation(), Function, Library)
                           .run(Active, Levels, Used));
    }
    if (Failed)
      signalPassFailure();
  }
};

} // namespace
} // namespace warpfort::openacc
