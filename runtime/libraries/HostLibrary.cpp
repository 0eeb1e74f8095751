//===-- runtime/libraries/HostLibrary.cpp - Libraries of the host ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See HostLibrary.h. Threads that a library makes have the rights to device
// memory that the thread has which loads it; so a library is loaded with them.
// A BLAS that the program had loaded before has threads without these rights,
// and computes with one thread then.
//
//===----------------------------------------------------------------------===//
#include "libraries/HostLibrary.h"
#include "core/Diagnostics.h"
#include "core/Environment.h"
#include "core/Runtime.h"
#include <dlfcn.h>
#include <mutex>

using namespace warprt;
using namespace warprt::libraries;

constinit HostLibrary libraries::Blas("a BLAS", "libopenblas.so.0",
                                      "libblas.so.3", "libopenblas0-pthread");
constinit HostLibrary libraries::Lapack("LAPACK", "libopenblas.so.0",
                                        "liblapack.so.3",
                                        "libopenblas0-pthread");
constinit HostLibrary libraries::Fftw("FFTW", "libfftw3.so.3", nullptr,
                                      "libfftw3-double3");
constinit HostLibrary libraries::FftwSingle("FFTW in single precision",
                                            "libfftw3f.so.3", nullptr,
                                            "libfftw3-single3");

namespace {
std::mutex LoadLock;

void *loadFile(const char *File) {
  bool WasThere = false;
  if (void *Known = dlopen(File, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD)) {
    WasThere = true;
    dlclose(Known);
  }
  void *Handle = dlopen(File, RTLD_NOW | RTLD_LOCAL);
  if (Handle && WasThere && Environment::get().CpuGuard)
    if (void *Set = dlsym(Handle, "openblas_set_num_threads"))
      reinterpret_cast<void (*)(int)>(Set)(1);
  return Handle;
}
} // namespace

void *HostLibrary::function(const char *Function, const char *Caller) {
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    fatal("%s: %s", Caller, describe(E).c_str());
  std::lock_guard<std::mutex> Guard(LoadLock);
  if (!Handle)
    D->withDeviceMemory([this] {
      for (const char *File : Files)
        if (File && !Handle)
          Handle = loadFile(File);
    });
  if (!Handle)
    fatal("%s needs %s on the CPU, but %s%s%s cannot be loaded (package %s of "
          "Debian and Ubuntu)",
          Caller, What, Files[0], Files[1] ? " or " : "",
          Files[1] ? Files[1] : "", Package);
  if (void *Found = dlsym(Handle, Function))
    return Found;
  fatal("%s needs %s on the CPU, and the one that was found has no function %s",
        Caller, What, Function);
}

Error libraries::submit(Queue *Q, std::function<void()> Work, bool Wait) {
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    return E;
  if (Error E = D->libraryCall(Q, std::move(Work)); failed(E))
    return E;
  return Wait ? D->synchronizeQueue(Q) : Error::Success;
}
