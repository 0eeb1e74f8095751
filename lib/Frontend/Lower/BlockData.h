//===-- BlockData.h - declare directives of BLOCK constructs ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See BlockData.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWER_BLOCKDATA_H
#define WARPFORT_LIB_FRONTEND_LOWER_BLOCKDATA_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort {

/// Ends the data of a BLOCK construct's DECLARE directives where control leaves
/// the construct.
void endBlockData(mlir::ModuleOp Module);

} // namespace warpfort

#endif
