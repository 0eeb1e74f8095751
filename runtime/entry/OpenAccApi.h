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

/// Routines that do with an object what a data clause does.
struct AccRoutine {
  const char *Name;
  bool IsExit;
  int32_t Action;
  int32_t Flags;
};

#define WARPRT_ACC_ROUTINES(X)                                                 \
  X(acc_copyin, false, WARPRT_ACC_COPYIN, 0)                                   \
  X(acc_create, false, WARPRT_ACC_CREATE, 0)                                   \
  X(acc_copyout, true, WARPRT_ACC_COPYOUT, 0)                                  \
  X(acc_copyout_finalize, true, WARPRT_ACC_COPYOUT, WARPRT_ACC_FINALIZE)       \
  X(acc_delete, true, WARPRT_ACC_DELETE, 0)                                    \
  X(acc_delete_finalize, true, WARPRT_ACC_DELETE, WARPRT_ACC_FINALIZE)         \
  X(acc_update_device, false, WARPRT_ACC_UPDATE_DEVICE, 0)                     \
  X(acc_update_self, true, WARPRT_ACC_UPDATE_HOST, 0)

/// The device address, where the routine has one.
inline void *runRoutine(const AccRoutine &R, const AccSection &S,
                        int64_t Async) {
  AccPlace Place;
  Place.Clause = R.Name;
  if (!R.IsExit)
    return accEnter(R.Action, R.Flags, S, Async, Place, nullptr, nullptr);
  accExit(R.Action, R.Flags, S, Async, Place);
  return nullptr;
}

inline AccSection sectionOf(void *Address, size_t Bytes) {
  return AccSection(ArrayView(Address, 1, Bytes));
}

} // namespace warprt

#endif // WARPRT_ENTRY_OPENACCAPI_H
