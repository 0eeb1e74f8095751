//===-- PredefinedMacros.h - What the preprocessor knows ------ -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The macros that a source finds defined. docs/build-systems.md says why the
/// compiler names itself as it does.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_PREDEFINEDMACROS_H
#define WARPFORT_LIB_PIPELINE_PREDEFINEDMACROS_H

#include "warpfort/Frontend/Frontend.h"
#include "warpfort/Pipeline/Compile.h"

namespace warpfort {

/// Adds the macros for the language of \p Options to \p Frontend, before those
/// of the command line, which may take them back.
void addPredefinedMacros(const CompileOptions &Options,
                         FrontendOptions &Frontend);

} // namespace warpfort
#endif // WARPFORT_LIB_PIPELINE_PREDEFINEDMACROS_H
