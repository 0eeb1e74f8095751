//===-- AccPointers.cpp - Data behind pointers of C -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See AccPointers.h.
///
//===----------------------------------------------------------------------===//
#include "core/AccPointers.h"
#include "warprt/EntryPoints.h"

using namespace warprt;

namespace {

/// Of what the pointers point to: elements of the last level, or pointers.
size_t targetBytes(const PointerLevels &L) {
  return L.Count == 2 ? L.Bytes : sizeof(void *);
}

/// What one of the pointers points to.
AccSection targetOf(void *Pointer, const PointerLevels &L) {
  size_t Bytes = targetBytes(L);
  const int64_t Words[] = {L.Sections[2], L.Sections[3],
                           static_cast<int64_t>(Bytes)};
  return AccSection(Pointer, Bytes, 1, Words);
}

template <typename Body>
void forEachPointer(const PointerLevels &L, Body Visit) {
  for (int64_t I = 0; I < L.Sections[1]; ++I) {
    void **At = L.Pointers + L.Sections[0] + I;
    if (*At)
      Visit(At, PointerLevels{static_cast<void **>(*At), L.Count - 1,
                              L.Sections + 2, L.Bytes});
  }
}

} // namespace

void warprt::accEnterPointers(int32_t Action, int32_t Flags,
                              const PointerLevels &L, int64_t Async,
                              const AccPlace &Place) {
  bool IsUpdate = Action == WARPRT_ACC_UPDATE_DEVICE;
  forEachPointer(L, [&](void **At, const PointerLevels &Inner) {
    if (L.Count == 2) {
      accEnter(Action, Flags, targetOf(*At, L), Async, Place, nullptr, nullptr);
    } else if (L.Count > 2) {
      // The pointers themselves have their values, null ones as well.
      bool Makes = Action == WARPRT_ACC_CREATE || Action == WARPRT_ACC_COPYIN;
      if (!IsUpdate)
        accEnter(Makes ? WARPRT_ACC_COPYIN : Action, Flags, targetOf(*At, L),
                 Async, Place, nullptr, nullptr);
      accEnterPointers(Action, Flags, Inner, Async, Place);
    }
    // The section may begin behind the element that the pointer points to.
    if (!IsUpdate)
      accAttach(At, sizeof *At, Async, Place,
                L.Count > 1
                    ? L.Sections[2] * static_cast<int64_t>(targetBytes(L))
                    : 0);
  });
}

void warprt::accExitPointers(int32_t Action, int32_t Flags,
                             const PointerLevels &L, int64_t Async,
                             const AccPlace &Place) {
  bool IsUpdate = Action == WARPRT_ACC_UPDATE_HOST;
  forEachPointer(L, [&](void **At, const PointerLevels &Inner) {
    if (!IsUpdate)
      accDetach(At, Flags & WARPRT_ACC_FINALIZE, Async, Place);
    if (L.Count == 2) {
      accExit(Action, Flags, targetOf(*At, L), Async, Place);
    } else if (L.Count > 2) {
      accExitPointers(Action, Flags, Inner, Async, Place);
      if (!IsUpdate)
        accExit(WARPRT_ACC_DELETE, Flags, targetOf(*At, L), Async, Place);
    }
  });
}
