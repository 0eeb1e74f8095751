//===-- DeclareActions.cpp - ALLOCATE of declared variables ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang says that ALLOCATE makes data on the device by an attribute of the last
// operation of the block, which it takes for the store of the descriptor. In a
// construct the block has its end already:
//
//     !$acc declare create(r)
//     !$acc data create(w)
//     allocate (r(n))          ! acc.terminator {acc.declare_action = ...}
//
// The attribute belongs to the operation before what is built next.
//
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"

#include "flang/Lower/OpenACC.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace Fortran;
using namespace mlir;

/// AllocationChecks.cpp looks behind the store of the descriptor whether there
/// is memory.
static Operation &allocationBefore(Block &Here, Block::iterator Next) {
  Block::iterator At = std::prev(Next);
  if (isa<fir::IfOp>(*At))
    while (At != Here.begin() && !isa<fir::StoreOp>(*At))
      --At;
  return *At;
}

WARPFORT_WRAP(
    void, AttachDeclarePostAllocAction,
    "_ZN7Fortran5lower28attachDeclarePostAllocActionERNS0_"
    "17AbstractConverterERN3fir12FirOpBuilderERKNS_9semantics6SymbolE",
    (lower::AbstractConverter & Converter, fir::FirOpBuilder &Builder,
     const semantics::Symbol &Sym)) {
  Block *Here = Builder.getBlock();
  Block::iterator Next = Builder.getInsertionPoint();
  if (Here->empty() || Next == Here->begin())
    return realAttachDeclarePostAllocAction(Converter, Builder, Sym);
  llvm::StringRef Action = acc::getDeclareActionAttrName();
  // Which is not that of a fir.if.
  Operation *Last = &Here->back();
  if (isa<fir::ResultOp>(Last))
    Last = Last->getPrevNode();
  Attribute Own = Last->removeAttr(Action);
  realAttachDeclarePostAllocAction(Converter, Builder, Sym);
  Attribute New = Last->removeAttr(Action);
  if (Own)
    Last->setAttr(Action, Own);
  if (New)
    allocationBefore(*Here, Next).setAttr(Action, New);
}
