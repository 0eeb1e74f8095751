//===-- runtime/core/Environment.cpp - Environment variables --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Environment.h.
//
//===----------------------------------------------------------------------===//
#include "core/Environment.h"
#include "backends/cpu/Checker.h"
#include "core/Diagnostics.h"
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <string_view>
#include <strings.h>
#include <sys/auxv.h>
#include <thread>

using namespace warprt;

namespace {

/// More than any machine has, less than what exhausts a process.
constexpr long MaxThreads = 4096;
/// A few statements; what a program can ask the driver to pin.
constexpr long long MinPrintBuffer = 4096, MaxPrintBuffer = 1LL << 34;

/// Null where the variable is unset or empty.
const char *variable(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value && *Value ? Value : nullptr;
}

/// The first of two spellings that is set, which \p Name is then.
const char *variable(const char *First, const char *Second, const char *&Name) {
  for (const char *Spelling : {First, Second}) {
    Name = Spelling;
    if (const char *Value = variable(Name))
      return Value;
  }
  return nullptr;
}

bool isNumber(const char *Text, long Least, long Most, long &Result) {
  char *End = nullptr;
  errno = 0;
  Result = std::strtol(Text, &End, 10);
  return !errno && !*End && Result >= Least && Result <= Most;
}

/// Reads a variable that is 0 or 1, where it is set.
bool readSwitch(const char *Name, long &Result, std::string &Message) {
  const char *Value = variable(Name);
  if (!Value || isNumber(Value, 0, 1, Result))
    return true;
  Message = std::string(Name) + " is '" + Value + "'; accepted are 0 and 1";
  return false;
}

/// A number of bytes, as in 67108864, 64M, 64MB or 2g; 0 where it is none.
uint64_t sizeIn(const char *Text) {
  constexpr uint64_t Most = uint64_t(1) << 50;
  char *End = nullptr;
  errno = 0;
  long long Number = std::strtoll(Text, &End, 10);
  if (errno || End == Text || Number <= 0)
    return 0;
  unsigned Shift = 0;
  if (const char *Unit =
          *End ? std::strchr("kmg", std::tolower(*End)) : nullptr) {
    Shift = *Unit == 'k' ? 10 : *Unit == 'm' ? 20 : 30;
    ++End;
    if (std::tolower(*End) == 'b')
      ++End;
  }
  auto Units = static_cast<uint64_t>(Number);
  return *End || Units > Most >> Shift ? 0 : Units << Shift;
}

/// Reads a limit of the device, whose variable has one name for each age of the
/// reference compiler.
bool readLimit(const char *Suffix, uint64_t &Result, std::string &Message) {
  for (const char *Prefix : {"NVCOMPILER", "NV", "PGI"}) {
    std::string Name = std::string(Prefix) + "_ACC_CUDA_" + Suffix;
    const char *Value = variable(Name.c_str());
    if (!Value)
      continue;
    Result = sizeIn(Value);
    if (Result)
      return true;
    Message = Name + " is '" + Value +
              "'; accepted is a number of bytes, or of K, M or G";
    return false;
  }
  return true;
}

bool readAcc(Environment &Result, std::string &Message) {
  long Number;
  if (const char *Value = variable("ACC_DEVICE_TYPE")) {
    static const struct {
      const char *Name;
      AccDeviceType Type;
    } Types[] = {{"host", AccDeviceType::Host},
                 {"multicore", AccDeviceType::Multicore},
                 {"nvidia", AccDeviceType::Nvidia},
                 {"tesla", AccDeviceType::Nvidia},
                 {"default", AccDeviceType::Default},
                 {"not_host", AccDeviceType::Default}};
    bool Known = false;
    for (auto &T : Types)
      if (strcasecmp(Value, T.Name) == 0) {
        Result.AccType = T.Type;
        Known = true;
      }
    if (!Known) {
      Message = std::string("ACC_DEVICE_TYPE is '") + Value +
                "'; accepted are 'nvidia', 'host', 'multicore' and 'default'";
      return false;
    }
  }
  const char *Name;
  if (const char *Value =
          variable("ACC_DEVICE_NUM", "NVCOMPILER_ACC_DEVICE_NUM", Name)) {
    if (!isNumber(Value, 0, 1024, Number)) {
      Message = std::string(Name) + " is '" + Value +
                "'; accepted is the number of a device, from 0";
      return false;
    }
    Result.AccDeviceNum = static_cast<int>(Number);
  }
  if (const char *Value =
          variable("NVCOMPILER_ACC_NOTIFY", "PGI_ACC_NOTIFY", Name)) {
    if (!isNumber(Value, 0, INT32_MAX, Number)) {
      Message = std::string(Name) + " is '" + Value +
                "'; accepted is a sum of 1 (launches), 2 (transfers), 4 "
                "(waits), 8 (regions) and 16 (allocations)";
      return false;
    }
    Result.AccNotify = static_cast<unsigned>(Number);
  }
  if (!readLimit("HEAPSIZE", Result.DeviceHeap, Message) ||
      !readLimit("STACKSIZE", Result.DeviceStack, Message))
    return false;
  if (const char *Value = variable("NVCOMPILER_ACC_TIME", "PGI_ACC_TIME", Name))
    Result.AccTime = std::strcmp(Value, "0") != 0;
  bool OnHost = Result.AccType == AccDeviceType::Host ||
                Result.AccType == AccDeviceType::Multicore;
  if (OnHost && Result.Device == DeviceChoice::Cuda) {
    Message = "WARPFORT_DEVICE is 'cuda', but ACC_DEVICE_TYPE asks for the "
              "host";
    return false;
  }
  return true;
}

bool readChecks(Environment &Result, std::string &Message) {
  const char *Value = variable("WARPFORT_CHECK");
  if (!Value)
    return true;
  static const struct {
    std::string_view Name;
    unsigned Bits;
  } Kinds[] = {
      {"race", cpu::CheckRaces},    {"bounds", cpu::CheckBounds},
      {"uninit", cpu::CheckUninit}, {"divergence", cpu::CheckDivergence},
      {"leak", cpu::CheckLeaks},    {"none", 0}};
  Result.Checks = 0;
  Result.ChecksGiven = true;
  for (std::string_view Rest = Value; !Rest.empty();) {
    size_t End = std::min(Rest.find(','), Rest.size());
    std::string_view Name = Rest.substr(0, End);
    auto Known = std::find_if(std::begin(Kinds), std::end(Kinds),
                              [&](const auto &K) { return K.Name == Name; });
    if (Known == std::end(Kinds)) {
      Message =
          std::string("WARPFORT_CHECK is '") + Value +
          "'; accepted is a list of race, bounds, uninit, divergence and leak, "
          "or none";
      return false;
    }
    Result.Checks |= Known->Bits;
    Rest.remove_prefix(std::min(End + 1, Rest.size()));
  }
  return true;
}

/// What launchers of MPI programs tell each of their processes.
int mpiRank() {
  for (const char *Name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                           "MV2_COMM_WORLD_RANK", "PALS_RANKID"}) {
    long Rank;
    const char *Value = variable(Name);
    if (Value && isNumber(Value, 0, INT32_MAX - 1, Rank))
      return static_cast<int>(Rank);
  }
  return -1;
}

unsigned hardwareThreads() {
  cpu_set_t Set;
  if (sched_getaffinity(0, sizeof Set, &Set) == 0) {
    int Count = CPU_COUNT(&Set);
    if (Count > 0)
      return static_cast<unsigned>(Count);
  }
  unsigned Count = std::thread::hardware_concurrency();
  return Count ? Count : 1;
}

bool readDevice(Environment &Result, std::string &Message) {
  const char *Value = variable("WARPFORT_DEVICE");
  if (!Value)
    return true;
  if (std::strcmp(Value, "cuda") == 0) {
    Result.Device = DeviceChoice::Cuda;
  } else if (std::strcmp(Value, "cpu") == 0) {
    Result.Device = DeviceChoice::Cpu;
  } else {
    Message = std::string("WARPFORT_DEVICE is '") + Value +
              "'; accepted are 'cuda' and 'cpu'";
    return false;
  }
  return true;
}

/// The first variable that is set counts.
bool readThreads(Environment &Result, std::string &Message) {
  Result.Threads = hardwareThreads();
  const char *Name;
  const char *Value = variable("WARPFORT_NUM_THREADS", "ACC_NUM_CORES", Name);
  if (!Value)
    return true;
  long Count;
  if (!isNumber(Value, 1, MaxThreads, Count)) {
    Message = std::string(Name) + " is '" + Value +
              "'; accepted is a number from 1 to " + std::to_string(MaxThreads);
    return false;
  }
  Result.Threads = static_cast<unsigned>(Count);
  return true;
}

bool readPrintBuffer(Environment &Result, std::string &Message) {
  const char *Value = variable("WARPFORT_PRINT_BUFFER");
  if (!Value)
    return true;
  char *End = nullptr;
  errno = 0;
  long long Bytes = std::strtoll(Value, &End, 10);
  if (errno || *End || Bytes < MinPrintBuffer || Bytes > MaxPrintBuffer) {
    Message = std::string("WARPFORT_PRINT_BUFFER is '") + Value +
              "'; accepted is a number of bytes from " +
              std::to_string(MinPrintBuffer) + " to " +
              std::to_string(MaxPrintBuffer);
    return false;
  }
  Result.PrintBuffer = static_cast<uint64_t>(Bytes);
  return true;
}

/// What names files and code, which a caller must not choose with rights that
/// he lacks.
void readPaths(Environment &Result) {
  if (const char *Value = variable("WARPFORT_CUDA_DRIVER"))
    Result.CudaDriver = Value;
  if (const char *Value = variable("WARPFORT_TRACE"))
    Result.Trace = Value;
  Result.Rank = mpiRank();
  if (const char *Value = variable("WARPFORT_CUDA_LIBRARIES"))
    Result.CudaLibraries = Value;
  if (const char *Value = variable("ACC_PROFLIB"))
    Result.AccProfLib = Value;
  const char *Name;
  if (const char *Value = variable("CUDA_HOME", "CUDA_PATH", Name))
    Result.CudaToolkit = Value;
}

} // namespace

bool Environment::hasCallersRights() { return getauxval(AT_SECURE) == 0; }

bool Environment::read(Environment &Result, std::string &Message,
                       bool HasCallersRights) {
  Result = Environment();
  if (!readDevice(Result, Message) || !readThreads(Result, Message))
    return false;
  if (HasCallersRights)
    readPaths(Result);
  long Guard = 0, Aware = -1;
  if (!readPrintBuffer(Result, Message) ||
      !readSwitch("WARPFORT_CPU_GUARD", Guard, Message) ||
      !readSwitch("WARPFORT_MPI_CUDA_AWARE", Aware, Message))
    return false;
  Result.CpuGuard = Guard != 0;
  Result.MpiCudaAware = static_cast<int>(Aware);
  return readChecks(Result, Message) && readAcc(Result, Message);
}

const Environment &Environment::get() {
  static const Environment *The = [] {
    auto *Read = new Environment;
    std::string Message;
    if (!read(*Read, Message))
      fatal("%s", Message.c_str());
    return Read;
  }();
  return *The;
}
