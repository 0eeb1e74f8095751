//===-- CUFFoldOnDevice.cpp - Device-only parts of host procedures --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In the host's version of host,device procedures on_device() is false, and
/// what stands under it goes:
///
///     %1 = fir.call @warprt_on_device() : () -> !fir.logical<4>
///     %2 = fir.convert %1 : (!fir.logical<4>) -> i1
///     fir.if %2 { A } else { B }
///  -> B
///
/// What then is left and can only run on the device is an error.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Dialect/CUF/Attributes/CUFAttr.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFFOLDONDEVICEPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

constexpr llvm::StringLiteral OnDevice = "warprt_on_device";

struct FoldIf : OpRewritePattern<fir::IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(fir::IfOp If,
                                PatternRewriter &Rewriter) const override {
    BoolAttr Condition;
    if (!matchPattern(If.getCondition(), m_Constant(&Condition)))
      return failure();
    Region &Taken =
        Condition.getValue() ? If.getThenRegion() : If.getElseRegion();
    if (Taken.empty()) {
      Rewriter.eraseOp(If);
      return success();
    }
    Operation *Last = Taken.front().getTerminator();
    llvm::SmallVector<Value> Results(Last->getOperands());
    Rewriter.inlineBlockBefore(&Taken.front(), If);
    Rewriter.replaceOp(If, Results);
    Rewriter.eraseOp(Last);
    return success();
  }
};

class CUFFoldOnDevice : public impl::CUFFoldOnDevicePassBase<CUFFoldOnDevice> {
public:
  void runOnOperation() override {
    for (auto Function : getOperation().getOps<func::FuncOp>())
      if (procedureAttribute(Function) == cuf::ProcAttribute::HostDevice)
        if (failed(fold(Function)) || failed(check(Function)))
          signalPassFailure();
  }

private:
  LogicalResult fold(func::FuncOp Function);
  LogicalResult check(func::FuncOp Function);
  std::string deviceOnly(Operation *Op);
};

LogicalResult CUFFoldOnDevice::fold(func::FuncOp Function) {
  llvm::SmallVector<fir::CallOp> Questions;
  Function.walk([&](fir::CallOp Call) {
    if (Call.getCallee() && Call.getCallee()->getRootReference() == OnDevice &&
        Call.getNumResults() == 1)
      Questions.push_back(Call);
  });
  if (Questions.empty())
    return success();
  for (fir::CallOp Call : Questions) {
    OpBuilder Builder(Call);
    Value False = arith::ConstantIntOp::create(Builder, Call.getLoc(), 0, 1);
    Value Answer = fir::ConvertOp::create(Builder, Call.getLoc(),
                                          Call.getResult(0).getType(), False);
    Call.getResult(0).replaceAllUsesWith(Answer);
    Call.erase();
  }
  MLIRContext *Context = &getContext();
  RewritePatternSet Patterns(Context);
  Patterns.add<FoldIf>(Context);
  fir::ConvertOp::getCanonicalizationPatterns(Patterns, Context);
  arith::XOrIOp::getCanonicalizationPatterns(Patterns, Context);
  cf::CondBranchOp::getCanonicalizationPatterns(Patterns, Context);
  // Branches that look alike stay apart (see FoldConstants in Pipeline.cpp).
  GreedyRewriteConfig Config;
  Config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
  return applyPatternsGreedily(Function, std::move(Patterns), Config);
}

/// Predefined variables are declared at the head of every procedure that names
/// them.
static bool isPredefined(fir::AddrOfOp Address) {
  llvm::StringRef Name = Address.getSymbol().getRootReference();
  return Name.consume_front("_QM__fortran_builtinsE__builtin_") &&
         (Name == "threadidx" || Name == "blockidx" || Name == "blockdim" ||
          Name == "griddim" || Name == "warpsize");
}

/// What `Op` is in a message, if only the device can execute it.
std::string CUFFoldOnDevice::deviceOnly(Operation *Op) {
  if (isa<NVVM::NVVMDialect, gpu::GPUDialect>(Op->getDialect()))
    return "this device procedure";
  auto Call = dyn_cast<fir::CallOp>(Op);
  if (!Call || !Call.getCallee())
    return "";
  auto Callee = getOperation().lookupSymbol<func::FuncOp>(
      Call.getCallee()->getRootReference());
  if (!Callee || procedureAttribute(Callee) != cuf::ProcAttribute::Device)
    return "";
  auto [Kind, Parts] = fir::NameUniquer::deconstruct(Callee.getSymName());
  if (Kind == fir::NameUniquer::NameKind::PROCEDURE)
    return "device procedure '" + Parts.name + "'";
  return "this device procedure";
}

LogicalResult CUFFoldOnDevice::check(func::FuncOp Function) {
  bool Failed = false;
  auto Refuse = [&](Operation *Op, llvm::StringRef What) {
    emitUserError(Op) << What
                      << " may be reached on the host: in a procedure for both "
                         "sides it must stand under IF (on_device())";
    Failed = true;
  };
  llvm::SmallVector<Operation *> Unused;
  Function.walk([&](Operation *Op) {
    if (std::string What = deviceOnly(Op); !What.empty())
      return Refuse(Op, What);
    auto Address = dyn_cast<fir::AddrOfOp>(Op);
    if (!Address || !isPredefined(Address))
      return;
    for (Operation *User : Address->getUsers()) {
      if (!isa<fir::DeclareOp>(User))
        return Refuse(User, "a predefined variable of device code");
      if (!User->use_empty())
        return Refuse(*User->user_begin(),
                      "a predefined variable of device code");
      Unused.push_back(User);
    }
    Unused.push_back(Op);
  });
  for (Operation *Op : Unused)
    Op->erase();
  return failure(Failed);
}

} // namespace

} // namespace warpfort
