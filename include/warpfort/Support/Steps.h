//===-- warpfort/Support/Steps.h - Names of steps -------------- -*- C++ -*-==//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What -fdump-after= knows of the steps that change LLVM modules in a link.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_STEPS_H
#define WARPFORT_SUPPORT_STEPS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <functional>

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Called with the name of a step that has been done, and what it has made. Two
/// targets may call it at the same time.
using StepDump = std::function<void(llvm::StringRef, const llvm::Module &)>;

/// Visits steps in their order: the name, and why it stands where it does.
using StepVisitor =
    llvm::function_ref<void(llvm::StringRef Name, llvm::StringRef Reason)>;

} // namespace warpfort
#endif // WARPFORT_SUPPORT_STEPS_H
