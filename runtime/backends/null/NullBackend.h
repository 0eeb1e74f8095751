//===-- runtime/backends/null/NullBackend.h - A back end for tests *- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Devices without any: memory is the host's, everything is done at once,
// kernels are not run but noted. It shows what the runtime asks of a device,
// and stands for several devices of any compute capability. Not part of
// libwarprt.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_NULL_NULLBACKEND_H
#define WARPRT_BACKENDS_NULL_NULLBACKEND_H

#include "hal/Device.h"
#include <functional>
#include <vector>

namespace warprt::null {

/// One launch as the device saw it.
struct Launch {
  int Ordinal;
  std::string Kernel;
  LaunchShape Shape;
  Queue *Q;
  std::vector<std::vector<char>> Args;
};

struct Options {
  int Devices = 1;
  uint32_t ComputeMajor = 9, ComputeMinor = 0;
  uint32_t CodeKind = WARPRT_CODE_CPU; // the code it takes, of any arch
  std::vector<Launch> *Launches = nullptr;
  /// Run instead of the kernel, where given.
  std::function<Error(const Launch &)> Run;
  int *Loads = nullptr; // counts modules loaded
  /// What the next synchronisation reports, then cleared.
  Error *Pending = nullptr;
};

std::unique_ptr<Backend> createBackend(const Options &O);

} // namespace warprt::null

#endif // WARPRT_BACKENDS_NULL_NULLBACKEND_H
