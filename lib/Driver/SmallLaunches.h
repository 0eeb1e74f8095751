//===-- SmallLaunches.h - Small grids in the launching thread ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SmallLaunches.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_SMALLLAUNCHES_H
#define WARPFORT_LIB_DRIVER_SMALLLAUNCHES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class CallInst;
class Function;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace warpfort {

/// Runs grids of up to a number of threads in the thread that launches them.
class SmallLaunches {
public:
  /// \p Combines: what launches in kernels is left to be combined.
  SmallLaunches(llvm::Module &M, unsigned Threshold, bool Combines)
      : M(M), Threshold(Threshold), Combines(Combines) {}

  /// To be called before any launch is expanded: decides for every launch.
  void prepare();

  /// Puts a branch around \p Call, a launch of \p Kernel, which runs a small
  /// grid in place; nothing where that could be wrong.
  void guard(llvm::CallInst &Call, llvm::Function &Kernel);

  /// Removes what no launch needs. To be called last.
  void removeUnused();

private:
  llvm::Function *makeGridFunction(llvm::Function &Kernel);
  void noteLaunch(llvm::CallInst &Call);
  llvm::Value *isSmall(llvm::CallInst &Call, llvm::Instruction *Before);
  llvm::Value *mayRunHere(llvm::CallInst &Call, llvm::Function &Kernel,
                          llvm::Instruction *Before);

  llvm::Module &M;
  unsigned Threshold;
  bool Combines;
  /// What runs a grid of a kernel in one thread, or null.
  llvm::DenseMap<llvm::Function *, llvm::Function *> GridFunctions;
  /// Of kernels in which launches may be put in order: whether the thread has
  /// launched anything that a later kernel in the same stream comes after.
  llvm::DenseMap<llvm::Function *, llvm::Value *> Flags;
};

} // namespace warpfort

#endif
