//===-- FaultPasses.h - Where a pass went wrong -----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a report of a fault knows of the passes: each one that runs is noted,
/// with the procedure that it works on. And a pass that goes wrong on purpose,
/// for tests.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_FAULTPASSES_H
#define WARPFORT_LIB_PIPELINE_FAULTPASSES_H

#include "mlir/Pass/PassInstrumentation.h"
#include <memory>

namespace warpfort {

std::unique_ptr<mlir::PassInstrumentation> createStepNotes();

} // namespace warpfort

#endif // WARPFORT_LIB_PIPELINE_FAULTPASSES_H
