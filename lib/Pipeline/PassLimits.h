//===-- PassLimits.h - Passes that take too long -------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_PASSLIMITS_H
#define WARPFORT_LIB_PIPELINE_PASSLIMITS_H

namespace llvm {
class PassInstrumentationCallbacks;
} // namespace llvm

namespace warpfort {

/// Leaves passes out where their time grows with the square of a function's
/// size, and what they gain does not.
void limitPasses(llvm::PassInstrumentationCallbacks &Callbacks);

} // namespace warpfort

#endif
