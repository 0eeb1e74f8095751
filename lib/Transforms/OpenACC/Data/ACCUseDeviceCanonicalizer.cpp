//===-- ACCUseDeviceCanonicalizer.cpp - Addresses in HOST_DATA ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An array with a descriptor beside its address, as automatic ones and
/// ASSOCIATE names have, is declared with two results. The clause has the
/// descriptor; calls and sections in the construct get the address, which
/// upstream's pass on data values in regions leaves the host's:
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

/// \p Operand is what \p Construct has for one object.
void useDeviceAddress(acc::HostDataOp Construct, Value Operand) {
  auto Use = Operand.getDefiningOp<acc::UseDeviceOp>();
  auto Declare = Use ? Use.getVar().getDefiningOp<hlfir::DeclareOp>() : nullptr;
  if (!Declare || Use.getVar() != Declare.getResult(0))
    return;
  Value Address = Declare.getResult(1);
  if (isNamed(Construct, Address) ||
      !isa<fir::BaseBoxType>(Operand.getType()) ||
      isa<fir::BaseBoxType>(Address.getType()))
    return;
  Block &Body = Construct.getRegion().front();
  OpBuilder Builder(&Body, Body.begin());
  Value OnDevice =
      fir::BoxAddrOp::create(Builder, Use.getLoc(), Address.getType(), Operand);
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
        useDeviceAddress(Construct, Operand);
    });
  }
};

} // namespace
} // namespace warpfort
