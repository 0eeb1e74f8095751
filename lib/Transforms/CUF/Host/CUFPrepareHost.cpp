//===-- CUFPrepareHost.cpp - What cuf-convert takes for granted -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs before Flang's cuf-convert on host code, for what that gets wrong:
///
///   - Nothing tells the descriptor of an allocatable or pointer component
///     which memory its attribute means. Before each cuf.allocate,
///     warprt_set_allocator(box, allocator) says it.
///
///   - A character is taken for one byte, whatever its length. Transfers of
///     characters get descriptors, which have the length.
///
///         cuf.data_transfer %a to %b : !fir.ref<!fir.char<1,4>>, ...
///      -> cuf.data_transfer (fir.embox %a) to (fir.embox %b)
///
///   - Device variables of types with default values are initialized by the
///     host where they begin to exist, and what their components allocated is
///     freed by it where they end. The values are transferred
///     (warprt_initialize for arrays); the components are device code's.
///
///   - Copies of managed components are in the host's memory: see
///     ManagedComponents.h.
///
///   - A procedure without an explicit interface may get device data (MPI's
///     choice buffers) and read them at once: what the default stream does to
///     them comes first.
///
//===----------------------------------------------------------------------===//
#include "HostCopies.h"
#include "ManagedComponents.h"
#include "Transforms/Common/DeviceData.h"
#include "warpfort/IR/Values.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Runtime/allocator-registry-consts.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFPREPAREHOSTPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

std::optional<int64_t> allocatorOf(cuf::DataAttribute Attr) {
  switch (Attr) {
  case cuf::DataAttribute::Device:
    return kDeviceAllocatorPos;
  case cuf::DataAttribute::Managed:
    return kManagedAllocatorPos;
  case cuf::DataAttribute::Unified:
    return kUnifiedAllocatorPos;
  case cuf::DataAttribute::Pinned:
    return kPinnedAllocatorPos;
  default:
    return std::nullopt;
  }
}

/// Whether a Fortran procedure whose code is not here gets device data for a
/// dummy argument that nothing says to be such.
bool takesDeviceDataUnawares(fir::CallOp Call, const DeviceData &Data) {
  auto Callee = Call.getCallee();
  if (!Callee || !Callee->getRootReference().getValue().starts_with("_QP"))
    return false;
  auto Function = Call->getParentOfType<ModuleOp>().lookupSymbol<func::FuncOp>(
      Callee->getRootReference());
  if (!Function || !Function.isExternal())
    return false;
  for (auto [I, Argument] : llvm::enumerate(Call.getArgs()))
    if (I < Function.getNumArguments() &&
        !Function.getArgAttr(I, cuf::getDataAttrName()) &&
        Data.isDeviceOnly(Argument))
      return true;
  return false;
}

/// Whether the call is one of Flang's runtime for an object that is device
/// data.
bool treatsDeviceData(fir::CallOp Call, llvm::StringRef Name,
                      const DeviceData &Data) {
  auto Callee = Call.getCallee();
  return Callee && Callee->getRootReference() == Name &&
         Data.isDeviceOnly(Call.getArgs().front());
}

class CUFPrepareHost : public impl::CUFPrepareHostPassBase<CUFPrepareHost> {
public:
  void runOnOperation() override {
    llvm::SmallVector<cuf::AllocateOp> Allocations;
    llvm::SmallVector<cuf::DataTransferOp> Transfers;
    llvm::SmallVector<fir::CallOp> Calls, Initializations, Destructions;
    llvm::SmallVector<fir::CopyOp> Copies;
    if (failed(placeManagedComponents(getOperation())))
      return signalPassFailure();
    DeviceData Data(getOperation());
    getOperation().walk([&](func::FuncOp Function) {
      Function.walk([&](Operation *Op) {
        if (auto Allocate = dyn_cast<cuf::AllocateOp>(Op))
          Allocations.push_back(Allocate);
        else if (auto Transfer = dyn_cast<cuf::DataTransferOp>(Op))
          Transfers.push_back(Transfer);
        else if (auto Call = isa<fir::CallOp>(Op) && isHostCode(Op)
                                 ? cast<fir::CallOp>(Op)
                                 : fir::CallOp();
                 Call && takesDeviceDataUnawares(Call, Data))
          Calls.push_back(Call);
        else if (Call && treatsDeviceData(Call, "_FortranAInitialize", Data))
          Initializations.push_back(Call);
        else if (Call && treatsDeviceData(Call, "_FortranADestroy", Data))
          Destructions.push_back(Call);
        else if (auto Copy = dyn_cast<fir::CopyOp>(Op);
                 Copy && isHostCode(Op) &&
                 Data.isDeviceOnly(Copy.getDestination()) &&
                 !Data.isDeviceOnly(Copy.getSource()))
          Copies.push_back(Copy);
      });
    });
    for (cuf::AllocateOp Op : Allocations)
      setAllocator(Op);
    for (fir::CallOp Call : Destructions)
      Call.erase();
    for (fir::CopyOp Copy : Copies)
      Transfers.push_back(transfer(Copy));
    for (fir::CallOp Call : Initializations)
      initializeOnDevice(Call);
    for (fir::CallOp Call : Calls) {
      fir::FirOpBuilder Builder(Call, fir::getKindMapping(getOperation()));
      waitForDevice(Builder, Call.getLoc());
    }
    for (cuf::DataTransferOp Op : Transfers) {
      widenLogical(Op);
      if (failed(boxCharacters(Op)))
        signalPassFailure();
    }
  }

private:
  void setAllocator(cuf::AllocateOp Op);
  cuf::DataTransferOp transfer(fir::CopyOp Copy);
  void initializeOnDevice(fir::CallOp Call);
  FailureOr<Value> box(fir::FirOpBuilder &Builder, cuf::DataTransferOp Op,
                       Value V);
  void widenLogical(cuf::DataTransferOp Op);
  LogicalResult boxCharacters(cuf::DataTransferOp Op);
};

/// The constant that a device scalar begins with is the host's.
cuf::DataTransferOp CUFPrepareHost::transfer(fir::CopyOp Copy) {
  OpBuilder Builder(Copy);
  auto Transfer = cuf::DataTransferOp::create(
      Builder, Copy.getLoc(), Copy.getSource(), Copy.getDestination(),
      /*shape=*/Value(),
      cuf::DataTransferKindAttr::get(&getContext(),
                                     cuf::DataTransferKind::HostDevice));
  Copy.erase();
  return Transfer;
}

void CUFPrepareHost::initializeOnDevice(fir::CallOp Call) {
  fir::FirOpBuilder Builder(Call, fir::getKindMapping(getOperation()));
  Location Loc = Call.getLoc();
  llvm::SmallVector<Value> Args(Call.getArgs());
  Value Box = Args.front();
  // With its dimensions and type.
  Box = withoutConversions(Box);
  Args.front() = Builder.createTemporary(Loc, Box.getType());
  fir::StoreOp::create(Builder, Loc, Box, Args.front());
  callRuntime(Builder, Loc,
              WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_initialize), Args);
  Call.erase();
}

void CUFPrepareHost::setAllocator(cuf::AllocateOp Op) {
  // Memory of the host is allocated so if SOURCE= is device data.
  if (!Op.getDataAttrAttr())
    return;
  auto Allocator = allocatorOf(Op.getDataAttrAttr().getValue());
  if (!Allocator)
    return;
  Location Loc = Op.getLoc();
  fir::FirOpBuilder Builder(Op, fir::getKindMapping(getOperation()));
  callRuntime(Builder, Loc,
              WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_set_allocator),
              {Op.getBox(), Builder.createIntegerConstant(
                                Loc, Builder.getI32Type(), *Allocator)});
}

/// Flang drops the conversion of a truth value to the kind of an element, and
/// would then copy as many bytes as that has from where there is one.
void CUFPrepareHost::widenLogical(cuf::DataTransferOp Op) {
  Type To = fir::unwrapRefType(Op.getDst().getType());
  if (!Op.getSrc().getType().isInteger(1) || !isa<fir::LogicalType>(To))
    return;
  Location Loc = Op.getLoc();
  fir::FirOpBuilder Builder(Op, fir::getKindMapping(getOperation()));
  Value Copy = Builder.createTemporary(Loc, To);
  fir::StoreOp::create(Builder, Loc,
                       Builder.createConvert(Loc, To, Op.getSrc()), Copy);
  Op.getSrcMutable().assign(Copy);
}

/// The type of characters that lie at an address; null for other values.
fir::CharacterType charactersAt(Value V) {
  Type At = fir::dyn_cast_ptrOrBoxEleTy(V.getType());
  if (auto Text = dyn_cast<fir::BoxCharType>(V.getType()))
    return cast<fir::CharacterType>(Text.getEleTy());
  if (!At || isa<fir::BaseBoxType>(V.getType()) || isa<fir::BaseBoxType>(At))
    return {};
  return dyn_cast<fir::CharacterType>(fir::unwrapSequenceType(At));
}

FailureOr<Value> CUFPrepareHost::box(fir::FirOpBuilder &Builder,
                                     cuf::DataTransferOp Op, Value V) {
  fir::CharacterType Text = charactersAt(V);
  if (!Text)
    return V;
  Location Loc = Op.getLoc();
  llvm::SmallVector<Value> Lengths;
  Value Address = V, Shape;
  auto Declare = V.getDefiningOp<fir::DeclareOp>();
  if (auto Pair = dyn_cast<fir::BoxCharType>(V.getType())) {
    auto Parts = fir::UnboxCharOp::create(Builder, Loc,
                                          Builder.getRefType(Pair.getEleTy()),
                                          Builder.getCharacterLengthType(), V);
    Address = Parts.getResult(0);
    if (Text.hasDynamicLen())
      Lengths.push_back(Parts.getResult(1));
  } else if (Text.hasDynamicLen()) {
    if (Declare && !Declare.getTypeparams().empty())
      Lengths.push_back(Declare.getTypeparams()[0]);
    else
      return emitUserError(Op, "transfer of characters without a known length");
  }
  Type Element = fir::unwrapRefType(Address.getType());
  if (auto Array = dyn_cast<fir::SequenceType>(Element)) {
    Shape = Declare ? Declare.getShape() : Value();
    if (!Shape && !Array.hasDynamicExtents()) {
      llvm::SmallVector<Value> Extents;
      for (fir::SequenceType::Extent Extent : Array.getShape())
        Extents.push_back(
            Builder.createIntegerConstant(Loc, Builder.getIndexType(), Extent));
      Shape = fir::ShapeOp::create(Builder, Loc, Extents);
    }
    if (!Shape)
      Shape = Op.getShape();
    if (!Shape)
      return emitUserError(Op, "transfer of characters without a known shape");
  }
  return fir::EmboxOp::create(Builder, Loc, fir::BoxType::get(Element), Address,
                              Shape, /*slice=*/Value(), Lengths)
      .getResult();
}

LogicalResult CUFPrepareHost::boxCharacters(cuf::DataTransferOp Op) {
  if (!charactersAt(Op.getSrc()) && !charactersAt(Op.getDst()))
    return success();
  fir::FirOpBuilder Builder(Op, fir::getKindMapping(getOperation()));
  FailureOr<Value> Src = box(Builder, Op, Op.getSrc());
  FailureOr<Value> Dst = box(Builder, Op, Op.getDst());
  if (failed(Src) || failed(Dst))
    return failure();
  cuf::DataTransferOp::create(Builder, Op.getLoc(), *Src, *Dst, Value(),
                              Op.getTransferKindAttr());
  Op.erase();
  return success();
}

} // namespace

} // namespace warpfort
