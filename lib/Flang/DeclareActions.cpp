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
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace Fortran;
using namespace mlir;

WARPFORT_WRAP(
    void, AttachDeclarePostAllocAction,
    "_ZN7Fortran5lower28attachDeclarePostAllocActionERNS0_"
    "17AbstractConverterERN3fir12FirOpBuilderERKNS_9semantics6SymbolE",
    (lower::AbstractConverter & Converter, fir::FirOpBuilder &Builder,
     const semantics::Symbol &Sym)) {
  // Flang's function finds nothing else in this block.
  Block Alone;
  mlir::Operation *Holder;
  {
    OpBuilder::InsertionGuard Guard(Builder);
    Builder.setInsertionPointToEnd(&Alone);
    Holder = fir::UnreachableOp::create(Builder, Builder.getUnknownLoc());
    realAttachDeclarePostAllocAction(Converter, Builder, Sym);
  }
  llvm::StringRef Action = acc::getDeclareActionAttrName();
  std::prev(Builder.getInsertionPoint())
      ->setAttr(Action, Holder->getAttr(Action));
}
