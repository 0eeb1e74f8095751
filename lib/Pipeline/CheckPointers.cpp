//===-- CheckPointers.cpp - Pointers without a target ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -Mchkptr. The descriptor of a pointer or an allocatable is loaded for all
/// that the program asks of it; what follows its address is a use:
///
///     %box = fir.load %p
///     %null = (fir.box_addr %box) == 0
///     fir.if %null { call warprt_report_pointer(...) }
///     fir.array_coor %box %i
///
/// A use in the loop of an array statement is checked before the loop: there
/// may be no element. An address that a condition alone needs, as that of what
/// a clause with IF names, is checked behind the condition.
///
//===----------------------------------------------------------------------===//
#include "RunTimeChecks.h"
#include "warpfort/Pipeline/Passes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Transforms/Common/DeviceCode.h"
#include "warprt/BoundsCheck.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CHECKPOINTERSPASS
#include "warpfort/Pipeline/Passes.h.inc"

namespace {

/// Procedures of the program, which want data behind a non-pointer argument;
/// those of the run-time library look at descriptors first.
bool isProgramCall(fir::CallOp Call) {
  std::optional<SymbolRefAttr> Callee = Call.getCallee();
  if (!Callee)
    return false;
  auto [Kind, Parts] =
      fir::NameUniquer::deconstruct(Callee->getRootReference().getValue());
  return Kind == fir::NameUniquer::NameKind::PROCEDURE;
}

class PointerChecks {
public:
  PointerChecks(bool IsDevice) : IsDevice(IsDevice) {}
  void check(fir::LoadOp Load);

private:
  void findUses(Value V);
  void addUse(Operation *Op);
  void addCheck(fir::LoadOp Load, Operation *Use, StringRef Name,
                bool IsAllocatable);

  bool IsDevice;
  llvm::SmallVector<Operation *> Uses;
};

/// Of an address that is formed here and used in other blocks only, those uses.
void PointerChecks::addUse(Operation *Op) {
  bool FormsAddress =
      isa<fir::ArrayCoorOp, fir::CoordinateOp, fir::DeclareOp>(Op);
  if (!FormsAddress || llvm::any_of(Op->getUsers(), [&](Operation *User) {
        return User->getBlock() == Op->getBlock();
      }))
    Uses.push_back(Op);
  else
    llvm::for_each(Op->getUsers(), [&](Operation *User) { addUse(User); });
}

/// What follows the address that \p V has.
void PointerChecks::findUses(Value V) {
  for (Operation *User : V.getUsers()) {
    if (auto Address = dyn_cast<fir::BoxAddrOp>(User)) {
      findUses(Address.getResult());
    } else if (auto Convert = dyn_cast<fir::ConvertOp>(User)) {
      if (fir::isa_ref_type(Convert.getType()))
        findUses(Convert.getResult());
    } else if (isa<fir::LoadOp, fir::ArrayCoorOp, fir::CoordinateOp>(User)) {
      if (User->getOperand(0) == V)
        addUse(User);
    } else if (auto Store = dyn_cast<fir::StoreOp>(User)) {
      if (Store.getMemref() == V)
        Uses.push_back(User);
    } else if (auto Section = dyn_cast<fir::ReboxOp>(User)) {
      // An argument, or a section of one: P => P(:) is none.
      if (llvm::any_of(Section->getUsers(), [](Operation *Of) {
            auto Call = dyn_cast<fir::CallOp>(Of);
            return Call && isProgramCall(Call);
          }))
        Uses.push_back(User);
    } else if (auto Call = dyn_cast<fir::CallOp>(User)) {
      if (fir::isa_ref_type(V.getType()) && isProgramCall(Call))
        Uses.push_back(User);
    }
  }
}

/// The outermost loop around \p Use in the block of \p Load, or \p Use.
Operation *placeOfCheck(fir::LoadOp Load, Operation *Use) {
  Operation *Place = Use;
  while (Place->getBlock() != Load->getBlock()) {
    Operation *Around = Place->getParentOp();
    if (!isa<fir::DoLoopOp>(Around))
      return Use;
    Place = Around;
  }
  return Place;
}

void PointerChecks::check(fir::LoadOp Load) {
  auto Box = dyn_cast<fir::BaseBoxType>(Load.getType());
  if (!Box || !isa<fir::PointerType, fir::HeapType>(Box.getEleTy()))
    return;
  std::string Name = nameOfVariable(Load.getMemref());
  if (Name.empty())
    return;
  Uses.clear();
  findUses(Load.getResult());
  // One check serves the whole block that it is in.
  llvm::SmallDenseMap<Block *, Operation *> First;
  for (Operation *Use : Uses) {
    Operation *Place = placeOfCheck(Load, Use);
    Operation *&Known = First[Place->getBlock()];
    if (!Known || Place->isBeforeInBlock(Known))
      Known = Place;
  }
  for (auto [Block, Place] : First)
    addCheck(Load, Place, Name, isa<fir::HeapType>(Box.getEleTy()));
}

void PointerChecks::addCheck(fir::LoadOp Load, Operation *Use, StringRef Name,
                             bool IsAllocatable) {
  auto Function = Use->getParentOfType<func::FuncOp>();
  fir::FirOpBuilder Builder(
      Use, fir::getKindMapping(Function->getParentOfType<ModuleOp>()));
  Location Loc = Load.getLoc();
  Value Address = fir::BoxAddrOp::create(Builder, Loc, Load.getResult());
  Builder.genIfThen(Loc, Builder.genIsNullAddr(Loc, Address))
      .genThen([&] {
        callReport(Builder, Loc, "pointer",
                   AbiFunction<decltype(warprt_report_pointer)>::get(
                       Builder.getContext()),
                   {IsDevice, IsDevice && isKernel(Function)}, Name,
                   {Builder.createIntegerConstant(Loc, Builder.getI32Type(),
                                                  IsAllocatable)});
      })
      .end();
}

struct CheckPointers : impl::CheckPointersPassBase<CheckPointers> {
  using CheckPointersPassBase::CheckPointersPassBase;
  void runOnOperation() override {
    llvm::SmallVector<fir::LoadOp> Loads;
    for (auto Function : getOperation().getOps<func::FuncOp>())
      Function.walk([&](fir::LoadOp Load) { Loads.push_back(Load); });
    PointerChecks Checks(Device);
    for (fir::LoadOp Load : Loads)
      Checks.check(Load);
  }
};

} // namespace

} // namespace warpfort
