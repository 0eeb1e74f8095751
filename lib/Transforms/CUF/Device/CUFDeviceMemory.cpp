//===-- CUFDeviceMemory.cpp - Automatic arrays and temporaries ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What has a constant size of a few thousand bytes lies in a thread's local
/// memory, which the compiler reserves. What has not would overflow it: ptxas
/// cannot know how much there must be. It is taken from the device's heap:
///
///     %t = fir.alloca !fir.array<?xf64>, %n
///  -> %p = fir.call @__warpdev_allocate(8 * %n)
///     %t = fir.convert %p
///     ... fir.freemem before every return
///
/// Sizes that fold to constants are constants, whatever the level of
/// optimization.
///
/// Temporaries that Flang allocates with fir.allocmem become such calls, too,
/// where they are not small: the later pass that moves the rest to the stack
/// does not see them.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/CUF/Passes.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/CodeGen/TypeConverter.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Support/DataLayout.h"
#include "flang/Optimizer/Transforms/MemoryUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFDEVICEMEMORYPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

/// Temporaries up to this size lie in local memory.
constexpr uint64_t MostStackBytes = 16 * 1024;

class CUFDeviceMemory : public impl::CUFDeviceMemoryPassBase<CUFDeviceMemory> {
public:
  void runOnOperation() override;
};

/// Sizes of FIR types in bytes.
class HeapPlacer {
public:
  HeapPlacer(ModuleOp Module, const DataLayout &Layout)
      : Module(Module), Layout(Layout),
        Types(Module, /*applyTBAA=*/false, /*forceUnifiedTBAATree=*/false,
              Layout) {}

  /// Null where the size cannot be told.
  Value bytes(fir::FirOpBuilder &Builder, Location Loc, Type T,
              ValueRange Lengths, ValueRange Extents);
  bool isLargeOrVariable(Type T, bool HasOperands);
  Type smallType(Type T, ValueRange Lengths, ValueRange Extents);
  Value allocate(fir::FirOpBuilder &Builder, Location Loc, Value Bytes,
                 Type Result);

  ModuleOp Module;

private:
  std::optional<uint64_t> constantBytes(Type T);

  const DataLayout &Layout;
  fir::LLVMTypeConverter Types;
};

std::optional<uint64_t> HeapPlacer::constantBytes(Type T) {
  if (fir::hasDynamicSize(T))
    return std::nullopt;
  if (auto Sequence = dyn_cast<fir::SequenceType>(T)) {
    std::optional<uint64_t> Element = constantBytes(Sequence.getEleTy());
    if (!Element)
      return std::nullopt;
    return *Element * static_cast<uint64_t>(Sequence.getConstantArraySize());
  }
  return Layout.getTypeSize(Types.convertType(T)).getFixedValue();
}

bool HeapPlacer::isLargeOrVariable(Type T, bool HasOperands) {
  if (HasOperands || fir::hasDynamicSize(T))
    return true;
  auto Bytes = constantBytes(T);
  return !Bytes || *Bytes > MostStackBytes;
}

/// The type with all lengths and extents in it, where these are constants and
/// it is small; else null.
Type HeapPlacer::smallType(Type T, ValueRange Lengths, ValueRange Extents) {
  auto Known = [](Value Size) -> std::optional<int64_t> {
    std::optional<int64_t> Constant = fir::getIntIfConstant(Size);
    return Constant ? std::optional(std::max<int64_t>(*Constant, 0))
                    : std::nullopt;
  };
  Type Element = fir::unwrapSequenceType(T);
  if (!Lengths.empty()) {
    auto Character = dyn_cast<fir::CharacterType>(Element);
    std::optional<int64_t> Length = Known(Lengths.front());
    if (!Character || !Length)
      return {};
    Element =
        fir::CharacterType::get(T.getContext(), Character.getFKind(), *Length);
  }
  Type Result = Element;
  if (auto Sequence = dyn_cast<fir::SequenceType>(T)) {
    if (Sequence.hasUnknownShape())
      return {};
    fir::SequenceType::Shape Shape(Sequence.getShape());
    for (int64_t &Extent : Shape) {
      if (Extent != fir::SequenceType::getUnknownExtent())
        continue;
      std::optional<int64_t> Given =
          Extents.empty() ? std::nullopt : Known(Extents.front());
      if (!Given)
        return {};
      Extent = *Given;
      Extents = Extents.drop_front();
    }
    Result = fir::SequenceType::get(Shape, Element);
  }
  return Extents.empty() && !isLargeOrVariable(Result, /*HasOperands=*/false)
             ? Result
             : Type();
}

/// Gives what \p Op allocates the type that smallType() finds. Returns whether
/// there is one.
template <typename Allocation>
bool makeSmall(HeapPlacer &Placer, Allocation Op) {
  Type Small =
      Placer.smallType(Op.getInType(), Op.getTypeparams(), Op.getShape());
  if (!Small)
    return false;
  OpBuilder Plain(Op);
  fir::FirOpBuilder Builder(Plain, Placer.Module);
  Builder.setInsertionPoint(Op);
  Value Memory = Allocation::create(Builder, Op.getLoc(), Small);
  Op.replaceAllUsesWith(
      Builder.createConvert(Op.getLoc(), Op.getType(), Memory));
  Op.erase();
  return true;
}

Value HeapPlacer::bytes(fir::FirOpBuilder &Builder, Location Loc, Type T,
                        ValueRange Lengths, ValueRange Extents) {
  Type I64 = Builder.getI64Type();
  auto Times = [&](Value A, Value B) -> Value {
    return arith::MulIOp::create(Builder, Loc, A,
                                 Builder.createConvert(Loc, I64, B));
  };
  Type Element = T;
  Value Count = Builder.createIntegerConstant(Loc, I64, 1);
  if (auto Sequence = dyn_cast<fir::SequenceType>(T)) {
    if (Sequence.hasUnknownShape())
      return {};
    Element = Sequence.getEleTy();
    for (int64_t Extent : Sequence.getShape())
      if (Extent != fir::SequenceType::getUnknownExtent())
        Count = Times(Count, Builder.createIntegerConstant(Loc, I64, Extent));
  }
  for (Value Extent : Extents)
    Count = Times(Count, Extent);
  uint64_t Unit;
  if (auto Character = dyn_cast<fir::CharacterType>(Element);
      Character && Character.hasDynamicLen()) {
    if (Lengths.size() != 1)
      return {};
    Count = Times(Count, Lengths.front());
    Unit = Builder.getKindMap().getCharacterBitsize(Character.getFKind()) / 8;
  } else {
    auto Known = constantBytes(Element);
    if (!Known || !Lengths.empty())
      return {};
    Unit = *Known;
  }
  return Times(Count, Builder.createIntegerConstant(Loc, I64, Unit));
}

Value HeapPlacer::allocate(fir::FirOpBuilder &Builder, Location Loc,
                           Value Bytes, Type Result) {
  func::FuncOp Function = Builder.getNamedFunction(WARPDEV_ALLOCATE);
  if (!Function) {
    Type Pointer = fir::LLVMPointerType::get(Builder.getContext(),
                                             Builder.getIntegerType(8));
    Function = Builder.createFunction(Loc, WARPDEV_ALLOCATE,
                                      FunctionType::get(Builder.getContext(),
                                                        {Builder.getI64Type()},
                                                        {Pointer}));
    Function.setPrivate();
  }
  auto Call = fir::CallOp::create(Builder, Loc, Function, ValueRange{Bytes});
  return Builder.createConvert(Loc, Result, Call.getResult(0));
}

/// Temporaries.
void placeTemporaries(HeapPlacer &Placer, func::FuncOp Function) {
  llvm::SmallVector<fir::AllocMemOp> Ops;
  Function.walk([&](fir::AllocMemOp Op) {
    if (Placer.isLargeOrVariable(Op.getInType(),
                                 Op.hasLenParams() || Op.hasShapeOperands()))
      Ops.push_back(Op);
  });
  for (fir::AllocMemOp Op : Ops) {
    if (makeSmall(Placer, Op))
      continue;
    OpBuilder Plain(Op);
    fir::FirOpBuilder Builder(Plain, Placer.Module);
    Builder.setInsertionPoint(Op);
    Value Bytes = Placer.bytes(Builder, Op.getLoc(), Op.getInType(),
                               Op.getTypeparams(), Op.getShape());
    if (!Bytes)
      continue;
    Op.replaceAllUsesWith(
        Placer.allocate(Builder, Op.getLoc(), Bytes, Op.getType()));
    Op.erase();
  }
}

/// Automatic arrays and characters.
void placeAutomatic(HeapPlacer &Placer, func::FuncOp Function) {
  auto MustReplace = [&](fir::AllocaOp Op) {
    return Op.hasLenParams() || Op.hasShapeOperands() ||
           fir::hasDynamicSize(Op.getInType());
  };
  auto Replace = [&](OpBuilder &Plain, fir::AllocaOp Op,
                     bool DominatesReturns) -> Value {
    if (!DominatesReturns)
      return {};
    fir::FirOpBuilder Builder(Plain, Placer.Module);
    Value Bytes = Placer.bytes(Builder, Op.getLoc(), Op.getInType(),
                               Op.getTypeparams(), Op.getShape());
    if (!Bytes)
      return {};
    return Placer.allocate(Builder, Op.getLoc(), Bytes, Op.getType());
  };
  auto Release = [&](Location Loc, OpBuilder &Plain, Value Memory) {
    fir::FirOpBuilder Builder(Plain, Placer.Module);
    Type Heap = fir::HeapType::get(fir::unwrapRefType(Memory.getType()));
    fir::FreeMemOp::create(Builder, Loc,
                           Builder.createConvert(Loc, Heap, Memory));
  };
  llvm::SmallVector<fir::AllocaOp> Ops;
  Function.walk([&](fir::AllocaOp Op) {
    if (MustReplace(Op))
      Ops.push_back(Op);
  });
  for (fir::AllocaOp Op : Ops)
    makeSmall(Placer, Op);
  IRRewriter Rewriter(Function.getContext());
  fir::replaceAllocas(Rewriter, Function, MustReplace, Replace, Release);
}

void CUFDeviceMemory::runOnOperation() {
  ModuleOp Module = getOperation();
  std::optional<DataLayout> Layout =
      fir::support::getOrSetMLIRDataLayout(Module, /*allowDefaultLayout=*/true);
  HeapPlacer Placer(Module, *Layout);
  for (auto Function :
       llvm::make_early_inc_range(Module.getOps<func::FuncOp>()))
    if (!Function.isExternal()) {
      placeTemporaries(Placer, Function);
      placeAutomatic(Placer, Function);
    }
}

} // namespace

} // namespace warpfort
