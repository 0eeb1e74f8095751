//===-- ReductionUpdates.cpp - Updates that do not match their clause -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ReductionUpdates.h.
///
//===----------------------------------------------------------------------===//
#include "ReductionUpdates.h"
#include "ReductionKinds.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

/// The operator as programs write it: logical values are bits, and the signs of
/// integers do not matter here.
llvm::StringRef nameOf(ReductionKind Kind) {
  switch (Kind) {
  case ReductionKind::Add:
    return "+";
  case ReductionKind::Mul:
    return "*";
  case ReductionKind::Min:
  case ReductionKind::UMin:
    return "min";
  case ReductionKind::Max:
  case ReductionKind::UMax:
    return "max";
  case ReductionKind::IAnd:
  case ReductionKind::LAnd:
    return "and";
  case ReductionKind::IOr:
  case ReductionKind::LOr:
    return "or";
  case ReductionKind::IEor:
  case ReductionKind::LNeqv:
    return "exclusive or";
  case ReductionKind::LEqv:
    return "equivalence";
  }
  llvm_unreachable("reduction operator");
}

/// The names that a construct has for its copy of the variable.
void addNames(Value V, llvm::SmallVectorImpl<Value> &Names) {
  Names.push_back(V);
  for (Operation *User : V.getUsers())
    if (auto Declare = dyn_cast<fir::DeclareOp>(User);
        Declare && Declare.getMemref() == V)
      addNames(Declare.getResult(), Names);
}

void warnAboutClause(acc::ReductionOp Clause, Region &Body,
                     llvm::SmallPtrSetImpl<Operation *> &Known) {
  std::optional<ReductionKind> Kind = getReductionKind(Clause);
  if (!Kind || !fir::isa_trivial(fir::unwrapRefType(Clause.getType())))
    return;
  // Bodies use the variable by its own name as well: whose copy that is gets
  // decided when kernels are lowered.
  llvm::SmallVector<Value> Names;
  addNames(Clause.getVar(), Names);
  addNames(Clause.getAccVar(), Names);
  for (Value Name : Names)
    for (Operation *User : Name.getUsers()) {
      auto Store = dyn_cast<fir::StoreOp>(User);
      if (!Store || Store.getMemref() != Name ||
          !Body.isAncestor(Store->getParentRegion()))
        continue;
      std::optional<ReductionKind> Update = updateOf(Store, Body);
      if (Update && nameOf(*Update) != nameOf(*Kind) &&
          Known.insert(Store).second)
        emitUserWarning(Store, "'")
            << acc::getVarName(Clause).value_or("?")
            << "' is updated by the operator '" << nameOf(*Update)
            << "', but its REDUCTION clause combines the results of threads by "
               "'"
            << nameOf(*Kind) << "'";
    }
}

template <typename Construct>
void warnAboutClauses(Construct Op, llvm::SmallPtrSetImpl<Operation *> &Known) {
  for (Value Operand : Op.getReductionOperands())
    if (auto Clause = Operand.template getDefiningOp<acc::ReductionOp>())
      warnAboutClause(Clause, Op.getRegion(), Known);
}

} // namespace

void warnAboutReductions(ModuleOp Module) {
  // A statement in nested constructs with the same clause.
  llvm::SmallPtrSet<Operation *, 8> Known;
  Module.walk([&](Operation *Op) {
    if (auto Loop = dyn_cast<acc::LoopOp>(Op))
      warnAboutClauses(Loop, Known);
    else if (auto Parallel = dyn_cast<acc::ParallelOp>(Op))
      warnAboutClauses(Parallel, Known);
    else if (auto Serial = dyn_cast<acc::SerialOp>(Op))
      warnAboutClauses(Serial, Known);
  });
}

} // namespace warpfort::openacc
