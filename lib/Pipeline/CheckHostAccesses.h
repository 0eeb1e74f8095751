//===-- CheckHostAccesses.h - Host code that is checked ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -gpu=check for host code: races with work that it has not waited for.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_CHECKHOSTACCESSES_H
#define WARPFORT_LIB_PIPELINE_CHECKHOSTACCESSES_H

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Puts a call of the runtime (warprt/CpuCheck.h) before each access to memory
/// that device code may see, for as long as there is work of the device that
/// the host has not waited for. Accesses have lines and names of variables
/// (lib/Target/Common/VariableScopes.h), which are not needed afterwards.
void checkHostAccesses(llvm::Module &Host);

} // namespace warpfort

#endif // WARPFORT_LIB_PIPELINE_CHECKHOSTACCESSES_H
