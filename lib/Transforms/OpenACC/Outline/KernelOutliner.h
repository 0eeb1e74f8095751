//===-- KernelOutliner.h - The kernel of some operations --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_OUTLINE_KERNELOUTLINER_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_OUTLINE_KERNELOUTLINER_H

#include "warpfort/Support/TripCountMode.h"

#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace warpfort::openacc {

/// Makes the kernel \p Name of some operations of one block of a construct and
/// launches it before \p Before, which is the construct or in a loop that the
/// host runs. Reports what a kernel cannot have.
mlir::LogicalResult outlineKernel(mlir::ModuleOp Module,
                                  mlir::Operation *Construct,
                                  llvm::ArrayRef<mlir::Operation *> Ops,
                                  mlir::Operation *Before, std::string Name,
                                  const TripCountMode &TripCounts);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_OUTLINE_KERNELOUTLINER_H
