//===-- ConstantAssignments.h - Constants to small arrays -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A pass on host code: see ConstantAssignments.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_CONSTANTASSIGNMENTS_H
#define WARPFORT_LIB_PIPELINE_CONSTANTASSIGNMENTS_H

#include "mlir/Pass/Pass.h"
#include <memory>

namespace warpfort {

std::unique_ptr<mlir::Pass> createConstantAssignmentsPass();

} // namespace warpfort

#endif // WARPFORT_LIB_PIPELINE_CONSTANTASSIGNMENTS_H
