//===-- runtime/libraries/CpuCusparseTyped.h - Named types ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of cuSPARSE that have a type in their names (cusparseDgtsv2):
// systems with three diagonals, incomplete factors of matrices in the format
// CSR, and conversions of formats. Indices have 32 bits.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_CPUCUSPARSETYPED_H
#define WARPRT_LIBRARIES_CPUCUSPARSETYPED_H

#include "libraries/CpuCusparse.h"
#include "libraries/HostLibrary.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace warprt::libraries {

/// What a program says of a matrix.
struct SparseTraits : SparseObject<SparseTraits> {
  static constexpr uint32_t Mark = 0x63755354;
  int32_t Type = 0, Fill = 0, Diagonal = 0, Base = 0;
};

/// What is known of incomplete factors: the row of the first pivot that is
/// zero, from zero.
template <uint32_t MarkOfKind>
struct SparseFactors : SparseObject<SparseFactors<MarkOfKind>> {
  static constexpr uint32_t Mark = MarkOfKind;
  static constexpr int32_t None = -1;
  int32_t ZeroPivot = None;
  int32_t Base = 0;
};

/// A function that tells a size, in bytes, by its last parameter.
template <typename Integer = int64_t> struct OneSparseValue {
  template <typename... Parameters>
  int operator()(void *Handle, Parameters... Rest) const {
    void *Size = std::get<sizeof...(Rest) - 1>(std::make_tuple(Rest...));
    if (!SparseHandle::from(Handle))
      return CusparseNotInitialized;
    if (!Size)
      return CusparseInvalidValue;
    *static_cast<Integer *>(Size) = 16;
    return CusparseSuccess;
  }
};

/// A matrix in the format CSR, or the pattern of one.
template <typename T> struct CsrRows {
  int32_t Rows;
  T *Values;
  const int32_t *Offsets, *Columns;
  int32_t Base;

  int32_t begin(int32_t Row) const { return Offsets[Row] - Base; }
  int32_t end(int32_t Row) const { return Offsets[Row + 1] - Base; }
  int32_t column(int32_t At) const { return Columns[At] - Base; }
  /// Where an entry is; -1 if there is none.
  int32_t find(int32_t Row, int32_t Column) const {
    const int32_t *First = Columns + begin(Row), *Last = Columns + end(Row);
    const int32_t *At = std::lower_bound(First, Last, Column + Base);
    return At != Last && *At == Column + Base
               ? static_cast<int32_t>(At - Columns)
               : -1;
  }
};

struct CpuCusparseTyped : CpuCusparse {
  using LuInfo = SparseFactors<0x6375534c>;
  using CholeskyInfo = SparseFactors<0x63755343>;

  template <typename Object> static int make(void *Result) {
    if (!Result)
      return CusparseInvalidValue;
    *static_cast<void **>(Result) = new Object;
    return CusparseSuccess;
  }
  template <typename Body>
  static int queue(void *Handle, bool Valid, Body B, bool Wait = false) {
    SparseHandle *H = SparseHandle::from(Handle);
    if (!H)
      return CusparseNotInitialized;
    if (!Valid)
      return CusparseInvalidValue;
    return failed(submit(H->Q, B, Wait)) ? CusparseExecutionFailed
                                         : CusparseSuccess;
  }

  static int cusparseCreateMatDescr(void *descr) {
    return make<SparseTraits>(descr);
  }
  static int cusparseDestroyMatDescr(void *descr) {
    return SparseTraits::destroy(descr);
  }
  static int set(void *Descr, int32_t SparseTraits::*What, int32_t Value,
                 int32_t Most) {
    SparseTraits *T = SparseTraits::from(Descr);
    if (!T || Value < 0 || Value > Most)
      return CusparseInvalidValue;
    T->*What = Value;
    return CusparseSuccess;
  }
  static int get(void *Descr, int32_t SparseTraits::*What) {
    SparseTraits *T = SparseTraits::from(Descr);
    return T ? T->*What : 0;
  }
  static int cusparseSetMatType(void *descr, int32_t type) {
    return set(descr, &SparseTraits::Type, type, 3);
  }
  static int cusparseGetMatType(void *descr) {
    return get(descr, &SparseTraits::Type);
  }
  static int cusparseSetMatFillMode(void *descr, int32_t mode) {
    return set(descr, &SparseTraits::Fill, mode, 1);
  }
  static int cusparseGetMatFillMode(void *descr) {
    return get(descr, &SparseTraits::Fill);
  }
  static int cusparseSetMatDiagType(void *descr, int32_t type) {
    return set(descr, &SparseTraits::Diagonal, type, 1);
  }
  static int cusparseGetMatDiagType(void *descr) {
    return get(descr, &SparseTraits::Diagonal);
  }
  static int cusparseSetMatIndexBase(void *descr, int32_t base) {
    return set(descr, &SparseTraits::Base, base, 1);
  }
  static int cusparseGetMatIndexBase(void *descr) {
    return get(descr, &SparseTraits::Base);
  }

  static int cusparseXcoo2csr(void *h, void *rows, int32_t nnz, int32_t m,
                              void *offsets, int32_t base) {
    auto *From = static_cast<const int32_t *>(rows);
    auto *To = static_cast<int32_t *>(offsets);
    return queue(h, nnz >= 0 && m >= 0 && (base == 0 || base == 1), [=] {
      int32_t At = 0;
      for (int32_t Row = 0; Row < m; ++Row) {
        while (At < nnz && From[At] - base < Row)
          ++At;
        To[Row] = At + base;
      }
      To[m] = nnz + base;
    });
  }
  static int cusparseXcsr2coo(void *h, void *offsets, int32_t nnz, int32_t m,
                              void *rows, int32_t base) {
    auto *From = static_cast<const int32_t *>(offsets);
    auto *To = static_cast<int32_t *>(rows);
    return queue(h, nnz >= 0 && m >= 0 && (base == 0 || base == 1), [=] {
      for (int32_t Row = 0; Row < m; ++Row)
        std::fill(To + From[Row] - base, To + From[Row + 1] - base, Row + base);
    });
  }

  static constexpr OneSparseValue<> cusparseCsr2cscEx2_bufferSize{};
  static int cusparseCsr2cscEx2(void *h, int32_t m, int32_t n, int32_t nnz,
                                void *values, void *offsets, void *columns,
                                void *newValues, void *newOffsets, void *rows,
                                int32_t type, int32_t numeric, int32_t base,
                                int32_t, void *) {
    // Values of cudaDataType by their bytes.
    size_t Bytes = type == 0                ? 4
                   : type == 1 || type == 4 ? 8
                   : type == 5              ? 16
                                            : 0;
    if (!Bytes)
      return CusparseNotSupported;
    CsrRows<char> A{m, static_cast<char *>(values),
                    static_cast<const int32_t *>(offsets),
                    static_cast<const int32_t *>(columns), base};
    auto *To = static_cast<char *>(newValues);
    auto *ToOffsets = static_cast<int32_t *>(newOffsets);
    auto *ToRows = static_cast<int32_t *>(rows);
    return queue(h, m >= 0 && n >= 0 && nnz >= 0, [=] {
      std::vector<int32_t> Next(static_cast<size_t>(n) + 1);
      for (int32_t I = 0; I < nnz; ++I)
        ++Next[static_cast<size_t>(A.column(I)) + 1];
      std::partial_sum(Next.begin(), Next.end(), Next.begin());
      for (int32_t Column = 0; Column <= n; ++Column)
        ToOffsets[Column] = Next[static_cast<size_t>(Column)] + base;
      for (int32_t Row = 0; Row < m; ++Row)
        for (int32_t I = A.begin(Row); I < A.end(Row); ++I) {
          int32_t At = Next[static_cast<size_t>(A.column(I))]++;
          ToRows[At] = Row + base;
          if (numeric)
            std::memcpy(To + static_cast<size_t>(At) * Bytes,
                        A.Values + static_cast<size_t>(I) * Bytes, Bytes);
        }
    });
  }

  static int cusparseCreateIdentityPermutation(void *h, int32_t n, void *p) {
    auto *To = static_cast<int32_t *>(p);
    return queue(h, n >= 0, [=] { std::iota(To, To + n, 0); });
  }
  static constexpr OneSparseValue<> cusparseXcsrsort_bufferSizeExt{};
  /// The permutation may be missing.
  static int cusparseXcsrsort(void *h, int32_t m, int32_t, int32_t nnz,
                              void *descr, void *offsets, void *columns,
                              void *p, void *) {
    SparseTraits *T = SparseTraits::from(descr);
    int32_t Base = T ? T->Base : 0;
    auto *Rows = static_cast<const int32_t *>(offsets);
    auto *Indices = static_cast<int32_t *>(columns);
    auto *Places = static_cast<int32_t *>(p);
    return queue(h, T && m >= 0 && nnz >= 0, [=] {
      std::vector<std::pair<int32_t, int32_t>> Row;
      for (int32_t R = 0; R < m; ++R) {
        int32_t First = Rows[R] - Base, Last = Rows[R + 1] - Base;
        Row.clear();
        for (int32_t I = First; I < Last; ++I)
          Row.emplace_back(Indices[I], Places ? Places[I] : 0);
        std::sort(Row.begin(), Row.end());
        for (int32_t I = First; I < Last; ++I) {
          Indices[I] = Row[static_cast<size_t>(I - First)].first;
          if (Places)
            Places[I] = Row[static_cast<size_t>(I - First)].second;
        }
      }
    });
  }

  /// Solves a system with three diagonals, rows exchanged where that divides by
  /// a larger number. Entries outside of the matrix are not read.
  template <typename T>
  static void solveDiagonals(int32_t M, const T *Lower, const T *Main,
                             const T *Upper, T *B, int32_t N, int64_t LdB) {
    auto Size = static_cast<size_t>(M);
    std::vector<T> L(Lower, Lower + M), D(Main, Main + M), U(Upper, Upper + M),
        Second(Size);
    for (size_t I = 0; I + 1 < Size; ++I) {
      bool Swap = std::abs(D[I]) < std::abs(L[I + 1]);
      if (Swap) {
        std::swap(D[I], L[I + 1]);
        std::swap(U[I], D[I + 1]);
        if (I + 2 < Size)
          std::swap(Second[I], U[I + 1]);
      }
      T Factor = L[I + 1] / D[I];
      D[I + 1] -= Factor * U[I];
      if (I + 2 < Size)
        U[I + 1] -= Factor * Second[I];
      for (int64_t J = 0; J < N; ++J) {
        T *X = B + J * LdB + static_cast<int64_t>(I);
        if (Swap)
          std::swap(X[0], X[1]);
        X[1] -= Factor * X[0];
      }
    }
    for (int64_t J = 0; J < N; ++J)
      for (size_t I = Size; I-- > 0;) {
        T *X = B + J * LdB + static_cast<int64_t>(I);
        if (I + 1 < Size)
          X[0] -= U[I] * X[1];
        if (I + 2 < Size)
          X[0] -= Second[I] * X[2];
        X[0] /= D[I];
      }
  }
  template <typename T>
  static int gtsv(void *Handle, int32_t M, int32_t N, void *Lower, void *Main,
                  void *Upper, void *B, int64_t LdB, int32_t Count,
                  int64_t Stride) {
    bool Valid = M >= 1 && N >= 0 && Count >= 0 && Stride >= 0 && LdB >= M;
    return queue(Handle, Valid, [=] {
      for (int64_t I = 0; I < Count; ++I)
        solveDiagonals(M, static_cast<const T *>(Lower) + I * Stride,
                       static_cast<const T *>(Main) + I * Stride,
                       static_cast<const T *>(Upper) + I * Stride,
                       static_cast<T *>(B) + I * Stride, N, LdB);
    });
  }

  /// L and U in the places of the matrix' entries; the row of the first pivot
  /// that is zero.
  template <typename T> static int32_t factorLu(const CsrRows<T> &A) {
    int32_t Zero = LuInfo::None;
    for (int32_t Row = 0; Row < A.Rows; ++Row) {
      for (int32_t At = A.begin(Row); At < A.end(Row); ++At) {
        int32_t Earlier = A.column(At);
        int32_t Pivot = Earlier < Row ? A.find(Earlier, Earlier) : -1;
        if (Pivot < 0)
          continue;
        A.Values[At] /= A.Values[Pivot];
        for (int32_t J = Pivot + 1; J < A.end(Earlier); ++J)
          if (int32_t Entry = A.find(Row, A.column(J)); Entry >= 0)
            A.Values[Entry] -= A.Values[At] * A.Values[J];
      }
      int32_t Own = A.find(Row, Row);
      if ((Own < 0 || A.Values[Own] == T()) && Zero == LuInfo::None)
        Zero = Row;
    }
    return Zero;
  }
  /// L in the places of the lower triangle.
  template <typename T> static int32_t factorCholesky(const CsrRows<T> &A) {
    int32_t Zero = CholeskyInfo::None;
    for (int32_t Row = 0; Row < A.Rows; ++Row)
      for (int32_t At = A.begin(Row); At < A.end(Row); ++At) {
        int32_t Column = A.column(At);
        if (Column > Row)
          continue;
        T Sum = A.Values[At];
        for (int32_t I = A.begin(Row); I < At; ++I)
          if (int32_t J = A.find(Column, A.column(I)); J >= 0)
            Sum -= A.Values[I] * conjugate(A.Values[J]);
        int32_t Pivot = A.find(Column, Column);
        A.Values[At] = Column == Row ? std::sqrt(Sum)
                       : Pivot < 0   ? Sum
                                     : Sum / A.Values[Pivot];
        if (Column == Row && !(std::real(Sum) > 0) &&
            Zero == CholeskyInfo::None)
          Zero = Row;
      }
    return Zero;
  }
  static float conjugate(float Value) { return Value; }
  static double conjugate(double Value) { return Value; }
  template <typename T>
  static std::complex<T> conjugate(std::complex<T> Value) {
    return std::conj(Value);
  }

  template <typename Info, typename T, typename Factor>
  static int factors(void *Handle, int32_t M, int32_t Entries, void *Descr,
                     void *Values, void *Offsets, void *Columns, void *Known,
                     Factor Compute) {
    SparseTraits *Traits = SparseTraits::from(Descr);
    Info *I = Info::from(Known);
    if (!Traits || !I)
      return CusparseInvalidValue;
    CsrRows<T> A{M, static_cast<T *>(Values),
                 static_cast<const int32_t *>(Offsets),
                 static_cast<const int32_t *>(Columns), Traits->Base};
    I->Base = Traits->Base;
    return queue(Handle, M >= 0 && Entries >= 0,
                 [=] { I->ZeroPivot = Compute(A); });
  }
  /// Waits, as in the library.
  template <typename Info>
  static int zeroPivot(void *Handle, void *Known, void *Position) {
    constexpr int ZeroPivot = 9;
    Info *I = Info::from(Known);
    SparseHandle *H = SparseHandle::from(Handle);
    bool OnHost = H && H->PointerMode == 0;
    int32_t Found = Info::None;
    int Status = queue(
        Handle, I && Position,
        [&] {
          Found = I->ZeroPivot == Info::None ? -1 : I->ZeroPivot + I->Base;
          if (!OnHost)
            *static_cast<int32_t *>(Position) = Found;
        },
        /*Wait=*/true);
    if (Status)
      return Status;
    if (OnHost)
      *static_cast<int32_t *>(Position) = Found;
    return Found < 0 ? CusparseSuccess : ZeroPivot;
  }
  static int cusparseCreateCsrilu02Info(void *info) {
    return make<LuInfo>(info);
  }
  static int cusparseDestroyCsrilu02Info(void *info) {
    return LuInfo::destroy(info);
  }
  static int cusparseCreateCsric02Info(void *info) {
    return make<CholeskyInfo>(info);
  }
  static int cusparseDestroyCsric02Info(void *info) {
    return CholeskyInfo::destroy(info);
  }
  static int cusparseXcsrilu02_zeroPivot(void *h, void *info, void *position) {
    return zeroPivot<LuInfo>(h, info, position);
  }
  static int cusparseXcsric02_zeroPivot(void *h, void *info, void *position) {
    return zeroPivot<CholeskyInfo>(h, info, position);
  }

#define FACTORS(L, T, Name, Info, Compute)                                     \
  static constexpr OneSparseValue<int32_t> cusparse##L##Name##_bufferSize{};   \
  static constexpr OneSparseValue<> cusparse##L##Name##_bufferSizeExt{};       \
  static int cusparse##L##Name##_analysis(void *h, int32_t m, int32_t,         \
                                          void *descr, void *, void *, void *, \
                                          void *info, int32_t, void *) {       \
    return queue(h, SparseTraits::from(descr) && Info::from(info) && m >= 0,   \
                 [] {});                                                       \
  }                                                                            \
  static int cusparse##L##Name(void *h, int32_t m, int32_t nnz, void *descr,   \
                               void *values, void *offsets, void *columns,     \
                               void *info, int32_t, void *) {                  \
    return factors<Info, T>(h, m, nnz, descr, values, offsets, columns, info,  \
                            [](const CsrRows<T> &A) { return Compute(A); });   \
  }
#define FORMS(L, T)                                                            \
  static constexpr OneSparseValue<> cusparse##L##gtsv2_bufferSizeExt{};        \
  static constexpr OneSparseValue<>                                            \
      cusparse##L##gtsv2_nopivot_bufferSizeExt{};                              \
  static constexpr OneSparseValue<>                                            \
      cusparse##L##gtsv2StridedBatch_bufferSizeExt{};                          \
  static int cusparse##L##gtsv2(void *h, int32_t m, int32_t n, void *dl,       \
                                void *d, void *du, void *b, int32_t ldb,       \
                                void *) {                                      \
    return gtsv<T>(h, m, n, dl, d, du, b, ldb, 1, 0);                          \
  }                                                                            \
  static int cusparse##L##gtsv2_nopivot(void *h, int32_t m, int32_t n,         \
                                        void *dl, void *d, void *du, void *b,  \
                                        int32_t ldb, void *) {                 \
    return gtsv<T>(h, m, n, dl, d, du, b, ldb, 1, 0);                          \
  }                                                                            \
  static int cusparse##L##gtsv2StridedBatch(                                   \
      void *h, int32_t m, void *dl, void *d, void *du, void *x, int32_t count, \
      int32_t stride, void *) {                                                \
    return gtsv<T>(h, m, 1, dl, d, du, x, m, count, stride);                   \
  }                                                                            \
  FACTORS(L, T, csrilu02, LuInfo, factorLu)                                    \
  FACTORS(L, T, csric02, CholeskyInfo, factorCholesky)
  FORMS(S, float)
  FORMS(D, double)
  FORMS(C, std::complex<float>)
  FORMS(Z, std::complex<double>)
#undef FORMS
#undef FACTORS
};

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_CPUCUSPARSETYPED_H
