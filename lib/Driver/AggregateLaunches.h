//===-- AggregateLaunches.h - One grid for several launches -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AggregateLaunches.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_AGGREGATELAUNCHES_H
#define WARPFORT_LIB_DRIVER_AGGREGATELAUNCHES_H

#include "warpfort/Driver/NestedLaunches.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace warpfort {

/// Combines the grids that the threads of a block or a warp launch, and gives a
/// block the work of several.
class LaunchAggregation {
public:
  /// \p Note is told which launches cannot be combined, and why.
  LaunchAggregation(llvm::Module &M, LaunchUnit Unit, unsigned Coarsening,
                    llvm::function_ref<void(const llvm::CallInst &Launch,
                                            llvm::StringRef Reason)>
                        Note)
      : M(M), Unit(Unit), Combines(Unit != LaunchUnit::Thread),
        Coarsening(Coarsening), Note(Note) {}

  /// Chooses launches. To be called before any launch is changed.
  void prepare();

  /// Changes the launches that were chosen. What is left are launches, of new
  /// kernels too.
  void run();

private:
  /// A launch whose grid waits for the end of its block.
  struct Site {
    llvm::CallInst *Launch;
    llvm::Function *Kernel;
    llvm::Value *Slot = nullptr;
  };

  void chooseSites(llvm::Function &Parent);
  llvm::StringRef whyNotCombined(const llvm::CallInst &Launch,
                                 llvm::Function &Kernel) const;
  llvm::StructType *recordType(const llvm::Function &Kernel) const;
  llvm::Function *threadFunction(llvm::Function &Kernel);
  void combinedKernel(llvm::Function &Kernel);
  void runRecord(llvm::IRBuilder<> &B, llvm::Function &Kernel,
                 llvm::Value *Record, llvm::Value *Number, llvm::Value *Thread,
                 llvm::ArrayRef<llvm::Value *> Copies,
                 llvm::function_ref<void()> WhenRead);
  llvm::Function *coarseKernel(llvm::Function &Kernel);
  llvm::Function *launchStub(llvm::Function &Kernel);
  uint32_t recordBytes(const llvm::Function &Kernel) const;
  llvm::FunctionCallee ofUnit(llvm::StringRef Name, llvm::Type *Result,
                              llvm::ArrayRef<llvm::Type *> Types);
  llvm::Value *makeSlot(const Site &S);
  void hold(llvm::IRBuilder<> &B, const Site &S, llvm::Value *Slot);
  void combineSlots(llvm::Function &Parent, llvm::MutableArrayRef<Site> Sites);
  llvm::CallInst *callList(llvm::IRBuilder<> &B, llvm::StringRef Name,
                           llvm::Type *Result, llvm::Value *List,
                           unsigned Site);
  llvm::Function *makeLaunchHeld(llvm::Function &Parent,
                                 llvm::ArrayRef<Site> Sites);
  void combineLists(llvm::Function &Parent, llvm::MutableArrayRef<Site> Sites);
  void launchAlone(llvm::IRBuilder<> &B, const Site &S);
  void launchCombined(llvm::IRBuilder<> &B, const Site &S, llvm::Value *All);
  void combine(const Site &S, llvm::Instruction *Before);
  void coarsen(llvm::CallInst &Launch, llvm::Function &Kernel);

  llvm::Module &M;
  LaunchUnit Unit;
  bool Combines;
  unsigned Coarsening;
  llvm::function_ref<void(const llvm::CallInst &, llvm::StringRef)> Note;
  /// In the order in which a thread comes to them.
  llvm::MapVector<llvm::Function *, llvm::SmallVector<Site, 2>> Parents;
  llvm::SmallVector<std::pair<llvm::CallInst *, llvm::Function *>> ToCoarsen;
  /// Kernels whose threads need nothing of each other.
  llvm::DenseMap<llvm::Function *, bool> Serial;
  llvm::DenseMap<llvm::Function *, llvm::Function *> Threads, Combined, Coarse;
};

} // namespace warpfort

#endif
