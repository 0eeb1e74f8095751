//===-- CheckAccesses.h - Device code that is checked -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gpu=check: each access of a program's own device code to memory that other
// threads may see calls the runtime (abi/warprt/CpuCheck.h) before it.
//
// What the program's own code is, is known only while the device library is not
// inlined into it. So the library's accesses are marked at the beginning, and
// all others become calls when the code of one thread is complete and not yet
// split at barriers.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_CHECKACCESSES_H
#define WARPFORT_LIB_TARGET_CPU_CHECKACCESSES_H

#include "KernelBody.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace llvm {
class GlobalVariable;
class MDNode;
class Module;
} // namespace llvm

namespace warpfort::cpu {

class ThreadWord;

/// What a call of the runtime checks.
enum class Check {
  None,
  Read,
  Atomic, ///< of any kind
  Write,  ///< of a plain store
  Reads,  ///< at equal distances
  Pass,   ///< that threads come to barriers
  Other
};
Check checkOf(const llvm::Instruction &I);

/// Whether \p I is what is left of a check that has been made before: it says
/// what is accessed, so that loops are known for what they are
/// (CheckLoops.cpp), and never runs.
bool isGranted(const llvm::Instruction &I);
/// Puts such a one in the place of a check, or nothing in that of several reads
/// at a time.
void grant(llvm::CallInst &Check);
/// Deletes those of \p F; whether there were any.
bool dropGranted(llvm::Function &F);

/// Whether \p I checks accesses that may be made before or behind those of
/// other threads up to the next barrier.
inline bool isAccessCheck(const llvm::Instruction &I) {
  Check Kind = checkOf(I);
  return Kind != Check::None && Kind != Check::Other;
}

class AccessChecks {
public:
  explicit AccessChecks(llvm::Module &M);

  /// Marks what is not to be checked. To be done first of all.
  void mark();
  /// Ends what keeps LLVM from accesses that the program does not make.
  void endPreparation();

  /// Puts calls into a kernel, which becomes a function of one thread.
  void instrument(const KernelBody &K);
  /// Likewise into a procedure that remains one.
  void instrument(llvm::Function &Procedure);

  /// Writes the table of places in the source, and the constructor.
  void finish();

private:
  unsigned siteOf(const llvm::Instruction &I);
  bool isOfLibrary(const llvm::Instruction &I) const;
  /// Without a word, the code is the device library's.
  void instrumentAccesses(llvm::Function &F, const KernelBody *K,
                          const ThreadWord *Word);

  llvm::Module &M;
  llvm::MDNode *Library;       ///< access group of the device library
  llvm::MDNode *LibraryMemory; ///< of its accesses to its own shared variables
  llvm::GlobalVariable *Sites; ///< WarprtCheckSites, without a value so far
  llvm::StringMap<unsigned> Numbers;
  struct Site {
    std::string File, Variable;
    unsigned Line;
  };
  std::vector<Site> Table;
};

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_CHECKACCESSES_H
