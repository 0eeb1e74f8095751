//===-- SplitKernels.h - Kernels that wait for launches ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cudaDeviceSynchronize in device code, which GPUs no longer have. A kernel is
// split where it is called:
//
//   kernel k(x) {                 kernel k(x) {
//     A;                            first thread: allocate frame;
//     wait;                                       launch k$phase(x, frame, 1);
//     B;                          }
//   }                      ->     kernel k$phase(x, frame, first) {
//                                   switch (first ? 0 : state in the frame) {
//                                   0: A; keep what B needs; state = 2; break;
//                                   1: break;
//                                   2: B; state = 1;
//                                   }
//                                   last block, if a state is not 1:
//                                     launch k$phase(x, frame, 0) as the tail;
//                                 }
//
// A tail begins when the grid and all that it launched is complete. A thread
// that comes to a barrier for which another of its block waits in vain, because
// that one has left the phase, leaves as well, and meets it in a later one.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_SPLITKERNELS_H
#define WARPFORT_LIB_TARGET_NVPTX_SPLITKERNELS_H

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Before the code is optimised: makes procedures that wait parts of kernels.
void inlineWaits(llvm::Module &M);

/// After that: splits the kernels that wait. Returns why a kernel cannot be, or
/// nothing.
std::string splitKernels(llvm::Module &M);

} // namespace warpfort

#endif // WARPFORT_LIB_TARGET_NVPTX_SPLITKERNELS_H
