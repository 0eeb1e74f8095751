//===-- runtime/core/Environment.cpp - WARPFORT_* variables ---------------===//
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
#include "core/Diagnostics.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sched.h>
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

} // namespace

bool Environment::read(Environment &Result, std::string &Message) {
  Result = Environment();
  if (const char *Value = variable("WARPFORT_DEVICE")) {
    if (std::strcmp(Value, "cuda") == 0) {
      Result.Device = DeviceChoice::Cuda;
    } else if (std::strcmp(Value, "cpu") == 0) {
      Result.Device = DeviceChoice::Cpu;
    } else {
      Message = std::string("WARPFORT_DEVICE is '") + Value +
                "'; accepted are 'cuda' and 'cpu'";
      return false;
    }
  }
  Result.Threads = hardwareThreads();
  if (const char *Value = variable("WARPFORT_NUM_THREADS")) {
    char *End = nullptr;
    errno = 0;
    long Count = std::strtol(Value, &End, 10);
    if (errno || *End || Count < 1 || Count > MaxThreads) {
      Message = std::string("WARPFORT_NUM_THREADS is '") + Value +
                "'; accepted is a number from 1 to " +
                std::to_string(MaxThreads);
      return false;
    }
    Result.Threads = static_cast<unsigned>(Count);
  }
  if (const char *Value = variable("WARPFORT_CUDA_DRIVER"))
    Result.CudaDriver = Value;
  if (const char *Value = variable("WARPFORT_PRINT_BUFFER")) {
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
  }
  return true;
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
