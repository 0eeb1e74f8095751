//===-- AccPointers.h - Data behind pointers of C ---------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Data that pointers in memory point to, level by level. An inner level of
/// pointers is copied to the device as any array; its elements are attached.
///
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCPOINTERS_H
#define WARPRT_CORE_ACCPOINTERS_H

#include "core/AccData.h"

namespace warprt {

/// The levels from one on, as in warprt_acc_enter_pointers().
struct PointerLevels {
  void **Pointers;
  int64_t Count;
  const int64_t *Sections;
  size_t Bytes;
};

// The entry points of the same names. Of the clauses the sections are of no
// concern.
void accEnterPointers(const PointerLevels &L, const AccClause &C, int32_t How);
void accExitPointers(const PointerLevels &L, const AccClause &C, int32_t How);
void accUpdateDevicePointers(const PointerLevels &L, const AccClause &C);
void accUpdateHostPointers(const PointerLevels &L, const AccClause &C);
void accAttachPointers(const PointerLevels &L, const AccClause &C);
void accDetachPointers(const PointerLevels &L, const AccClause &C);

} // namespace warprt

#endif // WARPRT_CORE_ACCPOINTERS_H
