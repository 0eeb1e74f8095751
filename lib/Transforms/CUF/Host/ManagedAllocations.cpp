//===-- ManagedAllocations.cpp - Managed memory for the host's variables --===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With -gpu=managed and -stdpar what host code allocates is managed memory.
/// That is a property of the memory, not of the variable, so that variables,
/// dummy arguments and results have the same types with the option and without
/// it, and memory may pass from one to another:
///
///     %a = fir.allocmem T, %n {fir.must_be_heap = true}
///  -> %a = warprt_allocate_managed(bytes of n T, file, line)
///
///     _FortranAAssign(allocatable, ...)
///  -> warprt_manage_allocations(1); _FortranAAssign(...);
///     warprt_manage_allocations(0)
///
/// Deallocation stays as it is: free() takes managed memory
/// (runtime/fortran/FortranHooks.cpp). Temporaries are ordinary memory, and so
/// are characters of deferred length, which device code does not have.
///
//===----------------------------------------------------------------------===//
#include "Transforms/Common/TypeSize.h"
#include "warpfort/IR/Values.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Optimizer/HLFIR/HLFIRDialect.h"
#include "flang/Optimizer/Support/DataLayout.h"
#include "flang/Runtime/entry-names.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_MANAGEDALLOCATIONSPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

bool isOfDeferredLength(Type Element) {
  auto Text = dyn_cast<fir::CharacterType>(Element);
  return Text && Text.hasDynamicLen();
}

/// Whether the call makes Flang's runtime allocate memory for a variable or for
/// its components; those of temporaries may become a variable's.
bool allocates(fir::CallOp Call) {
  if (!Call.getCallee() || Call.getArgs().empty())
    return false;
  llvm::StringRef Callee = Call.getCallee()->getRootReference().getValue();
  bool OfVariable = llvm::is_contained(
      {RTNAME_STRING(AllocatableAllocate),
       RTNAME_STRING(AllocatableAllocateSource), RTNAME_STRING(PointerAllocate),
       RTNAME_STRING(PointerAllocateSource), RTNAME_STRING(Assign),
       RTNAME_STRING(AssignPolymorphic),
       RTNAME_STRING(AssignExplicitLengthCharacter),
       RTNAME_STRING(CopyOutAssign)},
      Callee);
  if (!OfVariable && Callee != RTNAME_STRING(AssignTemporary) &&
      Callee != RTNAME_STRING(CopyInAssign))
    return false;
  Value Descriptor = withoutConversions(Call.getArgs().front());
  auto Box =
      dyn_cast<fir::BaseBoxType>(fir::unwrapRefType(Descriptor.getType()));
  if (!Box || isa<fir::ClassType>(Box))
    return true;
  Type Element = hlfir::getFortranElementType(Box);
  if (OfVariable && isa<fir::HeapType, fir::PointerType>(Box.getEleTy()))
    return !isOfDeferredLength(Element);
  return fir::isRecordWithAllocatableMember(Element);
}

class ManagedAllocations
    : public impl::ManagedAllocationsPassBase<ManagedAllocations> {
public:
  void runOnOperation() override {
    ModuleOp Module = getOperation();
    auto Layout = fir::support::getOrSetMLIRDataLayout(Module, true);
    llvm::SmallVector<fir::AllocMemOp> Allocations;
    llvm::SmallVector<fir::CallOp> Calls;
    Module.walk([&](Operation *Op) {
      if (auto Allocation = dyn_cast<fir::AllocMemOp>(Op);
          Allocation && isOfVariable(Allocation))
        Allocations.push_back(Allocation);
      else if (auto Call = dyn_cast<fir::CallOp>(Op); Call && allocates(Call))
        Calls.push_back(Call);
    });
    SymbolTable Symbols(Module);
    for (fir::AllocMemOp Allocation : Allocations)
      if (failed(manage(Allocation, *Layout, Symbols)))
        signalPassFailure();
    for (fir::CallOp Call : Calls)
      manage(Call, Symbols);
  }

private:
  /// Temporaries may become variables on the stack, what ALLOCATE gives may
  /// not.
  static bool isOfVariable(fir::AllocMemOp Op) {
    auto MustBeHeap =
        Op->getAttrOfType<BoolAttr>(fir::MustBeHeapAttr::getAttrName());
    return MustBeHeap && MustBeHeap.getValue() &&
           !isOfDeferredLength(fir::unwrapSequenceType(Op.getInType()));
  }
  LogicalResult manage(fir::AllocMemOp Op, const DataLayout &Layout,
                       SymbolTable &Symbols);
  void manage(fir::CallOp Call, SymbolTable &Symbols);
};

LogicalResult ManagedAllocations::manage(fir::AllocMemOp Op,
                                         const DataLayout &Layout,
                                         SymbolTable &Symbols) {
  Location Loc = Op.getLoc();
  fir::FirOpBuilder Builder(Op, fir::getKindMapping(getOperation()), &Symbols);
  FailureOr<Value> Bytes = computeSize(
      Builder, Op, Op.getInType(), Op.getTypeparams(), Op.getShape(), Layout);
  if (failed(Bytes))
    return failure();
  auto Call = callRuntime(
      Builder, Loc,
      WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_allocate_managed),
      {*Bytes, fir::factory::locationToFilename(Builder, Loc),
       fir::factory::locationToLineNo(Builder, Loc, Builder.getI32Type())});
  Op.replaceAllUsesWith(
      Builder.createConvert(Loc, Op.getType(), Call.getResult(0)));
  Op.erase();
  return success();
}

void ManagedAllocations::manage(fir::CallOp Call, SymbolTable &Symbols) {
  Location Loc = Call.getLoc();
  fir::FirOpBuilder Builder(Call, fir::getKindMapping(getOperation()),
                            &Symbols);
  func::FuncOp Manage =
      WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_manage_allocations);
  auto Switch = [&](int64_t On) {
    callRuntime(Builder, Loc, Manage,
                {Builder.createIntegerConstant(Loc, Builder.getI32Type(), On)});
  };
  Switch(1);
  Builder.setInsertionPointAfter(Call);
  Switch(0);
}

} // namespace

} // namespace warpfort
