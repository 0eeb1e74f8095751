//===-- runtime/core/Components.cpp - Memory of components ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Components.h.
//
//===----------------------------------------------------------------------===//
#include "core/Components.h"
#include "core/Memory.h"
#include <cstring>
#include <string>

using namespace warprt;

Allocator warprt::memoryOf(const FortranType &Type, const FortranComponent &C,
                           std::string_view Where) {
  std::string Key = "\n";
  Key.append(Type.Name.text()).append("%").append(C.Name.text()).append("=");
  size_t At = Where.find(Key);
  if (At != Where.npos)
    return static_cast<Allocator>(Where[At + Key.size()] - '0');
  return C.Genre == C.DeviceAllocatable ? Allocator::Device
                                        : Allocator::Default;
}

namespace {

Error move(Descriptor &D, Allocator To) {
  if (To == Allocator::Default || allocatorOf(D) != Allocator::Default)
    return Error::Success;
  size_t Bytes = elementCount(D) * D.elem_len;
  void *New = nullptr;
  if (Error E = allocateMemory(To, Bytes, &New); failed(E))
    return E;
  std::memcpy(New, D.base_addr, Bytes);
  void *Old = D.base_addr;
  D.base_addr = New;
  setAllocator(D, To);
  return freeMemory(Allocator::Default, Old);
}

Error placeInRecord(char *Record, const FortranType &Type,
                    std::string_view Where) {
  for (const FortranComponent &C : Type) {
    char *At = Record + C.Offset;
    if (C.Genre == C.Allocatable) {
      auto &D = *reinterpret_cast<Descriptor *>(At);
      if (!D.base_addr)
        continue;
      if (Error E = move(D, memoryOf(Type, C, Where)); failed(E))
        return E;
      if (Error E = placeComponents(D, Where); failed(E))
        return E;
    } else if (C.Genre == C.Data && ownsMemory(C.type())) {
      for (int64_t I = 0, N = C.count(); I < N; ++I)
        if (Error E = placeInRecord(At + I * C.type()->Bytes, *C.type(), Where);
            failed(E))
          return E;
    }
  }
  return Error::Success;
}

} // namespace

Error warprt::placeComponents(const Descriptor &Records,
                              std::string_view Where) {
  const FortranType *Type = fortranType(Records);
  if (!Records.base_addr || allocatorOf(Records) == Allocator::Device ||
      !ownsMemory(Type))
    return Error::Success;
  int64_t Index[CFI_MAX_RANK] = {};
  auto *At = static_cast<char *>(Records.base_addr);
  for (size_t I = 0, N = elementCount(Records); I < N; ++I) {
    if (Error E = placeInRecord(At, *Type, Where); failed(E))
      return E;
    for (int Dim = 0; Dim < Records.rank; ++Dim) {
      const CFI_dim_t &D = Records.dim[Dim];
      At += D.sm;
      if (++Index[Dim] < D.extent)
        break;
      At -= D.sm * D.extent;
      Index[Dim] = 0;
    }
  }
  return Error::Success;
}
