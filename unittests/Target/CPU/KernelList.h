/*===-- KernelList.h - The test kernels ------------------------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * X(name): one line a kernel of Kernels.c.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPFORT_UNITTESTS_TARGET_CPU_KERNELLIST_H
#define WARPFORT_UNITTESTS_TARGET_CPU_KERNELLIST_H

/* All have this signature; `out` has one element a thread of the grid. */
#define TEST_KERNEL_PARAMS int *out, const int *in, double *reals, int n

#define TEST_KERNELS(X)                                                        \
  X(indices)                                                                   \
  X(guarded)                                                                   \
  X(guards)                                                                    \
  X(guardsWithSteps)                                                           \
  X(guardThatWraps)                                                            \
  X(sumsOfIndices)                                                             \
  X(differencesOfIndices)                                                      \
  X(privateArray)                                                              \
  X(loopAlongColumns)                                                          \
  X(marchingFromOwnRow)                                                        \
  X(marchingOverStart)                                                         \
  X(marching)                                                                  \
  X(loopInBranch)                                                              \
  X(strideLoops)                                                               \
  X(strideLoopThatWraps)                                                       \
  X(strideLoopWithGather)                                                      \
  X(strideLoopsAndBarriers)                                                    \
  X(strideLoopAndShuffles)                                                     \
  X(strideLoopInBranch)                                                        \
  X(loopsAndBarriers)                                                          \
  X(reverseInShared)                                                           \
  X(treeReduction)                                                             \
  X(earlyReturn)                                                               \
  X(earlyReturnInLoop)                                                         \
  X(barrierInLoop)                                                             \
  X(barrierInCall)                                                             \
  X(divergentBarriers)                                                         \
  X(divergentBarrierCounts)                                                    \
  X(divergentSwitch)                                                           \
  X(privateAcrossBarrier)                                                      \
  X(nestedLoops)                                                               \
  X(uniformAfterDivergentLoop)                                                 \
  X(pointerAcrossBarrier)                                                      \
  X(reducingBarriers)                                                          \
  X(reducingAfterReturn)                                                       \
  X(dynamicAndStatic)                                                          \
  X(atomics)                                                                   \
  X(threadEnds)                                                                \
  X(registers)                                                                 \
  X(shuffles)                                                                  \
  X(shuffleVariable)                                                           \
  X(shuffleHalfWarps)                                                          \
  X(shuffleAfterReturn)                                                        \
  X(warpReduction)                                                             \
  X(votes)                                                                     \
  X(voteLoop)                                                                  \
  X(matches)                                                                   \
  X(redux)                                                                     \
  X(activeMasks)                                                               \
  X(warpAndBlock)                                                              \
  X(warpBarriers)                                                              \
  X(matrixTiles)

#endif /* WARPFORT_UNITTESTS_TARGET_CPU_KERNELLIST_H */
