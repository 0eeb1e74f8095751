//===-- runtime/libraries/CpuCusolverFactors.h - More factors ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of cuSOLVER for symmetric factors, the steps to bidiagonal and
// tridiagonal matrices, batches of Cholesky factors, and modes of the handle.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_CPUCUSOLVERFACTORS_H
#define WARPRT_LIBRARIES_CPUCUSOLVERFACTORS_H

#include "libraries/CpuCusolver.h"

namespace warprt::libraries {

struct CpuCusolverFactors : CpuCusolver {
  /// Queues a call of LAPACK whose arguments are those given, work memory with
  /// its size, and \p Info.
  template <typename T, typename... Arguments>
  static int callWithWork(void *Handle, const char *Name, void *Info,
                          Arguments... Values) {
    return queue(
        Handle, valid(Values...) && Info, [=, Function = routine<T>(Name)] {
          withWork<T>([&](auto &Work, Step Words) {
            callFortran<void>(Function, Values..., Work, Words, Array{Info});
          });
        });
  }
  /// The same without work memory.
  template <typename T, typename... Arguments>
  static int callPlain(void *Handle, const char *Name, void *Info,
                       Arguments... Values) {
    return queue(Handle, valid(Values...) && Info,
                 [=, Function = routine<T>(Name)] {
                   callFortran<void>(Function, Values..., Array{Info});
                 });
  }

  template <typename T>
  static int sytri(void *Handle, int Upper, int N, void *A, int LdA,
                   void *Pivots, void *Info) {
    Fill F(Upper);
    Size Rows(N);
    Lead LA(LdA);
    return queue(Handle, valid(F, Rows, LA) && Pivots && Info,
                 [=, Function = routine<T>("sytri")] {
                   Scratch<T> Work(2 * int64_t(N));
                   callFortran<void>(Function, F, Rows, Array{A}, LA,
                                     Array{Pivots}, Work, Array{Info});
                 });
  }
  /// LAPACK has no status for it.
  template <typename T>
  static int laswp(void *Handle, int N, void *A, int LdA, int First, int Last,
                   void *Pivots, int Increment) {
    Size Columns(N);
    Lead LA(LdA);
    return queue(Handle, valid(Columns, LA) && Pivots,
                 [=, Function = routine<T>("laswp")] {
                   callFortran<void>(Function, Columns, Array{A}, LA,
                                     Step(First), Step(Last), Array{Pivots},
                                     Step(Increment));
                 });
  }

  /// \p Body gets the number of a matrix and the status for it.
  template <typename Body>
  static int batch(void *Handle, bool Valid, int Count, void *Info, Body B) {
    return queue(Handle, Valid && Count >= 0 && Info, [=] {
      for (int I = 0; I < Count; ++I)
        B(I, static_cast<int32_t *>(Info) + I);
    });
  }
  template <typename T>
  static int potrfBatched(void *Handle, int Upper, int N, void *A, int LdA,
                          void *Info, int Count) {
    Fill F(Upper);
    Size Rows(N);
    Lead LA(LdA);
    auto **Matrices = static_cast<void **>(A);
    return batch(Handle, valid(F, Rows, LA), Count, Info,
                 [=, Function = routine<T>("potrf")](int I, void *Status) {
                   callFortran<void>(Function, F, Rows, Array{Matrices[I]}, LA,
                                     Array{Status});
                 });
  }
  /// One right-hand side each and one status for all, as in cuSOLVER.
  template <typename T>
  static int potrsBatched(void *Handle, int Upper, int N, int Columns, void *A,
                          int LdA, void *B, int LdB, void *Info, int Count) {
    Fill F(Upper);
    Size Rows(N), Right(Columns);
    Lead LA(LdA), LB(LdB);
    if (Columns != 1 || Count < 0)
      return CusolverInvalidValue;
    return queue(Handle, valid(F, Rows, LA, LB) && Info,
                 [=, Function = routine<T>("potrs")] {
                   *static_cast<int32_t *>(Info) = 0;
                   int32_t Status = 0;
                   for (int I = 0; I < Count; ++I)
                     callFortran<void>(Function, F, Rows, Right,
                                       Array{static_cast<void **>(A)[I]}, LA,
                                       Array{static_cast<void **>(B)[I]}, LB,
                                       Array{&Status});
                 });
  }

  static int setMode(void *Handle, int CpuCusolverHandle::*Mode, int Value) {
    CpuCusolverHandle *H = CpuCusolverHandle::from(Handle);
    if (!H)
      return CusolverNotInitialized;
    if (Value != 1 && Value != 2)
      return CusolverInvalidValue;
    H->*Mode = Value;
    return CusolverSuccess;
  }
  static int getMode(void *Handle, int CpuCusolverHandle::*Mode, void *Value) {
    CpuCusolverHandle *H = CpuCusolverHandle::from(Handle);
    if (!H)
      return CusolverNotInitialized;
    if (!Value)
      return CusolverInvalidValue;
    *static_cast<int32_t *>(Value) = H->*Mode;
    return CusolverSuccess;
  }
  // What the modes allow, LAPACK does not do.
  static int cusolverDnSetDeterministicMode(void *h, int32_t mode) {
    return setMode(h, &CpuCusolverHandle::Deterministic, mode);
  }
  static int cusolverDnGetDeterministicMode(void *h, void *mode) {
    return getMode(h, &CpuCusolverHandle::Deterministic, mode);
  }
  static int cusolverDnSetMathMode(void *h, int32_t mode) {
    return setMode(h, &CpuCusolverHandle::Math, mode);
  }
  static int cusolverDnGetMathMode(void *h, void *mode) {
    return getMode(h, &CpuCusolverHandle::Math, mode);
  }

#define FORMS(L, T, Q, Symmetric)                                              \
  static constexpr OneElement<> cusolverDn##L##sytrf_bufferSize{};             \
  static int cusolverDn##L##sytrf(void *h, int32_t uplo, int32_t n, void *a,   \
                                  int32_t lda, void *ipiv, void *, int32_t,    \
                                  void *info) {                                \
    if (!ipiv)                                                                 \
      return CusolverNotSupported;                                             \
    return callWithWork<T>(h, "sytrf", info, Fill(uplo), Size(n), Array{a},    \
                           Lead(lda), Array{ipiv});                            \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##sytri_bufferSize{};             \
  static int cusolverDn##L##sytri(void *h, int32_t uplo, int32_t n, void *a,   \
                                  int32_t lda, void *ipiv, void *, int32_t,    \
                                  void *info) {                                \
    return sytri<T>(h, uplo, n, a, lda, ipiv, info);                           \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##lauum_bufferSize{};             \
  static int cusolverDn##L##lauum(void *h, int32_t uplo, int32_t n, void *a,   \
                                  int32_t lda, void *, int32_t, void *info) {  \
    return callPlain<T>(h, "lauum", info, Fill(uplo), Size(n), Array{a},       \
                        Lead(lda));                                            \
  }                                                                            \
  static int cusolverDn##L##laswp(void *h, int32_t n, void *a, int32_t lda,    \
                                  int32_t k1, int32_t k2, void *ipiv,          \
                                  int32_t incx) {                              \
    return laswp<T>(h, n, a, lda, k1, k2, ipiv, incx);                         \
  }                                                                            \
  static int cusolverDn##L##potrfBatched(void *h, int32_t uplo, int32_t n,     \
                                         void *a, int32_t lda, void *info,     \
                                         int32_t count) {                      \
    return potrfBatched<T>(h, uplo, n, a, lda, info, count);                   \
  }                                                                            \
  static int cusolverDn##L##potrsBatched(                                      \
      void *h, int32_t uplo, int32_t n, int32_t nrhs, void *a, int32_t lda,    \
      void *b, int32_t ldb, void *info, int32_t count) {                       \
    return potrsBatched<T>(h, uplo, n, nrhs, a, lda, b, ldb, info, count);     \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##gebrd_bufferSize{};             \
  static int cusolverDn##L##gebrd(void *h, int32_t m, int32_t n, void *a,      \
                                  int32_t lda, void *d, void *e, void *tauq,   \
                                  void *taup, void *, int32_t, void *info) {   \
    return callWithWork<T>(h, "gebrd", info, Size(m), Size(n), Array{a},       \
                           Lead(lda), Array{d}, Array{e}, Array{tauq},         \
                           Array{taup});                                       \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##Q##gbr_bufferSize{};            \
  static int cusolverDn##L##Q##gbr(void *h, int32_t side, int32_t m,           \
                                   int32_t n, int32_t k, void *a, int32_t lda, \
                                   void *tau, void *, int32_t, void *info) {   \
    return callWithWork<T>(h, #Q "gbr", info, Letter("QP", 2, side), Size(m),  \
                           Size(n), Size(k), Array{a}, Lead(lda), Array{tau}); \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##Symmetric##_bufferSize{};       \
  static int cusolverDn##L##Symmetric(                                         \
      void *h, int32_t uplo, int32_t n, void *a, int32_t lda, void *d,         \
      void *e, void *tau, void *, int32_t, void *info) {                       \
    return callWithWork<T>(h, #Symmetric, info, Fill(uplo), Size(n), Array{a}, \
                           Lead(lda), Array{d}, Array{e}, Array{tau});         \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##Q##gtr_bufferSize{};            \
  static int cusolverDn##L##Q##gtr(void *h, int32_t uplo, int32_t n, void *a,  \
                                   int32_t lda, void *tau, void *, int32_t,    \
                                   void *info) {                               \
    return callWithWork<T>(h, #Q "gtr", info, Fill(uplo), Size(n), Array{a},   \
                           Lead(lda), Array{tau});                             \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##Q##mtr_bufferSize{};            \
  static int cusolverDn##L##Q##mtr(void *h, int32_t side, int32_t uplo,        \
                                   int32_t trans, int32_t m, int32_t n,        \
                                   void *a, int32_t lda, void *tau, void *c,   \
                                   int32_t ldc, void *, int32_t, void *info) { \
    return callWithWork<T>(h, #Q "mtr", info, Side(side), Fill(uplo),          \
                           Op(trans), Size(m), Size(n), Array{a}, Lead(lda),   \
                           Array{tau}, Array{c}, Lead(ldc));                   \
  }
  FORMS(S, float, or, sytrd)
  FORMS(D, double, or, sytrd)
  FORMS(C, std::complex<float>, un, hetrd)
  FORMS(Z, std::complex<double>, un, hetrd)
#undef FORMS
};

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_CPUCUSOLVERFACTORS_H
