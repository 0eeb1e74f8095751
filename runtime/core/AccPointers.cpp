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

/// The clause of what one of the pointers points to.
AccClause clauseOf(void *Pointer, const PointerLevels &L, const AccClause &C) {
  return {targetOf(Pointer, L), C.Place, C.Flags, C.Async, nullptr, nullptr};
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

/// Does \p Data with the data behind the pointers.
template <typename Body>
void forEachTarget(const PointerLevels &L, const AccClause &C, Body Data) {
  forEachPointer(L, [&](void **At, const PointerLevels &Inner) {
    if (L.Count == 2)
      Data(clauseOf(*At, L, C));
    else if (L.Count > 2)
      forEachTarget(Inner, C, Data);
  });
}

/// The same from the outermost level on, where \p Pointers is done with inner
/// levels of pointers; then each pointer is attached.
template <typename OfData, typename OfPointers>
void attachLevels(const PointerLevels &L, const AccClause &C, OfData Data,
                  OfPointers Pointers) {
  forEachPointer(L, [&](void **At, const PointerLevels &Inner) {
    if (L.Count == 2) {
      Data(clauseOf(*At, L, C));
    } else if (L.Count > 2) {
      Pointers(clauseOf(*At, L, C));
      attachLevels(Inner, C, Data, Pointers);
    }
    // The section may begin behind the element that the pointer points to.
    accAttach(At, sizeof *At, C.Async, C.Place,
              L.Count > 1 ? L.Sections[2] * static_cast<int64_t>(targetBytes(L))
                          : 0);
  });
}

/// Detaches each pointer, and then from the innermost level on.
template <typename OfData, typename OfPointers>
void detachLevels(const PointerLevels &L, const AccClause &C, OfData Data,
                  OfPointers Pointers) {
  forEachPointer(L, [&](void **At, const PointerLevels &Inner) {
    accDetach(At, C.has(WARPRT_ACC_FINALIZE), C.Async, C.Place);
    if (L.Count == 2) {
      Data(clauseOf(*At, L, C));
    } else if (L.Count > 2) {
      detachLevels(Inner, C, Data, Pointers);
      Pointers(clauseOf(*At, L, C));
    }
  });
}

/// What a PRESENT clause names without a section must be there, whatever its
/// size is.
void requireTargets(const PointerLevels &L, const AccClause &C) {
  AccPlace Place = C.Place;
  Place.Clause = "PRESENT clause";
  forEachPointer(L, [&](void **At, const PointerLevels &) {
    const int64_t FirstByte[] = {0, 1, 1};
    accLookUp({AccSection(*At, 1, 1, FirstByte), Place, C.Flags, C.Async,
               nullptr, nullptr});
  });
}

} // namespace

void warprt::accEnterPointers(const PointerLevels &L, const AccClause &C,
                              int32_t How) {
  if (How == WARPRT_ACC_PRESENT && L.Count == 1)
    requireTargets(L, C);
  // The pointers themselves have their values, null ones as well.
  int32_t Pointers = How == WARPRT_ACC_CREATE ? WARPRT_ACC_COPYIN : How;
  attachLevels(
      L, C, [&](const AccClause &Data) { accEnter(Data, How); },
      [&](const AccClause &Level) { accEnter(Level, Pointers); });
}

void warprt::accExitPointers(const PointerLevels &L, const AccClause &C,
                             int32_t How) {
  detachLevels(
      L, C, [&](const AccClause &Data) { accExit(Data, How); },
      [&](const AccClause &Level) { accExit(Level, WARPRT_ACC_DELETE); });
}

void warprt::accUpdateDevicePointers(const PointerLevels &L,
                                     const AccClause &C) {
  forEachTarget(L, C, [](const AccClause &Data) { accUpdateDevice(Data); });
}

void warprt::accUpdateHostPointers(const PointerLevels &L, const AccClause &C) {
  forEachTarget(L, C, [](const AccClause &Data) { accUpdateHost(Data); });
}

void warprt::accAttachPointers(const PointerLevels &L, const AccClause &C) {
  auto Attach = [](const AccClause &Target) { accAttach(Target); };
  attachLevels(L, C, Attach, Attach);
}

void warprt::accDetachPointers(const PointerLevels &L, const AccClause &C) {
  // What they point to was not counted.
  auto Leave = [](const AccClause &) {};
  detachLevels(L, C, Leave, Leave);
}
