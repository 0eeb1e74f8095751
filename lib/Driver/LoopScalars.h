//===-- LoopScalars.h - Scalars of kernel loops across files ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LoopScalars.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_LOOPSCALARS_H
#define WARPFORT_LIB_DRIVER_LOOPSCALARS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Checks the scalars that kernel loops marked for it and removes the marks.
/// \p Warn gets warnings.
llvm::Error
checkLoopScalars(llvm::Module &Program,
                 llvm::function_ref<void(const std::string &)> Warn);

} // namespace warpfort
#endif // WARPFORT_LIB_DRIVER_LOOPSCALARS_H
