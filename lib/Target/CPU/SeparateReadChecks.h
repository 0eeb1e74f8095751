//===-- SeparateReadChecks.h - Checks of reads, in loops of their own -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For CheckLoops.cpp. A thread's sum goes on from round to round, so that its
// rounds cannot be outside of the loop over threads. If a loop makes no other
// accesses than reads, its checks can: nothing changes what they know before
// the loop ends, and their order does not matter.
//
//     for (t = 0; t < T; ++t)            for (t = 0; t < T; ++t)
//       for (i = t; i < n; i += T)         for (i = t; i < n; i += T)
//         check_access(&x[i/m][i%m])   ->    check_access(&x[i/m][i%m])
//         sum[t] += x[i/m][i%m]          for (t = 0; t < T; ++t)
//                                          for (i = t; i < n; i += T)
//                                            sum[t] += x[i/m][i%m]
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_SEPARATEREADCHECKS_H
#define WARPFORT_LIB_TARGET_CPU_SEPARATEREADCHECKS_H

namespace llvm {
class DominatorTree;
class Loop;
class LoopInfo;
} // namespace llvm

namespace warpfort::cpu {

/// Moves the checks of \p L, which may run before those of other threads, into
/// a loop before it. Null: they are not all of reads, or need what the loop
/// reads.
llvm::Loop *separateReadChecks(llvm::Loop &L, llvm::DominatorTree &DT,
                               llvm::LoopInfo &LI);

} // namespace warpfort::cpu

#endif
