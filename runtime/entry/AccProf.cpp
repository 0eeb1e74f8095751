//===-- runtime/entry/AccProf.cpp - OpenACC's profiling interface ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of acc_prof.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccProfile.h"
#include "entry/Export.h"

using namespace warprt;

WARPRT_EXPORT void acc_prof_register(acc_event_t Event,
                                     acc_prof_callback Function,
                                     acc_register_t How) {
  accProfRegister(Event, Function, How);
}

WARPRT_EXPORT void acc_prof_unregister(acc_event_t Event,
                                       acc_prof_callback Function,
                                       acc_register_t How) {
  accProfUnregister(Event, Function, How);
}

WARPRT_EXPORT acc_query_fn acc_prof_lookup(const char *Name) {
  return accProfLookup(Name);
}
