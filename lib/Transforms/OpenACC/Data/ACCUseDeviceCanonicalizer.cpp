//===-- ACCUseDeviceCanonicalizer.cpp - Addresses in HOST_DATA ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A variable is declared with two results, of which the clause has the first.
/// Calls and sections in the construct may have the second, which upstream's
/// pass on data values in regions leaves the host's: the address of an array
/// with a descriptor beside it, as automatic ones and ASSOCIATE names have, or
/// the descriptor without the lower bounds of the declaration.
///
///     %a:2 = hlfir.declare %x(%shape)
///     %d = acc.use_device var(%a#0 : !fir.box<...>)
///     acc.host_data dataOperands(%d) {
///       fir.call @f(%a#1)
///
/// ->    %y = fir.box_addr %d
///       %b:2 = hlfir.declare %y(%shape)
///       fir.call @f(%b#1)
///
/// A clause with the second result, which optional arrays with bounds have,
/// declares it anew as well: a clause for it in the construct takes the bounds
/// from there.
///
/// The runtime makes a descriptor of an absent argument, too. In the construct
/// the argument is absent:
///
///     %y = fir.if %present -> %d else fir.absent
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCUSEDEVICECANONICALIZERPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

namespace {

/// Whether \p Construct has a clause for \p Var itself.
bool isNamed(acc::HostDataOp Construct, Value Var) {
  return llvm::any_of(Construct.getDataClauseOperands(), [&](Value Operand) {
    auto Use = Operand.getDefiningOp<acc::UseDeviceOp>();
    return Use && Use.getVar() == Var;
  });
}

/// What \p Construct has for the argument that \p Use names, absent if that is;
/// put at its begin by \p Builder.
Value keepAbsence(OpBuilder &Builder, acc::HostDataOp Construct,
                  acc::UseDeviceOp Use) {
  Location Loc = Use.getLoc();
  Value OnDevice = Use.getAccVar();
  Type T = OnDevice.getType();
  OpBuilder Before(Construct);
  Value IsPresent =
      fir::IsPresentOp::create(Before, Loc, Builder.getI1Type(), Use.getVar());
  auto If = fir::IfOp::create(Builder, Loc, T, IsPresent, /*withElse=*/true);
  OnDevice.replaceUsesWithIf(If.getResult(0), [&](OpOperand &X) {
    return Construct.getRegion().isAncestor(X.getOwner()->getParentRegion());
  });
  OpBuilder::InsertionGuard Guard(Builder);
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  fir::ResultOp::create(Builder, Loc, OnDevice);
  Builder.setInsertionPointToStart(&If.getElseRegion().front());
  fir::ResultOp::create(Builder, Loc,
                        fir::AbsentOp::create(Builder, Loc, T).getResult());
  return If.getResult(0);
}

/// Gives \p Construct the device's address of what \p Use names.
void useDeviceAddress(acc::HostDataOp Construct, acc::UseDeviceOp Use) {
  auto Declare = Use.getVar().getDefiningOp<hlfir::DeclareOp>();
  if (!Declare)
    return;
  Value OnDevice = Use.getAccVar(), Address = Declare.getResult(1);
  if (isNamed(Construct, Declare.getResult(Use.getVar() == Address ? 0 : 1)))
    return;
  OpBuilder Builder = OpBuilder::atBlockBegin(&Construct.getRegion().front());
  // The address of an absent argument is null in its descriptor.
  if (OnDevice.getType() != Address.getType())
    OnDevice = fir::BoxAddrOp::create(Builder, Use.getLoc(), Address.getType(),
                                      OnDevice);
  else if ((Use.getVar() != Address ||
            isa<fir::BaseBoxType>(Address.getType())) &&
           cast<fir::FortranVariableOpInterface>(*Declare).isOptional())
    OnDevice = keepAbsence(Builder, Construct, Use);
  // Sections and elements take the descriptor, and in the end the address that
  // was declared with it.
  IRMapping Map;
  Map.map(Declare.getMemref(), OnDevice);
  Operation *There = Builder.clone(*Declare, Map);
  for (unsigned I : {0, 1})
    Declare.getResult(I).replaceUsesWithIf(
        There->getResult(I), [&](OpOperand &X) {
          return Construct.getRegion().isAncestor(
              X.getOwner()->getParentRegion());
        });
}

struct ACCUseDeviceCanonicalizer
    : impl::ACCUseDeviceCanonicalizerPassBase<ACCUseDeviceCanonicalizer> {
  void runOnOperation() override {
    getOperation().walk([](acc::HostDataOp Construct) {
      for (Value Operand : Construct.getDataClauseOperands())
        if (auto Use = Operand.getDefiningOp<acc::UseDeviceOp>())
          useDeviceAddress(Construct, Use);
    });
  }
};

} // namespace
} // namespace warpfort
