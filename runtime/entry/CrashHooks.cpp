//===-- runtime/entry/CrashHooks.cpp - Tracebacks of programs -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What libwarprt_start.a calls in a program compiled with -traceback.
//
//===----------------------------------------------------------------------===//
#include "hal/CrashHooks.h"
#include "entry/Export.h"

WARPRT_EXPORT void warprt_set_crash_hooks(const WarprtCrashHooks *Hooks) {
  warprt::setCrashHooks(Hooks);
}
