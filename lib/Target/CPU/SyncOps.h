//===-- SyncOps.h - Barriers and warp operations -------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which calls of the device program wait for, or exchange values with, other
// threads. These are the points at which a kernel is split; everything else
// in lib/Target/CPU asks this table rather than looking at intrinsics.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_SYNCOPS_H
#define WARPFORT_LIB_TARGET_CPU_SYNCOPS_H

#include "Support/WarpSupport.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class CallInst;
class Function;
class Value;
} // namespace llvm

namespace warpfort::cpu {

/// One barrier or warp operation, taken apart. Operands that the kind does not
/// have are null.
struct SyncOp {
  WarpcpuSyncKind Kind = WARPCPU_NONE;
  llvm::Value *Mask = nullptr;
  llvm::Value *Input = nullptr;   ///< value, predicate
  llvm::Value *LaneArg = nullptr; ///< shuffles: lane or distance
  llvm::Value *Clamp = nullptr;   ///< shuffles: segment mask and clamp
  bool HasFlag = false;           ///< result is a pair of value and predicate

  explicit operator bool() const { return Kind != WARPCPU_NONE; }
  bool isWarpLevel() const { return warpcpuIsWarpLevel(Kind); }
};

/// Recognises `Call`; Kind is WARPCPU_NONE when it is none of them.
SyncOp classifySync(const llvm::CallBase &Call);

/// Whether \p Call is none of them and only computes, as functions of
/// mathematics do.
bool onlyComputes(const llvm::CallBase &Call);

/// Gives each barrier and warp operation of \p F a block of its own.
llvm::SmallVector<llvm::CallInst *> isolateSyncs(llvm::Function &F);

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_SYNCOPS_H
