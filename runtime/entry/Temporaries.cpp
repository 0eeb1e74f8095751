//===-- runtime/entry/Temporaries.cpp - Copies for host expressions -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the host uses device data in a way that no kernel does for it, compiled
// code works on a copy in host memory; where a kernel needs a host array, on a
// copy in device memory. Also the memory of device results that are on their
// way somewhere else, and the reallocation of a left-hand side that a kernel
// is going to define.
//
//===----------------------------------------------------------------------===//
#include "core/Diagnostics.h"
#include "core/ImageRegistry.h"
#include "core/Memory.h"
#include "core/Runtime.h"
#include "core/Transfer.h"
#include "entry/Export.h"
#include "warprt/EntryPoints.h"
#include <algorithm>

using namespace warprt;

namespace {

const Descriptor &descriptorAt(const void *Address) {
  return *static_cast<const Descriptor *>(Address);
}

Descriptor &descriptorAt(void *Address) {
  return *static_cast<Descriptor *>(Address);
}

Device &device(SourceLocation Where) {
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    fatalAt(Where, E, "using the device");
  return *D;
}

/// Copies the description and allocates contiguous memory.
void create(Descriptor &Temporary, const Descriptor &Like, Allocator Memory,
            SourceLocation Where) {
  std::memcpy(&Temporary, &Like, descriptorBytes(Like));
  setAllocator(Temporary, Memory);
  auto Stride = static_cast<CFI_index_t>(Temporary.elem_len);
  for (int I = 0; I < Temporary.rank; ++I) {
    CFI_dim_t &Dim = Temporary.dim[I];
    Dim.extent = std::max<CFI_index_t>(0, Dim.extent);
    Dim.sm = Stride;
    Stride *= Dim.extent;
  }
  size_t Bytes;
  Error E = Error::MemoryAllocation;
  if (byteCount(Temporary, Bytes))
    E = allocateMemory(Memory, std::max<size_t>(1, Bytes),
                       &Temporary.base_addr);
  if (failed(E))
    fatalAt(Where, E,
            "allocating " + byteText(Temporary) +
                " for the value of an expression");
}

void copy(const Descriptor &To, const Descriptor &From, CopyKind Kind,
          SourceLocation Where) {
  size_t Bytes = elementCount(To) * To.elem_len;
  if (Bytes == 0)
    return;
  if (Error E = copyArray(device(Where), ArrayView(To), ArrayView(From), Kind,
                          defaultQueue());
      failed(E))
    fatalAt(Where, E,
            "copying " + std::to_string(Bytes) + " bytes of an expression");
}

Allocator memoryOn(int32_t OnDevice) {
  return OnDevice ? Allocator::Device : Allocator::Default;
}

void release(Descriptor &Temporary, Allocator Memory, SourceLocation Where) {
  if (Error E = freeMemory(Memory, Temporary.base_addr); failed(E))
    fatalAt(Where, E, "freeing a temporary");
  Temporary.base_addr = nullptr;
}

} // namespace

WARPRT_EXPORT void warprt_temporary_create(void *Temporary, const void *Like,
                                           int32_t OnDevice, const char *File,
                                           int32_t Line) {
  SourceLocation Where{File, Line};
  device(Where);
  create(descriptorAt(Temporary), descriptorAt(Like), memoryOn(OnDevice),
         Where);
}

WARPRT_EXPORT void warprt_temporary_copy(void *Temporary, const void *Source,
                                         int32_t OnDevice, const char *File,
                                         int32_t Line) {
  SourceLocation Where{File, Line};
  Descriptor &To = descriptorAt(Temporary);
  const Descriptor &From = descriptorAt(Source);
  if (!From.base_addr) {
    std::memcpy(&To, &From, descriptorBytes(From));
    return;
  }
  device(Where);
  create(To, From, memoryOn(OnDevice), Where);
  copy(To, From, OnDevice ? CopyKind::HostToDevice : CopyKind::DeviceToHost,
       Where);
}

WARPRT_EXPORT void warprt_temporary_write_back(const void *Temporary,
                                               void *Target, const char *File,
                                               int32_t Line) {
  const Descriptor &From = descriptorAt(Temporary);
  if (From.base_addr)
    copy(descriptorAt(Target), From, CopyKind::HostToDevice,
         SourceLocation{File, Line});
}

WARPRT_EXPORT void warprt_copy_in(void *Temporary, const void *Source,
                                  int32_t Memory, const char *File,
                                  int32_t Line) {
  SourceLocation Where{File, Line};
  Descriptor &To = descriptorAt(Temporary);
  const Descriptor &From = descriptorAt(Source);
  if (!From.base_addr || ArrayView(From).contiguous()) {
    std::memcpy(&To, &From, descriptorBytes(From));
    return;
  }
  device(Where);
  create(To, From, static_cast<Allocator>(Memory), Where);
  copy(To, From, CopyKind::DeviceToDevice, Where);
  // The host may look at once.
  if (static_cast<Allocator>(Memory) == Allocator::Managed)
    warprt_wait(File, Line);
}

WARPRT_EXPORT void warprt_copy_out(void *Temporary, void *Source,
                                   int32_t Memory, int32_t Changed,
                                   const char *File, int32_t Line) {
  SourceLocation Where{File, Line};
  Descriptor &From = descriptorAt(Temporary);
  Descriptor &To = descriptorAt(Source);
  if (From.base_addr == To.base_addr)
    return;
  // A kernel that uses the copy may run in any stream.
  if (Error E = device(Where).synchronize(); failed(E))
    fatalAt(Where, E, "waiting for a kernel that uses a copy of a section");
  if (Changed)
    copy(To, From, CopyKind::DeviceToDevice, Where);
  if (Changed && static_cast<Allocator>(Memory) == Allocator::Managed)
    warprt_wait(File, Line);
  release(From, static_cast<Allocator>(Memory), Where);
}

WARPRT_EXPORT void warprt_wait(const char *File, int32_t Line) {
  SourceLocation Where{File, Line};
  if (Error E = device(Where).synchronizeQueue(defaultQueue()); failed(E))
    fatalAt(Where, E, "waiting for an array expression");
}

WARPRT_EXPORT void warprt_temporary_free(void *Temporary, int32_t OnDevice,
                                         const char *File, int32_t Line) {
  Descriptor &D = descriptorAt(Temporary);
  if (!D.base_addr)
    return;
  release(D, memoryOn(OnDevice), SourceLocation{File, Line});
}

WARPRT_EXPORT void warprt_reallocate(void *Allocatable, const void *Like,
                                     int32_t Memory, const char *File,
                                     int32_t Line) {
  SourceLocation Where{File, Line};
  Descriptor &To = descriptorAt(Allocatable);
  const Descriptor &From = descriptorAt(Like);
  auto extent = [](const Descriptor &D, int I) {
    return std::max<CFI_index_t>(0, D.dim[I].extent);
  };
  bool Fits = To.base_addr != nullptr;
  for (int I = 0; Fits && I < To.rank; ++I)
    Fits = extent(To, I) == extent(From, I);
  if (Fits)
    return;
  Device &D = device(Where);
  Error Cause = Error::Success;
  if (To.base_addr && freeDescriptor(To, Cause) != CFI_SUCCESS)
    fatalAt(Where, Cause, "deallocating the left-hand side");
  setAllocator(To, static_cast<Allocator>(Memory));
  for (int I = 0; I < To.rank; ++I) {
    To.dim[I].lower_bound = 1;
    To.dim[I].extent = extent(From, I);
  }
  if (allocateDescriptor(To, Cause) != CFI_SUCCESS)
    fatalAt(Where, Cause,
            "allocating " + byteText(To) + " for the left-hand side");
  if (Error E = ImageRegistry::get().syncDescriptor(&To, D); failed(E))
    fatalAt(Where, E, "updating a module array's descriptor");
}
