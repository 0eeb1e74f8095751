//===-- MergeReads.h - Reads that are checked together -------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For -gpu=check: reads of a thread at equal distances, between which it does
// nothing that another thread or a check could notice.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_MERGEREADS_H
#define WARPFORT_LIB_TARGET_CPU_MERGEREADS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Function;
class Instruction;
class LoadInst;
class Value;
} // namespace llvm

namespace warpfort::cpu {

/// `Count` reads, of the same size and from the same place in the source.
struct MergedReads {
  llvm::Instruction *At; ///< before it, they can be checked
  llvm::Value *First;    ///< address
  llvm::Value *Count, *Step;
  llvm::SmallVector<llvm::LoadInst *, 4> Loads; ///< that make them
};

/// Of the loads of \p F that \p IsChecked. \p SiteOf says where in the source
/// one is, \p IsThread what gives a thread its place.
llvm::SmallVector<MergedReads>
mergeReads(llvm::Function &F,
           llvm::function_ref<bool(llvm::LoadInst &)> IsChecked,
           llvm::function_ref<unsigned(const llvm::LoadInst &)> SiteOf,
           llvm::function_ref<bool(const llvm::Value &)> IsThread);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_MERGEREADS_H
