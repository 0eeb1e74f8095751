//===-- UnaliasedParameters.h - Data with one name in a kernel --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See UnaliasedParameters.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_COMMON_UNALIASEDPARAMETERS_H
#define WARPFORT_LIB_TRANSFORMS_COMMON_UNALIASEDPARAMETERS_H

#include "flang/Optimizer/Dialect/FIRAttr.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace warpfort {

/// Whether a variable with these attributes may change by another name, or
/// without being named.
bool mayChangeOtherwise(fir::FortranVariableFlagsEnum Attributes);

/// Says of those parameters of \p Kernel, outlined and complete, whose data has
/// no other name there (llvm.noalias). \p HostValues are what the first of its
/// parameters are on the host: addresses, descriptors, or addresses of what is
/// passed by value.
void markUnaliasedParameters(mlir::func::FuncOp Kernel,
                             llvm::ArrayRef<mlir::Value> HostValues);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_COMMON_UNALIASEDPARAMETERS_H
