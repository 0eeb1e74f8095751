//===-- runtime/entry/OpenAccFortran.cpp - OpenACC's routines for Fortran
// objects -===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The routines of module openacc that take an object of any type and rank: as a
// descriptor, alone or with a number of bytes from its first element.
//
//===----------------------------------------------------------------------===//
#include "core/Descriptor.h"
#include "core/Diagnostics.h"
#include "entry/OpenAccApi.h"
#include <algorithm>

using namespace warprt;

extern "C" {
int acc_is_present(void *, size_t);
int acc_set_cuda_stream(int, void *);
void acc_map_data(void *, void *, size_t);
void acc_unmap_data(void *);
void acc_memcpy_to_device(void *, void *, size_t);
void acc_memcpy_to_device_async(void *, void *, size_t, int);
void acc_memcpy_from_device(void *, void *, size_t);
void acc_memcpy_from_device_async(void *, void *, size_t, int);
void acc_memcpy_device(void *, void *, size_t);
void acc_memcpy_d2d(void *, void *, size_t, int, int);
void acc_memcpy_d2d_async(void *, void *, size_t, int, int, int);
void acc_memcpy_device_async(void *, void *, size_t, int);
void *acc_malloc(size_t);
const char *acc_get_property_string(int, int, int);
}

namespace {

AccSection sectionOf(const Descriptor &Object, const char *Routine) {
  if (Object.rank > 0 && Object.dim[Object.rank - 1].extent < 0 &&
      Object.base_addr)
    fatalAt({}, std::string(Routine) +
                    ": an assumed-size array needs its length in bytes");
  return AccSection(ArrayView(Object));
}

/// `Bytes` from the first element.
AccSection sectionOf(const Descriptor &Object, int64_t Bytes) {
  return warprt::sectionOf(Object.base_addr,
                           static_cast<size_t>(std::max<int64_t>(0, Bytes)));
}

} // namespace

#define WARPRT_FORTRAN_ROUTINE(NAME, FLAGS, WORK)                              \
  WARPRT_EXPORT void warprt_##NAME(const Descriptor *Object) {                 \
    runRoutine(WARPRT_ACC_ROUTINE(#NAME, FLAGS, WORK),                         \
               sectionOf(*Object, #NAME), WARPRT_ACC_ASYNC_SYNC);              \
  }                                                                            \
  WARPRT_EXPORT void warprt_##NAME##_i4(const Descriptor *Object,              \
                                        int32_t Bytes) {                       \
    runRoutine(WARPRT_ACC_ROUTINE(#NAME, FLAGS, WORK),                         \
               sectionOf(*Object, int64_t(Bytes)), WARPRT_ACC_ASYNC_SYNC);     \
  }                                                                            \
  WARPRT_EXPORT void warprt_##NAME##_i8(const Descriptor *Object,              \
                                        int64_t Bytes) {                       \
    runRoutine(WARPRT_ACC_ROUTINE(#NAME, FLAGS, WORK),                         \
               sectionOf(*Object, Bytes), WARPRT_ACC_ASYNC_SYNC);              \
  }                                                                            \
  WARPRT_EXPORT void warprt_##NAME##_async(const Descriptor *Object,           \
                                           int32_t Async) {                    \
    runRoutine(WARPRT_ACC_ROUTINE(#NAME "_async", FLAGS, WORK),                \
               sectionOf(*Object, #NAME "_async"), Async);                     \
  }                                                                            \
  WARPRT_EXPORT void warprt_##NAME##_async_i4(const Descriptor *Object,        \
                                              int32_t Bytes, int32_t Async) {  \
    runRoutine(WARPRT_ACC_ROUTINE(#NAME "_async", FLAGS, WORK),                \
               sectionOf(*Object, int64_t(Bytes)), Async);                     \
  }                                                                            \
  WARPRT_EXPORT void warprt_##NAME##_async_i8(const Descriptor *Object,        \
                                              int64_t Bytes, int32_t Async) {  \
    runRoutine(WARPRT_ACC_ROUTINE(#NAME "_async", FLAGS, WORK),                \
               sectionOf(*Object, Bytes), Async);                              \
  }
WARPRT_ACC_ROUTINES(WARPRT_FORTRAN_ROUTINE)
#undef WARPRT_FORTRAN_ROUTINE

WARPRT_EXPORT int32_t warprt_acc_is_present(const Descriptor *Object) {
  return logical(Object->base_addr &&
                 accIsPresent(sectionOf(*Object, "acc_is_present")));
}
WARPRT_EXPORT int32_t warprt_acc_is_present_i4(const Descriptor *Object,
                                               int32_t Bytes) {
  return logical(Object->base_addr &&
                 accIsPresent(sectionOf(*Object, int64_t(Bytes))));
}
WARPRT_EXPORT int32_t warprt_acc_is_present_i8(const Descriptor *Object,
                                               int64_t Bytes) {
  return logical(Object->base_addr && accIsPresent(sectionOf(*Object, Bytes)));
}

/// A subroutine has no way to tell that it failed.
WARPRT_EXPORT void warprt_acc_set_cuda_stream(int32_t Async, void *Stream) {
  if (acc_set_cuda_stream(Async, Stream))
    fatalAt({}, Error::InvalidValue,
            "acc_set_cuda_stream: queue " + std::to_string(Async));
}

WARPRT_EXPORT void *warprt_acc_deviceptr(const Descriptor *Object) {
  return accDevicePointer(Object->base_addr);
}

WARPRT_EXPORT void warprt_acc_map_data_i4(const Descriptor *Object,
                                          void *Address, int32_t Bytes) {
  acc_map_data(Object->base_addr, Address,
               static_cast<size_t>(std::max(0, Bytes)));
}
WARPRT_EXPORT void warprt_acc_map_data_i8(const Descriptor *Object,
                                          void *Address, int64_t Bytes) {
  acc_map_data(Object->base_addr, Address,
               static_cast<size_t>(std::max<int64_t>(0, Bytes)));
}
WARPRT_EXPORT void warprt_acc_unmap_data(const Descriptor *Object) {
  acc_unmap_data(Object->base_addr);
}

WARPRT_EXPORT void *warprt_acc_malloc_i4(int32_t Bytes) {
  return acc_malloc(static_cast<size_t>(std::max(0, Bytes)));
}
WARPRT_EXPORT void warprt_acc_memcpy_device_i4(void *To, void *From,
                                               int32_t Bytes) {
  acc_memcpy_device(To, From, static_cast<size_t>(std::max(0, Bytes)));
}
WARPRT_EXPORT void warprt_acc_memcpy_device_async_i4(void *To, void *From,
                                                     int32_t Bytes,
                                                     int32_t Async) {
  acc_memcpy_device_async(To, From, static_cast<size_t>(std::max(0, Bytes)),
                          Async);
}

#define WARPRT_COPIES(KIND, T)                                                 \
  WARPRT_EXPORT void warprt_acc_memcpy_to_device_##KIND(                       \
      void *To, const Descriptor *From, T Bytes) {                             \
    acc_memcpy_to_device(To, From->base_addr, static_cast<size_t>(Bytes));     \
  }                                                                            \
  WARPRT_EXPORT void warprt_acc_memcpy_to_device_async_##KIND(                 \
      void *To, const Descriptor *From, T Bytes, int32_t Async) {              \
    acc_memcpy_to_device_async(To, From->base_addr,                            \
                               static_cast<size_t>(Bytes), Async);             \
  }                                                                            \
  WARPRT_EXPORT void warprt_acc_memcpy_from_device_##KIND(                     \
      const Descriptor *To, void *From, T Bytes) {                             \
    acc_memcpy_from_device(To->base_addr, From, static_cast<size_t>(Bytes));   \
  }                                                                            \
  WARPRT_EXPORT void warprt_acc_memcpy_from_device_async_##KIND(               \
      const Descriptor *To, void *From, T Bytes, int32_t Async) {              \
    acc_memcpy_from_device_async(To->base_addr, From,                          \
                                 static_cast<size_t>(Bytes), Async);           \
  }
WARPRT_EXPORT void warprt_acc_memcpy_d2d(const Descriptor *To,
                                         const Descriptor *From, int64_t Bytes,
                                         int32_t ToDevice, int32_t FromDevice) {
  acc_memcpy_d2d(To->base_addr, From->base_addr, static_cast<size_t>(Bytes),
                 ToDevice, FromDevice);
}
WARPRT_EXPORT void warprt_acc_memcpy_d2d_i4(const Descriptor *To,
                                            const Descriptor *From,
                                            int32_t Bytes, int32_t ToDevice,
                                            int32_t FromDevice) {
  warprt_acc_memcpy_d2d(To, From, std::max(0, Bytes), ToDevice, FromDevice);
}
WARPRT_EXPORT void warprt_acc_memcpy_d2d_async(const Descriptor *To,
                                               const Descriptor *From,
                                               int64_t Bytes, int32_t ToDevice,
                                               int32_t FromDevice,
                                               int32_t Async) {
  acc_memcpy_d2d_async(To->base_addr, From->base_addr,
                       static_cast<size_t>(Bytes), ToDevice, FromDevice, Async);
}
WARPRT_EXPORT void
warprt_acc_memcpy_d2d_async_i4(const Descriptor *To, const Descriptor *From,
                               int32_t Bytes, int32_t ToDevice,
                               int32_t FromDevice, int32_t Async) {
  warprt_acc_memcpy_d2d_async(To, From, std::max(0, Bytes), ToDevice,
                              FromDevice, Async);
}
WARPRT_COPIES(i4, int32_t)
WARPRT_COPIES(i8, int64_t)
#undef WARPRT_COPIES

// The object is the pointer's or allocatable's own descriptor.
#define WARPRT_ATTACHMENTS(NAME, CALL)                                         \
  WARPRT_EXPORT void warprt_##NAME(Descriptor *Object) {                       \
    AccPlace Place;                                                            \
    Place.Clause = #NAME;                                                      \
    int64_t Async = WARPRT_ACC_ASYNC_SYNC;                                     \
    CALL;                                                                      \
  }                                                                            \
  WARPRT_EXPORT void warprt_##NAME##_async(Descriptor *Object,                 \
                                           int32_t Async) {                    \
    AccPlace Place;                                                            \
    Place.Clause = #NAME "_async";                                             \
    CALL;                                                                      \
  }
WARPRT_ATTACHMENTS(acc_attach, accAttach(Object, 0, Async, Place))
WARPRT_ATTACHMENTS(acc_detach, accDetach(Object, false, Async, Place))
WARPRT_ATTACHMENTS(acc_detach_finalize, accDetach(Object, true, Async, Place))
#undef WARPRT_ATTACHMENTS

/// As much of the text as fits, and blanks.
WARPRT_EXPORT void warprt_acc_get_property_string(int32_t Number, int32_t Type,
                                                  int32_t Which,
                                                  const Descriptor *Result) {
  const char *Text = acc_get_property_string(Number, Type, Which);
  size_t Used = Text ? std::min(Result->elem_len, std::strlen(Text)) : 0;
  auto *To = static_cast<char *>(Result->base_addr);
  if (Used)
    std::memcpy(To, Text, Used);
  std::memset(To + Used, ' ', Result->elem_len - Used);
}
