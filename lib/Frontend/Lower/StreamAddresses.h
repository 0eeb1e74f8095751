//===-- StreamAddresses.h - Streams behind pointers -------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See StreamAddresses.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWER_STREAMADDRESSES_H
#define WARPFORT_LIB_FRONTEND_LOWER_STREAMADDRESSES_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort {

/// Gives the operations of CUDA Fortran the address of a stream as a reference.
void convertStreams(mlir::ModuleOp Module);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LOWER_STREAMADDRESSES_H
