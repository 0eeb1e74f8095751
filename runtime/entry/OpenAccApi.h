//===-- runtime/entry/OpenAccApi.h - Shared by the API's entry points -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the C functions of OpenACC's API and the Fortran forms of the same names
// have in common.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_ENTRY_OPENACCAPI_H
#define WARPRT_ENTRY_OPENACCAPI_H

#include "core/AccData.h"
#include "core/AccDevice.h"
#include "entry/Export.h"
#include "warprt/EntryPoints.h"

namespace warprt {

/// Fortran's .true. is 1.
inline int32_t logical(bool Value) { return Value; }

/// A routine that does with an object what a data clause does.
struct AccRoutine {
  const char *Name;
  int64_t Flags;
  /// The device address, where the routine has one.
  void *(*Work)(const AccClause &C);
};

#define WARPRT_ACC_ROUTINES(X)                                                 \
  X(acc_copyin, 0, return accEnter(C, WARPRT_ACC_COPYIN))                      \
  X(acc_create, 0, return accEnter(C, WARPRT_ACC_CREATE))                      \
  X(acc_copyout, 0, accExit(C, WARPRT_ACC_COPYOUT); return nullptr)            \
  X(acc_copyout_finalize, WARPRT_ACC_FINALIZE, accExit(C, WARPRT_ACC_COPYOUT); \
    return nullptr)                                                            \
  X(acc_delete, 0, accExit(C, WARPRT_ACC_DELETE); return nullptr)              \
  X(acc_delete_finalize, WARPRT_ACC_FINALIZE, accExit(C, WARPRT_ACC_DELETE);   \
    return nullptr)                                                            \
  X(acc_update_device, 0, accUpdateDevice(C); return nullptr)                  \
  X(acc_update_self, 0, accUpdateHost(C); return nullptr)

/// The AccRoutine that a row and a name stand for.
#define WARPRT_ACC_ROUTINE(NAME, FLAGS, WORK)                                  \
  AccRoutine {                                                                 \
    NAME, FLAGS, [](const AccClause &C) -> void * { WORK; }                    \
  }

inline void *runRoutine(const AccRoutine &R, const AccSection &S,
                        int64_t Async) {
  AccPlace Place;
  Place.Clause = R.Name;
  return R.Work({S, Place, R.Flags, Async, nullptr, nullptr});
}

inline AccSection sectionOf(void *Address, size_t Bytes) {
  return AccSection(ArrayView(Address, 1, Bytes));
}

} // namespace warprt

#endif // WARPRT_ENTRY_OPENACCAPI_H
