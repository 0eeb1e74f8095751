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
#include <cstring>
#include <map>

using namespace warprt;
using namespace warprt::libraries;

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
/// them in one memory; if they are in both, those of the device are fetched,
/// and what the call changes of them is stored.
class ScalarPlace {
public:
  template <typename... Addresses>
  ScalarPlace(void *Handle, Addresses &...At) : Handle(Handle) {
    constexpr int Scalars = sizeof...(At);
    int OnDevice = (0 + ... + int(isOnDevice(At)));
    static_assert(Scalars <= MaxScalars);
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
    for (int I = 0; I < Count; ++I)
      store(Copies[I]);
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
    // Any kind of scalar, or the five of a modified rotation; the last one of
    // an array ends its allocation.
    PointerInfo Info = D->pointerInfo(Address);
    Copy &C = Copies[Count];
    size_t Bytes = sizeof C.Now;
    if (Info.Base)
      Bytes =
          std::min<size_t>(Bytes, static_cast<char *>(Info.Base) + Info.Size -
                                      static_cast<char *>(Address));
    if (failed(D->copy(C.Now, Address, shapeOf(Bytes), CopyKind::DeviceToHost,
                       /*Q=*/nullptr, /*Async=*/false)))
      return; // cuBLAS reports the address
    std::memcpy(C.Fetched, C.Now, sizeof C.Now);
    C.Device = static_cast<char *>(Address);
    Address = C.Now;
    ++Count;
  }
  static CopyShape shapeOf(size_t Bytes) {
    CopyShape Shape;
    Shape.Width = Bytes;
    return Shape;
  }

  struct Copy {
    char *Device;
    alignas(16) char Now[40];
    char Fetched[40];
  };
  /// Stores the bytes that the call has changed: others may belong to what
  /// stands behind the scalar. cuBLAS has waited, since scalars are on the
  /// host.
  static void store(const Copy &C) {
    size_t First = 0, End = sizeof C.Now;
    while (First < End && C.Now[First] == C.Fetched[First])
      ++First;
    while (End > First && C.Now[End - 1] == C.Fetched[End - 1])
      --End;
    Device *D = nullptr;
    if (First == End || failed(currentDevice(D)))
      return;
    if (failed(D->copy(C.Device + First, C.Now + First, shapeOf(End - First),
                       CopyKind::HostToDevice, /*Q=*/nullptr,
                       /*Async=*/false)))
      warn("cuBLAS: a scalar in device memory could not be stored");
  }

  static constexpr int MaxScalars = 5;
  void *Handle;
  int Before = 0, Count = 0;
  Copy Copies[MaxScalars];
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
