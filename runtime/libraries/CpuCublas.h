//===-- runtime/libraries/CpuCublas.h - cuBLAS on the CPU -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions with the names and parameters of cuBLAS. What a BLAS has comes from
// the table that utils/library-interfaces makes; the rest is written here.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_CPUCUBLAS_H
#define WARPRT_LIBRARIES_CPUCUBLAS_H

#include "libraries/BlasCalls.h"
#include "libraries/CpuCublasMatrices.h"

namespace warprt::libraries {

/// What a BLAS has.
struct CpuCublasRoutines {
#define BLAS(Name, Routine, Params, ...)                                       \
  static int Name Params {                                                     \
    return callBlas(handle, #Routine, #Name, __VA_ARGS__);                     \
  }
#define BLAS_RESULT(Name, Result, Routine, Params, ...)                        \
  static int Name Params {                                                     \
    return callBlasFunction<Result>(handle, #Routine, #Name, result,           \
                                    __VA_ARGS__);                              \
  }
#include "libraries/CublasOnBlas.inc"
#undef BLAS
#undef BLAS_RESULT
};

/// Handles and their properties.
struct CpuCublasHandles {
  static int cublasCreate_v2(void *Result) {
    return createObject<CpuCublasHandle>(Result, CublasSuccess,
                                         CublasInvalidValue);
  }
  static int cublasDestroy_v2(void *Handle) {
    return destroyObject<CpuCublasHandle>(Handle, CublasSuccess,
                                          CublasNotInitialized);
  }
  /// That of the headers that the interfaces were made from.
  static int cublasGetVersion_v2(void *Handle, void *Version) {
    return get(Handle, Version, [](CpuCublasHandle &) { return 130100; });
  }
  static int cublasSetStream_v2(void *Handle, int64_t Stream) {
    return set(Handle, [=](CpuCublasHandle &H) {
      H.Q = reinterpret_cast<Queue *>(Stream);
      return true;
    });
  }
  static int cublasGetStream_v2(void *Handle, void *Stream) {
    CpuCublasHandle *H = CpuCublasHandle::from(Handle);
    if (!H)
      return CublasNotInitialized;
    *static_cast<Queue **>(Stream) = H->Q;
    return CublasSuccess;
  }
  static int cublasSetWorkspace_v2(void *Handle, void *, int64_t) {
    return set(Handle, [](CpuCublasHandle &) { return true; });
  }
  static int cublasSetPointerMode_v2(void *Handle, int32_t Mode) {
    return set(Handle, [=](CpuCublasHandle &H) {
      return choose(H.PointerMode, Mode, 1);
    });
  }
  static int cublasGetPointerMode_v2(void *Handle, void *Mode) {
    return get(Handle, Mode, [](CpuCublasHandle &H) { return H.PointerMode; });
  }
  static int cublasSetAtomicsMode(void *Handle, int32_t Mode) {
    return set(Handle, [=](CpuCublasHandle &H) {
      return choose(H.AtomicsMode, Mode, 1);
    });
  }
  static int cublasGetAtomicsMode(void *Handle, void *Mode) {
    return get(Handle, Mode, [](CpuCublasHandle &H) { return H.AtomicsMode; });
  }
  static int cublasSetMathMode(void *Handle, int32_t Mode) {
    return set(Handle, [=](CpuCublasHandle &H) {
      return choose(H.MathMode, Mode, 31);
    });
  }
  static int cublasGetMathMode(void *Handle, void *Mode) {
    return get(Handle, Mode, [](CpuCublasHandle &H) { return H.MathMode; });
  }
  static int cublasSetSmCountTarget(void *Handle, int32_t Count) {
    return set(Handle, [=](CpuCublasHandle &H) {
      return choose(H.SmCountTarget, Count, INT32_MAX);
    });
  }
  static int cublasGetSmCountTarget(void *Handle, void *Count) {
    return get(Handle, Count,
               [](CpuCublasHandle &H) { return H.SmCountTarget; });
  }

private:
  static bool choose(int &Mode, int Value, int Most) {
    if (Value < 0 || Value > Most)
      return false;
    Mode = Value;
    return true;
  }
  template <typename Body> static int set(void *Handle, Body Change) {
    CpuCublasHandle *H = CpuCublasHandle::from(Handle);
    if (!H)
      return CublasNotInitialized;
    return Change(*H) ? CublasSuccess : CublasInvalidValue;
  }
  template <typename Body>
  static int get(void *Handle, void *Result, Body Read) {
    CpuCublasHandle *H = CpuCublasHandle::from(Handle);
    if (!H)
      return CublasNotInitialized;
    if (!Result)
      return CublasInvalidValue;
    *static_cast<int *>(Result) = Read(*H);
    return CublasSuccess;
  }
};

struct CpuCublas : CpuCublasHandles, CpuCublasRoutines, CpuCublasMatrices {};

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_CPUCUBLAS_H
