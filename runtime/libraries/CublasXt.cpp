//===-- runtime/libraries/CublasXt.cpp - cuBLAS on several devices --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind module cublasxt. On the CPU, which is one device, they
// are those of a BLAS. A call is complete when it returns.
//
//===----------------------------------------------------------------------===//
#include "libraries/CpuCublasMatrices.h"
#include "libraries/Library.h"
#include "libraries/Narrow.h"

using namespace warprt::libraries;

namespace {

/// Its base has the stream that is always the default one, and scalars on the
/// host.
struct XtHandle : CpuCublasHandle {
  int BlockDim = 2048;
  int PinningMode = 0;

  static XtHandle *from(void *Handle) {
    return static_cast<XtHandle *>(CpuCublasHandle::from(Handle));
  }
};

int completed(int Status) {
  if (Status != CublasSuccess)
    return Status;
  return cublasStatusOf(submit(nullptr, [] {}, /*Wait=*/true));
}

struct CpuXtRoutines {
#define BLAS(Name, Routine, Params, ...)                                       \
  static int Name Params {                                                     \
    return completed(callBlas(handle, #Routine, #Name, __VA_ARGS__));          \
  }
#include "libraries/CublasxtOnBlas.inc"
#undef BLAS
};

struct CpuXt : CpuXtRoutines {
  static int cublasXtCreate(void *Result) {
    return createObject<XtHandle>(Result, CublasSuccess, CublasInvalidValue);
  }
  static int cublasXtDestroy(void *Handle) {
    return destroyObject<XtHandle>(Handle, CublasSuccess, CublasNotInitialized);
  }
  static int cublasXtGetNumBoards(int32_t Count, void *Devices, void *Boards) {
    if (!isOnlyDevice(Count, Devices) || !Boards)
      return CublasInvalidValue;
    *static_cast<int32_t *>(Boards) = 1;
    return CublasSuccess;
  }
  static int cublasXtMaxBoards(void *Boards) {
    if (!Boards)
      return CublasInvalidValue;
    *static_cast<int32_t *>(Boards) = 1;
    return CublasSuccess;
  }
  static int cublasXtDeviceSelect(void *Handle, int32_t Count, void *Devices) {
    if (!XtHandle::from(Handle))
      return CublasNotInitialized;
    return isOnlyDevice(Count, Devices) ? CublasSuccess : CublasInvalidValue;
  }
  static int cublasXtSetBlockDim(void *Handle, int32_t Size) {
    XtHandle *H = XtHandle::from(Handle);
    if (!H)
      return CublasNotInitialized;
    if (Size <= 0)
      return CublasInvalidValue;
    H->BlockDim = Size;
    return CublasSuccess;
  }
  static int cublasXtGetBlockDim(void *Handle, void *Size) {
    XtHandle *H = XtHandle::from(Handle);
    if (!H)
      return CublasNotInitialized;
    if (!Size)
      return CublasInvalidValue;
    *static_cast<int32_t *>(Size) = H->BlockDim;
    return CublasSuccess;
  }
  static int cublasXtSetPinningMemMode(void *Handle, int32_t Mode) {
    XtHandle *H = XtHandle::from(Handle);
    if (!H)
      return CublasNotInitialized;
    if (Mode != 0 && Mode != 1)
      return CublasInvalidValue;
    H->PinningMode = Mode;
    return CublasSuccess;
  }
  static int cublasXtGetPinningMemMode(void *Handle, void *Mode) {
    XtHandle *H = XtHandle::from(Handle);
    if (!H)
      return CublasNotInitialized;
    if (!Mode)
      return CublasInvalidValue;
    *static_cast<int32_t *>(Mode) = H->PinningMode;
    return CublasSuccess;
  }
  /// What the host's share of the work is computed with; all of it is the
  /// host's here, and has its BLAS.
  static int cublasXtSetCpuRoutine(void *Handle, int32_t Operation,
                                   int32_t Type, void *) {
    return share(Handle, Operation, Type, 0);
  }
  static int cublasXtSetCpuRatio(void *Handle, int32_t Operation, int32_t Type,
                                 float Ratio) {
    return share(Handle, Operation, Type, Ratio);
  }

#define TRMM(Letter, T)                                                        \
  static int cublasXt##Letter##trmm(                                           \
      void *Handle, int32_t Left, int32_t Upper, int32_t How, int32_t Unit,    \
      int64_t M, int64_t N, void *Alpha, void *A, int64_t LdA, void *B,        \
      int64_t LdB, void *C, int64_t LdC) {                                     \
    return completed(CpuCublasMatrices::trmm<T>(                               \
        "cublasXt" #Letter "trmm", Handle, Left, Upper, How, Unit, M, N,       \
        Alpha, A, LdA, B, LdB, C, LdC));                                       \
  }
  TRMM(S, float)
  TRMM(D, double)
  TRMM(C, std::complex<float>)
  TRMM(Z, std::complex<double>)
#undef TRMM

private:
  static bool isOnlyDevice(int32_t Count, const void *Devices) {
    return Count == 1 && Devices && *static_cast<const int32_t *>(Devices) == 0;
  }
  static int share(void *Handle, int32_t Operation, int32_t Type, float Ratio) {
    if (!XtHandle::from(Handle))
      return CublasNotInitialized;
    bool IsValid = Operation >= 0 && Operation < 12 && Type >= 0 && Type < 4 &&
                   Ratio >= 0 && Ratio <= 1;
    return IsValid ? CublasSuccess : CublasInvalidValue;
  }
};

} // namespace

#define LIBRARY_FUNCTION(Name, Params, Args)                                   \
  WARPRT_LIBRARY_ENTRY(Cublas, CpuXt, CublasNotSupported, Name, Params, Args)
#define NARROW_FUNCTION(Name, Suffix, Params, Args)                            \
  WARPRT_NARROW_ENTRY(Name, Suffix, CublasInvalidValue, Params, Args)
#include "libraries/CublasxtFunctions.inc"
