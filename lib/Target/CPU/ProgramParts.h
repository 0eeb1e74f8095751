//===-- ProgramParts.h - Large programs in parts ----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's pipeline and code generation, which take most of the time of a device
// link, can do parts of a program at the same time. A function that is called
// only is in every part that calls it, so that it can be inlined; so are
// constants. What must be there once has an owner among the parts: functions
// whose address is taken (kernels among them), and variables.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_PROGRAMPARTS_H
#define WARPFORT_LIB_TARGET_CPU_PROGRAMPARTS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort::cpu {

/// The bitcode of at most \p Parts modules that are \p M together. Symbols that
/// they share become hidden, and unique by \p Symbol behind their names.
std::vector<std::string> splitProgram(llvm::Module &M, unsigned Parts,
                                      llvm::StringRef Symbol);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_PROGRAMPARTS_H
