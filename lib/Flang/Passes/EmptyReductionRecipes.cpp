//===-- EmptyReductionRecipes.cpp - Bodies of reduction recipes -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of what reduction clauses refer to, only the operator counts: the device
/// library combines. Flang's code there is not always valid (seen in Flang 22:
/// logical arrays get values of another type).
///
//===----------------------------------------------------------------------===//
#include "warpfort/Flang/Passes.h"

#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_EMPTYREDUCTIONRECIPESPASS
#include "warpfort/Flang/Passes.h.inc"

namespace {

class EmptyReductionRecipes
    : public impl::EmptyReductionRecipesPassBase<EmptyReductionRecipes> {
public:
  void runOnOperation() override {
    for (auto Recipe : getOperation().getOps<acc::ReductionRecipeOp>()) {
      yieldArgument(Recipe, Recipe.getInitRegion());
      yieldArgument(Recipe, Recipe.getCombinerRegion());
      Recipe.getDestroyRegion().dropAllReferences();
      Recipe.getDestroyRegion().getBlocks().clear();
    }
  }

private:
  static void yieldArgument(acc::ReductionRecipeOp Recipe, Region &Part) {
    Part.dropAllReferences();
    llvm::SmallVector<Type> Types(Part.getArgumentTypes());
    Part.getBlocks().clear();
    OpBuilder Builder(Recipe.getContext());
    Block *Only = Builder.createBlock(
        &Part, {}, Types,
        llvm::SmallVector<Location>(Types.size(), Recipe.getLoc()));
    acc::YieldOp::create(Builder, Recipe.getLoc(), Only->getArgument(0));
  }
};

} // namespace
} // namespace warpfort
