//===-- ACCDeclareGlobals.cpp - Globals that device code uses -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Upstream's acc-implicit-declare looks for globals in the recipes that are
/// used, and to know which are it searches the whole module for the uses of
/// each: m * n steps for m recipes. In most there is no global. These are not
/// in the module while the pass runs.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/OpenACC/Passes.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCDECLAREGLOBALSPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

namespace {

bool isRecipeWithoutGlobals(Operation &Op) {
  if (!isa<acc::PrivateRecipeOp, acc::FirstprivateRecipeOp,
           acc::ReductionRecipeOp>(Op))
    return false;
  return !Op.walk([](Operation *Inner) {
              return isa<acc::AddressOfGlobalOpInterface,
                         acc::IndirectGlobalAccessOpInterface>(Inner)
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            }).wasInterrupted();
}

struct ACCDeclareGlobals : impl::ACCDeclareGlobalsPassBase<ACCDeclareGlobals> {
  void runOnOperation() override {
    Block &Body = *getOperation().getBody();
    // Each with what comes after it.
    llvm::SmallVector<std::pair<Operation *, Block::iterator>> Recipes;
    for (Operation &Op : llvm::make_early_inc_range(Body))
      if (isRecipeWithoutGlobals(Op)) {
        Recipes.push_back({&Op, std::next(Op.getIterator())});
        Op.remove();
      }
    // Nothing can be verified without the recipes.
    PassManager PM(&getContext(), ModuleOp::getOperationName());
    PM.enableVerifier(false);
    PM.addPass(fir::acc::createACCInitializeFIRAnalyses());
    PM.addPass(acc::createACCImplicitDeclare());
    if (failed(PM.run(getOperation())))
      signalPassFailure();
    for (auto [Recipe, Next] : llvm::reverse(Recipes))
      Body.getOperations().insert(Next, Recipe);
  }
};

} // namespace
} // namespace warpfort
