//===-- runtime/fortran/FortranHooks.cpp - Link to Flang's runtime --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libwarprt_fortran: what needs symbols of Flang's runtime, kept apart so that
// libwarprt.so has none. Before main it registers the memory of the CUDA
// attributes with the Fortran runtime's allocator registry, so that automatic
// deallocation, components and reallocation use it; no device is touched.
// The registry has no installed header: the declarations below are the part of
// its interface that is used.
//
// With -gpu=managed the variables of the host have managed memory, too. Which
// memory it is belongs to the address, not to the variable: whatever frees one,
// compiled code or Flang's runtime, calls free(), and the driver links with
// --wrap=free, so that managed memory goes back to the device.
//
//===----------------------------------------------------------------------===//
#include "fortran/OutputReplay.h"
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace warprt::fortran;

struct CFI_cdesc_t;

namespace Fortran::runtime {

struct Allocator_t {
  void *(*Allocate)(std::size_t, std::int64_t *);
  void (*Free)(void *);
};

struct AllocatorRegistry {
  void Register(int Position, Allocator_t Functions);

  Allocator_t Slots[7];
};

extern AllocatorRegistry allocatorRegistry;

} // namespace Fortran::runtime

extern "C" {
void _FortranAInitialize(const CFI_cdesc_t &, const char *, int);
void _FortranADestroy(const CFI_cdesc_t &);
void _FortranAAssignTemporary(CFI_cdesc_t &, const CFI_cdesc_t &, const char *,
                              int);

/// The linker's names for the function that it is asked to wrap. Without
/// --wrap=free the first has no definition.
[[gnu::weak]] void __real_free(void *);
void __wrap_free(void *);

void *warprt_fortran_allocate(unsigned Slot, std::size_t Bytes);
std::int32_t warprt_fortran_free_managed(void *Address);
void warprt_fortran_frees_managed(std::int32_t Frees);
void warprt_fortran_free(unsigned Slot, void *Address);
void warprt_fortran_set_hooks(void (*Initialize)(const CFI_cdesc_t &,
                                                 const char *, int),
                              void (*Destroy)(const CFI_cdesc_t &),
                              void (*Assign)(CFI_cdesc_t &, const CFI_cdesc_t &,
                                             const char *, int));

void warprt_fortran_set_output(void (*Statement)(const uint64_t *, uint64_t),
                               void (*Stop)(const uint64_t *), void (*Flush)());

void _FortranACUFInit();
void _FortranACUFRegisterAllocator();
}

namespace {

template <unsigned Slot> void *allocate(std::size_t Bytes, std::int64_t *) {
  return warprt_fortran_allocate(Slot, Bytes);
}

template <unsigned Slot> void release(void *Address) {
  warprt_fortran_free(Slot, Address);
}

template <unsigned Slot> void registerSlot() {
  Fortran::runtime::allocatorRegistry.Register(static_cast<int>(Slot),
                                               {allocate<Slot>, release<Slot>});
}

/// Register() refuses the slot of ordinary memory.
void replaceDefault() {
  auto *Slots = Fortran::runtime::allocatorRegistry.Slots;
  // Another version of Flang's runtime may keep them elsewhere.
  if (Slots[1].Allocate != allocate<1> || Slots[4].Free != release<4>) {
    std::fputs("warprt: error: the Fortran run-time library is of another "
               "version\n",
               stderr);
    std::abort();
  }
  Slots[0].Allocate = allocate<0>;
}

} // namespace

void _FortranACUFRegisterAllocator() {
  registerSlot<1>(); // pinned
  registerSlot<2>(); // device
  registerSlot<3>(); // managed
  registerSlot<4>(); // unified
  replaceDefault();
  warprt_fortran_frees_managed(__real_free != nullptr);
  warprt_fortran_set_hooks(_FortranAInitialize, _FortranADestroy,
                           _FortranAAssignTemporary);
  warprt_fortran_set_output(replayStatement, replayStop, flushOutput);
}

void __wrap_free(void *Address) {
  if (!Address || !warprt_fortran_free_managed(Address))
    __real_free(Address);
}

// Flang's main program calls this; the constructor has done it already where a
// main program in another language does not.
void _FortranACUFInit() { _FortranACUFRegisterAllocator(); }

__attribute__((constructor)) static void registerBeforeMain() {
  _FortranACUFRegisterAllocator();
}
