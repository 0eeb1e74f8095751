//===-- HalfReductions.h - Transformational functions of REAL(2) -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A pass on host code that does in kind 4 what Flang's run-time library lacks.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_HALFREDUCTIONS_H
#define WARPFORT_LIB_PIPELINE_HALFREDUCTIONS_H

#include "mlir/Pass/Pass.h"
#include <memory>

namespace warpfort {

std::unique_ptr<mlir::Pass> createHalfReductionsPass();

} // namespace warpfort

#endif // WARPFORT_LIB_PIPELINE_HALFREDUCTIONS_H
