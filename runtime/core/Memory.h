//===-- runtime/core/Memory.h - Allocation for Fortran programs -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of the five attributes. Unified memory is managed memory here. Pinned
// memory that the system cannot give becomes ordinary memory, as the language
// allows; PINNED= says which it was.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_MEMORY_H
#define WARPRT_CORE_MEMORY_H

#include "core/Descriptor.h"
#include "hal/Device.h"

namespace warprt {

/// Allocates at least one byte. Host memory for the default allocator.
/// With a stream, device memory is allocated in the order of that.
Error allocateMemory(Allocator A, size_t Bytes, void **Result,
                     bool *Pinned = nullptr, const int64_t *Stream = nullptr);
/// Managed memory is freed as such and the host's as the host's, whichever of
/// the two \p A says: MOVE_ALLOC and the results of functions carry memory from
/// one variable to another, also between files with and without -gpu=managed.
Error freeMemory(Allocator A, void *Address);

/// Frees managed memory that allocateMemory() gave; false for any other.
bool freeManagedMemory(void *Address, Error &Cause);

/// Between a call with true and one with false, which nest, what this thread
/// allocates as memory of the host is managed.
void manageAllocations(bool Manage);
bool managesAllocations();

/// What libwarprt_fortran lends: the ordinary Fortran runtime's work on
/// derived types. Members are null where it is not linked.
struct FortranHooks {
  /// Default-initialises the objects of a descriptor on the host.
  void (*Initialize)(const Descriptor &D, const char *File, int Line) = nullptr;
  /// Finalises them and frees their components.
  void (*Destroy)(const Descriptor &D) = nullptr;
  /// Gives new objects the value of others, with components of their own.
  void (*Assign)(Descriptor &To, const Descriptor &From, const char *File,
                 int Line) = nullptr;
};
extern FortranHooks Hooks;

/// Gives the elements of a descriptor in device memory the default values of
/// their derived type, if they have one.
Error initializeOnDevice(const Descriptor &D);

/// Allocates what a descriptor with bounds describes: CFI status, and the
/// cause where the device refused. Sets strides.
int allocateDescriptor(Descriptor &D, Error &Cause, bool *Pinned = nullptr,
                       const int64_t *Stream = nullptr);
int freeDescriptor(Descriptor &D, Error &Cause);

/// Descriptors of local allocatables: host memory that kernels can read.
Error allocateDescriptorStorage(size_t Bytes, void **Result);
Error freeDescriptorStorage(void *Address);
void dropDescriptorStorage();

} // namespace warprt

#endif // WARPRT_CORE_MEMORY_H
