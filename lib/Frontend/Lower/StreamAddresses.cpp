//===-- StreamAddresses.cpp - Streams behind pointers ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang gives ALLOCATE statements, launches and kernel loops the address that
/// a stream has. That of a pointer's target and that of an allocatable variable
/// have types of their own, which these operations do not take.
///
//===----------------------------------------------------------------------===//
#include "StreamAddresses.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"

namespace warpfort {

using namespace mlir;

static void convert(MutableOperandRange Streams) {
  for (OpOperand &Stream : Streams) {
    Type T = Stream.get().getType();
    if (!isa<fir::PointerType, fir::HeapType>(T))
      continue;
    OpBuilder Builder(Stream.getOwner());
    Stream.set(fir::ConvertOp::create(
        Builder, Stream.getOwner()->getLoc(),
        fir::ReferenceType::get(fir::unwrapRefType(T)), Stream.get()));
  }
}

void convertStreams(ModuleOp Module) {
  Module.walk([](Operation *Op) {
    if (auto Allocate = dyn_cast<cuf::AllocateOp>(Op))
      convert(Allocate.getStreamMutable());
    else if (auto Launch = dyn_cast<cuf::KernelLaunchOp>(Op))
      convert(Launch.getStreamMutable());
    else if (auto Kernel = dyn_cast<cuf::KernelOp>(Op))
      convert(Kernel.getStreamMutable());
  });
}

} // namespace warpfort
