//===-- JoinRounds.h - Rounds of trees without barriers --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In launches whose blocks are one row of threads, rounds of a tree in shared
// memory that stay within small pieces of it are done piece by piece.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_JOINROUNDS_H
#define WARPFORT_LIB_TARGET_CPU_JOINROUNDS_H

#include "KernelBody.h"

namespace warpfort::cpu {

/// Joins such rounds of \p K, which is the code for such launches. False if
/// there are none.
bool joinRounds(KernelBody &K);

/// Whether \p Region is rounds that have been joined: its values stay in
/// registers thread by thread, where vectors would gather them.
bool hasJoinedRounds(const llvm::Function &Region);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_JOINROUNDS_H
