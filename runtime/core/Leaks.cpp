//===-- runtime/core/Leaks.cpp - Device memory that is not freed ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Leaks.h. The many ways to free memory need not be watched: at the end the
// device is asked which of the addresses are still there. In checked programs
// an address is not used again as long as there are others.
//
//===----------------------------------------------------------------------===//
#include "core/Leaks.h"
#include "backends/cpu/Checker.h"
#include "core/AccPresent.h"
#include "core/Runtime.h"
#include <map>

using namespace warprt;

namespace {

struct Allocation {
  size_t Bytes;
  std::string Place; ///< "file:line: ", or empty
  const char *By;
};

struct KnownMemory {
  std::mutex Lock;
  std::map<const void *, Allocation> All;
  /// So many are there before those that are gone are looked for.
  size_t Most = 1024;
};

KnownMemory &known() {
  static auto *The = new KnownMemory;
  return *The;
}

cpu::Checker *leakChecker() {
  cpu::Checker *C = cpu::Checker::get();
  return C && C->checks(cpu::CheckLeaks) ? C : nullptr;
}

/// Lock held.
void dropReleased(Device &D, KnownMemory &K) {
  std::erase_if(K.All, [&](const auto &A) {
    return D.pointerInfo(A.first).Base != A.first;
  });
}

std::string bytesText(size_t Bytes) {
  return std::to_string(Bytes) + (Bytes == 1 ? " byte" : " bytes");
}

/// Of data regions that have not ended, and of ENTER DATA without EXIT DATA.
void reportPresent(Device &D, cpu::Checker &C) {
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  for (auto &[Host, P] : presentTable(D).entries()) {
    if (P.IsVariable || P.IsMapped || P.Declared || P.IsSlot)
      continue;
    std::string Place =
        P.File.empty() ? "" : P.File + ":" + std::to_string(P.Line) + ": ";
    C.reportLeak(Place + "leak: '" + P.Name + "' (" + bytesText(P.Bytes) +
                 ") entered the device's memory and has not left it");
  }
}

} // namespace

void warprt::noteAllocation(const void *Address, size_t Bytes, const char *By,
                            SourceLocation Where) {
  if (!Address || !leakChecker())
    return;
  KnownMemory &K = known();
  std::lock_guard<std::mutex> Guard(K.Lock);
  K.All[Address] = {Bytes,
                    Where.File ? std::string(Where.File) + ":" +
                                     std::to_string(Where.Line) + ": "
                               : "",
                    By};
  Device *D = nullptr;
  if (K.All.size() < K.Most || failed(currentDevice(D)))
    return;
  dropReleased(*D, K);
  K.Most = 1024 + 2 * K.All.size();
}

void warprt::noteRelease(const void *Address) {
  if (!leakChecker())
    return;
  KnownMemory &K = known();
  std::lock_guard<std::mutex> Guard(K.Lock);
  K.All.erase(Address);
}

void warprt::reportLeaks(Device &D) {
  cpu::Checker *C = leakChecker();
  if (!C)
    return;
  KnownMemory &K = known();
  std::lock_guard<std::mutex> Guard(K.Lock);
  dropReleased(D, K);
  struct Sum {
    size_t Number = 0, Bytes = 0;
  };
  std::map<std::pair<std::string, std::string>, Sum> Sums;
  for (auto &[Address, A] : K.All) {
    Sum &S = Sums[{A.Place, A.By}];
    ++S.Number;
    S.Bytes += A.Bytes;
  }
  for (auto &[From, S] : Sums)
    C->reportLeak(
        From.first + "leak: " + bytesText(S.Bytes) + " of device memory" +
        (S.Number == 1 ? ""
                       : " in " + std::to_string(S.Number) + " allocations") +
        ", from " + From.second + ", not freed");
  reportPresent(D, *C);
}
