//===-- runtime/core/Environment.h - WARPFORT_* variables -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place of the runtime that reads environment variables. They are read
// once; a value that makes no sense ends the program with a message that names
// the variable and what it accepts.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ENVIRONMENT_H
#define WARPRT_CORE_ENVIRONMENT_H

#include <cstdint>
#include <string>

namespace warprt {

enum class DeviceChoice { Automatic, Cuda, Cpu };

struct Environment {
  /// WARPFORT_DEVICE: cuda, cpu, or unset.
  DeviceChoice Device = DeviceChoice::Automatic;
  /// WARPFORT_NUM_THREADS, or the hardware threads this process may use.
  unsigned Threads = 1;
  /// WARPFORT_CUDA_DRIVER: the driver library to load.
  std::string CudaDriver = "libcuda.so.1";
  /// WARPFORT_PRINT_BUFFER: bytes for what device code prints.
  uint64_t PrintBuffer = uint64_t(16) << 20;

  /// What the process runs with.
  static const Environment &get();

  /// Reads the variables; false and a message on a bad value. For get() and
  /// the tests.
  static bool read(Environment &Result, std::string &Message);
};

} // namespace warprt

#endif // WARPRT_CORE_ENVIRONMENT_H
