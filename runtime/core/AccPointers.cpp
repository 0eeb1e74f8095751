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
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

using namespace warprt;

namespace {

/// What pointers had when a structured region began, by their addresses: at its
/// end its data leaves, whatever they point to then.
using Targets = std::map<void **, void *>;

/// Data behind pointers of a structured region that has not ended.
struct Entered {
  bool is(const PointerLevels &L) const {
    return Pointers == L.Pointers &&
           std::equal(Sections.begin(), Sections.end(), L.Sections,
                      L.Sections + 2 * L.Count);
  }

  void **Pointers;
  std::vector<int64_t> Sections;
  Targets At;
};

/// Those of the thread, which ends them in the opposite order.
std::vector<Entered> &enteredByThread() {
  thread_local std::vector<Entered> Regions;
  return Regions;
}

/// What the thread's last region through these pointers found.
std::optional<Targets> takeEntered(const PointerLevels &L) {
  std::vector<Entered> &Regions = enteredByThread();
  for (size_t I = Regions.size(); I-- > 0;)
    if (Regions[I].is(L)) {
      Targets At = std::move(Regions[I].At);
      Regions.erase(Regions.begin() + I);
      return At;
    }
  return std::nullopt;
}

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

void *targetAt(const Targets &Known, void **At) {
  auto Found = Known.find(At);
  return Found == Known.end() ? nullptr : Found->second;
}

/// With \p Known the pointers are what they were then.
template <typename Body>
void forEachPointer(const PointerLevels &L, Body Visit,
                    const Targets *Known = nullptr) {
  for (int64_t I = 0; I < L.Sections[1]; ++I) {
    void **At = L.Pointers + L.Sections[0] + I;
    if (void *To = Known ? targetAt(*Known, At) : *At)
      Visit(At, To,
            PointerLevels{static_cast<void **>(To), L.Count - 1, L.Sections + 2,
                          L.Bytes});
  }
}

/// Does \p Data with the data behind the pointers.
template <typename Body>
void forEachTarget(const PointerLevels &L, const AccClause &C, Body Data) {
  forEachPointer(L, [&](void **, void *To, const PointerLevels &Inner) {
    if (L.Count == 2)
      Data(clauseOf(To, L, C));
    else if (L.Count > 2)
      forEachTarget(Inner, C, Data);
  });
}

/// The same from the outermost level on, where \p Pointers is done with inner
/// levels of pointers; then each pointer is attached. \p Found gets what they
/// point to.
template <typename OfData, typename OfPointers>
void attachLevels(const PointerLevels &L, const AccClause &C, OfData Data,
                  OfPointers Pointers, Targets *Found = nullptr) {
  forEachPointer(L, [&](void **At, void *To, const PointerLevels &Inner) {
    if (Found)
      (*Found)[At] = To;
    if (L.Count == 2) {
      Data(clauseOf(To, L, C));
    } else if (L.Count > 2) {
      Pointers(clauseOf(To, L, C));
      attachLevels(Inner, C, Data, Pointers, Found);
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
                  OfPointers Pointers, const Targets *Known = nullptr) {
  auto Detach = [&](void **At, void *To, const PointerLevels &Inner) {
    accDetach(At, C.has(WARPRT_ACC_FINALIZE), C.Async, C.Place);
    if (L.Count == 2) {
      Data(clauseOf(To, L, C));
    } else if (L.Count > 2) {
      detachLevels(Inner, C, Data, Pointers, Known);
      Pointers(clauseOf(To, L, C));
    }
  };
  forEachPointer(L, Detach, Known);
}

/// What a PRESENT clause names without a section must be there, whatever its
/// size is.
void requireTargets(const PointerLevels &L, const AccClause &C) {
  AccPlace Place = C.Place;
  Place.Clause = "PRESENT clause";
  forEachPointer(L, [&](void **, void *To, const PointerLevels &) {
    const int64_t FirstByte[] = {0, 1, 1};
    accLookUp({AccSection(To, 1, 1, FirstByte), Place, C.Flags, C.Async,
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
  bool IsRegion = C.has(WARPRT_ACC_STRUCTURED);
  Targets Found;
  attachLevels(
      L, C, [&](const AccClause &Data) { accEnter(Data, How); },
      [&](const AccClause &Level) { accEnter(Level, Pointers); },
      IsRegion ? &Found : nullptr);
  if (IsRegion)
    enteredByThread().push_back(
        {L.Pointers, {L.Sections, L.Sections + 2 * L.Count}, std::move(Found)});
}

void warprt::accExitPointers(const PointerLevels &L, const AccClause &C,
                             int32_t How) {
  std::optional<Targets> Known;
  if (C.has(WARPRT_ACC_STRUCTURED))
    Known = takeEntered(L);
  detachLevels(
      L, C, [&](const AccClause &Data) { accExit(Data, How); },
      [&](const AccClause &Level) { accExit(Level, WARPRT_ACC_DELETE); },
      Known ? &*Known : nullptr);
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
