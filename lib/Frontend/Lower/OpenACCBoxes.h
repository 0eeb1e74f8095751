//===-- OpenACCBoxes.h - Objects of a selected type -------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// TYPE IS around compute constructs, and names of pointers' targets.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWER_OPENACCBOXES_H
#define WARPFORT_LIB_FRONTEND_LOWER_OPENACCBOXES_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort {

/// Makes the descriptors that Flang's lowering of OpenACC asks a conversion
/// or an address for, and takes the addresses of characters from theirs.
void makeBoxes(mlir::ModuleOp Module);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LOWER_OPENACCBOXES_H
