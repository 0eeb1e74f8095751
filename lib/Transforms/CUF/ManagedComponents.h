//===-- ManagedComponents.h - Copies of managed components ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's run-time library assigns whole records, and knows nothing of the
/// attributes of their components:
///
///     x = y; allocate (z, source=y)
///
/// Behind that warprt_place_components moves the components that it has
/// allocated in ordinary memory to what their attributes say.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_MANAGEDCOMPONENTS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_MANAGEDCOMPONENTS_H

#include "mlir/IR/BuiltinOps.h"

namespace warpfort {

void placeManagedComponents(mlir::ModuleOp Module);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_MANAGEDCOMPONENTS_H
