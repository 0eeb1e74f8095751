//===-- runtime/libraries/Library.h - Calls of CUDA libraries ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What calls of cuBLAS, cuFFT, ... have in common. On a GPU a call goes to
// NVIDIA's library, which is loaded when the first call needs it; on the CPU to
// a class of this folder that has a function of the same name and does the work
// with a library of the host (HostLibrary.h).
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_LIBRARY_H
#define WARPRT_LIBRARIES_LIBRARY_H

#include "entry/Export.h"
#include "hal/Device.h"
#include <atomic>
#include <string>

namespace warprt::libraries {

/// One of NVIDIA's libraries, with the versions of its file that belong to
/// CUDA 13, 12 and 11.
class NvidiaLibrary {
public:
  constexpr NvidiaLibrary(const char *Name, int For13, int For12, int For11)
      : Name(Name), Versions{For13, For12, For11} {}

  /// Loads the library when it is needed; the program ends where it, or the
  /// function in it, is missing.
  void *function(const char *Function);

private:
  void load(const char *Function);
  /// Tries the folders of the environment and the usual ones.
  bool tryVersion(int Version, int Cuda, std::string &LookedFor);

  const char *const Name;
  const int Versions[3];
  void *Handle = nullptr;
  std::string Path;
};

// Each is loaded once for all the modules that have functions of it.
inline NvidiaLibrary Cublas("cublas", 13, 12, 11);
inline NvidiaLibrary Cufft("cufft", 12, 11, 10);
inline NvidiaLibrary Curand("curand", 10, 10, 10);
inline NvidiaLibrary Cusolver("cusolver", 12, 11, 11);
inline NvidiaLibrary Cusparse("cusparse", 12, 12, 11);
inline NvidiaLibrary Nccl("nccl", 2, 2, 2);

/// Whether the process computes on the CPU.
bool onCpu();

/// Makes the calling thread's device current, as NVIDIA's libraries expect it.
void makeDeviceCurrent();

/// Says once for each function that the CPU has no version of it.
void reportUnsupported(const char *Function);

} // namespace warprt::libraries

/// Another name of a function that the file defines.
#define WARPRT_EXPORT_ALIAS(Name)                                              \
  extern "C" __attribute__((visibility("default"), alias(#Name)))

// The parts of a call, which come in parentheses. Interfaces with
// type(c_devptr) name the alias: Fortran's compiler wants one signature for a
// name. A call on a GPU costs the load of the function's address, and what it
// takes to see that the thread's device is current.
#define WARPRT_LIBRARY_ENTRY(Library, Cpu, NotSupported, Name, Params, Args)   \
  WARPRT_EXPORT int warprt_##Name Params {                                     \
    static std::atomic<void *> Known{nullptr};                                 \
    void *Function = Known.load(std::memory_order_relaxed);                    \
    if (!Function) [[unlikely]] {                                              \
      if (warprt::libraries::onCpu())                                          \
        return [&]<typename Own>() -> int {                                    \
          if constexpr (requires { &Own::Name; }) {                            \
            return Own::Name Args;                                             \
          } else {                                                             \
            warprt::libraries::reportUnsupported(#Name);                       \
            return NotSupported;                                               \
          }                                                                    \
        }.template operator()<Cpu>();                                          \
      Known = Function = Library.function(#Name);                              \
    }                                                                          \
    warprt::libraries::makeDeviceCurrent();                                    \
    return reinterpret_cast<int(*) Params>(Function) Args;                     \
  }                                                                            \
  WARPRT_EXPORT_ALIAS(warprt_##Name) int warprt_##Name##_p Params;

#endif // WARPRT_LIBRARIES_LIBRARY_H
