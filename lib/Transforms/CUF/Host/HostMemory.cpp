//===-- HostMemory.cpp - Local arrays of host procedures ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang puts every local variable of a procedure on the stack, whose 8 MB a
/// few arrays fill. Other compilers have static memory for those of constant
/// size and the heap for automatic arrays; here both go to the heap, so that
/// procedures stay recursive:
///
///     %a = fir.alloca !fir.array<1000000xf64>
///  -> %h = fir.allocmem !fir.array<1000000xf64>
///     %a = fir.convert %h
///     ... fir.freemem before every return
///
/// Small variables stay where they are, unless a procedure has many of them.
///
//===----------------------------------------------------------------------===//
#include "Transforms/Common/TypeSize.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/Support/FIRContext.h"
#include "flang/Optimizer/Support/DataLayout.h"
#include "flang/Optimizer/Transforms/MemoryUtils.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_HOSTMEMORYPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

/// A variable up to this size lies on the stack ...
constexpr uint64_t MostBytes = 64 * 1024;
/// ... and all those of a procedure if they have no more together; else only
/// the smallest.
constexpr uint64_t MostBytesOfAll = 512 * 1024;
constexpr uint64_t FewBytes = 1024;

class HostMemory : public impl::HostMemoryPassBase<HostMemory> {
public:
  using HostMemoryPassBase::HostMemoryPassBase;
  void runOnOperation() override;
};

bool isAutomaticArray(fir::AllocaOp Op) {
  return Op.isDynamic() && isa<fir::SequenceType>(Op.getInType());
}

void HostMemory::runOnOperation() {
  ModuleOp Module = getOperation();
  std::optional<DataLayout> Layout =
      fir::support::getOrSetMLIRDataLayout(Module, /*allowDefaultLayout=*/true);
  fir::KindMapping Kinds = fir::getKindMapping(Module);
  auto Bytes = [&](fir::AllocaOp Op) -> uint64_t {
    if (Op.isDynamic() ||
        !isa<fir::SequenceType, fir::RecordType, fir::CharacterType>(
            Op.getInType()))
      return 0;
    auto Size = sizeOfType(Op.getLoc(), Op.getInType(), *Layout, Kinds);
    return Size ? Size->Bytes : 0;
  };
  auto Allocate = [](OpBuilder &Builder, fir::AllocaOp Op, bool) -> Value {
    return fir::AllocMemOp::create(
        Builder, Op.getLoc(), Op.getInType(), Op.getUniqName().value_or(""),
        Op.getBindcName().value_or(""), Op.getTypeparams(), Op.getShape());
  };
  auto Release = [](Location Loc, OpBuilder &Builder, Value Memory) {
    fir::FreeMemOp::create(Builder, Loc, Memory);
  };
  for (auto Function : Module.getOps<func::FuncOp>()) {
    uint64_t Most = MostBytes, Sum = 0;
    Function.walk([&](fir::AllocaOp Op) {
      if (uint64_t Size = Bytes(Op); Size <= MostBytes)
        Sum += Size;
    });
    if (Sum > MostBytesOfAll)
      Most = FewBytes;
    auto IsLarge = [&](fir::AllocaOp Op) {
      return isAutomaticArray(Op) ? !StackArrays : Bytes(Op) > Most;
    };
    IRRewriter Rewriter(Module.getContext());
    fir::replaceAllocas(Rewriter, Function, IsLarge, Allocate, Release);
  }
}

} // namespace

} // namespace warpfort
