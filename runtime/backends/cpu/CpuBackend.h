//===-- runtime/backends/cpu/CpuBackend.h - Kernels on host cores -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The back end that every machine has.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CPUBACKEND_H
#define WARPRT_BACKENDS_CPU_CPUBACKEND_H

#include "backends/cpu/GuardedMemory.h"
#include "hal/Device.h"

namespace warprt::cpu {

/// `Threads` is the number of pool threads, at least 1. With `Guard` host code
/// cannot touch device memory.
std::unique_ptr<Backend>
createBackend(unsigned Threads, std::unique_ptr<GuardedMemory> Guard = nullptr);

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CPUBACKEND_H
