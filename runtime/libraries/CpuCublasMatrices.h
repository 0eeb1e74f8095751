//===-- runtime/libraries/CpuCublasMatrices.h - Beyond BLAS -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of cuBLAS on the CPU that a BLAS has not, or has in another form:
// the smallest element, products with a result of their own, sums and scalings
// of matrices, batches of products, and copies between host and device.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_CPUCUBLASMATRICES_H
#define WARPRT_LIBRARIES_CPUCUBLASMATRICES_H

#include "libraries/BlasCalls.h"
#include <type_traits>

namespace warprt::libraries {

/// What a BLAS compares when it looks for the largest element.
template <typename T> T magnitude(T Value) {
  return Value < 0 ? -Value : Value;
}
template <typename T> T magnitude(std::complex<T> Value) {
  return magnitude(Value.real()) + magnitude(Value.imag());
}

template <typename T> T conjugate(T Value) { return Value; }
template <typename T> std::complex<T> conjugate(std::complex<T> Value) {
  return std::conj(Value);
}

/// One element of op(A).
template <typename T>
T elementOf(const T *A, int64_t Lead, char How, int64_t I, int64_t J) {
  if (How == 'N')
    return A[I + J * Lead];
  T Value = A[J + I * Lead];
  return How == 'C' ? conjugate(Value) : Value;
}

/// The letter that a BLAS has for a type.
template <typename T> constexpr char blasLetter() {
  if constexpr (std::is_same_v<T, float>)
    return 's';
  else if constexpr (std::is_same_v<T, double>)
    return 'd';
  else if constexpr (std::is_same_v<T, std::complex<float>>)
    return 'c';
  else
    return 'z';
}

/// gemm of a type, as a Fortran routine.
template <typename T> struct Gemm {
  explicit Gemm(const char *Caller) {
    const char Name[] = {blasLetter<T>(), 'g', 'e', 'm', 'm', '_', 0};
    Function = Blas.function(Name, Caller);
  }
  void *Function;
};

struct CpuCublasMatrices {
  template <typename T, typename Index>
  static int amin(void *Handle, int64_t N, const void *X, int64_t Step,
                  void *Result) {
    CpuCublasHandle *H = CpuCublasHandle::from(Handle);
    if (!H)
      return CublasNotInitialized;
    if (!Result)
      return CublasInvalidValue;
    return cublasStatusOf(submit(
        H->Q,
        [=] {
          auto *Values = static_cast<const T *>(X);
          int64_t Least = 0;
          for (int64_t I = 1; I < N && Step > 0; ++I)
            if (magnitude(Values[I * Step]) < magnitude(Values[Least * Step]))
              Least = I;
          *static_cast<Index *>(Result) =
              static_cast<Index>(N < 1 || Step < 1 ? 0 : Least + 1);
        },
        H->PointerMode == 0));
  }

  /// C = alpha op(A) B or alpha B op(A), where C may be B.
  template <typename T>
  static int trmm(const char *Caller, void *Handle, int Left, int Upper,
                  int How, int Unit, int64_t M, int64_t N, void *Alpha, void *A,
                  int64_t LdA, void *B, int64_t LdB, void *C, int64_t LdC) {
    CpuCublasHandle *H = CpuCublasHandle::from(Handle);
    if (!H)
      return CublasNotInitialized;
    Side S(Left);
    Fill F(Upper);
    Op O(How);
    Diag D(Unit);
    Size Rows(M), Columns(N);
    Lead LA(LdA), LC(LdC);
    Input<T, 1> Factor(Handle, Alpha);
    if (!S.valid() || !F.valid() || !O.valid() || !D.valid() || !Rows.valid() ||
        !Columns.valid() || !LA.valid() || !LC.valid() || !Factor.valid() ||
        LdB < 1)
      return CublasInvalidValue;
    const char Name[] = {blasLetter<T>(), 't', 'r', 'm', 'm', '_', 0};
    void *Function = Blas.function(Name, Caller);
    return cublasStatusOf(submit(
        H->Q,
        [=] {
          auto *From = static_cast<const T *>(B);
          auto *To = static_cast<T *>(C);
          if (From != To)
            for (int64_t J = 0; J < N; ++J)
              std::memcpy(static_cast<void *>(To + J * LdC), From + J * LdB,
                          static_cast<size_t>(M) * sizeof(T));
          callFortran<void>(Function, S, F, O, D, Rows, Columns, Factor,
                            Array{A}, LA, Array{C}, LC);
        },
        false));
  }

  /// C = alpha op(A) + beta op(B).
  template <typename T>
  static int geam(void *Handle, int HowA, int HowB, int64_t M, int64_t N,
                  void *Alpha, void *A, int64_t LdA, void *Beta, void *B,
                  int64_t LdB, void *C, int64_t LdC) {
    CpuCublasHandle *H = CpuCublasHandle::from(Handle);
    if (!H)
      return CublasNotInitialized;
    Op OA(HowA), OB(HowB);
    Input<T, 1> FA(Handle, Alpha), FB(Handle, Beta);
    if (!OA.valid() || !OB.valid() || M < 0 || N < 0 || LdA < 1 || LdB < 1 ||
        LdC < 1 || !FA.valid() || !FB.valid())
      return CublasInvalidValue;
    // In place, the operand must be where its result is.
    if ((A == C && OA.Value != 'N') || (B == C && OB.Value != 'N'))
      return CublasInvalidValue;
    return cublasStatusOf(submit(
        H->Q,
        [=] {
          T X = FA.value(), Y = FB.value();
          auto *To = static_cast<T *>(C);
          // An operand with the factor zero is not read.
          for (int64_t J = 0; J < N; ++J)
            for (int64_t I = 0; I < M; ++I) {
              T Sum = T(0);
              if (X != T(0))
                Sum += X * elementOf(static_cast<const T *>(A), LdA, OA.Value,
                                     I, J);
              if (Y != T(0))
                Sum += Y * elementOf(static_cast<const T *>(B), LdB, OB.Value,
                                     I, J);
              To[I + J * LdC] = Sum;
            }
        },
        false));
  }

  /// C = diag(x) A or A diag(x).
  template <typename T>
  static int dgmm(void *Handle, int Mode, int64_t M, int64_t N, void *A,
                  int64_t LdA, void *X, int64_t Step, void *C, int64_t LdC) {
    CpuCublasHandle *H = CpuCublasHandle::from(Handle);
    if (!H)
      return CublasNotInitialized;
    if (Mode < 0 || Mode > 1 || M < 0 || N < 0 || LdA < 1 || LdC < 1)
      return CublasInvalidValue;
    return cublasStatusOf(submit(
        H->Q,
        [=] {
          auto *Values = static_cast<const T *>(X);
          // A negative step begins at the end.
          int64_t Count = Mode == 0 ? M : N;
          if (Step < 0)
            Values -= (Count - 1) * Step;
          for (int64_t J = 0; J < N; ++J)
            for (int64_t I = 0; I < M; ++I)
              static_cast<T *>(C)[I + J * LdC] =
                  static_cast<const T *>(A)[I + J * LdA] *
                  Values[(Mode == 0 ? I : J) * Step];
        },
        false));
  }

  /// Products of matrices, whose addresses \p At gives for a number.
  template <typename T, typename Addresses>
  static int batch(const char *Caller, void *Handle, int HowA, int HowB,
                   int64_t M, int64_t N, int64_t K, void *Alpha, int64_t LdA,
                   int64_t LdB, void *Beta, int64_t LdC, int64_t Count,
                   Addresses At) {
    CpuCublasHandle *H = CpuCublasHandle::from(Handle);
    if (!H)
      return CublasNotInitialized;
    Op OA(HowA), OB(HowB);
    Size Rows(M), Columns(N), Inner(K);
    Lead LA(LdA), LB(LdB), LC(LdC);
    Input<T, 1> FA(Handle, Alpha), FB(Handle, Beta);
    if (!OA.valid() || !OB.valid() || !Rows.valid() || !Columns.valid() ||
        !Inner.valid() || !LA.valid() || !LB.valid() || !LC.valid() ||
        !FA.valid() || !FB.valid() || Count < 0)
      return CublasInvalidValue;
    Gemm<T> Routine(Caller);
    return cublasStatusOf(submit(
        H->Q,
        [=] {
          for (int64_t I = 0; I < Count; ++I) {
            void *A, *B, *C;
            At(I, A, B, C);
            callFortran<void>(Routine.Function, OA, OB, Rows, Columns, Inner,
                              FA, Array{A}, LA, Array{B}, LB, FB, Array{C}, LC);
          }
        },
        false));
  }

  template <typename T>
  static int batchOfStrides(const char *Caller, void *Handle, int HowA,
                            int HowB, int64_t M, int64_t N, int64_t K,
                            void *Alpha, void *A, int64_t LdA, int64_t StepA,
                            void *B, int64_t LdB, int64_t StepB, void *Beta,
                            void *C, int64_t LdC, int64_t StepC,
                            int64_t Count) {
    return batch<T>(Caller, Handle, HowA, HowB, M, N, K, Alpha, LdA, LdB, Beta,
                    LdC, Count,
                    [=](int64_t I, void *&AtA, void *&AtB, void *&AtC) {
                      AtA = static_cast<T *>(A) + I * StepA;
                      AtB = static_cast<T *>(B) + I * StepB;
                      AtC = static_cast<T *>(C) + I * StepC;
                    });
  }

  template <typename T>
  static int batchOfPointers(const char *Caller, void *Handle, int HowA,
                             int HowB, int64_t M, int64_t N, int64_t K,
                             void *Alpha, void *A, int64_t LdA, void *B,
                             int64_t LdB, void *Beta, void *C, int64_t LdC,
                             int64_t Count) {
    return batch<T>(Caller, Handle, HowA, HowB, M, N, K, Alpha, LdA, LdB, Beta,
                    LdC, Count,
                    [=](int64_t I, void *&AtA, void *&AtB, void *&AtC) {
                      AtA = static_cast<void **>(A)[I];
                      AtB = static_cast<void **>(B)[I];
                      AtC = static_cast<void **>(C)[I];
                    });
  }

  /// Types by the numbers of cudaDataType, all the same; the CPU computes in
  /// their own precision.
  static int gemmEx(const char *Caller, void *Handle, int HowA, int HowB,
                    int64_t M, int64_t N, int64_t K, void *Alpha, void *A,
                    int TypeA, int64_t LdA, int64_t StepA, void *B, int TypeB,
                    int64_t LdB, int64_t StepB, void *Beta, void *C, int TypeC,
                    int64_t LdC, int64_t StepC, int64_t Count, int Compute);

  /// Rows of elements between host and device, as columns of a matrix.
  static int copyRows(void *Dst, const void *Src, CopyKind Kind, int64_t Rows,
                      int64_t Columns, int64_t Element, int64_t SrcLead,
                      int64_t DstLead, Queue *Q, bool Async);

#define FORMS(Suffix, Int)                                                     \
  static int cublasSetVector##Suffix(Int n, Int elem, void *x, Int incx,       \
                                     void *y, Int incy) {                      \
    return copyRows(y, x, CopyKind::HostToDevice, 1, n, elem, incx, incy,      \
                    nullptr, false);                                           \
  }                                                                            \
  static int cublasGetVector##Suffix(Int n, Int elem, void *x, Int incx,       \
                                     void *y, Int incy) {                      \
    return copyRows(y, x, CopyKind::DeviceToHost, 1, n, elem, incx, incy,      \
                    nullptr, false);                                           \
  }                                                                            \
  static int cublasSetVectorAsync##Suffix(Int n, Int elem, void *x, Int incx,  \
                                          void *y, Int incy, int64_t Stream) { \
    return copyRows(y, x, CopyKind::HostToDevice, 1, n, elem, incx, incy,      \
                    reinterpret_cast<Queue *>(Stream), true);                  \
  }                                                                            \
  static int cublasGetVectorAsync##Suffix(Int n, Int elem, void *x, Int incx,  \
                                          void *y, Int incy, int64_t Stream) { \
    return copyRows(y, x, CopyKind::DeviceToHost, 1, n, elem, incx, incy,      \
                    reinterpret_cast<Queue *>(Stream), true);                  \
  }                                                                            \
  static int cublasSetMatrix##Suffix(Int rows, Int cols, Int elem, void *a,    \
                                     Int lda, void *b, Int ldb) {              \
    return copyRows(b, a, CopyKind::HostToDevice, rows, cols, elem, lda, ldb,  \
                    nullptr, false);                                           \
  }                                                                            \
  static int cublasGetMatrix##Suffix(Int rows, Int cols, Int elem, void *a,    \
                                     Int lda, void *b, Int ldb) {              \
    return copyRows(b, a, CopyKind::DeviceToHost, rows, cols, elem, lda, ldb,  \
                    nullptr, false);                                           \
  }                                                                            \
  static int cublasSetMatrixAsync##Suffix(Int rows, Int cols, Int elem,        \
                                          void *a, Int lda, void *b, Int ldb,  \
                                          int64_t Stream) {                    \
    return copyRows(b, a, CopyKind::HostToDevice, rows, cols, elem, lda, ldb,  \
                    reinterpret_cast<Queue *>(Stream), true);                  \
  }                                                                            \
  static int cublasGetMatrixAsync##Suffix(Int rows, Int cols, Int elem,        \
                                          void *a, Int lda, void *b, Int ldb,  \
                                          int64_t Stream) {                    \
    return copyRows(b, a, CopyKind::DeviceToHost, rows, cols, elem, lda, ldb,  \
                    reinterpret_cast<Queue *>(Stream), true);                  \
  }                                                                            \
  static int cublasGemmEx##Suffix(                                             \
      void *h, int32_t ta, int32_t tb, Int m, Int n, Int k, void *alpha,       \
      void *a, int32_t at, Int lda, void *b, int32_t bt, Int ldb, void *beta,  \
      void *c, int32_t ct, Int ldc, int32_t compute, int32_t) {                \
    return gemmEx("cublasGemmEx", h, ta, tb, m, n, k, alpha, a, at, lda, 0, b, \
                  bt, ldb, 0, beta, c, ct, ldc, 0, 1, compute);                \
  }                                                                            \
  static int cublasGemmStridedBatchedEx##Suffix(                               \
      void *h, int32_t ta, int32_t tb, Int m, Int n, Int k, void *alpha,       \
      void *a, int32_t at, Int lda, int64_t sa, void *b, int32_t bt, Int ldb,  \
      int64_t sb, void *beta, void *c, int32_t ct, Int ldc, int64_t sc,        \
      Int count, int32_t compute, int32_t) {                                   \
    return gemmEx("cublasGemmStridedBatchedEx", h, ta, tb, m, n, k, alpha, a,  \
                  at, lda, sa, b, bt, ldb, sb, beta, c, ct, ldc, sc, count,    \
                  compute);                                                    \
  }
  FORMS(, int32_t)
  FORMS(_64, int64_t)
#undef FORMS

#define FORMS(Letter, Small, T, Suffix, Int)                                   \
  static int cublasI##Small##amin_v2##Suffix(void *h, Int n, void *x,          \
                                             Int incx, void *result) {         \
    return amin<T, Int>(h, n, x, incx, result);                                \
  }                                                                            \
  static int cublas##Letter##trmm_v2##Suffix(                                  \
      void *h, int32_t side, int32_t uplo, int32_t trans, int32_t diag, Int m, \
      Int n, void *alpha, void *a, Int lda, void *b, Int ldb, void *c,         \
      Int ldc) {                                                               \
    return trmm<T>("cublas" #Letter "trmm", h, side, uplo, trans, diag, m, n,  \
                   alpha, a, lda, b, ldb, c, ldc);                             \
  }                                                                            \
  static int cublas##Letter##geam##Suffix(                                     \
      void *h, int32_t ta, int32_t tb, Int m, Int n, void *alpha, void *a,     \
      Int lda, void *beta, void *b, Int ldb, void *c, Int ldc) {               \
    return geam<T>(h, ta, tb, m, n, alpha, a, lda, beta, b, ldb, c, ldc);      \
  }                                                                            \
  static int cublas##Letter##dgmm##Suffix(void *h, int32_t mode, Int m, Int n, \
                                          void *a, Int lda, void *x, Int incx, \
                                          void *c, Int ldc) {                  \
    return dgmm<T>(h, mode, m, n, a, lda, x, incx, c, ldc);                    \
  }                                                                            \
  static int cublas##Letter##gemmBatched##Suffix(                              \
      void *h, int32_t ta, int32_t tb, Int m, Int n, Int k, void *alpha,       \
      void *a, Int lda, void *b, Int ldb, void *beta, void *c, Int ldc,        \
      Int count) {                                                             \
    return batchOfPointers<T>("cublas" #Letter "gemmBatched", h, ta, tb, m, n, \
                              k, alpha, a, lda, b, ldb, beta, c, ldc, count);  \
  }                                                                            \
  static int cublas##Letter##gemmStridedBatched##Suffix(                       \
      void *h, int32_t ta, int32_t tb, Int m, Int n, Int k, void *alpha,       \
      void *a, Int lda, int64_t sa, void *b, Int ldb, int64_t sb, void *beta,  \
      void *c, Int ldc, int64_t sc, Int count) {                               \
    return batchOfStrides<T>("cublas" #Letter "gemmStridedBatched", h, ta, tb, \
                             m, n, k, alpha, a, lda, sa, b, ldb, sb, beta, c,  \
                             ldc, sc, count);                                  \
  }
  FORMS(S, s, float, , int32_t)
  FORMS(S, s, float, _64, int64_t)
  FORMS(D, d, double, , int32_t)
  FORMS(D, d, double, _64, int64_t)
  FORMS(C, c, std::complex<float>, , int32_t)
  FORMS(C, c, std::complex<float>, _64, int64_t)
  FORMS(Z, z, std::complex<double>, , int32_t)
  FORMS(Z, z, std::complex<double>, _64, int64_t)
#undef FORMS
};

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_CPUCUBLASMATRICES_H
