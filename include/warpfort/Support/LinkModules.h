//===-- warpfort/Support/LinkModules.h - Linking device code ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The link of modules of device code.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_LINKMODULES_H
#define WARPFORT_SUPPORT_LINKMODULES_H

#include "llvm/ADT/StringSet.h"
#include <functional>
#include <memory>

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Links \p M, which gets \p Program's target, into \p Program, as
/// llvm::Linker::linkModules() does with \p Flags. \p Finish is told the names
/// that were linked. Returns true if that failed; the context has the messages.
bool linkModules(
    llvm::Module &Program, std::unique_ptr<llvm::Module> M, unsigned Flags = 0,
    std::function<void(llvm::Module &, const llvm::StringSet<> &)> Finish = {});

} // namespace warpfort

#endif // WARPFORT_SUPPORT_LINKMODULES_H
