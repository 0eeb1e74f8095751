//===-- ACCInferPure.cpp - Functions that are pure and do not say so ------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A call of a function that is not PURE may change anything, which keeps a
/// loop of a kernels construct in order. Most functions of programs from before
/// Fortran 95, and those of C, do nothing that a pure one may not: they assign
/// to local variables only, and call functions like them. Where the body is in
/// the file, calls get the attribute that a PURE function's have.
///
//===----------------------------------------------------------------------===//
#include "Transforms/Common/OperationAccesses.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/CUF/CUFDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCINFERPUREPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"
} // namespace warpfort

namespace warpfort::openacc {
namespace {

/// Whether an address is in memory that the function has allocated itself, and
/// no pointer is followed on the way.
bool isInLocalMemory(Value Address) {
  while (Operation *Op = Address.getDefiningOp()) {
    if (isa<fir::AllocaOp, fir::AllocMemOp>(Op))
      return true;
    if (!isa<fir::DeclareOp, fir::ArrayCoorOp, fir::CoordinateOp,
             fir::ConvertOp>(Op))
      return false;
    Address = Op->getOperand(0);
  }
  return false;
}

class Purity {
public:
  bool isPure(func::FuncOp Function);

private:
  bool isPure(Operation *Op);

  /// False for those in whose bodies the search is.
  llvm::DenseMap<Operation *, bool> Known;
};

bool Purity::isPure(Operation *Op) {
  if (isa<acc::OpenACCDialect, cuf::CUFDialect>(Op->getDialect()))
    return false;
  if (auto Call = dyn_cast<fir::CallOp>(Op)) {
    if (isRepeatable(Call))
      return !endsProgram(Call);
    func::FuncOp Callee = getCallee(Call);
    return Callee && isPure(Callee);
  }
  OperationAccesses Made = accessesOf(Op);
  return !Made.WritesOthers &&
         llvm::all_of(Made.All, [](const OperationAccess &A) {
           return !A.Writes || isInLocalMemory(A.Address);
         });
}

bool Purity::isPure(func::FuncOp Function) {
  auto [It, IsNew] = Known.try_emplace(Function, false);
  if (!IsNew || Function.isExternal() || !Function.getNumResults())
    return It->second;
  bool Result = !Function.getBody()
                     .walk([&](Operation *Op) {
                       return isPure(Op) ? WalkResult::advance()
                                         : WalkResult::interrupt();
                     })
                     .wasInterrupted();
  return Known[Function] = Result;
}

class ACCInferPure : public impl::ACCInferPurePassBase<ACCInferPure> {
public:
  void runOnOperation() override {
    using Flags = fir::FortranProcedureFlagsEnum;
    Purity Functions;
    llvm::SmallVector<fir::CallOp> Calls;
    getOperation().walk([&](acc::LoopOp Loop) {
      Loop.walk([&](fir::CallOp Call) {
        func::FuncOp Callee = getCallee(Call);
        if (Callee && Call.getNumResults() && Functions.isPure(Callee))
          Calls.push_back(Call);
      });
    });
    for (fir::CallOp Call : Calls)
      Call.setProcedureAttrs(Call.getProcedureAttrs().value_or(Flags::none) |
                             Flags::pure);
  }
};

} // namespace
} // namespace warpfort::openacc
