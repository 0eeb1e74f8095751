//===-- runtime/core/AccPresentData.cpp - Data that are there -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccPresentData.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccPresentData.h"
#include "core/AccDeclared.h"
#include "core/AccDevice.h"
#include "core/AccTrace.h"
#include "core/ImageRegistry.h"
#include "hal/Work.h"
#include <cstring>

using namespace warprt;
using namespace warprt::present;

std::string warprt::present::nameOf(const AccPlace &Place) {
  return Place.Name && *Place.Name ? Place.Name : "(unnamed)";
}

void warprt::present::check(Error E, const AccPlace &Place, const char *What) {
  if (failed(E))
    fatalAt(Place.Where, E, std::string(What) + " '" + nameOf(Place) + "'");
}

AccQueue warprt::present::queueOfClause(Device &D, int64_t Async,
                                        const AccPlace &Place) {
  AccQueue Q;
  if (Error E = accQueue(D, Async, Q); failed(E))
    fatalAt(Place.Where, E,
            "async value " + std::to_string(Async) + " of a data clause");
  return Q;
}

void warprt::present::failMissing(Device &D, const AccSection &S,
                                  const char *Clause, const AccPlace &Place,
                                  const PresentData *Partial) {
  if (Place.Clause)
    Clause = Place.Clause;
  char Address[64];
  std::snprintf(Address, sizeof Address, "0x%llx",
                static_cast<unsigned long long>(
                    S.Low ? S.Low : reinterpret_cast<uintptr_t>(S.Base)));
  fatalAccData(D,
               Partial ? std::string("variable in ") + Clause +
                             " is partially present on device " +
                             std::to_string(D.ordinal() + 1) +
                             ": name=" + nameOf(Place) + " host:" + Address +
                             " size:" + std::to_string(S.Bytes)
                       : std::string("data in ") + Clause +
                             " was not found on device " +
                             std::to_string(D.ordinal() + 1) +
                             ": name=" + nameOf(Place) + " host:" + Address,
               Place);
}

bool warprt::present::isDeviceMemory(Device &D, const void *Address) {
  PointerPlace Place = D.pointerInfo(Address).Place;
  return Place == PointerPlace::Device || Place == PointerPlace::Managed;
}

bool warprt::present::isManagedMemory(Device &D, const void *Address) {
  return D.pointerInfo(Address).Place == PointerPlace::Managed;
}

/// A variable that device code has by name is always present.
static PresentData *findVariable(Device &D, uintptr_t Low, size_t Bytes) {
  ImageRegistry &Registry = ImageRegistry::get();
  auto *Host = reinterpret_cast<const void *>(Low);
  const WarprtVariable *V = Registry.variable(Host);
  if (!V || (V->kind != WARPRT_VAR_DEVICE && V->kind != WARPRT_VAR_CONSTANT))
    return nullptr;
  auto Begin = reinterpret_cast<uintptr_t>(V->host);
  if (Low + Bytes > Begin + V->size)
    return nullptr;
  void *Address = nullptr;
  if (failed(Registry.deviceAddress(V->host, D, Address)))
    return nullptr;
  PresentData New;
  New.Host = Begin;
  New.Bytes = V->size;
  New.Device = static_cast<char *>(Address);
  New.IsVariable = true;
  New.Name = sourceName(V->name);
  return &presentTable(D).add(std::move(New));
}

bool warprt::present::isShared(const AccSection &S) {
  if (!accSharesMemory())
    return false;
  const WarprtVariable *V =
      ImageRegistry::get().variable(reinterpret_cast<void *>(S.Low));
  return !V || V->kind == WARPRT_VAR_LINK;
}

PresentData *warprt::present::findPresent(Device &D, uintptr_t Low,
                                          size_t Bytes, bool &Partial) {
  PresentTable &Table = presentTable(D);
  PresentData *Found = Table.find(Low, Bytes, Partial);
  if (Found && !Partial && isCurrent(D, *Found))
    return Found;
  refreshDeclared(D);
  Found = Table.find(Low, Bytes, Partial);
  return Found ? Found : findVariable(D, Low, Bytes);
}

static ArrayView deviceView(const AccSection &S, const PresentData &P) {
  ArrayView V = S.Elements;
  V.Base = P.at(reinterpret_cast<uintptr_t>(V.Base));
  return V;
}

Error warprt::present::copyBytes(Device &D, void *Dst, const void *Src,
                                 size_t Bytes, CopyKind Kind, Queue *Q,
                                 bool Async) {
  CopyShape Shape;
  Shape.Width = Bytes;
  return D.copy(Dst, Src, Shape, Kind, Q, Async);
}

/// Attachments of `P` that begin in the section's interval.
template <typename Body>
static void forEachAttached(PresentData &P, const AccSection &S, Body Visit) {
  if (P.Attached.empty())
    return;
  for (auto I = P.Attached.lower_bound(S.Low);
       I != P.Attached.end() && I->first < S.Low + S.Bytes; ++I)
    if (I->second.Count > 0)
      Visit(I->first, I->second);
}

AccWork warprt::present::workOn(const PresentData &P) {
  AccWork Work{acc_construct_data};
  Work.Bytes = P.Bytes;
  Work.Host = reinterpret_cast<const void *>(P.Host);
  Work.OnDevice = P.Device;
  return Work;
}
static AccWork workOnPart(const PresentData &P, const AccSection &S) {
  AccWork Work = workOn(P);
  Work.Bytes = S.Elements.count() * S.Elements.ElementBytes;
  Work.Host = reinterpret_cast<const void *>(S.Low);
  Work.OnDevice = P.at(S.Low);
  return Work;
}

void warprt::present::copyToDevice(Device &D, const AccSection &S,
                                   PresentData &P, const AccQueue &Q,
                                   const AccPlace &Place) {
  HostMemoryLoan Loan;
  AccProfiled Profiled(acc_ev_enqueue_upload_start, &D, Place,
                       workOnPart(P, S));
  AccTimer Timer(D, Q.Q);
  check(copyArray(D, deviceView(S, P), S.Elements, CopyKind::HostToDevice, Q.Q,
                  Q.Async),
        Place, "copying to the device");
  traceTransfer(Timer, Place, S.Elements.count() * S.Elements.ElementBytes,
                /*ToDevice=*/true);
  // The device keeps its own addresses.
  forEachAttached(P, S, [&](uintptr_t At, Attachment &A) {
    check(copyBytes(D, P.at(At), A.OnDevice.data(), A.OnDevice.size(),
                    CopyKind::HostToDevice, Q.Q, Q.Async),
          Place, "attaching");
  });
}

void warprt::present::copyToHost(Device &D, const AccSection &S, PresentData &P,
                                 const AccQueue &Q, const AccPlace &Place) {
  HostMemoryLoan Loan;
  // The host keeps its own addresses.
  std::vector<std::pair<void *, std::vector<char>>> Kept;
  forEachAttached(P, S, [&](uintptr_t At, Attachment &A) {
    auto *Host = reinterpret_cast<char *>(At);
    Kept.push_back({Host, {Host, Host + A.OnDevice.size()}});
  });
  bool Async = Q.Async && Kept.empty();
  AccProfiled Profiled(acc_ev_enqueue_download_start, &D, Place,
                       workOnPart(P, S));
  AccTimer Timer(D, Q.Q);
  check(copyArray(D, S.Elements, deviceView(S, P), CopyKind::DeviceToHost, Q.Q,
                  Async),
        Place, "copying to the host");
  traceTransfer(Timer, Place, S.Elements.count() * S.Elements.ElementBytes,
                /*ToDevice=*/false);
  if (Q.Async && !Async)
    check(D.synchronizeQueue(Q.Q), Place, "copying to the host");
  for (auto &[Host, Bytes] : Kept)
    std::memcpy(Host, Bytes.data(), Bytes.size());
}

/// The present data that hold a descriptor or pointer.
static PresentData *parentOf(Device &D, uintptr_t At, size_t Bytes) {
  bool Partial;
  PresentData *Parent = presentTable(D).find(At, Bytes, Partial);
  if (!Parent)
    return findVariable(D, At, Bytes);
  return Partial ? nullptr : Parent;
}

void warprt::present::attach(Device &D, void *DescriptorAddress, void *Target,
                             const AccQueue &Q, const AccPlace &Place,
                             bool Structured, size_t Bytes) {
  if (!DescriptorAddress)
    return;
  auto At = reinterpret_cast<uintptr_t>(DescriptorAddress);
  bool IsDescriptor = Bytes == 0;
  if (IsDescriptor)
    Bytes =
        descriptorBytes(*static_cast<const Descriptor *>(DescriptorAddress));
  PresentData *Parent = parentOf(D, At, Bytes);
  if (!Parent)
    return;
  Attachment &A = Parent->Attached[At];
  std::vector<char> New =
      accAttachedBytes(DescriptorAddress, Bytes, Target, IsDescriptor);
  if (A.Count > 0 && !Structured &&
      std::memcmp(New.data(), A.OnDevice.data(), sizeof Target) != 0)
    A.Count = 0;
  if (A.Count++ > 0 && New == A.OnDevice)
    return;
  A.OnDevice = std::move(New);
  presentTable(D).changed(*Parent);
  check(copyBytes(D, Parent->at(At), A.OnDevice.data(), Bytes,
                  CopyKind::HostToDevice, Q.Q, Q.Async),
        Place, "attaching");
}

void warprt::present::copyDescriptor(Device &D, void *DescriptorAddress,
                                     const AccQueue &Q, const AccPlace &Place) {
  if (!DescriptorAddress)
    return;
  auto At = reinterpret_cast<uintptr_t>(DescriptorAddress);
  size_t Bytes =
      descriptorBytes(*static_cast<const Descriptor *>(DescriptorAddress));
  if (PresentData *Parent = parentOf(D, At, Bytes))
    check(copyBytes(D, Parent->at(At), DescriptorAddress, Bytes,
                    CopyKind::HostToDevice, Q.Q, Q.Async),
          Place, "attaching");
}

void warprt::present::detach(Device &D, void *DescriptorAddress, bool Finalize,
                             const AccQueue &Q, const AccPlace &Place) {
  if (!DescriptorAddress)
    return;
  auto At = reinterpret_cast<uintptr_t>(DescriptorAddress);
  bool Partial;
  PresentData *Parent = presentTable(D).find(At, sizeof(void *), Partial);
  if (!Parent || Partial)
    return;
  auto I = Parent->Attached.find(At);
  if (I == Parent->Attached.end())
    return;
  Attachment &A = I->second;
  A.Count = Finalize ? 0 : A.Count - 1;
  if (A.Count > 0)
    return;
  // The device has the host's address again.
  check(copyBytes(D, Parent->at(At), DescriptorAddress, A.OnDevice.size(),
                  CopyKind::HostToDevice, Q.Q, Q.Async),
        Place, "detaching");
  Parent->Attached.erase(I);
  presentTable(D).changed(*Parent);
}

void warprt::present::waitIfSync(Device &D, const AccQueue &Q,
                                 const AccPlace &Place) {
  if (!Q.Async)
    check(D.synchronizeQueue(Q.Q), Place, "waiting for the device about");
}
