//===-- runtime/core/AccDevice.cpp - Devices of OpenACC -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccDevice.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccDevice.h"
#include "core/Diagnostics.h"
#include "core/Runtime.h"
#include <atomic>

using namespace warprt;

namespace {

/// What the program chose; Default: nothing yet.
std::atomic<AccDeviceType> Chosen{AccDeviceType::Default};
std::atomic<bool> PrefersHost{false};

bool isHost(AccDeviceType Type) {
  return Type == AccDeviceType::Host || Type == AccDeviceType::Multicore;
}

/// As above, or what the environment or the compiler chose.
AccDeviceType choice() {
  AccDeviceType Type = Chosen.load(std::memory_order_relaxed);
  if (Type != AccDeviceType::Default)
    return Type;
  Type = Environment::get().AccType;
  if (Type == AccDeviceType::Default && PrefersHost)
    Type = AccDeviceType::Multicore;
  return Type;
}

/// Back ends whose kernels see the host's memory.
bool runsOnHost() {
  Device *D = nullptr;
  return !failed(currentDevice(D)) && D->properties().HostThreads > 0;
}

} // namespace

Error warprt::setAccDeviceNumber(int Number) {
  Error E = setCurrentOrdinal(Number);
  if (!failed(E) || Environment::get().Rank < 0 || !runsOnHost())
    return E;
  static std::atomic<bool> Said{false};
  if (!Said.exchange(true))
    warn("device number %d: there is one device, the CPU, which each rank has "
         "threads of its own for",
         Number);
  return setCurrentOrdinal(0);
}

bool warprt::hostIsWantedForAcc() { return isHost(choice()); }
void warprt::preferHostForAcc() { PrefersHost = true; }

bool warprt::accSharesMemory() { return isHost(choice()) && runsOnHost(); }

AccDeviceType warprt::accDeviceType() {
  return accSharesMemory() ? AccDeviceType::Host : AccDeviceType::Nvidia;
}

int warprt::accDeviceCount(AccDeviceType Type) {
  switch (Type) {
  case AccDeviceType::Host:
  case AccDeviceType::Multicore:
    return 1;
  case AccDeviceType::Default:
  case AccDeviceType::Current:
    return accSharesMemory() ? 1 : backend().deviceCount();
  case AccDeviceType::NotHost:
  case AccDeviceType::Nvidia:
    // The CPU device stands for a GPU, unless the user asked for the host.
    return isHost(Environment::get().AccType) ||
                   (PrefersHost &&
                    Environment::get().AccType == AccDeviceType::Default)
               ? 0
               : backend().deviceCount();
  case AccDeviceType::None:
  case AccDeviceType::Radeon:
    break;
  }
  return 0;
}

Error warprt::setAccDeviceType(AccDeviceType Type) {
  if (Type == AccDeviceType::Current)
    return Error::Success;
  if (Type == AccDeviceType::Default) {
    Chosen = AccDeviceType::Default;
    return Error::Success;
  }
  if (isHost(Type)) {
    AccDeviceType Before = Chosen.exchange(Type);
    if (runsOnHost())
      return Error::Success;
    Chosen = Before;
    return Error::NotSupported;
  }
  if (accDeviceCount(Type) == 0)
    return Error::InvalidDevice;
  Chosen = AccDeviceType::Nvidia;
  return Error::Success;
}

void warprt::resetAccDeviceForTesting(AccDeviceType Type) {
  Chosen = Type;
  PrefersHost = false;
}
