//===-- runtime/core/AccPresent.cpp - What of the host is on a device -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccPresent.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccPresent.h"
#include <memory>

using namespace warprt;

PresentData *PresentTable::find(uintptr_t Address, size_t Bytes,
                                bool &Partial) {
  Partial = false;
  uintptr_t End = Address + Bytes;
  PresentData *&Known = recent(Address);
  if (Known && Known->Host <= Address && End <= Known->Host + Known->Bytes)
    return Known;
  // Entries do not overlap: the last one that begins before the end is the
  // only one that can hold all.
  auto I = Entries.lower_bound(End);
  if (I == Entries.begin())
    return nullptr;
  PresentData &Last = std::prev(I)->second;
  uintptr_t LastEnd = Last.Host + Last.Bytes;
  if (LastEnd <= Address)
    return nullptr;
  if (Last.Host <= Address && End <= LastEnd)
    return Known = &Last;
  Partial = true;
  return &Last;
}

PresentData *PresentTable::findPart(uintptr_t Base, uintptr_t Address,
                                    size_t Bytes) {
  PresentData *Overlaps = nullptr, *HasSection = nullptr;
  int OverlapCount = 0, SectionCount = 0;
  for (auto &[Host, E] : Entries) {
    if (Host < Address + Bytes && Address < Host + E.Bytes) {
      Overlaps = &E;
      ++OverlapCount;
    }
    if (E.hasSectionOf(Base)) {
      HasSection = &E;
      ++SectionCount;
    }
  }
  if (OverlapCount > 0)
    return OverlapCount == 1 ? Overlaps : nullptr;
  return SectionCount == 1 ? HasSection : nullptr;
}

PresentData &PresentTable::add(PresentData New) {
  uintptr_t Key = New.Host;
  return Entries.insert_or_assign(Key, std::move(New)).first->second;
}

void PresentTable::remove(PresentData &Old) {
  changed(Old);
  std::replace(Recent.begin(), Recent.end(), &Old,
               static_cast<PresentData *>(nullptr));
  Entries.erase(Old.Host);
}

PresentData *PresentTable::findDevice(const void *Address) {
  auto *At = static_cast<const char *>(Address);
  for (auto &[Host, E] : Entries)
    if (At >= E.Device && At < E.Device + E.Bytes)
      return &E;
  return nullptr;
}

/// By the devices' numbers.
static std::vector<std::unique_ptr<PresentTable>> &tables() {
  static auto *The = new std::vector<std::unique_ptr<PresentTable>>;
  return *The;
}

std::recursive_mutex &warprt::presentLock() {
  static auto *The = new std::recursive_mutex;
  return *The;
}

PresentTable &warprt::presentTable(Device &D) {
  auto &All = tables();
  auto Number = static_cast<size_t>(D.ordinal());
  while (All.size() <= Number)
    All.push_back(std::make_unique<PresentTable>());
  return *All[Number];
}
