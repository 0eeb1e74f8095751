//===-- ManagedHeap.h - Managed memory for C's malloc -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ManagedHeap.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_MANAGEDHEAP_H
#define WARPFORT_LIB_PIPELINE_MANAGEDHEAP_H

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// Gives the functions of \p M managed memory where they call malloc() and the
/// like.
void manageHeap(llvm::Module &M);

} // namespace warpfort

#endif // WARPFORT_LIB_PIPELINE_MANAGEDHEAP_H
