//===-- Dependencies.h - What a source depends on ------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -M, -MD and the like: the rule for make that lists the files which a source
// includes and the module files that it uses.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_DEPENDENCIES_H
#define WARPFORT_LIB_DRIVER_DEPENDENCIES_H

#include "warpfort/Driver/Invocation.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warpfort {

/// The files that \p Preprocessed, the output of -E for \p Options, names in
/// its line directives, and the module files that its USE statements name, as
/// far as they exist already. The source is the first.
std::vector<std::string> findDependencies(llvm::StringRef Preprocessed,
                                          const CompileOptions &Options,
                                          bool WithoutOwn);

/// The rule, with lines continued. Without targets in \p Options the target is
/// \p Object.
std::string dependencyRule(llvm::ArrayRef<std::string> Files,
                           const DependencyOptions &Options,
                           llvm::StringRef Object);

} // namespace warpfort
#endif // WARPFORT_LIB_DRIVER_DEPENDENCIES_H
