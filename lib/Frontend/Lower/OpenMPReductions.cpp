//===-- OpenMPReductions.cpp - Declared reductions ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang lowers DECLARE REDUCTION by its combiner and initializer alone: an
/// initial value of another type stays what it is, an assignment of a component
/// gives the component, and an array gets the code for an element:
///
///     !$omp declare reduction(add: real(8): ...) initializer(omp_priv = 0)
///  -> omp.declare_reduction @add : f64 init { ... omp.yield(%c0_i32 : i32) }
///
/// These are invalid IR, which no user can make anything of.
///
//===----------------------------------------------------------------------===//
#include "OpenMPReductions.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

namespace warpfort {

using namespace mlir;

namespace {
/// A variable of a construct, and the reduction that is declared for it.
struct Use {
  Value Variable;
  omp::DeclareReductionOp Declared;
};
} // namespace

static bool yields(Region &Body, Type Wanted) {
  return llvm::all_of(Body, [&](Block &B) {
    auto Yield = B.empty() ? omp::YieldOp() : dyn_cast<omp::YieldOp>(B.back());
    return !Yield || (Yield.getResults().size() == 1 &&
                      Yield.getResults()[0].getType() == Wanted);
  });
}

static bool isComplete(omp::DeclareReductionOp Op) {
  return yields(Op.getInitializerRegion(), Op.getType()) &&
         yields(Op.getReductionRegion(), Op.getType());
}

/// A reduction is of the variable's value, or of its address.
static bool fits(Use U) {
  Type T = U.Variable.getType();
  return T == U.Declared.getType() ||
         fir::unwrapRefType(T) == U.Declared.getType();
}

template <typename Construct>
static void collect(Construct Op, ModuleOp Module,
                    llvm::SmallVectorImpl<Use> &Uses) {
  auto Symbols = Op.getReductionSyms();
  if (!Symbols)
    return;
  for (auto [Variable, Symbol] :
       llvm::zip_equal(Op.getReductionVars(), *Symbols))
    if (auto Declared = Module.lookupSymbol<omp::DeclareReductionOp>(
            cast<SymbolRefAttr>(Symbol).getLeafReference()))
      Uses.push_back({Variable, Declared});
}

static llvm::SmallVector<Use> usesIn(Operation *Op, ModuleOp Module) {
  llvm::SmallVector<Use> Uses;
  llvm::TypeSwitch<Operation *>(Op)
      .Case<omp::LoopOp, omp::ParallelOp, omp::SectionsOp, omp::SimdOp,
            omp::TeamsOp, omp::WsloopOp>(
          [&](auto Construct) { collect(Construct, Module, Uses); });
  return Uses;
}

void checkOpenMPReductions(ModuleOp Module) {
  llvm::SmallPtrSet<Operation *, 4> Used;
  Module.walk([&](Operation *Op) {
    for (Use U : usesIn(Op, Module)) {
      Used.insert(U.Declared);
      if (isComplete(U.Declared) && fits(U))
        continue;
      emitUserError(Op->getLoc(),
                    "the declared reduction '" + U.Declared.getSymName() +
                        "' is not supported: it must be for a scalar that "
                        "INITIALIZER gives a value of its own type and kind, "
                        "and the combiner another as a whole");
      return;
    }
  });
  for (auto Declared :
       llvm::make_early_inc_range(Module.getOps<omp::DeclareReductionOp>()))
    if (!Used.contains(Declared) && !isComplete(Declared))
      Declared.erase();
}

} // namespace warpfort
