//===-- CUFHostDescriptors.cpp - Descriptors stay on the host -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's code generation puts each descriptor that it makes of device memory
/// into memory of its own that the device sees, and never gives it back: a
/// call and a leak for every element of a managed array that the host reads.
/// Warpfort passes descriptors to kernels by value, so they belong on the
/// stack like any other. Two passes keep Flang from knowing the memory:
///
///     warpfort-cuf-lower-descriptors, before cuf-convert:
///         cuf.alloc !fir.box<...>, cuf.free  ->  fir.alloca
///         likewise, of records that are a function's result
///
///     warpfort-cuf-hide-device-memory, before code generation:
///         _FortranACUFMemAlloc(...)  ->  warprt_mem_alloc(...)
///         arguments lose cuf.data_attr
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Runtime/CUDA/memory.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFLOWERDESCRIPTORSPASS
#define GEN_PASS_DEF_CUFHIDEDEVICEMEMORYPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

class CUFLowerDescriptors
    : public impl::CUFLowerDescriptorsPassBase<CUFLowerDescriptors> {
public:
  void runOnOperation() override {
    llvm::SmallVector<cuf::AllocOp> Allocs;
    getOperation().walk([&](cuf::AllocOp Op) {
      if (isa<fir::BaseBoxType>(Op.getInType()) || isResult(Op, Op.getResult()))
        Allocs.push_back(Op);
    });
    for (cuf::AllocOp Op : Allocs)
      lower(Op);
  }

private:
  /// Whether this is a function's result, records with device components: the
  /// caller makes room for them on the host.
  static bool isResult(cuf::AllocOp Op, Value V) {
    return isa<fir::RecordType>(fir::unwrapSequenceType(Op.getInType())) &&
           llvm::any_of(V.getUsers(), [&](Operation *User) {
             if (isa<fir::LoadOp>(User))
               return llvm::any_of(User->getUsers(), [](Operation *Next) {
                 return isa<func::ReturnOp>(Next);
               });
             return isa<fir::DeclareOp, fir::ConvertOp>(User) &&
                    isResult(Op, User->getResult(0));
           });
  }
  void lower(cuf::AllocOp Op) {
    for (Operation *User : llvm::make_early_inc_range(Op->getUsers()))
      freeThrough(User);
    fir::FirOpBuilder Builder(Op, fir::getKindMapping(getOperation()));
    llvm::StringRef Name = Op.getBindcName().value_or("");
    Value Storage =
        Op.getShape().empty()
            ? Builder.createTemporary(Op.getLoc(), Op.getInType(), Name)
            : fir::AllocaOp::create(Builder, Op.getLoc(), Op.getInType(), Name,
                                    Op.getTypeparams(), Op.getShape())
                  .getResult();
    Op.getResult().replaceAllUsesWith(
        Builder.createConvert(Op.getLoc(), Op.getType(), Storage));
    Op.erase();
  }

  /// Drops the cuf.free of a descriptor, which names what declares it.
  static void freeThrough(Operation *User) {
    if (isa<cuf::FreeOp>(User)) {
      User->erase();
      return;
    }
    if (isa<fir::DeclareOp, fir::ConvertOp>(User))
      for (Operation *Next : llvm::make_early_inc_range(User->getUsers()))
        freeThrough(Next);
  }
};

class CUFHideDeviceMemory
    : public impl::CUFHideDeviceMemoryPassBase<CUFHideDeviceMemory> {
public:
  void runOnOperation() override {
    ModuleOp Module = getOperation();
    llvm::StringRef Attr = cuf::getDataAttrName();
    for (auto Function : Module.getOps<func::FuncOp>())
      for (unsigned I = 0, E = Function.getNumArguments(); I < E; ++I)
        Function.removeArgAttr(I, Attr);
    auto Allocate =
        Module.lookupSymbol<func::FuncOp>(RTNAME_STRING(CUFMemAlloc));
    if (!Allocate)
      return;
    constexpr llvm::StringLiteral Name = "warprt_mem_alloc";
    if (failed(SymbolTable::replaceAllSymbolUses(
            Allocate, StringAttr::get(&getContext(), Name), Module)))
      return signalPassFailure();
    Allocate.setSymName(Name);
  }
};

} // namespace

} // namespace warpfort
