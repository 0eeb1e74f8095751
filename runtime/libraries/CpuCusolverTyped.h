//===-- runtime/libraries/CpuCusolverTyped.h - The X functions --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of cuSOLVER that are told the types of their data
// (cusolverDnXpotrf). Data and computation have one type here. Sizes that do
// not fit LAPACK's integers are invalid values.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_CPUCUSOLVERTYPED_H
#define WARPRT_LIBRARIES_CPUCUSOLVERTYPED_H

#include "libraries/CpuCusolver.h"
#include "libraries/Library.h"
#include <climits>

namespace warprt::libraries {

/// Options of the algorithm, which LAPACK has no use for.
struct CpuCusolverParams : LibraryObject<CpuCusolverParams> {
  static constexpr uint32_t Mark = 0x63755350;
};

struct CpuCusolverTyped : CpuCusolver {
  static int cusolverDnCreateParams(void *params) {
    return createObject<CpuCusolverParams>(params, CusolverSuccess,
                                           CusolverInvalidValue);
  }
  static int cusolverDnDestroyParams(void *params) {
    return destroyObject<CpuCusolverParams>(params, CusolverSuccess,
                                            CusolverInvalidValue);
  }
  static int cusolverDnSetAdvOptions(void *params, int32_t, int32_t) {
    return CpuCusolverParams::from(params) ? CusolverSuccess
                                           : CusolverInvalidValue;
  }

  template <typename... Numbers> static bool fit(Numbers... N) {
    return ((N >= INT_MIN && N <= INT_MAX) && ...);
  }
  static int narrow(int64_t N) { return static_cast<int>(N); }

  /// Values of cudaDataType.
  enum DataType : int {
    Other = -1,
    Real4 = 0,
    Real8 = 1,
    Complex4 = 4,
    Complex8 = 5
  };
  static bool isKnown(int Type) {
    return Type == Real4 || Type == Real8 || Type == Complex4 ||
           Type == Complex8;
  }
  /// The type of eigenvalues.
  static int realType(int Type) {
    return Type == Complex4 ? Real4 : Type == Complex8 ? Real8 : Type;
  }

  /// Calls \p B with a value of the type, which all types are to be.
  template <typename Body, typename... Types>
  static int withType(const char *Function, void *Params, int Type, Body B,
                      Types... Others) {
    if (!CpuCusolverParams::from(Params))
      return CusolverInvalidValue;
    if (!isKnown(Type) || !((Others == Type) && ...)) {
      reportUnsupported(Function);
      return CusolverNotSupported;
    }
    switch (Type) {
    case Real4:
      return B(float());
    case Real8:
      return B(double());
    case Complex4:
      return B(std::complex<float>());
    default:
      return B(std::complex<double>());
    }
  }

  static int oneByteEach(const char *Function, void *Handle, void *Params,
                         int Type, int Compute, void *Device, void *Host) {
    if (!CpuCusolverHandle::from(Handle))
      return CusolverNotInitialized;
    if (!Device || !Host)
      return CusolverInvalidValue;
    return withType(
        Function, Params, Type,
        [&](auto) {
          *static_cast<int64_t *>(Device) = *static_cast<int64_t *>(Host) = 1;
          return CusolverSuccess;
        },
        Compute);
  }

  /// LAPACK's pivots are narrower: they are made in memory of their own.
  template <typename T>
  static int wideGetrf(void *Handle, int M, int N, void *A, int LdA,
                       void *Pivots, void *Info) {
    if (!Pivots)
      return CusolverNotSupported;
    Size Rows(M), Columns(N);
    Lead LA(LdA);
    int Count = M < N ? M : N;
    return queue(Handle, valid(Rows, Columns, LA) && Info,
                 [=, Function = routine<T>("getrf")] {
                   Scratch<int32_t> Narrow(Count);
                   callFortran<void>(Function, Rows, Columns, Array{A}, LA,
                                     Narrow, Array{Info});
                   for (int I = 0; I < Count; ++I)
                     static_cast<int64_t *>(Pivots)[I] =
                         Narrow.Values[static_cast<size_t>(I)];
                 });
  }
  template <typename T>
  static int wideGetrs(void *Handle, int How, int N, int Count, void *A,
                       int LdA, void *Pivots, void *B, int LdB, void *Info) {
    if (!Pivots)
      return CusolverNotSupported;
    Op O(How);
    Size Rows(N), Columns(Count);
    Lead LA(LdA), LB(LdB);
    return queue(Handle, valid(O, Rows, Columns, LA, LB) && Info,
                 [=, Function = routine<T>("getrs")] {
                   Scratch<int32_t> Narrow(N);
                   for (int I = 0; I < N; ++I)
                     Narrow.Values[static_cast<size_t>(I)] =
                         narrow(static_cast<int64_t *>(Pivots)[I]);
                   callFortran<void>(Function, O, Rows, Columns, Array{A}, LA,
                                     Narrow, Array{B}, LB, Array{Info});
                 });
  }

  static int cusolverDnXpotrf_bufferSize(void *h, void *params, int32_t,
                                         int64_t, int32_t type, void *, int64_t,
                                         int32_t compute, void *device,
                                         void *host) {
    return oneByteEach("cusolverDnXpotrf", h, params, type, compute, device,
                       host);
  }
  static int cusolverDnXpotrf(void *h, void *params, int32_t uplo, int64_t n,
                              int32_t type, void *a, int64_t lda,
                              int32_t compute, void *, int64_t, void *, int64_t,
                              void *info) {
    if (!fit(n, lda))
      return CusolverInvalidValue;
    return withType(
        "cusolverDnXpotrf", params, type,
        [&](auto T) {
          return potrf<decltype(T)>(h, uplo, narrow(n), a, narrow(lda), info);
        },
        compute);
  }
  static int cusolverDnXpotrs(void *h, void *params, int32_t uplo, int64_t n,
                              int64_t nrhs, int32_t type, void *a, int64_t lda,
                              int32_t typeB, void *b, int64_t ldb, void *info) {
    if (!fit(n, nrhs, lda, ldb))
      return CusolverInvalidValue;
    return withType(
        "cusolverDnXpotrs", params, type,
        [&](auto T) {
          return potrs<decltype(T)>(h, uplo, narrow(n), narrow(nrhs), a,
                                    narrow(lda), b, narrow(ldb), info);
        },
        typeB);
  }
  static int cusolverDnXgetrf_bufferSize(void *h, void *params, int64_t,
                                         int64_t, int32_t type, void *, int64_t,
                                         int32_t compute, void *device,
                                         void *host) {
    return oneByteEach("cusolverDnXgetrf", h, params, type, compute, device,
                       host);
  }
  static int cusolverDnXgetrf(void *h, void *params, int64_t m, int64_t n,
                              int32_t type, void *a, int64_t lda, void *pivots,
                              int32_t compute, void *, int64_t, void *, int64_t,
                              void *info) {
    if (!fit(m, n, lda))
      return CusolverInvalidValue;
    return withType(
        "cusolverDnXgetrf", params, type,
        [&](auto T) {
          return wideGetrf<decltype(T)>(h, narrow(m), narrow(n), a, narrow(lda),
                                        pivots, info);
        },
        compute);
  }
  static int cusolverDnXgetrs(void *h, void *params, int32_t trans, int64_t n,
                              int64_t nrhs, int32_t type, void *a, int64_t lda,
                              void *pivots, int32_t typeB, void *b, int64_t ldb,
                              void *info) {
    if (!fit(n, nrhs, lda, ldb))
      return CusolverInvalidValue;
    return withType(
        "cusolverDnXgetrs", params, type,
        [&](auto T) {
          return wideGetrs<decltype(T)>(h, trans, narrow(n), narrow(nrhs), a,
                                        narrow(lda), pivots, b, narrow(ldb),
                                        info);
        },
        typeB);
  }
  static int cusolverDnXgeqrf_bufferSize(void *h, void *params, int64_t,
                                         int64_t, int32_t type, void *, int64_t,
                                         int32_t typeTau, void *,
                                         int32_t compute, void *device,
                                         void *host) {
    if (typeTau != type)
      compute = Other;
    return oneByteEach("cusolverDnXgeqrf", h, params, type, compute, device,
                       host);
  }
  static int cusolverDnXgeqrf(void *h, void *params, int64_t m, int64_t n,
                              int32_t type, void *a, int64_t lda,
                              int32_t typeTau, void *tau, int32_t compute,
                              void *, int64_t, void *, int64_t, void *info) {
    if (!fit(m, n, lda))
      return CusolverInvalidValue;
    return withType(
        "cusolverDnXgeqrf", params, type,
        [&](auto T) {
          return geqrf<decltype(T)>(h, narrow(m), narrow(n), a, narrow(lda),
                                    tau, info);
        },
        typeTau, compute);
  }
  static int cusolverDnXsyevd_bufferSize(void *h, void *params, int32_t,
                                         int32_t, int64_t, int32_t type, void *,
                                         int64_t, int32_t typeW, void *,
                                         int32_t compute, void *device,
                                         void *host) {
    if (typeW != realType(type))
      compute = Other;
    return oneByteEach("cusolverDnXsyevd", h, params, type, compute, device,
                       host);
  }
  static int cusolverDnXsyevd(void *h, void *params, int32_t jobz, int32_t uplo,
                              int64_t n, int32_t type, void *a, int64_t lda,
                              int32_t typeW, void *w, int32_t compute, void *,
                              int64_t, void *, int64_t, void *info) {
    if (!fit(n, lda))
      return CusolverInvalidValue;
    if (typeW != realType(type))
      compute = Other;
    return withType(
        "cusolverDnXsyevd", params, type,
        [&](auto T) {
          return eigen<decltype(T)>(h, 0, jobz, uplo, narrow(n), a, narrow(lda),
                                    a, narrow(lda), w, info);
        },
        compute);
  }
};

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_CPUCUSOLVERTYPED_H
