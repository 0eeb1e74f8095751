//===-- runtime/core/AccDeclared.cpp - Data of declare directives ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccDeclared.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccDeclared.h"
#include "core/AccDevice.h"
#include "core/AccMemory.h"
#include "core/AccPresent.h"
#include "core/Descriptor.h"
#include "core/Diagnostics.h"
#include "core/ImageRegistry.h"
#include <algorithm>
#include <map>
#include <vector>

using namespace warprt;

namespace {

/// Where the host had an allocatable when its device memory was made.
struct Known {
  const WarprtVariable *V;
  uintptr_t Host = 0;
  size_t Bytes = 0;
};

struct DeclaredTable {
  std::vector<Known> All; // in the order of the registry's variables
  uint64_t Age = 0;       // the registry's
};

DeclaredTable &known(Device &D) {
  static auto *The = new std::map<Device *, DeclaredTable>;
  return (*The)[&D];
}

/// The entry that was made for an allocatable, if it is still there.
PresentData *entryOf(Device &D, const Known &K) {
  bool Partial;
  PresentData *P = K.Host ? presentTable(D).find(K.Host, 1, Partial) : nullptr;
  return P && P->Declared == K.V && P->Host == K.Host && P->Bytes == K.Bytes
             ? P
             : nullptr;
}

void leave(Device &D, Known &K) {
  if (PresentData *P = entryOf(D, K)) {
    // Its memory may go to others at once.
    if (Error E = D.synchronize(); failed(E))
      fatalAt({}, E, "waiting for the device about '" + P->Name + "'");
    freeAccMemory(D, P->Device, nullptr, /*Async=*/false);
    presentTable(D).remove(*P);
  }
  K = {K.V};
}

void enter(Device &D, Known &K, const Known &Now) {
  bool Partial;
  if (presentTable(D).find(Now.Host, Now.Bytes, Partial))
    return;
  void *Address = nullptr;
  if (Error E = allocateAccMemory(D, Now.Bytes, nullptr, &Address); failed(E))
    fatalAt({}, E,
            "allocating " + std::to_string(Now.Bytes) +
                " bytes of device memory for '" + K.V->name + "'");
  PresentData New;
  New.Host = Now.Host;
  New.Bytes = Now.Bytes;
  New.Device = static_cast<char *>(Address);
  New.Declared = K.V;
  New.Name = K.V->name;
  presentTable(D).add(std::move(New));
  K = Now;
}

Known current(const WarprtVariable &V) {
  auto &Host = *static_cast<const Descriptor *>(V.host);
  Known Now = {&V};
  if (Host.base_addr && allocatorOf(Host) == Allocator::Default)
    Now.Bytes = elementCount(Host) * Host.elem_len;
  if (Now.Bytes)
    Now.Host = reinterpret_cast<uintptr_t>(Host.base_addr);
  return Now;
}

/// Images that came or went have changed the variables.
void follow(Device &D, DeclaredTable &Table) {
  const auto &Variables = ImageRegistry::get().declaredAllocatables();
  Table.Age = ImageRegistry::get().age();
  std::vector<Known> New;
  for (const WarprtVariable *V : Variables)
    New.push_back({V});
  for (Known &K : Table.All) {
    auto I = std::find(Variables.begin(), Variables.end(), K.V);
    if (I == Variables.end())
      leave(D, K);
    else
      New[I - Variables.begin()] = K;
  }
  Table.All = std::move(New);
}

} // namespace

bool warprt::isCurrent(Device &D, const PresentData &P) {
  if (!P.Declared)
    return true;
  if (known(D).Age != ImageRegistry::get().age())
    return false;
  Known Now = current(*P.Declared);
  return P.Host == Now.Host && P.Bytes == Now.Bytes;
}

void warprt::refreshDeclared(Device &D) {
  if (accSharesMemory())
    return;
  DeclaredTable &Table = known(D);
  if (Table.Age != ImageRegistry::get().age())
    follow(D, Table);
  // Memory that one gave back may be another's by now: all leave first.
  std::vector<Known *> Entering;
  for (Known &K : Table.All) {
    Known Now = current(*K.V);
    if (K.Host == Now.Host && K.Bytes == Now.Bytes)
      continue;
    leave(D, K);
    if (Now.Host)
      Entering.push_back(&K);
  }
  for (Known *K : Entering)
    enter(D, *K, current(*K->V));
}

void warprt::forgetDeclared(Device &D) { known(D) = {}; }
