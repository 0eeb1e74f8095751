//===-- runtime/backends/cuda/Driver.cpp - The loaded driver --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Driver.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cuda/Driver.h"
#include <dlfcn.h>

using namespace warprt::cuda;

namespace {
template <typename Function>
bool find(void *Library, const char *Name, Function &Result,
          std::string &Reason) {
  Result = reinterpret_cast<Function>(dlsym(Library, Name));
  if (Result)
    return true;
  Reason = std::string("the CUDA driver has no function ") + Name;
  return false;
}
/// The same; where there is none, a function that says that it is not
/// supported.
template <typename... Parameters>
void findOrRefuse(void *Library, const char *Name,
                  CUresult (*&Result)(Parameters...)) {
  Result = reinterpret_cast<CUresult (*)(Parameters...)>(dlsym(Library, Name));
  if (!Result)
    Result = [](Parameters...) -> CUresult {
      return static_cast<CUresult>(warprt::Error::NotSupported);
    };
}
} // namespace

bool Driver::load(const char *Library, std::string &Reason) {
  // Never closed: the process uses it until it ends.
  void *Handle = dlopen(Library, RTLD_NOW | RTLD_LOCAL);
  if (!Handle) {
    const char *Why = dlerror();
    Reason = std::string("the CUDA driver cannot be loaded: ") +
             (Why ? Why : Library);
    return false;
  }
#define WARPRT_CUDA_SYMBOL(Name, ...)                                          \
  if (!find(Handle, #Name, Name, Reason))                                      \
    return false;
#define WARPRT_CUDA_LATER_SYMBOL(Name, ...) findOrRefuse(Handle, #Name, Name);
#include "backends/cuda/DriverSymbols.def"
  return true;
}
