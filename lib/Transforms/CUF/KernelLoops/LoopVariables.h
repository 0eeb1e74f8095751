//===-- LoopVariables.h - Managed variables of loops ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_LOOPVARIABLES_H
#define WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_LOOPVARIABLES_H

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"

namespace warpfort {

/// The index that \p Store gives a variable: an argument of a block, null if
/// it stores another value.
mlir::BlockArgument indexStored(fir::StoreOp Store);

/// Gives the loops of \p Kernel, and the loops in its body, host variables of
/// their own for loop variables in managed memory, which all iterations would
/// share. After the kernel loop the managed variable gets the value of the
/// other.
void privatizeLoopVariables(cuf::KernelOp Kernel);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_LOOPVARIABLES_H
