//===-- runtime/hal/CrashHooks.cpp - Tracebacks of programs ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CrashHooks.h.
//
//===----------------------------------------------------------------------===//
#include "hal/CrashHooks.h"
#include <atomic>

static std::atomic<const WarprtCrashHooks *> CurrentHooks{nullptr};

void warprt::setCrashHooks(const WarprtCrashHooks *Hooks) {
  CurrentHooks = Hooks;
}

bool warprt::hasCrashHooks() { return CurrentHooks.load() != nullptr; }

void warprt::printCalls() {
  if (const WarprtCrashHooks *Hooks = CurrentHooks; Hooks && Hooks->printCalls)
    Hooks->printCalls();
}

void warprt::prepareThreadForCrash() {
  if (const WarprtCrashHooks *Hooks = CurrentHooks)
    Hooks->startThread();
}
