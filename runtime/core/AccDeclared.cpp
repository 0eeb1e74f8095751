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

using namespace warprt;

namespace {

/// Where the host had an allocatable when its device memory was made.
struct Known {
  uintptr_t Host = 0;
  size_t Bytes = 0;
};

std::map<const WarprtVariable *, Known> &known(Device &D) {
  static auto *The =
      new std::map<Device *, std::map<const WarprtVariable *, Known>>;
  return (*The)[&D];
}

/// The entry that was made for an allocatable, if it is still there.
PresentData *entryOf(Device &D, const Known &K) {
  bool Partial;
  PresentData *P = K.Host ? presentTable(D).find(K.Host, 1, Partial) : nullptr;
  return P && P->IsDeclared && P->Host == K.Host && P->Bytes == K.Bytes
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
  K = {};
}

void enter(Device &D, const WarprtVariable &V, Known &K, const Known &Now) {
  bool Partial;
  if (presentTable(D).find(Now.Host, Now.Bytes, Partial))
    return;
  void *Address = nullptr;
  if (Error E = allocateAccMemory(D, Now.Bytes, nullptr, &Address); failed(E))
    fatalAt({}, E,
            "allocating " + std::to_string(Now.Bytes) +
                " bytes of device memory for '" + V.name + "'");
  PresentData New;
  New.Host = Now.Host;
  New.Bytes = Now.Bytes;
  New.Device = static_cast<char *>(Address);
  New.IsDeclared = true;
  New.Name = V.name;
  presentTable(D).add(std::move(New));
  K = Now;
}

} // namespace

void warprt::refreshDeclared(Device &D) {
  const auto &Variables = ImageRegistry::get().declaredAllocatables();
  if (Variables.empty() || accSharesMemory())
    return;
  auto &All = known(D);
  auto Current = [](const WarprtVariable &V) {
    auto &Host = *static_cast<const Descriptor *>(V.host);
    Known Now;
    if (Host.base_addr && allocatorOf(Host) == Allocator::Default)
      Now.Bytes = elementCount(Host) * Host.elem_len;
    if (Now.Bytes)
      Now.Host = reinterpret_cast<uintptr_t>(Host.base_addr);
    return Now;
  };
  // Memory that one gave back may be another's by now.
  for (const WarprtVariable *V : Variables) {
    Known &K = All[V];
    Known Now = Current(*V);
    if (K.Host && (K.Host != Now.Host || K.Bytes != Now.Bytes))
      leave(D, K);
  }
  for (const WarprtVariable *V : Variables) {
    Known &K = All[V];
    Known Now = Current(*V);
    if (Now.Host && !entryOf(D, K))
      enter(D, *V, K, Now);
  }
}
