//===-- runtime/core/DeviceOutput.h - PRINT and STOP of kernels -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What device code prints lies in host memory (warprt/DeviceOutput.h) until the
// host looks: at launches, after what waits for the device, at the end of the
// program, and before an error of the device is reported. A program whose
// device code does not print has no such memory, and looking costs one test.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_DEVICEOUTPUT_H
#define WARPRT_CORE_DEVICEOUTPUT_H

#include "hal/Device.h"
#include <atomic>

namespace warprt {

/// Makes the calls that a statement recorded, of Flang's runtime. Those of the
/// second end the program.
struct OutputReplay {
  void (*Statement)(const uint64_t *Words, uint64_t Count) = nullptr;
  void (*Stop)(const uint64_t *Words) = nullptr;
  /// Writes out what the Fortran runtime holds back.
  void (*Flush)() = nullptr;
};
void setOutputReplay(const OutputReplay &Replay);

/// Gives code that prints its memory on `D`; does nothing for other code.
Error bindDeviceOutput(Module &M, Device &D);

namespace detail {
extern std::atomic<bool> AnyDeviceOutput;
void printDeviceOutput();
} // namespace detail

/// Prints what is complete; ends the program where device code stopped it.
inline void printDeviceOutput() {
  if (detail::AnyDeviceOutput.load(std::memory_order_acquire))
    detail::printDeviceOutput();
}

/// The last look, when the program ends: also says what was lost.
void finishDeviceOutput();

/// Leaves what there is to print to the parent of a forked process.
inline void forgetDeviceOutput() { detail::AnyDeviceOutput = false; }

/// Forgets the memory of all devices, for tests that replace the back end.
void resetDeviceOutputForTesting();

} // namespace warprt

#endif // WARPRT_CORE_DEVICEOUTPUT_H
