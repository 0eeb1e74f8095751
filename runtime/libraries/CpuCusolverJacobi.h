//===-- runtime/libraries/CpuCusolverJacobi.h - Jacobi's names --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of cuSOLVER that compute eigenvalues and singular values by
// Jacobi's method, one by one and in batches. Here LAPACK's usual methods do
// it, to LAPACK's accuracy and in ascending (descending) order; tolerances and
// numbers of sweeps are kept, and there are no sweeps to ask for.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_CPUCUSOLVERJACOBI_H
#define WARPRT_LIBRARIES_CPUCUSOLVERJACOBI_H

#include "libraries/CpuCusolverFactors.h"
#include <algorithm>
#include <cmath>

namespace warprt::libraries {

/// What a program tells about the method: of eigenvalues, or of singular ones.
template <uint32_t MarkOfKind>
struct CpuJacobiInfo : LibraryObject<CpuJacobiInfo<MarkOfKind>> {
  static constexpr uint32_t Mark = MarkOfKind;

  static int create(void *Result) {
    return createObject<CpuJacobiInfo>(Result, CusolverSuccess,
                                       CusolverInvalidValue);
  }
  static int destroy(void *Info) {
    return destroyObject<CpuJacobiInfo>(Info, CusolverSuccess,
                                        CusolverInvalidValue);
  }
  static int set(void *Info, bool Valid) {
    return CpuJacobiInfo::from(Info) && Valid ? CusolverSuccess
                                              : CusolverInvalidValue;
  }
};

struct CpuCusolverJacobi : CpuCusolverFactors {
  using EigenInfo = CpuJacobiInfo<0x63754a45>;
  using SingularInfo = CpuJacobiInfo<0x63754a53>;

  static int cusolverDnCreateSyevjInfo(void *info) {
    return EigenInfo::create(info);
  }
  static int cusolverDnDestroySyevjInfo(void *info) {
    return EigenInfo::destroy(info);
  }
  static int cusolverDnXsyevjSetTolerance(void *info, double tolerance) {
    return EigenInfo::set(info, tolerance >= 0);
  }
  static int cusolverDnXsyevjSetMaxSweeps(void *info, int32_t sweeps) {
    return EigenInfo::set(info, sweeps >= 0);
  }
  static int cusolverDnXsyevjSetSortEig(void *info, int32_t) {
    return EigenInfo::set(info, true);
  }
  static int cusolverDnCreateGesvdjInfo(void *info) {
    return SingularInfo::create(info);
  }
  static int cusolverDnDestroyGesvdjInfo(void *info) {
    return SingularInfo::destroy(info);
  }
  static int cusolverDnXgesvdjSetTolerance(void *info, double tolerance) {
    return SingularInfo::set(info, tolerance >= 0);
  }
  static int cusolverDnXgesvdjSetMaxSweeps(void *info, int32_t sweeps) {
    return SingularInfo::set(info, sweeps >= 0);
  }
  static int cusolverDnXgesvdjSetSortEig(void *info, int32_t) {
    return SingularInfo::set(info, true);
  }

  /// Matrices behind each other, each with its eigenvalues and its status.
  template <typename T>
  static int eigenBatch(void *Handle, int Mode, int Upper, int N, void *A,
                        int LdA, void *W, void *Info, int64_t Count) {
    using Real = typename RealOf<T>::Type;
    if (Count < 0 || !A || !W || !Info)
      return CusolverInvalidValue;
    for (int64_t I = 0; I < Count; ++I) {
      T *Matrix = static_cast<T *>(A) + I * LdA * N;
      int Status = eigen<T>(Handle, 0, Mode, Upper, N, Matrix, LdA, Matrix, LdA,
                            static_cast<Real *>(W) + I * N,
                            static_cast<int32_t *>(Info) + I);
      if (Status)
        return Status;
    }
    return CusolverSuccess;
  }

  /// Singular values, and with \p Vectors left ones in \p U and right ones, as
  /// columns, in \p V: so many of each.
  template <typename T> struct Singular {
    using Real = typename RealOf<T>::Type;
    int M, N;
    T *A;
    int LdA;
    Real *S;
    T *U;
    int LdU;
    T *V;
    int LdV;
    bool Vectors;
    int Left, Right;

    void compute(void *Function, int32_t *Info) const {
      int Least = std::min(M, N);
      // LAPACK has all of them or the first ones of both sides.
      int RowsVT = Right > Least ? N : Least,
          ColumnsU = Left > Least ? M : Least;
      Scratch<T> RightVectors(Vectors ? int64_t(RowsVT) * N : 1);
      Scratch<Real> Reals(5 * int64_t(Least));
      Character JobU{!Vectors ? 'N' : ColumnsU > Least ? 'A' : 'S'};
      Character JobV{!Vectors ? 'N' : RowsVT > Least ? 'A' : 'S'};
      Lead LVT(Vectors ? std::max(RowsVT, 1) : 1);
      withWork<T>([&](auto &Work, Step Words) {
        auto Call = [&](const auto &...Last) {
          callFortran<void>(Function, JobU, JobV, Size(M), Size(N), Array{A},
                            Lead(LdA), Array{S}, Array{U}, Lead(LdU),
                            RightVectors, LVT, Work, Words, Last...);
        };
        if constexpr (isComplex<T>)
          Call(Reals, Array{Info});
        else
          Call(Array{Info});
      });
      for (int64_t J = 0; Vectors && J < Right; ++J)
        for (int64_t I = 0; I < N; ++I)
          V[I + J * LdV] = conjugate(
              RightVectors.Values[static_cast<size_t>(J + I * RowsVT)]);
    }
    static T conjugate(T Value) {
      if constexpr (isComplex<T>)
        return std::conj(Value);
      else
        return Value;
    }
    bool valid() const {
      int LeastU = Vectors ? std::max(M, 1) : 1;
      int LeastV = Vectors ? std::max(N, 1) : 1;
      return M >= 0 && N >= 0 && LdA >= std::max(M, 1) && LdU >= LeastU &&
             LdV >= LeastV && S;
    }
  };

  template <typename T>
  static int gesvdj(void *Handle, int Mode, int Economic, int M, int N, void *A,
                    int LdA, void *S, void *U, int LdU, void *V, int LdV,
                    void *Info, int Count = 1) {
    using Real = typename RealOf<T>::Type;
    int Least = std::min(M, N);
    Singular<T> First{M,
                      N,
                      static_cast<T *>(A),
                      LdA,
                      static_cast<Real *>(S),
                      static_cast<T *>(U),
                      LdU,
                      static_cast<T *>(V),
                      LdV,
                      Mode == 1,
                      Economic ? Least : M,
                      Economic ? Least : N};
    return batch(Handle, EigenMode(Mode).valid() && First.valid(), Count, Info,
                 [=, Function = routine<T>("gesvd")](int I, int32_t *Status) {
                   Singular<T> Own = First;
                   Own.A += int64_t(I) * LdA * N;
                   Own.S += int64_t(I) * Least;
                   if (Own.Vectors) {
                     Own.U += int64_t(I) * LdU * M;
                     Own.V += int64_t(I) * LdV * N;
                   }
                   Own.compute(Function, Status);
                 });
  }

  /// Strides between the arrays of a batch, in elements.
  struct Strides {
    int64_t A, S, U, V;
  };
  /// The \p Rank largest singular values of each matrix, which stays as it is.
  /// \p Rest gets the norm of what they leave out.
  template <typename T>
  static int gesvda(void *Handle, Singular<T> First, int Rank, Strides By,
                    void *Info, double *Rest, int Count) {
    using Real = typename RealOf<T>::Type;
    int Least = std::min(First.M, First.N);
    bool Valid = First.valid() && Rank >= 0 && Rank <= Least && Count >= 0;
    auto Work = [=, Function = routine<T>("gesvd")] {
      for (int64_t I = 0; I < Count; ++I) {
        Singular<T> Own = First;
        Scratch<T> Copy(int64_t(First.M) * First.N);
        for (int64_t J = 0; J < First.N; ++J)
          std::copy_n(First.A + I * By.A + J * First.LdA, First.M,
                      Copy.fortran() + J * First.M);
        Scratch<Real> Values(Least);
        Scratch<T> Left(Own.Vectors ? int64_t(Own.M) * Least : 1);
        Own.A = Copy.fortran();
        Own.LdA = std::max(First.M, 1);
        Own.S = Values.fortran();
        Own.U = Left.fortran();
        Own.LdU = Own.Vectors ? std::max(Own.M, 1) : 1;
        Own.V += I * By.V;
        Own.Left = Least;
        Own.Right = Rank;
        Own.compute(Function, static_cast<int32_t *>(Info) + I);
        std::copy_n(Values.fortran(), Rank, First.S + I * By.S);
        for (int64_t J = 0; Own.Vectors && J < Rank; ++J)
          std::copy_n(Left.fortran() + J * Own.M, Own.M,
                      First.U + I * By.U + J * First.LdU);
        double Sum = 0;
        for (int J = Rank; J < Least; ++J)
          Sum += double(Values.fortran()[J]) * double(Values.fortran()[J]);
        if (Rest)
          Rest[I] = std::sqrt(Sum);
      }
    };
    return queue(Handle, Valid && Info, Work, /*Wait=*/Rest != nullptr);
  }

#define FORMS(L, T, Eigen, General)                                            \
  static constexpr OneElement<1> cusolverDn##L##Eigen##_bufferSize{};          \
  static int cusolverDn##L##Eigen(void *h, int32_t jobz, int32_t uplo,         \
                                  int32_t n, void *a, int32_t lda, void *w,    \
                                  void *, int32_t, void *info, void *params) { \
    if (!EigenInfo::from(params))                                              \
      return CusolverInvalidValue;                                             \
    return eigen<T>(h, 0, jobz, uplo, n, a, lda, a, lda, w, info);             \
  }                                                                            \
  static constexpr OneElement<2> cusolverDn##L##Eigen##Batched_bufferSize{};   \
  static int cusolverDn##L##Eigen##Batched(                                    \
      void *h, int32_t jobz, int32_t uplo, int32_t n, void *a, int32_t lda,    \
      void *w, void *, int32_t, void *info, void *params, int32_t count) {     \
    if (!EigenInfo::from(params))                                              \
      return CusolverInvalidValue;                                             \
    return eigenBatch<T>(h, jobz, uplo, n, a, lda, w, info, count);            \
  }                                                                            \
  static constexpr OneElement<1> cusolverDn##L##General##_bufferSize{};        \
  static int cusolverDn##L##General(                                           \
      void *h, int32_t itype, int32_t jobz, int32_t uplo, int32_t n, void *a,  \
      int32_t lda, void *b, int32_t ldb, void *w, void *, int32_t, void *info, \
      void *params) {                                                          \
    if (!EigenInfo::from(params) || itype < 1)                                 \
      return CusolverInvalidValue;                                             \
    return eigen<T>(h, itype, jobz, uplo, n, a, lda, b, ldb, w, info);         \
  }                                                                            \
  static constexpr OneElement<1> cusolverDn##L##gesvdj_bufferSize{};           \
  static int cusolverDn##L##gesvdj(                                            \
      void *h, int32_t jobz, int32_t econ, int32_t m, int32_t n, void *a,      \
      int32_t lda, void *s, void *u, int32_t ldu, void *v, int32_t ldv,        \
      void *, int32_t, void *info, void *params) {                             \
    if (!SingularInfo::from(params))                                           \
      return CusolverInvalidValue;                                             \
    return gesvdj<T>(h, jobz, econ, m, n, a, lda, s, u, ldu, v, ldv, info);    \
  }                                                                            \
  static constexpr OneElement<2> cusolverDn##L##gesvdjBatched_bufferSize{};    \
  static int cusolverDn##L##gesvdjBatched(                                     \
      void *h, int32_t jobz, int32_t m, int32_t n, void *a, int32_t lda,       \
      void *s, void *u, int32_t ldu, void *v, int32_t ldv, void *, int32_t,    \
      void *info, void *params, int32_t count) {                               \
    if (!SingularInfo::from(params))                                           \
      return CusolverInvalidValue;                                             \
    return gesvdj<T>(h, jobz, 0, m, n, a, lda, s, u, ldu, v, ldv, info,        \
                     count);                                                   \
  }                                                                            \
  static constexpr OneElement<1>                                               \
      cusolverDn##L##gesvdaStridedBatched_bufferSize{};                        \
  static int cusolverDn##L##gesvdaStridedBatched(                              \
      void *h, int32_t jobz, int32_t rank, int32_t m, int32_t n, void *a,      \
      int32_t lda, int64_t strideA, void *s, int64_t strideS, void *u,         \
      int32_t ldu, int64_t strideU, void *v, int32_t ldv, int64_t strideV,     \
      void *, int32_t, void *info, void *rest, int32_t count) {                \
    if (jobz != 0 && jobz != 1)                                                \
      return CusolverInvalidValue;                                             \
    Singular<T> First{m,                                                       \
                      n,                                                       \
                      static_cast<T *>(a),                                     \
                      lda,                                                     \
                      static_cast<RealOf<T>::Type *>(s),                       \
                      static_cast<T *>(u),                                     \
                      ldu,                                                     \
                      static_cast<T *>(v),                                     \
                      ldv,                                                     \
                      jobz == 1,                                               \
                      rank,                                                    \
                      rank};                                                   \
    return gesvda<T>(h, First, rank, {strideA, strideS, strideU, strideV},     \
                     info, static_cast<double *>(rest), count);                \
  }
  FORMS(S, float, syevj, sygvj)
  FORMS(D, double, syevj, sygvj)
  FORMS(C, std::complex<float>, heevj, hegvj)
  FORMS(Z, std::complex<double>, heevj, hegvj)
#undef FORMS
};

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_CPUCUSOLVERJACOBI_H
