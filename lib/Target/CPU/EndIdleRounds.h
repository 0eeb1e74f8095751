//===-- EndIdleRounds.h - Loops that only begin with work -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See EndIdleRounds.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_ENDIDLEROUNDS_H
#define WARPFORT_LIB_TARGET_CPU_ENDIDLEROUNDS_H

namespace llvm {
class DominatorTree;
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace warpfort::cpu {

/// Has \p L be left after the first round, if no other one does anything, and
/// says whether it is. The loop is none then.
bool endIdleRounds(llvm::Loop &L, llvm::ScalarEvolution &SE,
                   llvm::DominatorTree &DT, llvm::LoopInfo &LI);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_ENDIDLEROUNDS_H
