//===-- runtime/libraries/HostLibrary.h - Libraries of the host -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Libraries that do on the CPU what CUDA libraries do on a GPU: BLAS, LAPACK
// and FFTW. They are loaded when the first call needs them. Their work is
// queued like a kernel, so that it follows what the stream has to do before.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_HOSTLIBRARY_H
#define WARPRT_LIBRARIES_HOSTLIBRARY_H

#include "hal/Device.h"
#include <functional>

namespace warprt::libraries {

/// A sort of library, with the files that may hold it, best first.
class HostLibrary {
public:
  constexpr HostLibrary(const char *What, const char *First, const char *Second,
                        const char *Package)
      : What(What), Files{First, Second}, Package(Package) {}

  /// The program ends where the library, or the function in it, is missing.
  /// \p Caller is what the program called.
  void *function(const char *Function, const char *Caller);

private:
  const char *const What;
  const char *const Files[2];
  const char *const Package;
  void *Handle = nullptr;
};

extern HostLibrary Blas, Lapack, Fftw, FftwSingle;

/// Queues the work on the calling thread's device, and waits for it if \p Wait.
Error submit(Queue *Q, std::function<void()> Work, bool Wait);

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_HOSTLIBRARY_H
