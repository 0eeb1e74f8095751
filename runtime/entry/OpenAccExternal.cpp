//===-- runtime/entry/OpenAccExternal.cpp - OpenACC without an interface --===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The routines as external procedures, for Fortran that declares no more than
//
//     logical acc_is_present
//
// Arguments are addresses, of default integers; data are an address and a
// number of bytes. With integers of eight bytes the low half is read.
//
//===----------------------------------------------------------------------===//
#include "entry/OpenAccApi.h"
#include <algorithm>

using namespace warprt;

extern "C" {
int acc_get_num_devices(int);
int acc_get_device_type();
void acc_set_device_type(int);
int acc_get_device_num(int);
void acc_set_device_num(int, int);
void acc_init(int);
void acc_shutdown(int);
int acc_on_device(int);
int acc_async_test(int);
int acc_async_test_all();
void acc_wait(int);
void acc_wait_all();
void acc_wait_async(int, int);
int acc_get_default_async();
void acc_set_default_async(int);
}

using Integer = const int32_t *;

static size_t lengthOf(Integer Bytes) {
  return static_cast<size_t>(std::max(0, *Bytes));
}

WARPRT_EXPORT int32_t acc_get_num_devices_(Integer Type) {
  return acc_get_num_devices(*Type);
}
WARPRT_EXPORT int32_t acc_get_device_type_() { return acc_get_device_type(); }
WARPRT_EXPORT void acc_set_device_type_(Integer Type) {
  acc_set_device_type(*Type);
}
WARPRT_EXPORT int32_t acc_get_device_num_(Integer Type) {
  return acc_get_device_num(*Type);
}
WARPRT_EXPORT void acc_set_device_num_(Integer Number, Integer Type) {
  acc_set_device_num(*Number, *Type);
}
WARPRT_EXPORT void acc_init_(Integer Type) { acc_init(*Type); }
WARPRT_EXPORT void acc_shutdown_(Integer Type) { acc_shutdown(*Type); }
WARPRT_EXPORT int32_t acc_on_device_(Integer Type) {
  return logical(acc_on_device(*Type));
}

WARPRT_EXPORT int32_t acc_async_test_(Integer Queue) {
  return logical(acc_async_test(*Queue));
}
WARPRT_EXPORT int32_t acc_async_test_all_() {
  return logical(acc_async_test_all());
}
WARPRT_EXPORT void acc_wait_(Integer Queue) { acc_wait(*Queue); }
WARPRT_EXPORT void acc_wait_all_() { acc_wait_all(); }
WARPRT_EXPORT void acc_async_wait_(Integer Queue) { acc_wait(*Queue); }
WARPRT_EXPORT void acc_async_wait_all_() { acc_wait_all(); }
WARPRT_EXPORT void acc_wait_async_(Integer Queue, Integer Async) {
  acc_wait_async(*Queue, *Async);
}
WARPRT_EXPORT int32_t acc_get_default_async_() {
  return acc_get_default_async();
}
WARPRT_EXPORT void acc_set_default_async_(Integer Async) {
  acc_set_default_async(*Async);
}

WARPRT_EXPORT int32_t acc_is_present_(void *Address, Integer Bytes) {
  return logical(Address && accIsPresent(sectionOf(Address, lengthOf(Bytes))));
}

#define WARPRT_EXTERNAL_ROUTINE(NAME, FLAGS, WORK)                             \
  WARPRT_EXPORT void NAME##_(void *Address, Integer Bytes) {                   \
    runRoutine(WARPRT_ACC_ROUTINE(#NAME, FLAGS, WORK),                         \
               sectionOf(Address, lengthOf(Bytes)), WARPRT_ACC_ASYNC_SYNC);    \
  }                                                                            \
  WARPRT_EXPORT void NAME##_async_(void *Address, Integer Bytes,               \
                                   Integer Async) {                            \
    runRoutine(WARPRT_ACC_ROUTINE(#NAME "_async", FLAGS, WORK),                \
               sectionOf(Address, lengthOf(Bytes)), *Async);                   \
  }
WARPRT_ACC_ROUTINES(WARPRT_EXTERNAL_ROUTINE)
#undef WARPRT_EXTERNAL_ROUTINE
