//===-- KernelDummies.cpp - What Fortran says of kernels' arguments -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fortran 2018, 15.5.2.13: while a procedure runs, what is associated with a
/// dummy argument may be changed only through that dummy, unless it is a
/// target, a pointer, or asynchronous or volatile. This holds for all threads
/// of a kernel, which run one call of it. Whether the kernel does change it is
/// found out when the program is linked (lib/Target/NVPTX/ReadOnlyData.cpp).
///
/// Only kernels that the source has: those made from loops get the variables of
/// the procedure around, one perhaps as several arguments.
///
//===----------------------------------------------------------------------===//
#include "KernelDummies.h"
#include "Transforms/Common/UnaliasedParameters.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Transforms/Common/DeviceCode.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace warpfort {

/// The address of an array or variable, or the descriptor of an assumed-shape
/// array; not of pointers and allocatables.
static bool isPlainData(Type T) {
  if (auto Box = dyn_cast<fir::BoxType>(T))
    return isa<fir::SequenceType>(Box.getEleTy());
  auto Reference = dyn_cast<fir::ReferenceType>(T);
  return Reference && !isa<fir::BaseBoxType>(Reference.getEleTy());
}

void markUnaliasedDummies(func::FuncOp Kernel) {
  if (KernelLoopAttr.isOn(Kernel) || AccKernelAttr.isOn(Kernel))
    return;
  for (BlockArgument Arg : Kernel.getArguments()) {
    if (!isPlainData(Arg.getType()))
      continue;
    bool IsDummy = false, Otherwise = false;
    for (Operation *User : Arg.getUsers()) {
      auto Dummy = dyn_cast<fir::DeclareOp>(User);
      if (!Dummy || Dummy.getMemref() != Arg || !Dummy.getDummyScope())
        continue;
      IsDummy = true;
      if (auto Attributes = Dummy.getFortranAttrs())
        Otherwise |=
            mayChangeOtherwise(*Attributes) ||
            bitEnumContainsAny(*Attributes,
                               fir::FortranVariableFlagsEnum::allocatable);
    }
    if (IsDummy && !Otherwise)
      Kernel.setArgAttr(Arg.getArgNumber(),
                        LLVM::LLVMDialect::getNoAliasAttrName(),
                        UnitAttr::get(Kernel.getContext()));
  }
}

} // namespace warpfort
