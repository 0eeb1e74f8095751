//===-- runtime/libraries/CpuCusolverRefined.h - Refined ones ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Solutions of cuSOLVER that begin in a lower precision and are refined
// (cusolverDnDSgesv, cusolverDnIRSXgels). Here the factors have the precision
// of the result, so that there is nothing to refine: the number of iterations
// is zero. Matrices and right-hand sides stay as they are.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_CPUCUSOLVERREFINED_H
#define WARPRT_LIBRARIES_CPUCUSOLVERREFINED_H

#include "libraries/CpuCusolverJacobi.h"
#include "libraries/Library.h"

namespace warprt::libraries {

/// What a program asks of a refined solution.
struct CpuRefinementParams : LibraryObject<CpuRefinementParams> {
  static constexpr uint32_t Mark = 0x63754952;
  int MainPrecision = 0, MaxIterations = 50;
};

/// What is told about one.
struct CpuRefinementInfos : LibraryObject<CpuRefinementInfos> {
  static constexpr uint32_t Mark = 0x63754949;
};

struct CpuCusolverRefined : CpuCusolverJacobi {
  static int cusolverDnIRSParamsCreate(void *params) {
    return createObject<CpuRefinementParams>(params, CusolverSuccess,
                                             CusolverInvalidValue);
  }
  static int cusolverDnIRSParamsDestroy(void *params) {
    return destroyObject<CpuRefinementParams>(params, CusolverSuccess,
                                              CusolverParamsNotInitialized);
  }
  static int cusolverDnIRSInfosCreate(void *infos) {
    return createObject<CpuRefinementInfos>(infos, CusolverSuccess,
                                            CusolverInvalidValue);
  }
  static int cusolverDnIRSInfosDestroy(void *infos) {
    return destroyObject<CpuRefinementInfos>(infos, CusolverSuccess,
                                             CusolverInfosNotInitialized);
  }

  static int accept(void *Params) {
    return CpuRefinementParams::from(Params) ? CusolverSuccess
                                             : CusolverParamsNotInitialized;
  }
  static int cusolverDnIRSParamsSetRefinementSolver(void *params, int32_t) {
    return accept(params);
  }
  static int cusolverDnIRSParamsSetSolverMainPrecision(void *params,
                                                       int32_t precision) {
    CpuRefinementParams *P = CpuRefinementParams::from(params);
    if (!P)
      return CusolverParamsNotInitialized;
    P->MainPrecision = precision;
    return CusolverSuccess;
  }
  static int cusolverDnIRSParamsSetSolverLowestPrecision(void *params,
                                                         int32_t) {
    return accept(params);
  }
  static int cusolverDnIRSParamsSetSolverPrecisions(void *params, int32_t main,
                                                    int32_t) {
    return cusolverDnIRSParamsSetSolverMainPrecision(params, main);
  }
  static int cusolverDnIRSParamsSetTol(void *params, double) {
    return accept(params);
  }
  static int cusolverDnIRSParamsSetTolInner(void *params, double) {
    return accept(params);
  }
  static int cusolverDnIRSParamsSetMaxIters(void *params, int32_t count) {
    CpuRefinementParams *P = CpuRefinementParams::from(params);
    if (!P)
      return CusolverParamsNotInitialized;
    if (count < 0)
      return CusolverInvalidIterations;
    P->MaxIterations = count;
    return CusolverSuccess;
  }
  static int cusolverDnIRSParamsSetMaxItersInner(void *params, int32_t count) {
    return count < 0 ? CusolverInvalidIterations : accept(params);
  }
  static int cusolverDnIRSParamsGetMaxIters(void *params, void *count) {
    CpuRefinementParams *P = CpuRefinementParams::from(params);
    if (!P)
      return CusolverParamsNotInitialized;
    return put(count, P->MaxIterations);
  }
  static int cusolverDnIRSParamsEnableFallback(void *params) {
    return accept(params);
  }
  static int cusolverDnIRSParamsDisableFallback(void *params) {
    return accept(params);
  }

  static int put(void *Result, int32_t Value) {
    if (!Result)
      return CusolverInvalidValue;
    *static_cast<int32_t *>(Result) = Value;
    return CusolverSuccess;
  }
  static int told(void *Infos, void *Result) {
    return CpuRefinementInfos::from(Infos) ? put(Result, 0)
                                           : CusolverInfosNotInitialized;
  }
  static int cusolverDnIRSInfosGetNiters(void *infos, void *count) {
    return told(infos, count);
  }
  static int cusolverDnIRSInfosGetOuterNiters(void *infos, void *count) {
    return told(infos, count);
  }
  static int cusolverDnIRSInfosGetMaxIters(void *infos, void *count) {
    return told(infos, count);
  }

  /// A copy without gaps.
  template <typename T>
  static Scratch<T> copyOf(void *Matrix, int M, int N, int Ld) {
    Scratch<T> Copy(int64_t(M) * N);
    for (int64_t J = 0; J < N; ++J)
      std::copy_n(static_cast<T *>(Matrix) + J * Ld, M, Copy.fortran() + J * M);
    return Copy;
  }

  template <typename T>
  static int solveSquare(void *Handle, int N, int Count, void *A, int LdA,
                         void *Pivots, void *B, int LdB, void *X, int LdX,
                         void *Iterations, void *Info) {
    Size Rows(N), Columns(Count);
    bool Valid = valid(Rows, Columns) && LdA >= std::max(N, 1) &&
                 LdB >= std::max(N, 1) && LdX >= std::max(N, 1);
    auto Work = [=, Function = routine<T>("gesv")] {
      Scratch<T> Factors = copyOf<T>(A, N, N, LdA);
      Scratch<T> Solution = copyOf<T>(B, N, Count, LdB);
      Scratch<int32_t> Own(N);
      Lead Ld(std::max(N, 1));
      callFortran<void>(Function, Rows, Columns, Factors, Ld,
                        Array{Pivots ? Pivots : Own.fortran()}, Solution, Ld,
                        Array{Info});
      for (int64_t J = 0; J < Count; ++J)
        std::copy_n(Solution.fortran() + J * N, N,
                    static_cast<T *>(X) + J * LdX);
    };
    if (Iterations)
      *static_cast<int32_t *>(Iterations) = 0;
    return queue(Handle, Valid && Info, Work);
  }

  /// For at least as many rows as columns, as in cuSOLVER.
  template <typename T>
  static int leastSquares(void *Handle, int M, int N, int Count, void *A,
                          int LdA, void *B, int LdB, void *X, int LdX,
                          void *Iterations, void *Info) {
    Size Rows(M), Columns(N), Right(Count);
    bool Valid = valid(Rows, Columns, Right) && M >= N &&
                 LdA >= std::max(M, 1) && LdB >= std::max(M, 1) &&
                 LdX >= std::max(N, 1);
    auto Work = [=, Function = routine<T>("gels")] {
      Scratch<T> Factors = copyOf<T>(A, M, N, LdA);
      Scratch<T> Solution = copyOf<T>(B, M, Count, LdB);
      Lead Ld(std::max(M, 1));
      withWork<T>([&](auto &Memory, Step Words) {
        callFortran<void>(Function, Character{'N'}, Rows, Columns, Right,
                          Factors, Ld, Solution, Ld, Memory, Words,
                          Array{Info});
      });
      for (int64_t J = 0; J < Count; ++J)
        std::copy_n(Solution.fortran() + J * M, N,
                    static_cast<T *>(X) + J * LdX);
    };
    if (Iterations)
      *static_cast<int32_t *>(Iterations) = 0;
    return queue(Handle, Valid && Info, Work);
  }

  /// Calls \p B with a value of the main precision.
  template <typename Body>
  static int withPrecision(const char *Function, void *Params, Body B) {
    CpuRefinementParams *P = CpuRefinementParams::from(Params);
    if (!P)
      return CusolverParamsNotInitialized;
    switch (P->MainPrecision) { // values of cusolverPrecType_t
    case 1203:
      return B(double());
    case 1204:
      return B(float());
    case 1213:
      return B(std::complex<double>());
    case 1214:
      return B(std::complex<float>());
    default:
      reportUnsupported(Function);
      return CusolverNotSupported;
    }
  }
  static int oneByte(void *Handle, void *Params, void *Bytes) {
    if (!CpuCusolverHandle::from(Handle))
      return CusolverNotInitialized;
    if (!CpuRefinementParams::from(Params))
      return CusolverParamsNotInitialized;
    if (!Bytes)
      return CusolverInvalidValue;
    *static_cast<int64_t *>(Bytes) = 1;
    return CusolverSuccess;
  }
  static int cusolverDnIRSXgesv_bufferSize(void *h, void *params, int32_t,
                                           int32_t, void *bytes) {
    return oneByte(h, params, bytes);
  }
  static int cusolverDnIRSXgels_bufferSize(void *h, void *params, int32_t,
                                           int32_t, int32_t, void *bytes) {
    return oneByte(h, params, bytes);
  }
  static int cusolverDnIRSXgesv(void *h, void *params, void *infos, int32_t n,
                                int32_t nrhs, void *a, int32_t lda, void *b,
                                int32_t ldb, void *x, int32_t ldx, void *,
                                int64_t, void *iterations, void *info) {
    if (!CpuRefinementInfos::from(infos))
      return CusolverInfosNotInitialized;
    return withPrecision("cusolverDnIRSXgesv", params, [&](auto T) {
      return solveSquare<decltype(T)>(h, n, nrhs, a, lda, nullptr, b, ldb, x,
                                      ldx, iterations, info);
    });
  }
  static int cusolverDnIRSXgels(void *h, void *params, void *infos, int32_t m,
                                int32_t n, int32_t nrhs, void *a, int32_t lda,
                                void *b, int32_t ldb, void *x, int32_t ldx,
                                void *, int64_t, void *iterations, void *info) {
    if (!CpuRefinementInfos::from(infos))
      return CusolverInfosNotInitialized;
    return withPrecision("cusolverDnIRSXgels", params, [&](auto T) {
      return leastSquares<decltype(T)>(h, m, n, nrhs, a, lda, b, ldb, x, ldx,
                                       iterations, info);
    });
  }

  using OneByte = OneElement<0, int64_t>;

#define FORMS(Pair, T)                                                         \
  static constexpr OneByte cusolverDn##Pair##gesv_bufferSize{};                \
  static int cusolverDn##Pair##gesv(void *h, int32_t n, int32_t nrhs, void *a, \
                                    int32_t lda, void *pivots, void *b,        \
                                    int32_t ldb, void *x, int32_t ldx, void *, \
                                    int64_t, void *iterations, void *info) {   \
    return solveSquare<T>(h, n, nrhs, a, lda, pivots, b, ldb, x, ldx,          \
                          iterations, info);                                   \
  }                                                                            \
  static constexpr OneByte cusolverDn##Pair##gels_bufferSize{};                \
  static int cusolverDn##Pair##gels(                                           \
      void *h, int32_t m, int32_t n, int32_t nrhs, void *a, int32_t lda,       \
      void *b, int32_t ldb, void *x, int32_t ldx, void *, int64_t,             \
      void *iterations, void *info) {                                          \
    return leastSquares<T>(h, m, n, nrhs, a, lda, b, ldb, x, ldx, iterations,  \
                           info);                                              \
  }
  FORMS(ZZ, std::complex<double>)
  FORMS(ZC, std::complex<double>)
  FORMS(ZK, std::complex<double>)
  FORMS(ZE, std::complex<double>)
  FORMS(ZY, std::complex<double>)
  FORMS(CC, std::complex<float>)
  FORMS(CK, std::complex<float>)
  FORMS(CE, std::complex<float>)
  FORMS(CY, std::complex<float>)
  FORMS(DD, double)
  FORMS(DS, double)
  FORMS(DH, double)
  FORMS(DB, double)
  FORMS(DX, double)
  FORMS(SS, float)
  FORMS(SH, float)
  FORMS(SB, float)
  FORMS(SX, float)
#undef FORMS
};

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_CPUCUSOLVERREFINED_H
