//===-- InvariantDescriptors.h - Descriptors of module data -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See InvariantDescriptors.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_COMMON_INVARIANTDESCRIPTORS_H
#define WARPFORT_LIB_TARGET_COMMON_INVARIANTDESCRIPTORS_H

namespace llvm {
class Module;
class Type;
} // namespace llvm

namespace warpfort {

/// Whether \p T is that of Flang's descriptors: the data's address, the
/// element's size, the version of the layout and so on (CFI_cdesc_t).
bool isDescriptorType(const llvm::Type *T);

/// Marks loads from descriptors that no device code of \p M, a whole device
/// program, writes to. To run after SROA, which makes loads of copies.
void markInvariantDescriptors(llvm::Module &M);

/// Says that the data of such descriptors is in address space \p Space. To run
/// before the code generator: InstCombine would take it back.
void placeDescribedData(llvm::Module &M, unsigned Space);

} // namespace warpfort

#endif
