//===-- runtime/backends/cpu/CpuProperties.cpp - What the host is
//-----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device properties of the CPU. The name says "CPU: " and the processor's
// own name; limits are CUDA's, because the same launch must be legal on both
// back ends; the compute capability is the one that the device code is
// compiled for, since programs ask for it to learn what they may use.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CpuDevice.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace warprt;
using namespace warprt::cpu;

namespace {
/// The value of the first line "key : value" of /proc/cpuinfo.
std::string cpuInfo(const char *Key) {
  std::string Value;
  std::FILE *F = std::fopen("/proc/cpuinfo", "r");
  if (!F)
    return Value;
  char Line[512];
  while (std::fgets(Line, sizeof Line, F)) {
    if (std::strncmp(Line, Key, std::strlen(Key)) != 0)
      continue;
    if (const char *Colon = std::strchr(Line, ':')) {
      Value = Colon + 1;
      while (!Value.empty() && std::strchr(" \t\n", Value.front()))
        Value.erase(Value.begin());
      while (!Value.empty() && std::strchr(" \t\n", Value.back()))
        Value.pop_back();
    }
    break;
  }
  std::fclose(F);
  return Value;
}
} // namespace

DeviceProperties cpu::describeHost(unsigned Threads) {
  DeviceProperties P;
  std::string Model = cpuInfo("model name");
  P.Name = "CPU: " + (Model.empty() ? std::string("unknown") : Model);
  long Pages = sysconf(_SC_PHYS_PAGES), PageSize = sysconf(_SC_PAGESIZE);
  P.TotalMemory = Pages > 0 && PageSize > 0
                      ? static_cast<uint64_t>(Pages) * PageSize
                      : uint64_t(1) << 32;
  P.ComputeMajor = 9;
  P.ComputeMinor = 0;
  P.SharedPerBlockOptIn = 227 * 1024;
  P.SharedPerMultiprocessor = 228 * 1024;
  P.Multiprocessors = Threads;
  P.ClockKHz =
      static_cast<uint32_t>(std::atof(cpuInfo("cpu MHz").c_str()) * 1000);
  long L2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
  P.L2CacheSize = L2 > 0 ? static_cast<uint32_t>(L2) : 0;
  P.Integrated = true;
  P.ConcurrentManagedAccess = true;
  P.PageableMemoryAccess = true;
  P.CooperativeLaunch = true;
  P.HostThreads = Threads;
  return P;
}
