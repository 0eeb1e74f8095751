//===-- RecordWaits.cpp - Waits of the host for device records ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A record with the attribute DEVICE and components with attributes is in
/// managed memory, where the host finds the descriptors. What the host does
/// with its other data is a transfer by the program's text, which comes after
/// the kernels before it: the host waits for these.
///
//===----------------------------------------------------------------------===//
#include "RecordWaits.h"
#include "Transforms/CUF/Host/HostCopies.h"
#include "Transforms/Common/FortranRuntime.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Transforms/Common/DeviceCode.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "mlir/Dialect/OpenACCMPCommon/Interfaces/AtomicInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace warpfort {
namespace {

class Waits {
public:
  Waits(const DeviceData &Data, fir::FirOpBuilder &Builder)
      : Data(Data), Builder(Builder) {}

  void insert(Region &Body);

private:
  bool isAccess(Value Address, Type Accessed) const;
  bool accesses(Operation *Op) const;
  bool mayLaunch(Operation *Op) const;

  const DeviceData &Data;
  fir::FirOpBuilder &Builder;
};

/// What the function of Flang's library does; nothing for other calls.
std::optional<RuntimeUse> useOfCall(Operation *Op) {
  auto Call = dyn_cast<fir::CallOp>(Op);
  return Call && Call.getCallee()
             ? runtimeUse(Call.getCallee()->getRootReference())
             : std::nullopt;
}

/// Whether what is in the operation belongs to one expression or assignment.
bool isStatement(Operation *Op) {
  return isa<hlfir::ElementalOp, hlfir::ExactlyOnceOp,
             hlfir::EvaluateInMemoryOp, accomp::AtomicCaptureOpInterface,
             hlfir::OrderedAssignmentTreeOpInterface>(Op);
}

/// An atomic construct of OpenMP or OpenACC, alone or in a capture.
bool isAtomic(Operation *Op) {
  return isa<accomp::AtomicReadOpInterface, accomp::AtomicWriteOpInterface,
             accomp::AtomicUpdateOpInterface>(Op);
}

} // namespace

/// Descriptors of variables are the host's own, and those of allocatable
/// components are no more the device's; but kernels assign pointers.
bool Waits::isAccess(Value Address, Type Accessed) const {
  auto Box = dyn_cast<fir::BaseBoxType>(Accessed);
  if (Box) {
    Value Part = goBack(Address, NameStep | ConversionStep);
    auto Designate = Part.getDefiningOp<hlfir::DesignateOp>();
    if (isa<fir::HeapType>(Box.getEleTy()) || !Designate ||
        !Designate.getComponent())
      return false;
    Address = Designate.getMemref();
  }
  return Data.isInDeviceRecord(Address);
}

bool Waits::accesses(Operation *Op) const {
  if (auto Load = dyn_cast<fir::LoadOp>(Op))
    return isAccess(Load.getMemref(), Load.getType());
  if (auto Store = dyn_cast<fir::StoreOp>(Op))
    return isAccess(Store.getMemref(), Store.getValue().getType());
  if (isa<fir::CallOp>(Op)) {
    // Other procedures wait themselves.
    auto Use = useOfCall(Op);
    if (!Use || *Use == RuntimeUse::Inquires)
      return false;
  } else if (!(isAtomic(Op) ||
               isa_and_nonnull<hlfir::hlfirDialect>(Op->getDialect())) ||
             isa<fir::FortranVariableOpInterface, hlfir::ShapeOfOp,
                 hlfir::GetExtentOp, hlfir::GetLengthOp, hlfir::DestroyOp,
                 hlfir::EndAssociateOp, hlfir::ParentComponentOp>(Op)) {
    return false;
  }
  return llvm::any_of(Op->getOperands(), [&](Value Operand) {
    return Data.isInDeviceRecord(Operand);
  });
}

/// Whether kernels or copies may have been launched behind this that the host
/// has not waited for. Final procedures, defined assignments and transfers are
/// called by the library, and for operations on records.
bool Waits::mayLaunch(Operation *Op) const {
  if (Op->getNumRegions())
    return true;
  if (auto Assign = dyn_cast<hlfir::AssignOp>(Op)) {
    Type Assigned = hlfir::getFortranElementType(Assign.getLhs().getType());
    return Data.isOnDevice(Assign.getLhs()) ||
           !(fir::isa_trivial(Assigned) || isa<fir::CharacterType>(Assigned));
  }
  return !isa<fir::LoadOp, fir::StoreOp, fir::FortranVariableOpInterface>(Op) &&
         !isMemoryEffectFree(Op);
}

void Waits::insert(Region &Body) {
  for (Block &B : Body) {
    bool HasWaited = false;
    for (Operation &Op : B) {
      bool Accesses = accesses(&Op);
      if (isStatement(&Op))
        Op.walk([&](Operation *Inner) { Accesses |= accesses(Inner); });
      else if (!isDeviceConstruct(&Op))
        for (Region &Inner : Op.getRegions())
          insert(Inner);
      if (Accesses && !HasWaited) {
        Builder.setInsertionPoint(&Op);
        waitForDevice(Builder, Op.getLoc());
        HasWaited = true;
      }
      if (mayLaunch(&Op))
        HasWaited = false;
    }
  }
}

void waitForDeviceRecords(const DeviceData &Data, fir::FirOpBuilder &Builder,
                          func::FuncOp Function) {
  Waits(Data, Builder).insert(Function.getBody());
}

} // namespace warpfort
