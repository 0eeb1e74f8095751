//===-- HostEntries.h - Registration entries of a host module ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Adds to a host module what the runtime must know of the kernels and device
/// variables that the source file defines (abi/warprt/Image.h).
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_HOSTENTRIES_H
#define WARPFORT_LIB_PIPELINE_HOSTENTRIES_H

#include "warpfort/Transforms/CUF/Passes.h"

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

void addHostEntries(llvm::Module &Host, const llvm::Module &Device,
                    const DevicePart &Part);

} // namespace warpfort

#endif // WARPFORT_LIB_PIPELINE_HOSTENTRIES_H
