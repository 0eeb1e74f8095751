//===-- ExpandLaunches.h - Launches in device code --------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ExpandLaunches.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_EXPANDLAUNCHES_H
#define WARPFORT_LIB_DRIVER_EXPANDLAUNCHES_H

#include "warpfort/Driver/NestedLaunches.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <string>

namespace llvm {
class GlobalValue;
class Module;
} // namespace llvm

namespace warpfort {

/// Expands the launches in the code of a device program. \p DescribeUser says
/// who uses a value. \p Note, if set, is told of launches that \p Options
/// cannot be applied to.
llvm::Error expandDeviceLaunches(
    llvm::Module &Program, const NestedLaunchOptions &Options,
    const std::function<void(const std::string &)> &Note,
    llvm::function_ref<std::string(const llvm::GlobalValue &)> DescribeUser);

} // namespace warpfort

#endif
