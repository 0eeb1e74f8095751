//===-- runtime/entry/CufMemory.cpp - Allocation for compiled code --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The _FortranACUF* entry points that allocate, free and keep descriptors in
// step; signatures as in flang/Runtime/CUDA. A failure goes to STAT= and
// ERRMSG= where the program has them, else it ends the program.
//
//===----------------------------------------------------------------------===//
#include "core/Components.h"
#include "core/DeviceOutput.h"
#include "core/Diagnostics.h"
#include "core/FortranTypes.h"
#include "core/ImageRegistry.h"
#include "core/Leaks.h"
#include "core/Memory.h"
#include "core/RecordAssignment.h"
#include "core/Runtime.h"
#include "core/Transfer.h"
#include "entry/Export.h"
#include <algorithm>
#include <cerrno>
#include <cstdlib>

using namespace warprt;

/// Whether free() takes managed memory, too.
static bool FreesManagedMemory = false;

namespace {

/// Flang's memory types.
Allocator allocatorOfType(unsigned Type, SourceLocation Where) {
  switch (Type) {
  case 0:
    return Allocator::Device;
  case 1:
    return Allocator::Managed;
  case 2:
    return Allocator::Unified;
  case 3:
    return Allocator::Pinned;
  }
  fatalAt(Where,
          "unknown memory type " + std::to_string(Type) + " in compiled code");
}

const char *memoryName(Allocator A) {
  switch (A) {
  case Allocator::Default:
    return "host";
  case Allocator::Pinned:
    return "pinned";
  case Allocator::Device:
    return "device";
  case Allocator::Managed:
    return "managed";
  case Allocator::Unified:
    return "unified";
  }
  return "unknown";
}

void storeMessage(const Descriptor *ErrMsg, const std::string &Text) {
  if (!ErrMsg || !ErrMsg->base_addr)
    return;
  auto *To = static_cast<char *>(ErrMsg->base_addr);
  size_t Used = std::min(ErrMsg->elem_len, Text.size());
  std::memcpy(To, Text.data(), Used);
  std::memset(To + Used, ' ', ErrMsg->elem_len - Used);
}

/// What STAT= gets, or the end of the program.
int finish(int Status, const std::string &What, Error Cause, bool HasStat,
           const Descriptor *ErrMsg, SourceLocation Where) {
  if (Status == CFI_SUCCESS)
    return Status;
  std::string Text = What;
  if (Status == CFI_ERROR_BASE_ADDR_NOT_NULL && !failed(Cause))
    Text += ": it is allocated already";
  else if (Status == CFI_ERROR_BASE_ADDR_NULL)
    Text += ": it is not allocated";
  if (failed(Cause))
    Text += ": " + describe(Cause);
  if (!HasStat)
    fatalAt(Where, Text);
  storeMessage(ErrMsg, Text);
  return Status;
}

std::string allocating(const Descriptor &D) {
  return "allocating " + byteText(D) + " of " + memoryName(allocatorOf(D)) +
         " memory";
}

/// Brings the device's copy of a module's descriptor up to date.
void syncGlobal(const void *Host, SourceLocation Where) {
  const WarprtVariable *V = ImageRegistry::get().variable(Host);
  if (!V || V->kind != WARPRT_VAR_DESCRIPTOR)
    return;
  Device *D = nullptr;
  Error E = currentDevice(D);
  if (!failed(E))
    E = ImageRegistry::get().syncDescriptor(Host, *D);
  if (failed(E))
    fatalAt(Where, E,
            "updating '" + std::string(sourceName(V->name)) +
                "' on the device");
}

void noteDeviceAllocation(Allocator A, const void *Address, size_t Bytes,
                          SourceLocation Where) {
  if (A != Allocator::Default && A != Allocator::Pinned)
    noteAllocation(Address, Bytes, "a variable", Where);
}

int allocate(Descriptor &D, bool *Pinned, bool HasStat,
             const Descriptor *ErrMsg, SourceLocation Where,
             const int64_t *Stream = nullptr) {
  Error Cause;
  std::string What = allocating(D);
  int Status = allocateDescriptor(D, Cause, Pinned, Stream);
  if (Status == CFI_SUCCESS)
    noteDeviceAllocation(allocatorOf(D), D.base_addr,
                         elementCount(D) * D.elem_len, Where);
  return finish(Status, What, Cause, HasStat, ErrMsg, Where);
}

/// Ways between the two places; pinned memory is the host's, managed memory
/// either's.
CopyKind copyKindFor(const Descriptor &D, bool SourceIsDevice) {
  bool OnDevice = allocatorOf(D) != Allocator::Default &&
                  allocatorOf(D) != Allocator::Pinned;
  if (SourceIsDevice)
    return OnDevice ? CopyKind::DeviceToDevice : CopyKind::DeviceToHost;
  return OnDevice ? CopyKind::HostToDevice : CopyKind::HostToHost;
}

/// Stores one value, on the host, into every element.
Error fillFrom(Device &Dev, const Descriptor &D, const void *Value,
               bool OnDevice) {
  ArrayView To(D);
  if (OnDevice)
    return fillArray(Dev, To, Value, defaultQueue());
  auto *Base = static_cast<char *>(D.base_addr);
  for (size_t I = 0, N = elementCount(D); I < N; ++I)
    std::memcpy(Base + I * D.elem_len, Value, D.elem_len);
  return Error::Success;
}

bool isHostReadable(Allocator A) {
  return A == Allocator::Pinned || A == Allocator::Managed ||
         A == Allocator::Unified;
}

/// SOURCE=: a scalar for all elements, or an array of the same shape.
Error copySource(Descriptor &D, const Descriptor &Source, bool SourceIsDevice) {
  // What has allocatable components is the host's work: copies get their own.
  if (Hooks.Assign && isHostReadable(allocatorOf(D)) &&
      (!SourceIsDevice || isHostReadable(allocatorOf(Source))) &&
      ownsMemory(fortranType(D))) {
    Hooks.Assign(D, Source, nullptr, 0);
    return Error::Success;
  }
  Device *Dev = nullptr;
  if (Error E = currentDevice(Dev); failed(E))
    return E;
  CopyKind Kind = copyKindFor(D, SourceIsDevice);
  if (Source.rank > 0 || D.rank == 0)
    if (Error E = copyArray(*Dev, ArrayView(D), ArrayView(Source), Kind,
                            defaultQueue());
        failed(E))
      return E;
  if (Source.rank == 0 && D.rank > 0) {
    if (Source.elem_len != D.elem_len)
      return Error::InvalidValue;
    std::vector<char> Value(Source.elem_len);
    ArrayView One(Value.data(), Source.elem_len, 1);
    if (SourceIsDevice) {
      ArrayView From(Source.base_addr, Source.elem_len, 1);
      if (Error E = copyArray(*Dev, One, From, CopyKind::DeviceToHost,
                              defaultQueue());
          failed(E))
        return E;
    } else {
      std::memcpy(Value.data(), Source.base_addr, Source.elem_len);
    }
    bool OnDevice =
        Kind == CopyKind::HostToDevice || Kind == CopyKind::DeviceToDevice;
    if (Error E = fillFrom(*Dev, D, Value.data(), OnDevice); failed(E))
      return E;
  }
  // The host may look at once.
  bool Shared = allocatorOf(D) == Allocator::Managed ||
                allocatorOf(D) == Allocator::Unified;
  return Shared ? Dev->synchronizeQueue(defaultQueue()) : Error::Success;
}

int allocateFrom(Descriptor &D, const Descriptor &Source, bool *Pinned,
                 bool HasStat, const Descriptor *ErrMsg, bool SourceIsDevice,
                 SourceLocation Where) {
  if (int Status = allocate(D, Pinned, HasStat, ErrMsg, Where))
    return Status;
  Error E = copySource(D, Source, SourceIsDevice);
  return failed(E) ? finish(CFI_ERROR_MEM_ALLOCATION,
                            "copying SOURCE= to the allocation", E, HasStat,
                            ErrMsg, Where)
                   : CFI_SUCCESS;
}

} // namespace

WARPRT_EXPORT void *warprt_mem_alloc(uint64_t Bytes, uint32_t Type,
                                     const char *File, int Line) {
  SourceLocation Where{File, Line};
  Allocator A = allocatorOfType(Type, Where);
  void *Address = nullptr;
  if (Error E = allocateMemory(A, Bytes, &Address); failed(E))
    fatalAt(Where, E,
            "allocating " + std::to_string(Bytes) + " bytes of " +
                memoryName(A) + " memory");
  // A local variable, which compiled code gives back: where a program ends
  // before, that is no leak of its own.
  return Address;
}

WARPRT_EXPORT void _FortranACUFMemFree(void *Address, unsigned Type,
                                       const char *File, int Line) {
  SourceLocation Where{File, Line};
  Allocator A = allocatorOfType(Type, Where);
  if (Error E = freeMemory(A, Address); failed(E))
    fatalAt(Where, E, std::string("freeing ") + memoryName(A) + " memory");
}

// Compiled code keeps descriptors on the stack (CUFHostDescriptors.cpp); what
// Flang makes of memory that it knows to be the device's would come here.
WARPRT_EXPORT Descriptor *
_FortranACUFAllocDescriptor(size_t Bytes, const char *File, int Line) {
  void *Address = nullptr;
  if (Error E = allocateDescriptorStorage(Bytes, &Address); failed(E))
    fatalAt({File, Line}, E, "allocating a descriptor");
  return static_cast<Descriptor *>(Address);
}

WARPRT_EXPORT void _FortranACUFFreeDescriptor(Descriptor *D, const char *File,
                                              int Line) {
  if (Error E = freeDescriptorStorage(D); failed(E))
    fatalAt({File, Line}, E, "freeing a descriptor");
}

WARPRT_EXPORT void *_FortranACUFGetDeviceAddress(void *Host, const char *File,
                                                 int Line) {
  SourceLocation Where{File, Line};
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    fatalAt(Where, E, "using the device");
  void *Address = nullptr;
  Error E = ImageRegistry::get().deviceAddress(Host, *D, Address);
  if (!failed(E))
    return Address;
  // Memory that host and device share has one address.
  if (E == Error::InvalidSymbol)
    if (void *Seen = D->pointerInfo(Host).DeviceAddress)
      return Seen;
  const WarprtVariable *V = ImageRegistry::get().variable(Host);
  fatalAt(Where, E,
          V ? "finding device variable '" + std::string(sourceName(V->name)) +
                  "'"
            : std::string("finding a device variable"));
}

WARPRT_EXPORT void _FortranACUFDescriptorSync(Descriptor *Dst,
                                              const Descriptor *Src,
                                              const char *File, int Line) {
  Device *D = nullptr;
  Error E = currentDevice(D);
  if (!failed(E)) {
    CopyShape Shape;
    Shape.Width = descriptorBytes(*Src);
    E = D->copy(Dst, Src, Shape, CopyKind::Infer, defaultQueue(),
                /*Async=*/false);
  }
  if (failed(E))
    fatalAt({File, Line}, E, "copying a descriptor to the device");
}

WARPRT_EXPORT void
_FortranACUFSyncGlobalDescriptor(void *Host, const char *File, int Line) {
  syncGlobal(Host, {File, Line});
}

WARPRT_EXPORT void _FortranACUFDescriptorCheckSection(const Descriptor *D,
                                                      const char *File,
                                                      int Line) {
  if (!isContiguous(*D))
    fatalAt({File, Line},
            "an array section that is not contiguous is passed to a kernel");
}

WARPRT_EXPORT int
_FortranACUFAllocatableAllocate(Descriptor &D, int64_t *Stream, bool *Pinned,
                                bool HasStat, const Descriptor *ErrMsg,
                                const char *File, int Line, bool) {
  return allocate(D, Pinned, HasStat, ErrMsg, {File, Line}, Stream);
}

WARPRT_EXPORT int _FortranACUFAllocatableAllocateSync(
    Descriptor &D, int64_t *Stream, bool *Pinned, bool HasStat,
    const Descriptor *ErrMsg, const char *File, int Line, bool) {
  int Status = allocate(D, Pinned, HasStat, ErrMsg, {File, Line}, Stream);
  if (Status == CFI_SUCCESS)
    syncGlobal(&D, {File, Line});
  return Status;
}

WARPRT_EXPORT int _FortranACUFAllocatableAllocateSource(
    Descriptor &D, const Descriptor &Source, int64_t *, bool *Pinned,
    bool HasStat, const Descriptor *ErrMsg, const char *File, int Line,
    bool SourceIsDevice) {
  return allocateFrom(D, Source, Pinned, HasStat, ErrMsg, SourceIsDevice,
                      {File, Line});
}

WARPRT_EXPORT int _FortranACUFAllocatableAllocateSourceSync(
    Descriptor &D, const Descriptor &Source, int64_t *, bool *Pinned,
    bool HasStat, const Descriptor *ErrMsg, const char *File, int Line,
    bool SourceIsDevice) {
  int Status = allocateFrom(D, Source, Pinned, HasStat, ErrMsg, SourceIsDevice,
                            {File, Line});
  if (Status == CFI_SUCCESS)
    syncGlobal(&D, {File, Line});
  return Status;
}

WARPRT_EXPORT int _FortranACUFAllocatableDeallocate(Descriptor &D, bool HasStat,
                                                    const Descriptor *ErrMsg,
                                                    const char *File,
                                                    int Line) {
  SourceLocation Where{File, Line};
  Error Cause;
  int Status = freeDescriptor(D, Cause);
  Status = finish(Status,
                  std::string("deallocating ") + memoryName(allocatorOf(D)) +
                      " memory",
                  Cause, HasStat, ErrMsg, Where);
  if (Status == CFI_SUCCESS)
    syncGlobal(&D, Where);
  return Status;
}

// Pointers differ only in that they may be associated already.
WARPRT_EXPORT int _FortranACUFPointerAllocate(Descriptor &D, int64_t *Stream,
                                              bool *Pinned, bool HasStat,
                                              const Descriptor *ErrMsg,
                                              const char *File, int Line,
                                              bool DeviceInit) {
  return _FortranACUFAllocatableAllocate(D, Stream, Pinned, HasStat, ErrMsg,
                                         File, Line, DeviceInit);
}

WARPRT_EXPORT int
_FortranACUFPointerAllocateSync(Descriptor &D, int64_t *Stream, bool *Pinned,
                                bool HasStat, const Descriptor *ErrMsg,
                                const char *File, int Line, bool DeviceInit) {
  return _FortranACUFAllocatableAllocateSync(D, Stream, Pinned, HasStat, ErrMsg,
                                             File, Line, DeviceInit);
}

WARPRT_EXPORT int
_FortranACUFPointerAllocateSource(Descriptor &D, const Descriptor &Source,
                                  int64_t *Stream, bool *Pinned, bool HasStat,
                                  const Descriptor *ErrMsg, const char *File,
                                  int Line, bool SourceIsDevice) {
  return _FortranACUFAllocatableAllocateSource(
      D, Source, Stream, Pinned, HasStat, ErrMsg, File, Line, SourceIsDevice);
}

WARPRT_EXPORT int _FortranACUFPointerAllocateSourceSync(
    Descriptor &D, const Descriptor &Source, int64_t *Stream, bool *Pinned,
    bool HasStat, const Descriptor *ErrMsg, const char *File, int Line,
    bool SourceIsDevice) {
  return _FortranACUFAllocatableAllocateSourceSync(
      D, Source, Stream, Pinned, HasStat, ErrMsg, File, Line, SourceIsDevice);
}

WARPRT_EXPORT void warprt_set_allocator(void *D, int32_t A) {
  auto &Box = *static_cast<Descriptor *>(D);
  if (!Box.base_addr && allocatorOf(Box) == Allocator::Default)
    setAllocator(Box, static_cast<Allocator>(A));
}

WARPRT_EXPORT void warprt_place_components(const void *D,
                                           const char *Components,
                                           const char *File, int32_t Line) {
  if (Error E =
          placeComponents(*static_cast<const Descriptor *>(D), Components);
      failed(E))
    fatalAt({File, Line}, E, "allocating components that the device shares");
}

WARPRT_EXPORT void warprt_assign_records(void *To, const void *From,
                                         int32_t Target, const char *Components,
                                         const char *File, int32_t Line) {
  if (Error E = assignRecords(*static_cast<Descriptor *>(To),
                              *static_cast<const Descriptor *>(From),
                              static_cast<RecordTarget>(Target), Components);
      failed(E))
    fatalAt({File, Line}, E, "assigning records with components on the device");
}

static void requireFree() {
  if (!FreesManagedMemory)
    fatal("this program has files that were compiled with -gpu=managed or "
          "-stdpar: link it with warpfort, or with the option "
          "-Wl,--wrap=free");
}

WARPRT_EXPORT void *warprt_allocate_managed(uint64_t Bytes, const char *File,
                                            int32_t Line) {
  requireFree();
  void *Address = nullptr;
  if (Error E = allocateMemory(Allocator::Managed, Bytes, &Address); failed(E))
    fatalAt({File, Line}, E,
            "allocating " + std::to_string(Bytes) + " bytes of managed memory");
  return Address;
}

/// Managed memory, or null. Larger alignments than the device's are the host's.
static void *managedOrNull(size_t Bytes, size_t Alignment = 1) {
  requireFree();
  void *Address = nullptr;
  if (failed(allocateMemory(Allocator::Managed, Bytes, &Address))) {
    errno = ENOMEM;
    return nullptr;
  }
  if (reinterpret_cast<uintptr_t>(Address) % Alignment == 0)
    return Address;
  (void)freeMemory(Allocator::Managed, Address);
  return std::aligned_alloc(Alignment, Bytes);
}

WARPRT_EXPORT void *warprt_c_malloc(uint64_t Bytes) {
  return managedOrNull(Bytes);
}

WARPRT_EXPORT void *warprt_c_calloc(uint64_t Count, uint64_t Bytes) {
  size_t Total;
  if (__builtin_mul_overflow(Count, Bytes, &Total)) {
    errno = ENOMEM;
    return nullptr;
  }
  void *Address = managedOrNull(Total);
  if (Address)
    std::memset(Address, 0, Total);
  return Address;
}

WARPRT_EXPORT void *warprt_c_realloc(void *Memory, uint64_t Bytes) {
  if (!Memory)
    return managedOrNull(Bytes);
  Device *D = nullptr;
  PointerInfo Old;
  if (!failed(currentDevice(D)))
    Old = D->pointerInfo(Memory);
  if (Old.Place != PointerPlace::Managed)
    return std::realloc(Memory, Bytes);
  void *Address = Bytes ? managedOrNull(Bytes) : nullptr;
  if (Bytes && !Address)
    return nullptr;
  if (Address)
    std::memcpy(Address, Memory, std::min<size_t>(Bytes, Old.Size));
  (void)freeMemory(Allocator::Managed, Memory);
  return Address;
}

WARPRT_EXPORT void *warprt_c_aligned_alloc(uint64_t Alignment, uint64_t Bytes) {
  return managedOrNull(Bytes, Alignment);
}

WARPRT_EXPORT int32_t warprt_c_posix_memalign(void **Result, uint64_t Alignment,
                                              uint64_t Bytes) {
  if (Alignment % sizeof(void *) != 0 || (Alignment & (Alignment - 1)) != 0)
    return EINVAL;
  void *Address = managedOrNull(Bytes, Alignment);
  if (!Address)
    return ENOMEM;
  *Result = Address;
  return 0;
}

WARPRT_EXPORT void warprt_manage_allocations(int32_t Manage) {
  requireFree();
  manageAllocations(Manage != 0);
}

WARPRT_EXPORT void warprt_initialize(const void *D, const char *File,
                                     int32_t Line) {
  if (Error E = initializeOnDevice(*static_cast<const Descriptor *>(D));
      failed(E))
    fatalAt({File, Line}, E, "giving device data initial values");
}

//===----------------------------------------------------------------------===//
// For libwarprt_fortran, which registers these with Flang's runtime
//===----------------------------------------------------------------------===//

WARPRT_EXPORT void
warprt_fortran_set_output(void (*Statement)(const uint64_t *, uint64_t),
                          void (*Stop)(const uint64_t *), void (*Flush)()) {
  setOutputReplay({Statement, Stop, Flush});
}

WARPRT_EXPORT void *warprt_fortran_allocate(unsigned Slot, size_t Bytes) {
  void *Address = nullptr;
  auto A = static_cast<Allocator>(Slot);
  if (A == Allocator::Default && managesAllocations())
    A = Allocator::Managed;
  // The Fortran runtime reports a null address itself; the cause is kept.
  if (Error E = allocateMemory(A, Bytes, &Address); failed(E))
    (void)noteResult(E);
  noteDeviceAllocation(static_cast<Allocator>(Slot), Address, Bytes, {});
  return Address;
}

WARPRT_EXPORT void warprt_fortran_free(unsigned Slot, void *Address) {
  auto A = static_cast<Allocator>(Slot);
  if (Error E = freeMemory(A, Address); failed(E))
    recordError(E, std::string("freeing ") + memoryName(A) + " memory");
}

WARPRT_EXPORT int32_t warprt_fortran_free_managed(void *Address) {
  Error Cause;
  if (!freeManagedMemory(Address, Cause))
    return 0;
  if (failed(Cause))
    recordError(Cause, "freeing managed memory");
  return 1;
}

WARPRT_EXPORT void warprt_fortran_frees_managed(int32_t Frees) {
  FreesManagedMemory = Frees != 0;
}

WARPRT_EXPORT void warprt_fortran_set_hooks(
    void (*Initialize)(const Descriptor &, const char *, int),
    void (*Destroy)(const Descriptor &),
    void (*Assign)(Descriptor &, const Descriptor &, const char *, int)) {
  Hooks.Initialize = Initialize;
  Hooks.Destroy = Destroy;
  Hooks.Assign = Assign;
}
