//===-- runtime/libraries/Cublas.cpp - Entry points of cuBLAS -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind modules cublas_v2 and cublas: all of cublas_v2.h, and
// the routines without a handle of cublas.h. The latter use a handle that each
// thread has for each device; their scalars may be in host or device memory.
//
//===----------------------------------------------------------------------===//
#include "core/Diagnostics.h"
#include "core/Runtime.h"
#include "libraries/CpuCublas.h"
#include "libraries/Library.h"
#include "libraries/Narrow.h"
#include <algorithm>
#include <cctype>
#include <map>

using namespace warprt;
using namespace warprt::libraries;

static NvidiaLibrary Cublas("cublas", 13, 12, 11);

#define LIBRARY_FUNCTION(Name, Params, Args)                                   \
  WARPRT_LIBRARY_ENTRY(Cublas, CpuCublas, CublasNotSupported, Name, Params,    \
                       Args)
#define NARROW_FUNCTION(Name, Suffix, Params, Args)                            \
  WARPRT_NARROW_ENTRY(Name, Suffix, CublasInvalidValue, Params, Args)
#include "libraries/CublasFunctions.inc"

//===----------------------------------------------------------------------===//
// Without a handle
//===----------------------------------------------------------------------===//

namespace {

thread_local int LastStatus = CublasSuccess;

/// The calling thread's handle for its device; null where there is none.
void *ownHandle() {
  thread_local std::map<int, void *> Handles;
  void *&Handle = Handles[currentOrdinal()];
  if (!Handle)
    LastStatus = warprt_cublasCreate_v2(&Handle);
  return Handle;
}

int opOf(const char *Letter) {
  switch (std::toupper(*Letter)) {
  case 'N':
    return 0;
  case 'T':
    return 1;
  case 'C':
    return 2;
  default:
    return -1;
  }
}
int letterOf(const char *Letter, char First, char Second) {
  int Upper = std::toupper(*Letter);
  return Upper == First ? 0 : Upper == Second ? 1 : -1;
}
int fillOf(const char *Letter) { return letterOf(Letter, 'L', 'U'); }
int sideOf(const char *Letter) { return letterOf(Letter, 'L', 'R'); }
int diagOf(const char *Letter) { return letterOf(Letter, 'N', 'U'); }

/// Where the scalars of one call are: its pointer mode. cuBLAS wants all of
/// them in one memory; if they are in both, those of the device are fetched.
class ScalarPlace {
public:
  template <typename... Addresses>
  ScalarPlace(void *Handle, Addresses &...At) : Handle(Handle) {
    constexpr int Scalars = sizeof...(At);
    int OnDevice = (0 + ... + int(isOnDevice(At)));
    // More than two scalars are results as well, which a copy would lose.
    if constexpr (Scalars <= 2)
      if (OnDevice > 0 && OnDevice < Scalars)
        (fetch(At), ...);
    int Wanted = Scalars > 0 && OnDevice == Scalars ? 1 : 0;
    warprt_cublasGetPointerMode_v2(Handle, &Before);
    if (Wanted != Before)
      warprt_cublasSetPointerMode_v2(Handle, Wanted);
    else
      this->Handle = nullptr;
  }
  ~ScalarPlace() {
    if (Handle)
      warprt_cublasSetPointerMode_v2(Handle, Before);
  }
  ScalarPlace(const ScalarPlace &) = delete;
  ScalarPlace &operator=(const ScalarPlace &) = delete;

private:
  static bool isOnDevice(void *Address) {
    Device *D = nullptr;
    return !failed(currentDevice(D)) &&
           D->pointerInfo(Address).Place == PointerPlace::Device;
  }
  void fetch(void *&Address) {
    Device *D = nullptr;
    if (!isOnDevice(Address) || failed(currentDevice(D)))
      return;
    // Any kind of scalar; the last one of an array ends its allocation.
    PointerInfo Info = D->pointerInfo(Address);
    size_t Bytes = sizeof(Fetched[0]);
    if (Info.Base)
      Bytes =
          std::min<size_t>(Bytes, static_cast<char *>(Info.Base) + Info.Size -
                                      static_cast<char *>(Address));
    CopyShape Shape;
    Shape.Width = Bytes;
    if (failed(D->copy(Fetched[Count], Address, Shape, CopyKind::DeviceToHost,
                       /*Q=*/nullptr, /*Async=*/false)))
      return; // cuBLAS reports the address
    Address = Fetched[Count++];
  }
  void *Handle;
  int Before = 0, Count = 0;
  alignas(16) char Fetched[2][16];
};

/// A routine has no result to return its failure by.
void note(const char *Name, int Status) {
  LastStatus = Status;
  if (Status != CublasSuccess)
    warn("%s failed with the cuBLAS status %d", Name, Status);
}

} // namespace

#define UNPACK(...) __VA_ARGS__
#define LEGACY_ROUTINE(Name, Function, Params, Scalars, ...)                   \
  WARPRT_EXPORT void warprt_legacy_##Name Params {                             \
    void *H = ownHandle();                                                     \
    auto Call = [&](auto &...At) {                                             \
      ScalarPlace Place(H, At...);                                             \
      return warprt_##Function(H, __VA_ARGS__);                                \
    };                                                                         \
    note(#Name, Call Scalars);                                                 \
  }                                                                            \
  WARPRT_EXPORT_ALIAS(warprt_legacy_##Name)                                    \
  void warprt_legacy_##Name##_p Params;
#define LEGACY_RESULT(Type, Name, Function, Params, Scalars, ...)              \
  WARPRT_EXPORT Type warprt_legacy_##Name Params {                             \
    void *H = ownHandle();                                                     \
    Type Result{};                                                             \
    ScalarPlace Place(H);                                                      \
    note(#Name, warprt_##Function(H, __VA_ARGS__, &Result));                   \
    return Result;                                                             \
  }                                                                            \
  WARPRT_EXPORT_ALIAS(warprt_legacy_##Name)                                    \
  Type warprt_legacy_##Name##_p Params;
// Fortran's complex functions return what these do.
#pragma GCC diagnostic ignored "-Wreturn-type-c-linkage"
#include "libraries/CublasLegacy.inc"

WARPRT_EXPORT int warprt_legacy_cublasInit() {
  return ownHandle() ? CublasSuccess : LastStatus;
}
WARPRT_EXPORT int warprt_legacy_cublasShutdown() { return CublasSuccess; }
WARPRT_EXPORT int warprt_legacy_cublasGetError() {
  int Status = LastStatus;
  LastStatus = CublasSuccess;
  return Status;
}
WARPRT_EXPORT int warprt_legacy_cublasSetKernelStream(int64_t Stream) {
  return warprt_cublasSetStream_v2(ownHandle(), Stream);
}
WARPRT_EXPORT void *warprt_cublasGetHandle() { return ownHandle(); }
