//===-- UnaliasedArguments.h - Data of different arguments ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See UnaliasedArguments.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_UNALIASEDARGUMENTS_H
#define WARPFORT_LIB_TARGET_CPU_UNALIASEDARGUMENTS_H

namespace warpfort::cpu {

struct KernelBody;

/// Says of loads and stores through different arguments of \p K that they do
/// not meet, as far as the arguments are known to be unaliased.
void setArgumentsApart(KernelBody &K);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_UNALIASEDARGUMENTS_H
