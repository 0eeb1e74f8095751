//===-- runtime/libraries/CpuCusolver.h - cuSOLVER on the CPU ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions with the names and parameters of cuSOLVER for dense matrices, whose
// work LAPACK does. LAPACK's work memory is made when the work is done, and
// that of the program is not used: its sizes are one.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_CPUCUSOLVER_H
#define WARPRT_LIBRARIES_CPUCUSOLVER_H

#include "libraries/BlasCalls.h"
#include "libraries/CpuCublasMatrices.h"
#include <string>
#include <tuple>
#include <vector>

namespace warprt::libraries {

enum CusolverStatus : int {
  CusolverSuccess = 0,
  CusolverNotInitialized = 1,
  CusolverInvalidValue = 3,
  CusolverExecutionFailed = 6,
  CusolverNotSupported = 9,
  CusolverParamsNotInitialized = 12,
  CusolverInvalidIterations = 16,
  CusolverInfosNotInitialized = 25
};

struct CpuCusolverHandle : LibraryObject<CpuCusolverHandle> {
  static constexpr uint32_t Mark = 0x6375534f;
  Queue *Q = nullptr;
  int Deterministic = 1, Math = 1; // what the library begins with
};

/// Whether eigenvectors are wanted.
struct EigenMode : Letter {
  explicit EigenMode(int Value) : Letter("NV", 2, Value) {}
};
/// Which eigenvalues are wanted: all, those of numbers, or of an interval.
struct EigenRange : Letter {
  explicit EigenRange(int Value) : Letter("AIV", 3, Value - 1001) {}
};
/// A character as it is.
struct Character {
  bool valid() const { return true; }
  const char *fortran() const { return &Value; }
  char Value;
};

template <typename T> struct RealOf {
  using Type = T;
};
template <typename T> struct RealOf<std::complex<T>> {
  using Type = T;
};
template <typename T>
constexpr bool isComplex = !std::is_same_v<T, typename RealOf<T>::Type>;

/// Memory of LAPACK's, of a size that it tells.
template <typename T> struct Scratch {
  explicit Scratch(int64_t Count)
      : Values(static_cast<size_t>(Count < 1 ? 1 : Count)) {}
  T *fortran() const { return const_cast<T *>(Values.data()); }
  std::vector<T> Values;
};

/// Calls a routine twice: \p Call gets work memory and its size, which is -1
/// for the question how much there should be.
template <typename T, typename Body> void withWork(Body Call) {
  Scratch<T> Question(1);
  Call(Question, Step(-1));
  auto Count = static_cast<int64_t>(std::real(Question.Values[0]));
  Scratch<T> Work(Count);
  Call(Work, Step(Count < 1 ? 1 : Count));
}

/// A function that tells the size of the work memory, one element (or byte):
/// the parameter that so many follow.
template <size_t Following = 0, typename Integer = int32_t> struct OneElement {
  template <typename... Parameters>
  int operator()(void *Handle, Parameters... Rest) const {
    if (!CpuCusolverHandle::from(Handle))
      return CusolverNotInitialized;
    void *Size =
        std::get<sizeof...(Rest) - 1 - Following>(std::make_tuple(Rest...));
    if (!Size)
      return CusolverInvalidValue;
    *static_cast<Integer *>(Size) = 1;
    return CusolverSuccess;
  }
};

struct CpuCusolver {
  static int cusolverDnCreate(void *handle) {
    return createObject<CpuCusolverHandle>(handle, CusolverSuccess,
                                           CusolverInvalidValue);
  }
  static int cusolverDnDestroy(void *handle) {
    return destroyObject<CpuCusolverHandle>(handle, CusolverSuccess,
                                            CusolverNotInitialized);
  }
  static int cusolverDnSetStream(void *handle, int64_t streamId) {
    CpuCusolverHandle *H = CpuCusolverHandle::from(handle);
    if (!H)
      return CusolverNotInitialized;
    H->Q = reinterpret_cast<Queue *>(streamId);
    return CusolverSuccess;
  }
  static int cusolverDnGetStream(void *handle, void *streamId) {
    CpuCusolverHandle *H = CpuCusolverHandle::from(handle);
    if (!H)
      return CusolverNotInitialized;
    *static_cast<Queue **>(streamId) = H->Q;
    return CusolverSuccess;
  }

  /// LAPACK's routine for a type.
  template <typename T> static void *routine(const char *Name) {
    std::string Full = std::string(1, blasLetter<T>()) + Name + "_";
    return Lapack.function(Full.c_str(), Full.c_str());
  }

  template <typename... Arguments> static bool valid(const Arguments &...A) {
    return (A.valid() && ...);
  }

  template <typename Body>
  static int queue(void *Handle, bool Valid, Body B, bool Wait = false) {
    CpuCusolverHandle *H = CpuCusolverHandle::from(Handle);
    if (!H)
      return CusolverNotInitialized;
    if (!Valid)
      return CusolverInvalidValue;
    return failed(submit(H->Q, B, Wait)) ? CusolverExecutionFailed
                                         : CusolverSuccess;
  }

  template <typename T>
  static int potrf(void *Handle, int Upper, int N, void *A, int LdA,
                   void *Info) {
    Fill F(Upper);
    Size Rows(N);
    Lead LA(LdA);
    return queue(Handle, valid(F, Rows, LA) && Info,
                 [=, Function = routine<T>("potrf")] {
                   callFortran<void>(Function, F, Rows, Array{A}, LA,
                                     Array{Info});
                 });
  }
  template <typename T>
  static int potri(void *Handle, int Upper, int N, void *A, int LdA,
                   void *Info) {
    Fill F(Upper);
    Size Rows(N);
    Lead LA(LdA);
    return queue(Handle, valid(F, Rows, LA) && Info,
                 [=, Function = routine<T>("potri")] {
                   callFortran<void>(Function, F, Rows, Array{A}, LA,
                                     Array{Info});
                 });
  }
  template <typename T>
  static int potrs(void *Handle, int Upper, int N, int Count, void *A, int LdA,
                   void *B, int LdB, void *Info) {
    Fill F(Upper);
    Size Rows(N), Columns(Count);
    Lead LA(LdA), LB(LdB);
    return queue(Handle, valid(F, Rows, Columns, LA, LB) && Info,
                 [=, Function = routine<T>("potrs")] {
                   callFortran<void>(Function, F, Rows, Columns, Array{A}, LA,
                                     Array{B}, LB, Array{Info});
                 });
  }
  /// Without an array for pivots cuSOLVER looks for none, which LAPACK cannot.
  template <typename T>
  static int getrf(void *Handle, int M, int N, void *A, int LdA, void *Pivots,
                   void *Info) {
    if (!Pivots)
      return CusolverNotSupported;
    Size Rows(M), Columns(N);
    Lead LA(LdA);
    return queue(Handle, valid(Rows, Columns, LA) && Info,
                 [=, Function = routine<T>("getrf")] {
                   callFortran<void>(Function, Rows, Columns, Array{A}, LA,
                                     Array{Pivots}, Array{Info});
                 });
  }
  template <typename T>
  static int getrs(void *Handle, int How, int N, int Count, void *A, int LdA,
                   void *Pivots, void *B, int LdB, void *Info) {
    if (!Pivots)
      return CusolverNotSupported;
    Op O(How);
    Size Rows(N), Columns(Count);
    Lead LA(LdA), LB(LdB);
    return queue(Handle, valid(O, Rows, Columns, LA, LB) && Info,
                 [=, Function = routine<T>("getrs")] {
                   callFortran<void>(Function, O, Rows, Columns, Array{A}, LA,
                                     Array{Pivots}, Array{B}, LB, Array{Info});
                 });
  }
  template <typename T>
  static int geqrf(void *Handle, int M, int N, void *A, int LdA, void *Tau,
                   void *Info) {
    Size Rows(M), Columns(N);
    Lead LA(LdA);
    return queue(Handle, valid(Rows, Columns, LA) && Info,
                 [=, Function = routine<T>("geqrf")] {
                   withWork<T>([&](auto &Work, Step Count) {
                     callFortran<void>(Function, Rows, Columns, Array{A}, LA,
                                       Array{Tau}, Work, Count, Array{Info});
                   });
                 });
  }
  /// orgqr and ungqr.
  template <typename T>
  static int orthogonal(void *Handle, int M, int N, int K, void *A, int LdA,
                        void *Tau, void *Info) {
    Size Rows(M), Columns(N), Count(K);
    Lead LA(LdA);
    return queue(Handle, valid(Rows, Columns, Count, LA) && Info,
                 [=, Function = routine<T>(isComplex<T> ? "ungqr" : "orgqr")] {
                   withWork<T>([&](auto &Work, Step Words) {
                     callFortran<void>(Function, Rows, Columns, Count, Array{A},
                                       LA, Array{Tau}, Work, Words,
                                       Array{Info});
                   });
                 });
  }
  /// ormqr and unmqr.
  template <typename T>
  static int multiply(void *Handle, int Left, int How, int M, int N, int K,
                      void *A, int LdA, void *Tau, void *C, int LdC,
                      void *Info) {
    Side S(Left);
    Op O(How);
    Size Rows(M), Columns(N), Count(K);
    Lead LA(LdA), LC(LdC);
    return queue(Handle, valid(S, O, Rows, Columns, Count, LA, LC) && Info,
                 [=, Function = routine<T>(isComplex<T> ? "unmqr" : "ormqr")] {
                   withWork<T>([&](auto &Work, Step Words) {
                     callFortran<void>(Function, S, O, Rows, Columns, Count,
                                       Array{A}, LA, Array{Tau}, Array{C}, LC,
                                       Work, Words, Array{Info});
                   });
                 });
  }
  /// syevd and heevd; with \p Type, sygvd and hegvd.
  template <typename T>
  static int eigen(void *Handle, int Type, int Mode, int Upper, int N, void *A,
                   int LdA, void *B, int LdB, void *W, void *Info) {
    using Real = typename RealOf<T>::Type;
    EigenMode E(Mode);
    Fill F(Upper);
    Size Rows(N);
    Lead LA(LdA), LB(LdB);
    Step Problem(Type);
    const char *Name =
        isComplex<T> ? (Type ? "hegvd" : "heevd") : (Type ? "sygvd" : "syevd");
    return queue(
        Handle, valid(E, F, Rows, LA, LB) && Type >= 0 && Type <= 3 && Info,
        [=, Function = routine<T>(Name)] {
          // Three sorts of work memory, whose sizes the first call tells.
          auto Call = [&](auto &Work, Step Words, auto &Reals, Step RealWords,
                          auto &Integers, Step IntegerWords) {
            auto Rest = [&](const auto &...First) {
              if constexpr (isComplex<T>)
                callFortran<void>(Function, First..., Work, Words, Reals,
                                  RealWords, Integers, IntegerWords,
                                  Array{Info});
              else
                callFortran<void>(Function, First..., Work, Words, Integers,
                                  IntegerWords, Array{Info});
            };
            if (Type)
              Rest(Problem, E, F, Rows, Array{A}, LA, Array{B}, LB, Array{W});
            else
              Rest(E, F, Rows, Array{A}, LA, Array{W});
          };
          Scratch<T> One(1);
          Scratch<Real> OneReal(1);
          Scratch<int32_t> OneInteger(1);
          Call(One, Step(-1), OneReal, Step(-1), OneInteger, Step(-1));
          auto Words = static_cast<int64_t>(std::real(One.Values[0]));
          auto RealWords = static_cast<int64_t>(OneReal.Values[0]);
          int64_t IntegerWords = OneInteger.Values[0];
          Scratch<T> Work(Words);
          Scratch<Real> Reals(RealWords);
          Scratch<int32_t> Integers(IntegerWords);
          auto Least = [](int64_t Count) {
            return Step(Count < 1 ? 1 : Count);
          };
          Call(Work, Least(Words), Reals, Least(RealWords), Integers,
               Least(IntegerWords));
        });
  }
  /// syevdx and heevdx; with \p Type, sygvdx and hegvdx. The number of
  /// eigenvalues is a result on the host, so the call waits.
  template <typename T>
  static int eigenRange(void *Handle, int Type, int Mode, int Range, int Upper,
                        int N, void *A, int LdA, void *B, int LdB,
                        typename RealOf<T>::Type Low,
                        typename RealOf<T>::Type High, int First, int Last,
                        void *Found, void *W, void *Info) {
    using Real = typename RealOf<T>::Type;
    EigenMode E(Mode);
    EigenRange R(Range);
    Fill F(Upper);
    Size Rows(N);
    Lead LA(LdA), LB(LdB);
    const char *Name =
        isComplex<T> ? (Type ? "hegvx" : "heevx") : (Type ? "sygvx" : "syevx");
    return queue(
        Handle,
        valid(E, R, F, Rows, LA, LB) && Type >= 0 && Type <= 3 && Info && Found,
        [=, Function = routine<T>(Name)] {
          Scratch<T> Vectors(int64_t(N) * N);
          Scratch<Real> Reals(7 * int64_t(N));
          Scratch<int32_t> Integers(5 * int64_t(N)), Failed(N);
          Scratch<Real> Bounds(3); // and the tolerance, zero
          Bounds.Values = {Low, High, 0};
          Scratch<int32_t> Numbers(3);
          Numbers.Values = {First, Last, 0};
          Lead LZ(N < 1 ? 1 : N);
          withWork<T>([&](auto &Work, Step Words) {
            auto Call = [&](const auto &...Before) {
              auto Rest = [&](const auto &...Last) {
                callFortran<void>(
                    Function, Before..., Array{Bounds.fortran()},
                    Array{Bounds.fortran() + 1}, Array{Numbers.fortran()},
                    Array{Numbers.fortran() + 1}, Array{Bounds.fortran() + 2},
                    Array{Numbers.fortran() + 2}, Array{W}, Vectors, LZ, Work,
                    Words, Last...);
              };
              if constexpr (isComplex<T>)
                Rest(Reals, Integers, Failed, Array{Info});
              else
                Rest(Integers, Failed, Array{Info});
            };
            if (Type)
              Call(Step(Type), E, R, F, Rows, Array{A}, LA, Array{B}, LB);
            else
              Call(E, R, F, Rows, Array{A}, LA);
          });
          int32_t Count = Numbers.Values[2];
          *static_cast<int32_t *>(Found) = Count;
          // cuSOLVER has the vectors where the matrix was.
          for (int64_t J = 0; Mode == 1 && J < Count; ++J)
            std::memcpy(static_cast<void *>(static_cast<T *>(A) + J * LdA),
                        Vectors.fortran() + J * N,
                        static_cast<size_t>(N) * sizeof(T));
        },
        /*Wait=*/true);
  }
  template <typename T>
  static int gesvd(void *Handle, char JobU, char JobVT, int M, int N, void *A,
                   int LdA, void *S, void *U, int LdU, void *VT, int LdVT,
                   void *Info) {
    using Real = typename RealOf<T>::Type;
    Size Rows(M), Columns(N);
    Lead LA(LdA), LU(LdU), LVT(LdVT);
    return queue(Handle, valid(Rows, Columns, LA, LU, LVT) && Info,
                 [=, Function = routine<T>("gesvd")] {
                   Scratch<Real> Reals(5 * int64_t(M < N ? M : N));
                   withWork<T>([&](auto &Work, Step Words) {
                     auto Call = [&](const auto &...Last) {
                       callFortran<void>(Function, Character{JobU},
                                         Character{JobVT}, Rows, Columns,
                                         Array{A}, LA, Array{S}, Array{U}, LU,
                                         Array{VT}, LVT, Work, Words, Last...);
                     };
                     if constexpr (isComplex<T>)
                       Call(Reals, Array{Info});
                     else
                       Call(Array{Info});
                   });
                 });
  }

#define FORMS(L, T, Q, Eigen, General)                                         \
  static constexpr OneElement<> cusolverDn##L##potrf_bufferSize{};             \
  static int cusolverDn##L##potrf(void *h, int32_t uplo, int32_t n, void *a,   \
                                  int32_t lda, void *, int32_t, void *info) {  \
    return potrf<T>(h, uplo, n, a, lda, info);                                 \
  }                                                                            \
  static int cusolverDn##L##potrs(void *h, int32_t uplo, int32_t n,            \
                                  int32_t nrhs, void *a, int32_t lda, void *b, \
                                  int32_t ldb, void *info) {                   \
    return potrs<T>(h, uplo, n, nrhs, a, lda, b, ldb, info);                   \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##potri_bufferSize{};             \
  static int cusolverDn##L##potri(void *h, int32_t uplo, int32_t n, void *a,   \
                                  int32_t lda, void *, int32_t, void *info) {  \
    return potri<T>(h, uplo, n, a, lda, info);                                 \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##getrf_bufferSize{};             \
  static int cusolverDn##L##getrf(void *h, int32_t m, int32_t n, void *a,      \
                                  int32_t lda, void *, void *pivots,           \
                                  void *info) {                                \
    return getrf<T>(h, m, n, a, lda, pivots, info);                            \
  }                                                                            \
  static int cusolverDn##L##getrs(                                             \
      void *h, int32_t trans, int32_t n, int32_t nrhs, void *a, int32_t lda,   \
      void *pivots, void *b, int32_t ldb, void *info) {                        \
    return getrs<T>(h, trans, n, nrhs, a, lda, pivots, b, ldb, info);          \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##geqrf_bufferSize{};             \
  static int cusolverDn##L##geqrf(void *h, int32_t m, int32_t n, void *a,      \
                                  int32_t lda, void *tau, void *, int32_t,     \
                                  void *info) {                                \
    return geqrf<T>(h, m, n, a, lda, tau, info);                               \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##Q##gqr_bufferSize{};            \
  static int cusolverDn##L##Q##gqr(void *h, int32_t m, int32_t n, int32_t k,   \
                                   void *a, int32_t lda, void *tau, void *,    \
                                   int32_t, void *info) {                      \
    return orthogonal<T>(h, m, n, k, a, lda, tau, info);                       \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##Q##mqr_bufferSize{};            \
  static int cusolverDn##L##Q##mqr(void *h, int32_t side, int32_t trans,       \
                                   int32_t m, int32_t n, int32_t k, void *a,   \
                                   int32_t lda, void *tau, void *c,            \
                                   int32_t ldc, void *, int32_t, void *info) { \
    return multiply<T>(h, side, trans, m, n, k, a, lda, tau, c, ldc, info);    \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##Eigen##_bufferSize{};           \
  static int cusolverDn##L##Eigen(void *h, int32_t jobz, int32_t uplo,         \
                                  int32_t n, void *a, int32_t lda, void *w,    \
                                  void *, int32_t, void *info) {               \
    return eigen<T>(h, 0, jobz, uplo, n, a, lda, a, lda, w, info);             \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##General##_bufferSize{};         \
  static int cusolverDn##L##General(void *h, int32_t itype, int32_t jobz,      \
                                    int32_t uplo, int32_t n, void *a,          \
                                    int32_t lda, void *b, int32_t ldb,         \
                                    void *w, void *, int32_t, void *info) {    \
    if (itype < 1)                                                             \
      return CusolverInvalidValue;                                             \
    return eigen<T>(h, itype, jobz, uplo, n, a, lda, b, ldb, w, info);         \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##Eigen##x_bufferSize{};          \
  static int cusolverDn##L##Eigen##x(                                          \
      void *h, int32_t jobz, int32_t range, int32_t uplo, int32_t n, void *a,  \
      int32_t lda, RealOf<T>::Type vl, RealOf<T>::Type vu, int32_t il,         \
      int32_t iu, void *meig, void *w, void *, int32_t, void *info) {          \
    return eigenRange<T>(h, 0, jobz, range, uplo, n, a, lda, a, lda, vl, vu,   \
                         il, iu, meig, w, info);                               \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##General##x_bufferSize{};        \
  static int cusolverDn##L##General##x(                                        \
      void *h, int32_t itype, int32_t jobz, int32_t range, int32_t uplo,       \
      int32_t n, void *a, int32_t lda, void *b, int32_t ldb,                   \
      RealOf<T>::Type vl, RealOf<T>::Type vu, int32_t il, int32_t iu,          \
      void *meig, void *w, void *, int32_t, void *info) {                      \
    if (itype < 1)                                                             \
      return CusolverInvalidValue;                                             \
    return eigenRange<T>(h, itype, jobz, range, uplo, n, a, lda, b, ldb, vl,   \
                         vu, il, iu, meig, w, info);                           \
  }                                                                            \
  static constexpr OneElement<> cusolverDn##L##gesvd_bufferSize{};             \
  static int cusolverDn##L##gesvd(                                             \
      void *h, int8_t jobu, int8_t jobvt, int32_t m, int32_t n, void *a,       \
      int32_t lda, void *s, void *u, int32_t ldu, void *vt, int32_t ldvt,      \
      void *, int32_t, void *, void *info) {                                   \
    return gesvd<T>(h, static_cast<char>(jobu), static_cast<char>(jobvt), m,   \
                    n, a, lda, s, u, ldu, vt, ldvt, info);                     \
  }
  FORMS(S, float, or, syevd, sygvd)
  FORMS(D, double, or, syevd, sygvd)
  FORMS(C, std::complex<float>, un, heevd, hegvd)
  FORMS(Z, std::complex<double>, un, heevd, hegvd)
#undef FORMS
};

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_CPUCUSOLVER_H
