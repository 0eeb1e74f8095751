//===-- DebugInfo.h - What debuggers see of kernels ----------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Debug information of device code comes in two forms:
//
//   lines      code that is optimised: line numbers and inlined procedures;
//              variables are listed, but none has a place. After splitting and
//              vectorising across threads a place would often be another
//              thread's.
//   variables  procedures that were compiled with -g and no optimisation. They
//              have the attribute `optnone`, and each variable has a stack
//              slot, which splitting moves to the thread's context like any
//              private array.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_DEBUGINFO_H
#define WARPFORT_LIB_TARGET_CPU_DEBUGINFO_H

#include "KernelBody.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class AllocaInst;
class DIExpression;
class DILocalVariable;
class DILocation;
class DISubprogram;
class MDNode;
class PassInstrumentationCallbacks;
} // namespace llvm

namespace warpfort::cpu {

/// Decides the form for each function and brings it about. The first thing to
/// do with a device program.
void prepareDebugInfo(llvm::Module &M);

/// Whether a debugger shows the variables of \p F.
bool keepsVariables(const llvm::Function &F);

/// To be done after optimisation: makes `variables` of what is still in that
/// form, and `lines` of all else.
void dropStaleVariables(llvm::Module &M);

/// Has passes leave functions alone whose variables are shown.
void respectVariables(llvm::PassInstrumentationCallbacks &Callbacks);

/// Adds the variables threadidx, blockidx, blockdim and griddim to a kernel
/// and to what was inlined into it.
void addThreadVariables(const KernelBody &K);

/// Gives \p F, which runs \p K's threads, a subprogram of its own, so that
/// code can be inlined into it with its lines.
void describeRunFunction(llvm::Function &F, const KernelBody &K);

/// The location of what runs threads: the kernel's line; none if \p F has no
/// debug information.
llvm::DebugLoc runLocation(const llvm::Function &F);

/// A variable of a kernel that is being split, and its stack slot.
struct SlotVariable {
  llvm::AllocaInst *Slot;
  llvm::DILocalVariable *Variable;
  llvm::DIExpression *Expression;
  llvm::DILocation *Location;
};

/// Takes all descriptions of variables out of \p F and returns those of stack
/// slots.
llvm::SmallVector<SlotVariable> takeVariables(llvm::Function &F);

/// Debug information of a region: the kernel's lines in a subprogram of the
/// region's own.
class RegionDebugInfo {
public:
  /// \p Barrier is the location of the split point before the region; none for
  /// the first one, which alone has the kernel's name, so that a breakpoint at
  /// the kernel stops there only.
  RegionDebugInfo(const llvm::Function &Kernel, llvm::Function &Region,
                  const llvm::DebugLoc &Barrier);

  /// Describes a variable that is at \p Address.
  void describe(llvm::IRBuilderBase &B, const SlotVariable &V,
                llvm::Value *Address);

private:
  llvm::Metadata *moved(llvm::Metadata *Node);
  llvm::DILocalVariable *moved(llvm::DILocalVariable *Variable);
  bool isKernels(const llvm::DILocalVariable *Variable) const;

  llvm::DISubprogram *Old, *New = nullptr;
  llvm::DenseMap<const llvm::MDNode *, llvm::MDNode *> Cache;
};

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_DEBUGINFO_H
