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

#include "libraries/CpuCusolverRefined.h"
#include <climits>

namespace warprt::libraries {

/// Options of the algorithm, which LAPACK has no use for.
struct CpuCusolverParams : LibraryObject<CpuCusolverParams> {
  static constexpr uint32_t Mark = 0x63755350;
};

struct CpuCusolverTyped : CpuCusolverRefined {
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
    return ofType(Function, Type, B, Others...);
  }
  template <typename Body, typename... Types>
  static int ofType(const char *Function, int Type, Body B, Types... Others) {
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

  /// \p Compute, or no type where another one is not what it has to be.
  static int unless(bool Same, int Compute) { return Same ? Compute : Other; }
  static int bothBytes(void *Handle, void *Device, void *Host) {
    if (!CpuCusolverHandle::from(Handle))
      return CusolverNotInitialized;
    if (!Device || !Host)
      return CusolverInvalidValue;
    *static_cast<int64_t *>(Device) = *static_cast<int64_t *>(Host) = 1;
    return CusolverSuccess;
  }

  static int cusolverDnXtrtri_bufferSize(void *h, int32_t, int32_t, int64_t,
                                         int32_t, void *, int64_t, void *device,
                                         void *host) {
    return bothBytes(h, device, host);
  }
  static int cusolverDnXtrtri(void *h, int32_t uplo, int32_t diag, int64_t n,
                              int32_t type, void *a, int64_t lda, void *,
                              int64_t, void *, int64_t, void *info) {
    return ofType("cusolverDnXtrtri", type, [&](auto T) {
      return callPlain<decltype(T)>(h, "trtri", info, Fill(uplo), Diag(diag),
                                    Size(n), Array{a}, Lead(lda));
    });
  }

  template <typename T>
  static int wideSytrs(void *Handle, int Upper, int N, int Count, void *A,
                       int LdA, void *Pivots, void *B, int LdB, void *Info) {
    if (!Pivots)
      return CusolverNotSupported;
    Fill F(Upper);
    Size Rows(N), Columns(Count);
    Lead LA(LdA), LB(LdB);
    return queue(Handle, valid(F, Rows, Columns, LA, LB) && Info,
                 [=, Function = routine<T>("sytrs")] {
                   Scratch<int32_t> Narrow(N);
                   for (int I = 0; I < N; ++I)
                     Narrow.Values[static_cast<size_t>(I)] =
                         narrow(static_cast<int64_t *>(Pivots)[I]);
                   callFortran<void>(Function, F, Rows, Columns, Array{A}, LA,
                                     Narrow, Array{B}, LB, Array{Info});
                 });
  }
  static int cusolverDnXsytrs_bufferSize(void *h, int32_t, int64_t, int64_t,
                                         int32_t, void *, int64_t, void *,
                                         int32_t, void *, int64_t, void *device,
                                         void *host) {
    return bothBytes(h, device, host);
  }
  static int cusolverDnXsytrs(void *h, int32_t uplo, int64_t n, int64_t nrhs,
                              int32_t type, void *a, int64_t lda, void *pivots,
                              int32_t typeB, void *b, int64_t ldb, void *,
                              int64_t, void *, int64_t, void *info) {
    if (!fit(n, nrhs, lda, ldb))
      return CusolverInvalidValue;
    return ofType(
        "cusolverDnXsytrs", type,
        [&](auto T) {
          return wideSytrs<decltype(T)>(h, uplo, narrow(n), narrow(nrhs), a,
                                        narrow(lda), pivots, b, narrow(ldb),
                                        info);
        },
        typeB);
  }

  static int cusolverDnXsyevdx_bufferSize(
      void *h, void *params, int32_t, int32_t, int32_t, int64_t, int32_t type,
      void *, int64_t, void *, void *, int64_t, int64_t, void *, int32_t typeW,
      void *, int32_t compute, void *device, void *host) {
    return oneByteEach("cusolverDnXsyevdx", h, params, type,
                       unless(typeW == realType(type), compute), device, host);
  }
  static int cusolverDnXsyevdx(void *h, void *params, int32_t jobz,
                               int32_t range, int32_t uplo, int64_t n,
                               int32_t type, void *a, int64_t lda, void *vl,
                               void *vu, int64_t il, int64_t iu, void *found,
                               int32_t typeW, void *w, int32_t compute, void *,
                               int64_t, void *, int64_t, void *info) {
    if (!fit(n, lda, il, iu) || !found)
      return CusolverInvalidValue;
    return withType(
        "cusolverDnXsyevdx", params, type,
        [&](auto T) {
          using Real = typename RealOf<decltype(T)>::Type;
          auto Bound = [](void *Given) {
            return Given ? *static_cast<Real *>(Given) : Real();
          };
          int32_t Count = 0;
          int Status = eigenRange<decltype(T)>(
              h, 0, jobz, range, uplo, narrow(n), a, narrow(lda), a,
              narrow(lda), Bound(vl), Bound(vu), narrow(il), narrow(iu), &Count,
              w, info);
          *static_cast<int64_t *>(found) = Count;
          return Status;
        },
        unless(typeW == realType(type), compute));
  }

  static int cusolverDnXsyevBatched_bufferSize(void *h, void *params, int32_t,
                                               int32_t, int64_t, int32_t type,
                                               void *, int64_t, int32_t typeW,
                                               void *, int32_t compute,
                                               void *device, void *host,
                                               int64_t) {
    return oneByteEach("cusolverDnXsyevBatched", h, params, type,
                       unless(typeW == realType(type), compute), device, host);
  }
  static int cusolverDnXsyevBatched(void *h, void *params, int32_t jobz,
                                    int32_t uplo, int64_t n, int32_t type,
                                    void *a, int64_t lda, int32_t typeW,
                                    void *w, int32_t compute, void *, int64_t,
                                    void *, int64_t, void *info,
                                    int64_t count) {
    if (!fit(n, lda))
      return CusolverInvalidValue;
    return withType(
        "cusolverDnXsyevBatched", params, type,
        [&](auto T) {
          return eigenBatch<decltype(T)>(h, jobz, uplo, narrow(n), a,
                                         narrow(lda), w, info, count);
        },
        unless(typeW == realType(type), compute));
  }

  static int cusolverDnXgesvd_bufferSize(void *h, void *params, int8_t, int8_t,
                                         int64_t, int64_t, int32_t type, void *,
                                         int64_t, int32_t typeS, void *,
                                         int32_t typeU, void *, int64_t,
                                         int32_t typeVT, void *, int64_t,
                                         int32_t compute, void *device,
                                         void *host) {
    bool Same = typeS == realType(type) && typeU == type && typeVT == type;
    return oneByteEach("cusolverDnXgesvd", h, params, type,
                       unless(Same, compute), device, host);
  }
  static int cusolverDnXgesvd(void *h, void *params, int8_t jobu, int8_t jobvt,
                              int64_t m, int64_t n, int32_t type, void *a,
                              int64_t lda, int32_t typeS, void *s,
                              int32_t typeU, void *u, int64_t ldu,
                              int32_t typeVT, void *vt, int64_t ldvt,
                              int32_t compute, void *, int64_t, void *, int64_t,
                              void *info) {
    if (!fit(m, n, lda, ldu, ldvt))
      return CusolverInvalidValue;
    return withType(
        "cusolverDnXgesvd", params, type,
        [&](auto T) {
          return gesvd<decltype(T)>(h, static_cast<char>(jobu),
                                    static_cast<char>(jobvt), narrow(m),
                                    narrow(n), a, narrow(lda), s, u,
                                    narrow(ldu), vt, narrow(ldvt), info);
        },
        unless(typeS == realType(type), compute), typeU, typeVT);
  }

  static int cusolverDnXgesvdp_bufferSize(void *h, void *params, int32_t,
                                          int32_t, int64_t, int64_t,
                                          int32_t type, void *, int64_t,
                                          int32_t typeS, void *, int32_t typeU,
                                          void *, int64_t, int32_t typeV,
                                          void *, int64_t, int32_t compute,
                                          void *device, void *host) {
    bool Same = typeS == realType(type) && typeU == type && typeV == type;
    return oneByteEach("cusolverDnXgesvdp", h, params, type,
                       unless(Same, compute), device, host);
  }
  /// LAPACK's method disturbs no singular value: that error is zero.
  static int cusolverDnXgesvdp(void *h, void *params, int32_t jobz,
                               int32_t econ, int64_t m, int64_t n, int32_t type,
                               void *a, int64_t lda, int32_t typeS, void *s,
                               int32_t typeU, void *u, int64_t ldu,
                               int32_t typeV, void *v, int64_t ldv,
                               int32_t compute, void *, int64_t, void *,
                               int64_t, void *info, void *error) {
    if (!fit(m, n, lda, ldu, ldv))
      return CusolverInvalidValue;
    if (error)
      *static_cast<double *>(error) = 0;
    return withType(
        "cusolverDnXgesvdp", params, type,
        [&](auto T) {
          return gesvdj<decltype(T)>(h, jobz, econ, narrow(m), narrow(n), a,
                                     narrow(lda), s, u, narrow(ldu), v,
                                     narrow(ldv), info);
        },
        unless(typeS == realType(type), compute), typeU, typeV);
  }

  /// Eigenvalues of general matrices, which are complex in any case.
  template <typename T>
  static int geev(void *Handle, int Left, int Right, int N, void *A, int LdA,
                  void *W, void *VL, int LdVL, void *VR, int LdVR, void *Info) {
    using Real = typename RealOf<T>::Type;
    EigenMode L(Left), R(Right);
    Size Rows(N);
    Lead LA(LdA), LL(std::max(LdVL, 1)), LR(std::max(LdVR, 1));
    return queue(
        Handle, valid(L, R, Rows, LA) && Info,
        [=, Function = routine<T>("geev")] {
          Scratch<Real> Parts(2 * int64_t(N));
          withWork<T>([&](auto &Work, Step Words) {
            auto Rest = [&](const auto &...Values) {
              callFortran<void>(Function, L, R, Rows, Array{A}, LA, Values...);
            };
            if constexpr (isComplex<T>)
              Rest(Array{W}, Array{VL}, LL, Array{VR}, LR, Work, Words, Parts,
                   Array{Info});
            else
              Rest(Array{Parts.fortran()}, Array{Parts.fortran() + N},
                   Array{VL}, LL, Array{VR}, LR, Work, Words, Array{Info});
          });
          for (int I = 0; !isComplex<T> && I < N; ++I)
            static_cast<std::complex<Real> *>(W)[I] = {Parts.fortran()[I],
                                                       Parts.fortran()[N + I]};
        });
  }
  static int complexType(int Type) {
    return Type == Real4 ? Complex4 : Type == Real8 ? Complex8 : Type;
  }
  static int cusolverDnXgeev_bufferSize(void *h, void *params, int32_t, int32_t,
                                        int64_t, int32_t type, void *, int64_t,
                                        int32_t typeW, void *, int32_t typeVL,
                                        void *, int64_t, int32_t typeVR, void *,
                                        int64_t, int32_t compute, void *device,
                                        void *host) {
    bool Same = typeW == complexType(type) && typeVL == type && typeVR == type;
    return oneByteEach("cusolverDnXgeev", h, params, type,
                       unless(Same, compute), device, host);
  }
  static int cusolverDnXgeev(void *h, void *params, int32_t jobvl,
                             int32_t jobvr, int64_t n, int32_t type, void *a,
                             int64_t lda, int32_t typeW, void *w,
                             int32_t typeVL, void *vl, int64_t ldvl,
                             int32_t typeVR, void *vr, int64_t ldvr,
                             int32_t compute, void *, int64_t, void *, int64_t,
                             void *info) {
    if (!fit(n, lda, ldvl, ldvr))
      return CusolverInvalidValue;
    return withType(
        "cusolverDnXgeev", params, type,
        [&](auto T) {
          return geev<decltype(T)>(h, jobvl, jobvr, narrow(n), a, narrow(lda),
                                   w, vl, narrow(ldvl), vr, narrow(ldvr), info);
        },
        unless(typeW == complexType(type), compute), typeVL, typeVR);
  }

  static int cusolverDnXlarft_bufferSize(void *h, void *params, int32_t,
                                         int32_t, int64_t, int64_t,
                                         int32_t type, void *, int64_t,
                                         int32_t typeTau, void *, int32_t typeT,
                                         void *, int64_t, int32_t compute,
                                         void *device, void *host) {
    return oneByteEach("cusolverDnXlarft", h, params, type,
                       unless(typeTau == type && typeT == type, compute),
                       device, host);
  }
  static int cusolverDnXlarft(void *h, void *params, int32_t direct,
                              int32_t storev, int64_t n, int64_t k,
                              int32_t type, void *v, int64_t ldv,
                              int32_t typeTau, void *tau, int32_t typeT,
                              void *t, int64_t ldt, int32_t compute, void *,
                              int64_t, void *, int64_t) {
    if (!fit(n, k, ldv, ldt))
      return CusolverInvalidValue;
    Letter Direct("FB", 2, direct), Stored("CR", 2, storev);
    Size Rows(n), Count(k);
    Lead LV(ldv), LT(ldt);
    return withType(
        "cusolverDnXlarft", params, type,
        [&](auto T) {
          return queue(h, valid(Direct, Stored, Rows, Count, LV, LT),
                       [=, Function = routine<decltype(T)>("larft")] {
                         callFortran<void>(Function, Direct, Stored, Rows,
                                           Count, Array{v}, LV, Array{tau},
                                           Array{t}, LT);
                       });
        },
        typeTau, typeT, compute);
  }
};

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_CPUCUSOLVERTYPED_H
