//===-- OverlappingData.h - Variables that may share memory -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which of the variables that a construct uses may be parts of each other.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_DATA_OVERLAPPINGDATA_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_DATA_OVERLAPPINGDATA_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace warpfort::openacc {

/// Of the entries of one construct, those whose variables may overlap the
/// variable of another.
llvm::SmallVector<mlir::Operation *>
findOverlaps(llvm::ArrayRef<mlir::Operation *> Entries);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_DATA_OVERLAPPINGDATA_H
