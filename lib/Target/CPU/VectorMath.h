//===-- VectorMath.h - Mathematics of vectors ----------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells LLVM's vectorisers of the vector functions that glibc has in libmvec.
// Their results differ from the exact ones by at most 4 units in the last
// place. Code that was compiled with -Kieee, or without fused operations, keeps
// the functions of libm.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_CPU_VECTORMATH_H
#define WARPFORT_LIB_TARGET_CPU_VECTORMATH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace warpfort::cpu {

/// Keeps the calls of mathematics in exact functions what they are. To be
/// called before functions are inlined.
void keepExactMath(llvm::Module &M);

/// The functions of libm that \p M calls do nothing but compute: device code
/// has no errno.
void markMathPure(llvm::Module &M, llvm::ArrayRef<std::string> HostFunctions);

/// For one run of LLVM's pipeline on \p M.
class VectorMath {
public:
  VectorMath(const llvm::Module &M, const llvm::TargetMachine &Host,
             llvm::ArrayRef<std::string> HostFunctions);

  const llvm::TargetLibraryInfoImpl &library() const { return Library; }

  /// Vectors that are longer than the processor's are cut into pieces of its
  /// length.
  void splitLongVectors(llvm::Module &M) const;

private:
  unsigned RegisterBits; ///< of the processor's longest vectors
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Names{Allocator};
  llvm::TargetLibraryInfoImpl Library;
};

} // namespace warpfort::cpu

#endif // WARPFORT_LIB_TARGET_CPU_VECTORMATH_H
