//===-- runtime/core/RecordAssignment.cpp - Deep copies -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See RecordAssignment.h.
//
//===----------------------------------------------------------------------===//
#include "core/RecordAssignment.h"
#include "core/Components.h"
#include "core/FortranTypes.h"
#include "core/Memory.h"
#include "core/Runtime.h"
#include "core/Transfer.h"
#include <cstring>
#include <map>
#include <set>
#include <vector>

using namespace warprt;

namespace {

/// An allocatable component of a record, or of a record in it.
struct Part {
  int64_t Offset;
  const FortranType *Type; // that declares it
  const FortranComponent *Component;
};

/// Where the elements of an array are, from its first byte to its last.
struct Range {
  const char *Begin, *End;

  explicit Range(const Descriptor &D)
      : Begin(static_cast<const char *>(D.base_addr)), End(Begin) {
    if (elementCount(D) == 0)
      return;
    for (int I = 0; I < D.rank; ++I) {
      int64_t Last = (D.dim[I].extent - 1) * D.dim[I].sm;
      (Last < 0 ? Begin : End) += Last;
    }
    End += D.elem_len;
  }
  bool meets(const Range &Other) const {
    return Begin < Other.End && Other.Begin < End;
  }
};

/// The elements of one array, in Fortran's order.
class Elements {
public:
  explicit Elements(const Descriptor &D)
      : D(D), At(static_cast<char *>(D.base_addr)) {}
  char *next() {
    char *This = At;
    for (int I = 0; I < D.rank; ++I) {
      At += D.dim[I].sm;
      if (++Index[I] < D.dim[I].extent)
        break;
      At -= D.dim[I].sm * D.dim[I].extent;
      Index[I] = 0;
    }
    return This;
  }

private:
  const Descriptor &D;
  char *At;
  int64_t Index[CFI_MAX_RANK] = {};
};

bool hasShape(const Descriptor &D, const Descriptor &Like) {
  if (D.rank != Like.rank || D.elem_len != Like.elem_len)
    return false;
  for (int I = 0; I < D.rank; ++I)
    if (D.dim[I].extent != Like.dim[I].extent)
      return false;
  return true;
}

bool isSameArray(const Descriptor &A, const Descriptor &B) {
  if (A.base_addr != B.base_addr || !hasShape(A, B))
    return false;
  for (int I = 0; I < A.rank; ++I)
    if (A.dim[I].extent > 1 && A.dim[I].sm != B.dim[I].sm)
      return false;
  return true;
}

bool isHosts(Allocator A) {
  return A == Allocator::Default || A == Allocator::Pinned;
}

class RecordAssigner {
public:
  RecordAssigner(Device &Dev, std::string_view Where)
      : Dev(Dev), Where(Where) {}

  Error assign(Descriptor &To, const Descriptor &From, bool Reallocates);
  /// The host may look at managed components at once.
  Error finish() {
    return HasShared ? Dev.synchronizeQueue(defaultQueue()) : Error::Success;
  }

private:
  const std::vector<Part> &partsOf(const FortranType &Type);
  void collectParts(const FortranType &Type, int64_t Offset,
                    std::vector<Part> &Parts);
  bool ownsMoreOf(const FortranType &Type);
  bool isIn(const Range &R, const Descriptor &Records);
  bool overlap(const Descriptor &A, const Descriptor &B);
  Error reallocate(Descriptor &To, const Descriptor &From);
  Error copyElements(const Descriptor &To, const Descriptor &From);
  Error copyRecord(char *To, const char *From, const FortranType &Type);
  Error copyComponent(Descriptor &To, const Descriptor &From, const Part &P);

  Device &Dev;
  std::string_view Where;
  std::map<const FortranType *, std::vector<Part>> Known;
  bool HasShared = false;
};

Error release(Descriptor &D) {
  Error Cause = Error::Success;
  return freeDescriptor(D, Cause) == CFI_SUCCESS || failed(Cause)
             ? Cause
             : Error::InvalidValue;
}

Error allocate(Descriptor &D) {
  Error Cause = Error::Success;
  return allocateDescriptor(D, Cause) == CFI_SUCCESS || failed(Cause)
             ? Cause
             : Error::InvalidValue;
}

void RecordAssigner::collectParts(const FortranType &Type, int64_t Offset,
                                  std::vector<Part> &Parts) {
  for (const FortranComponent &C : Type) {
    if (C.isAllocatable())
      Parts.push_back({Offset + C.Offset, &Type, &C});
    else if (C.Genre == C.Data && C.type())
      for (int64_t I = 0, N = C.count(); I < N; ++I)
        collectParts(*C.type(), Offset + C.Offset + I * C.type()->Bytes, Parts);
  }
}

const std::vector<Part> &RecordAssigner::partsOf(const FortranType &Type) {
  auto [I, New] = Known.try_emplace(&Type);
  if (New)
    collectParts(Type, 0, I->second);
  return I->second;
}

/// Whether records of a type can own others of the same type.
bool RecordAssigner::ownsMoreOf(const FortranType &Type) {
  std::set<const FortranType *> Seen;
  std::vector<const FortranType *> Work = {&Type};
  while (!Work.empty()) {
    const FortranType *T = Work.back();
    Work.pop_back();
    for (const Part &P : partsOf(*T))
      if (const FortranType *Inner = P.Component->type()) {
        if (Inner == &Type)
          return true;
        if (Seen.insert(Inner).second)
          Work.push_back(Inner);
      }
  }
  return false;
}

/// Whether these bytes are part of the records or of records that they own.
bool RecordAssigner::isIn(const Range &R, const Descriptor &Records) {
  if (!Records.base_addr)
    return false;
  if (R.meets(Range(Records)))
    return true;
  const FortranType *Type = fortranType(Records);
  if (!Type || allocatorOf(Records) == Allocator::Device)
    return false;
  const std::vector<Part> &Parts = partsOf(*Type);
  Elements Each(Records);
  for (size_t I = 0, N = Parts.empty() ? 0 : elementCount(Records); I < N;
       ++I) {
    char *Record = Each.next();
    for (const Part &P : Parts)
      if (P.Component->type() &&
          isIn(R, *reinterpret_cast<Descriptor *>(Record + P.Offset)))
        return true;
  }
  return false;
}

bool RecordAssigner::overlap(const Descriptor &A, const Descriptor &B) {
  if (Range(A).meets(Range(B)))
    return true;
  return ownsMoreOf(*fortranType(A)) &&
         (isIn(Range(A), B) || isIn(Range(B), A));
}

Error RecordAssigner::reallocate(Descriptor &To, const Descriptor &From) {
  if (From.rank != To.rank)
    return Error::InvalidValue;
  To.base_addr = nullptr;
  for (int I = 0; I < To.rank; ++I)
    To.dim[I] = From.dim[I];
  return allocate(To);
}

Error RecordAssigner::assign(Descriptor &To, const Descriptor &From,
                             bool Reallocates) {
  if (!From.base_addr)
    return elementCount(From) == 0 && To.base_addr && elementCount(To) == 0
               ? Error::Success
               : Error::InvalidValue;
  bool Fits = To.base_addr && (From.rank == 0 || hasShape(To, From));
  if (Reallocates && !Fits) {
    DescriptorStorage Storage;
    Descriptor &Old = Storage.get();
    std::memcpy(&Old, &To, descriptorBytes(To));
    // What it had may be what it gets.
    bool Keeps = Old.base_addr && overlap(Old, From);
    if (Old.base_addr && !Keeps)
      if (Error E = release(Old); failed(E))
        return E;
    if (Error E = reallocate(To, From); failed(E))
      return E;
    if (Error E = copyElements(To, From); failed(E) || !Keeps)
      return E;
    return release(Old);
  }
  if (!Fits && elementCount(To) != elementCount(From))
    return Error::InvalidValue;
  if (isSameArray(To, From))
    return Error::Success;
  if (!overlap(To, From))
    return copyElements(To, From);
  DescriptorStorage Storage;
  Descriptor &Copy = Storage.get();
  std::memcpy(&Copy, &From, descriptorBytes(From));
  Copy.attribute = CFI_attribute_allocatable;
  setAllocator(Copy, Allocator::Default);
  Error E = reallocate(Copy, From);
  if (failed(E))
    return E;
  E = copyElements(Copy, From);
  if (!failed(E))
    E = copyElements(To, Copy);
  Error Freed = release(Copy);
  return failed(E) ? E : Freed;
}

/// Of records, whose components are copied too.
Error RecordAssigner::copyElements(const Descriptor &To,
                                   const Descriptor &From) {
  const FortranType *Type = fortranType(To);
  if (!Type || allocatorOf(To) == Allocator::Device ||
      allocatorOf(From) == Allocator::Device)
    return Error::InvalidValue;
  Elements Left(To), Right(From);
  const char *Source = From.rank == 0 ? Right.next() : nullptr;
  for (size_t I = 0, N = elementCount(To); I < N; ++I) {
    char *Target = Left.next();
    if (Error E =
            copyRecord(Target, From.rank == 0 ? Source : Right.next(), *Type);
        failed(E))
      return E;
  }
  return Error::Success;
}

Error RecordAssigner::copyRecord(char *To, const char *From,
                                 const FortranType &Type) {
  int64_t Done = 0;
  auto copyTo = [&](int64_t End) {
    std::memcpy(To + Done, From + Done, static_cast<size_t>(End - Done));
  };
  for (const Part &P : partsOf(Type)) {
    copyTo(P.Offset);
    auto &Target = *reinterpret_cast<Descriptor *>(To + P.Offset);
    auto &Source = *reinterpret_cast<const Descriptor *>(From + P.Offset);
    Done = P.Offset + static_cast<int64_t>(descriptorBytes(Source));
    if (Error E = copyComponent(Target, Source, P); failed(E))
      return E;
  }
  copyTo(Type.Bytes);
  return Error::Success;
}

Error RecordAssigner::copyComponent(Descriptor &To, const Descriptor &From,
                                    const Part &P) {
  if (To.base_addr && (!From.base_addr || !hasShape(To, From)))
    if (Error E = release(To); failed(E))
      return E;
  if (!From.base_addr)
    return Error::Success;
  if (!To.base_addr) {
    std::memcpy(&To, &From, descriptorBytes(From));
    To.base_addr = nullptr;
    setAllocator(To, memoryOf(*P.Type, *P.Component, Where));
    if (Error E = allocate(To); failed(E))
      return E;
  }
  if (const FortranType *Type = fortranType(From);
      Type && !partsOf(*Type).empty())
    return copyElements(To, From);
  Allocator Target = allocatorOf(To), Source = allocatorOf(From);
  if (isHosts(Target) && isHosts(Source)) {
    std::memcpy(To.base_addr, From.base_addr, elementCount(To) * To.elem_len);
    return Error::Success;
  }
  HasShared |= Target == Allocator::Managed || Target == Allocator::Unified;
  CopyKind Kind = isHosts(Target)   ? CopyKind::DeviceToHost
                  : isHosts(Source) ? CopyKind::HostToDevice
                                    : CopyKind::DeviceToDevice;
  return copyArray(Dev, ArrayView(To), ArrayView(From), Kind, defaultQueue());
}

} // namespace

Error warprt::assignRecords(Descriptor &To, const Descriptor &From,
                            RecordTarget Target, std::string_view Where) {
  Device *Dev = nullptr;
  if (Error E = currentDevice(Dev); failed(E))
    return E;
  if (!fortranType(To))
    return Error::InvalidValue;
  if (Target == RecordTarget::Fresh && Hooks.Initialize)
    Hooks.Initialize(To, nullptr, 0);
  RecordAssigner Assigner(*Dev, Where);
  if (Error E = Assigner.assign(To, From, Target == RecordTarget::Allocatable);
      failed(E))
    return E;
  return Assigner.finish();
}
