//===-- KernelBehaviour.h - What kernels need of other threads --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What SmallLaunches and AggregateLaunches share: the operands of a launch in
// device code, what a kernel does that concerns other threads, and its code as
// a function of the thread's indices.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_KERNELBEHAVIOUR_H
#define WARPFORT_LIB_DRIVER_KERNELBEHAVIOUR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace llvm {
class CallBase;
class CallInst;
class Function;
class IRBuilderBase;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace warpfort {

/// Values of a launch: grid and block, bytes of shared memory, stream, and the
/// kernel's arguments.
inline constexpr unsigned NumExtents = 6, BytesValue = 6, StreamValue = 7,
                          FirstArgument = 8;
/// A thread's indices: in its block, of its block.
inline constexpr unsigned NumIndices = 6;

/// What a function, and what it calls, does that concerns other threads.
struct Behaviour {
  bool Launches = false;          ///< kernels or copies
  bool Forgets = false;           ///< launches in cudaStreamFireAndForget
  bool LaunchesElsewhere = false; ///< launches in neither that nor stream 0
  bool Synchronizes = false;      ///< with other threads, as far as it is known
  bool HasIndices = false;        ///< asks which thread it runs in
  bool Waits = false;             ///< for launches, or has streams or errors
  bool AsksForGrid = false;  ///< has registers that a combined grid changes
  bool CallsUnknown = false; ///< functions that may do all of these
};

Behaviour inspectBehaviour(llvm::Function &F);

/// Functions that only a launching kernel may call.
bool isOfLauncher(const llvm::Function &F);

/// Functions without a body that concern the calling thread alone.
bool isOwnAffair(const llvm::Function &F);

/// Whether a procedure that \p Kernel calls asks for indices: only the kernel's
/// own code can get those of another thread.
bool calleesHaveIndices(llvm::Function &Kernel);

/// Whether a kernel's threads can run one after the other.
bool isSerial(llvm::Function &Kernel);

/// The kernel of a call that launches one, or null.
llvm::Function *launchedKernel(const llvm::Instruction &I);

/// The stream of a launch, if it is one that all threads of a block share and
/// that needs no variable.
std::optional<uint64_t> knownStream(const llvm::CallBase &Launch);

/// Whether calls lead from \p F back to it.
bool callsItself(llvm::Function &F);

/// Puts device procedures that launch into the code of the kernels that call
/// them, where their launches are the kernels' own.
void inlineLaunchers(llvm::Module &M);

/// Makes values of variables of \p F: streams that the source names reach a
/// launch through memory.
void promoteVariables(llvm::Function &F);

/// A function of a thread's indices, the extents of the launch and the
/// arguments that is the kernel's code.
llvm::Function *makeThreadFunction(llvm::Function &Kernel,
                                   llvm::StringRef Suffix);

/// A call of \p Thread, which makeThreadFunction made of \p Kernel.
llvm::CallInst *callThreadFunction(llvm::IRBuilderBase &B,
                                   llvm::Function &Thread,
                                   const llvm::Function &Kernel,
                                   llvm::ArrayRef<llvm::Value *> Indices,
                                   llvm::ArrayRef<llvm::Value *> Extents,
                                   llvm::ArrayRef<llvm::Value *> Arguments);

} // namespace warpfort

#endif
