//===-- CUFLowerAlloc.cpp - Memory of local device data -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's cuf-convert asks for too little memory for local device data of a
/// host procedure where an array has both constant and other extents, and for
/// characters. Runs before it and lowers what is no descriptor:
///
///     cuf.alloc !fir.array<?x2x!fir.char<1,4>>, %n
///  -> _FortranACUFMemAlloc(max(%n, 0) * 2 * 4, type, file, line)
///
//===----------------------------------------------------------------------===//
#include "TypeSize.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/Runtime/RTBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Optimizer/Support/DataLayout.h"
#include "flang/Runtime/CUDA/common.h"
#include "flang/Runtime/CUDA/memory.h"

using namespace mlir;
using namespace Fortran::runtime::cuda;

namespace warpfort {
namespace {

std::optional<unsigned> memoryType(cuf::DataAttribute Attr) {
  switch (Attr) {
  case cuf::DataAttribute::Device:
  case cuf::DataAttribute::Constant:
    return kMemTypeDevice;
  case cuf::DataAttribute::Managed:
    return kMemTypeManaged;
  case cuf::DataAttribute::Unified:
    return kMemTypeUnified;
  case cuf::DataAttribute::Pinned:
    return kMemTypePinned;
  default:
    return std::nullopt;
  }
}

class CUFLowerAlloc
    : public PassWrapper<CUFLowerAlloc, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CUFLowerAlloc)

  llvm::StringRef getArgument() const override {
    return "warpfort-cuf-lower-alloc";
  }
  llvm::StringRef getDescription() const override {
    return "Lower the allocation of local device data to run-time calls";
  }
  void getDependentDialects(DialectRegistry &Registry) const override {
    Registry.insert<fir::FIROpsDialect, func::FuncDialect>();
  }
  void runOnOperation() override {
    ModuleOp Module = getOperation();
    auto Layout = fir::support::getOrSetMLIRDataLayout(Module, true);
    if (!Layout) {
      Module.emitError("no data layout");
      return signalPassFailure();
    }
    llvm::SmallVector<cuf::AllocOp> Ops;
    Module.walk([&](cuf::AllocOp Op) {
      if (!isa<fir::BaseBoxType>(Op.getInType()))
        Ops.push_back(Op);
    });
    for (cuf::AllocOp Op : Ops)
      if (failed(lower(Op, *Layout)))
        signalPassFailure();
  }

private:
  FailureOr<Value> bytesOf(fir::FirOpBuilder &Builder, cuf::AllocOp Op,
                           const DataLayout &Layout);
  LogicalResult lower(cuf::AllocOp Op, const DataLayout &Layout);
};

FailureOr<Value> CUFLowerAlloc::bytesOf(fir::FirOpBuilder &Builder,
                                        cuf::AllocOp Op,
                                        const DataLayout &Layout) {
  Location Loc = Op.getLoc();
  Type Index = Builder.getIndexType();
  Type Element = fir::unwrapSequenceType(Op.getInType());
  Value Bytes;
  if (auto Text = dyn_cast<fir::CharacterType>(Element);
      Text && Text.hasDynamicLen()) {
    if (Op.getTypeparams().empty())
      return Op.emitError("device data without a known length");
    Bytes = arith::MulIOp::create(
        Builder, Loc, Builder.createConvert(Loc, Index, Op.getTypeparams()[0]),
        Builder.createIntegerConstant(
            Loc, Index,
            Builder.getKindMap().getCharacterBitsize(Text.getFKind()) / 8));
  } else {
    auto Size = sizeOfType(Loc, Element, Layout, Builder.getKindMap());
    if (!Size)
      return Op.emitError("device data of a type without a known size");
    Bytes = Builder.createIntegerConstant(Loc, Index, Size->Bytes);
  }
  auto Array = dyn_cast<fir::SequenceType>(Op.getInType());
  if (!Array)
    return Bytes;
  unsigned Next = 0;
  for (fir::SequenceType::Extent Extent : Array.getShape()) {
    Value Count;
    if (Extent != fir::SequenceType::getUnknownExtent()) {
      Count = Builder.createIntegerConstant(Loc, Index, Extent);
    } else {
      if (Next == Op.getShape().size())
        return Op.emitError("device array without known extents");
      Count = Builder.createConvert(
          Loc, Index, Builder.loadIfRef(Loc, Op.getShape()[Next++]));
      Count = arith::MaxSIOp::create(
          Builder, Loc, Count, Builder.createIntegerConstant(Loc, Index, 0));
    }
    Bytes = arith::MulIOp::create(Builder, Loc, Bytes, Count);
  }
  return Bytes;
}

LogicalResult CUFLowerAlloc::lower(cuf::AllocOp Op, const DataLayout &Layout) {
  Location Loc = Op.getLoc();
  fir::FirOpBuilder Builder(Op, fir::getKindMapping(getOperation()));
  // Shared memory of a host,device procedure has no meaning on the host.
  auto Memory = memoryType(Op.getDataAttr());
  if (!Memory)
    return success();
  FailureOr<Value> Bytes = bytesOf(Builder, Op, Layout);
  if (failed(Bytes))
    return failure();
  auto Fn = fir::runtime::getRuntimeFunc<mkRTKey(CUFMemAlloc)>(Loc, Builder);
  FunctionType Type = Fn.getFunctionType();
  auto Args = fir::runtime::createArguments(
      Builder, Loc, Type, *Bytes,
      Builder.createIntegerConstant(Loc, Builder.getI32Type(), *Memory),
      fir::factory::locationToFilename(Builder, Loc),
      fir::factory::locationToLineNo(Builder, Loc, Type.getInput(3)));
  auto Call = fir::CallOp::create(Builder, Loc, Fn, Args);
  Op.replaceAllUsesWith(
      Builder.createConvert(Loc, Op.getType(), Call.getResult(0)));
  Op.erase();
  return success();
}

} // namespace

std::unique_ptr<Pass> createCUFLowerAllocPass() {
  return std::make_unique<CUFLowerAlloc>();
}

} // namespace warpfort
