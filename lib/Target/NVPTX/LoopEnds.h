//===-- LoopEnds.h - What a counter is compared with ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The test at the end of loops, in one form, and where their lengths come from.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TARGET_NVPTX_LOOPENDS_H
#define WARPFORT_LIB_TARGET_NVPTX_LOOPENDS_H

#include "llvm/Analysis/LoopInfo.h"
#include <optional>

namespace llvm {
class SCEV;
}

namespace warpfort {

/// A loop goes on while `Next < End`.
struct LoopEnd {
  llvm::Value *Next, *End;
  bool Signed;
};

/// The end of a loop whose latch compares with a number that the loop does not
/// change.
std::optional<LoopEnd> findLoopEnd(const llvm::Loop &L);

/// Whether the number is computed from memory that is no scalar or descriptor
/// of the launch's, such as the lengths of a sparse matrix's rows.
bool isReadFromData(const llvm::SCEV *Number);

} // namespace warpfort

#endif
