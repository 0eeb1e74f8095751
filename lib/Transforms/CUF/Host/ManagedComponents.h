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
/// allocated in ordinary memory to what their attributes say. Results of
/// functions that are such records are freed where they were allocated.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOST_MANAGEDCOMPONENTS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOST_MANAGEDCOMPONENTS_H

#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace warpfort {

/// A text for the runtime: "\ntype%component=3" for each component of the type,
/// or of those that it owns, that the host shares with the device, with Flang's
/// number for the memory.
std::string sharedComponents(mlir::ModuleOp Module, fir::RecordType Type);

/// An error where it copies components in device memory (RecordAssignments.h).
mlir::LogicalResult placeManagedComponents(mlir::ModuleOp Module);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOST_MANAGEDCOMPONENTS_H
