//===-- runtime/core/Environment.h - Environment variables ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place of the runtime that reads environment variables: its own, and
// those of OpenACC. They are read once; a value that makes no sense ends the
// program with a message that names the variable and what it accepts.
//
// A program that has more rights than its caller (set-user-ID, set-group-ID,
// capabilities of the file) ignores the variables that name code or files, as
// the dynamic linker does.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ENVIRONMENT_H
#define WARPRT_CORE_ENVIRONMENT_H

#include <cstdint>
#include <string>

namespace warprt {

enum class DeviceChoice { Automatic, Cuda, Cpu };

/// What OpenACC code runs on; the numbers of acc_device_...
enum class AccDeviceType : int {
  None = 0,
  Default = 1,
  Host = 2,
  NotHost = 3,
  Nvidia = 4,
  Radeon = 5,
  Multicore = 6,
  Current = 10
};

/// Bits of NVCOMPILER_ACC_NOTIFY.
enum AccNotify : unsigned {
  NotifyLaunches = 1,
  NotifyTransfers = 2,
  NotifyWaits = 4,
  NotifyRegions = 8,
  NotifyAllocations = 16
};

struct Environment {
  /// WARPFORT_DEVICE: cuda, cpu, or unset.
  DeviceChoice Device = DeviceChoice::Automatic;
  /// WARPFORT_NUM_THREADS, or the hardware threads this process may use.
  unsigned Threads = 1;
  /// WARPFORT_CUDA_DRIVER: the driver library to load. Names code.
  std::string CudaDriver = "libcuda.so.1";
  /// WARPFORT_CUDA_LIBRARIES: the folder to look for NVIDIA's libraries in
  /// first. Names code.
  std::string CudaLibraries;
  /// CUDA_HOME or CUDA_PATH: the toolkit, whose libraries come next.
  std::string CudaToolkit;
  /// WARPFORT_PRINT_BUFFER: bytes for what device code prints.
  uint64_t PrintBuffer = uint64_t(16) << 20;
  /// WARPFORT_CPU_GUARD: the CPU's device memory is the device's alone.
  bool CpuGuard = false;
  /// WARPFORT_MPI_CUDA_AWARE: whether the MPI takes addresses of a GPU's
  /// memory; negative: it is asked.
  int MpiCudaAware = -1;
  /// WARPFORT_CHECK: what is checked in a program linked with -gpu=check, as
  /// bits of cpu::CheckKind; unset: all but leaks.
  unsigned Checks = 15;
  bool ChecksGiven = false;
  /// WARPFORT_TRACE: the file for a trace, empty for none. Names a file.
  std::string Trace;
  /// What the launcher of an MPI program says; negative where there is none.
  int Rank = -1;
  /// ACC_DEVICE_TYPE: host, multicore, nvidia, default, or unset.
  AccDeviceType AccType = AccDeviceType::Default;
  /// ACC_DEVICE_NUM: the device that programs begin with.
  int AccDeviceNum = 0;
  /// NVCOMPILER_ACC_CUDA_HEAPSIZE and ..._STACKSIZE (also NV_..., PGI_...):
  /// bytes that device code may allocate, and of each thread's stack; 0 leaves
  /// them as they are.
  uint64_t DeviceHeap = 0, DeviceStack = 0;
  /// NVCOMPILER_ACC_NOTIFY, PGI_ACC_NOTIFY: what to print as it happens.
  unsigned AccNotify = 0;
  /// NVCOMPILER_ACC_TIME, PGI_ACC_TIME: a table of times at the end.
  bool AccTime = false;

  /// ACC_PROFLIB: a shared library that registers callbacks of acc_prof.h.
  /// Names code.
  std::string AccProfLib;

  /// What the process runs with.
  static const Environment &get();

  /// Whether the process has only the rights of whoever started it.
  static bool hasCallersRights();

  /// Reads the variables; false and a message on a bad value. For get() and
  /// the tests.
  static bool read(Environment &Result, std::string &Message,
                   bool HasCallersRights = hasCallersRights());
};

} // namespace warprt

#endif // WARPRT_CORE_ENVIRONMENT_H
