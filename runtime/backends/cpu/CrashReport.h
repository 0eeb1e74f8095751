//===-- runtime/backends/cpu/CrashReport.h - Names a crashing kernel *- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that reads or writes where it must not ends the process, as host
// code does; the message says which kernel it was, or that the host used what
// is the device's.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CRASHREPORT_H
#define WARPRT_BACKENDS_CPU_CRASHREPORT_H

#include <cstddef>

namespace warprt::cpu {

/// Installs the handler, where the program has none of its own.
void installCrashReport();

/// Closed memory where a kernel would have the dynamic shared memory that its
/// launch does not give. A use of it is reported, and the kernel left.
struct MissingShared {
  const char *Begin = nullptr;
  std::size_t Bytes = 0;
  void (*Leave)() = nullptr; ///< does not return

  bool contains(const void *Address) const {
    const char *At = static_cast<const char *>(Address);
    return Begin && At >= Begin && At < Begin + Bytes;
  }
};

/// Names the kernel that the calling thread runs, for as long as it lives.
class RunningKernel {
public:
  explicit RunningKernel(const char *Name, MissingShared Missing = {});
  ~RunningKernel();
  /// Of the calling thread; null if it runs none.
  static const char *name();
  RunningKernel(const RunningKernel &) = delete;
  RunningKernel &operator=(const RunningKernel &) = delete;

private:
  /// Of the kernel that waits for this one.
  const char *const Outer;
  const MissingShared OuterMissing;
};

/// Ends the process: a kernel did what it must not.
[[noreturn]] void fatalKernel(const char *Name, const char *What);

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CRASHREPORT_H
