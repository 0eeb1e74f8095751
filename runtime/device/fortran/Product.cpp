//===-- Product.cpp - DOT_PRODUCT and MATMUL in device code ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For operands that Flang does not expand in line: entry points of reduction.h,
// matmul.h and matmul-transpose.h in flang/Runtime.
//
//===----------------------------------------------------------------------===//
#include "Convert.h"

using namespace warpdev;

namespace {

template <typename T> struct Arithmetic {
  static T zero() { return 0; }
  static void addProduct(T &Total, T A, T B) {
    if constexpr (static_cast<T>(0.5) != 0)
      Total += A * B;
    else { // signed overflow wraps
      using U = typename Wrapping<T>::Type;
      Total = static_cast<T>(static_cast<U>(Total) +
                             static_cast<U>(A) * static_cast<U>(B));
    }
  }
};
template <typename T> struct Arithmetic<Complex<T>> {
  static Complex<T> zero() { return {0, 0}; }
  static void addProduct(Complex<T> &Total, Complex<T> A, Complex<T> B) {
    Total = {Total.Re + (A.Re * B.Re - A.Im * B.Im),
             Total.Im + (A.Re * B.Im + A.Im * B.Re)};
  }
};

/// Sum of products of two lines.
template <typename T>
T multiplyLines(const Descriptor &X, const char *XAt, Index XStride,
                const Descriptor &Y, const char *YAt, Index YStride,
                Index Count) {
  T Total = Arithmetic<T>::zero();
  for (Index I = 0; I < Count; ++I, XAt += XStride, YAt += YStride)
    Arithmetic<T>::addProduct(Total, Reader<T>::get(X, XAt),
                              Reader<T>::get(Y, YAt));
  return Total;
}

bool multiplyLogical(const Descriptor &X, const char *XAt, Index XStride,
                     const Descriptor &Y, const char *YAt, Index YStride,
                     Index Count) {
  for (Index I = 0; I < Count; ++I, XAt += XStride, YAt += YStride)
    if (isTrue(XAt, X.elem_len) && isTrue(YAt, Y.elem_len))
      return true;
  return false;
}

const char *base(const Descriptor &D) {
  return static_cast<const char *>(D.base_addr);
}

Index vectorLength(const Descriptor &X, const Descriptor &Y, Place At) {
  if (X.dim[0].extent != Y.dim[0].extent)
    fail("DOT_PRODUCT of vectors whose sizes differ", At);
  return X.dim[0].extent;
}

template <typename T>
T dotProduct(const Descriptor &X, const Descriptor &Y, Place At) {
  return multiplyLines<T>(X, base(X), X.dim[0].sm, Y, base(Y), Y.dim[0].sm,
                          vectorLength(X, Y, At));
}

/// The first vector is conjugated.
template <typename T>
Complex<T> conjugatedProduct(const Descriptor &X, const Descriptor &Y,
                             Place At) {
  Complex<T> Total = {0, 0};
  const char *XAt = base(X), *YAt = base(Y);
  Index Count = vectorLength(X, Y, At);
  for (Index I = 0; I < Count; ++I, XAt += X.dim[0].sm, YAt += Y.dim[0].sm) {
    Complex<T> A = loadComplex<T>(X, XAt);
    A.Im = -A.Im;
    Arithmetic<Complex<T>>::addProduct(Total, A, loadComplex<T>(Y, YAt));
  }
  return Total;
}

} // namespace

extern "C" {

#define DOT(NAME, RESULT, TYPE)                                                \
  RESULT ENTRY(DotProduct##NAME)(const Descriptor &X, const Descriptor &Y,     \
                                 const char *File, int Line) {                 \
    return dotProduct<TYPE>(X, Y, {File, Line});                               \
  }
DOT(Integer1, int8_t, int8_t)
DOT(Integer2, int16_t, int16_t)
DOT(Integer4, int32_t, int32_t)
DOT(Integer8, int64_t, int64_t)
DOT(Integer16, __int128, __int128)
DOT(Real2, float, float)
DOT(Real4, float, float)
DOT(Real8, double, double)

#define DOT_COMPLEX(NAME, TYPE)                                                \
  void ENTRY(CppDotProduct##NAME)(Complex<TYPE> & Result, const Descriptor &X, \
                                  const Descriptor &Y, const char *File,       \
                                  int Line) {                                  \
    Result = conjugatedProduct<TYPE>(X, Y, {File, Line});                      \
  }
DOT_COMPLEX(Complex2, float)
DOT_COMPLEX(Complex4, float)
DOT_COMPLEX(Complex8, double)

bool ENTRY(DotProductLogical)(const Descriptor &X, const Descriptor &Y,
                              const char *File, int Line) {
  return multiplyLogical(X, base(X), X.dim[0].sm, Y, base(Y), Y.dim[0].sm,
                         vectorLength(X, Y, {File, Line}));
}

} // extern "C"

//===-- MATMUL ------------------------------------------------------------===//

namespace {

/// The operands as matrices: a vector on the left is a row, on the right a
/// column. With `Transposed` the left one is meant the other way round.
struct Shape {
  Index Rows, Columns, Inner;
  Index XRow, XInner, YInner, YColumn; ///< strides
  int Rank;

  Shape(const Descriptor &X, const Descriptor &Y, bool Transposed, Place At) {
    int RowDim = Transposed ? 1 : 0, InnerDim = Transposed ? 0 : 1;
    if (X.rank == 1) {
      Rows = 1, XRow = 0;
      Inner = X.dim[0].extent, XInner = X.dim[0].sm;
    } else {
      Rows = X.dim[RowDim].extent, XRow = X.dim[RowDim].sm;
      Inner = X.dim[InnerDim].extent, XInner = X.dim[InnerDim].sm;
    }
    YInner = Y.dim[0].sm;
    Columns = Y.rank == 1 ? 1 : Y.dim[1].extent;
    YColumn = Y.rank == 1 ? 0 : Y.dim[1].sm;
    Rank = X.rank + Y.rank - 2;
    if (Y.dim[0].extent != Inner)
      fail("MATMUL of arrays whose shapes do not agree", At);
  }
};

/// Calls `Do(result, x, y)` with addresses for every element of the result,
/// whose dimensions are rows and columns, or the one that is no vector's.
template <typename F>
void forEachElement(const Descriptor &Result, const Shape &S,
                    const Descriptor &X, const Descriptor &Y, F &&Do) {
  bool HasRows = X.rank == 2;
  Index RowStride = HasRows ? Result.dim[0].sm : 0;
  Index ColumnStride = Y.rank == 2 ? Result.dim[HasRows ? 1 : 0].sm : 0;
  for (Index J = 0; J < S.Columns; ++J)
    for (Index I = 0; I < S.Rows; ++I)
      Do(static_cast<char *>(Result.base_addr) + I * RowStride +
             J * ColumnStride,
         base(X) + I * S.XRow, base(Y) + J * S.YColumn);
}

/// Of two numeric operands the one with the greater range decides.
void multiply(const Descriptor &Result, const Descriptor &X,
              const Descriptor &Y, bool Transposed, Place At) {
  Shape S(X, Y, Transposed, At);
  auto Do = [&](auto Type) {
    using T = typename decltype(Type)::Type;
    forEachElement(
        Result, S, X, Y, [&](char *To, const char *XAt, const char *YAt) {
          store(To,
                multiplyLines<T>(X, XAt, S.XInner, Y, YAt, S.YInner, S.Inner));
        });
  };
  if (categoryOf(Result) == Category::Logical)
    forEachElement(Result, S, X, Y,
                   [&](char *To, const char *XAt, const char *YAt) {
                     storeLogical(To, Result.elem_len,
                                  multiplyLogical(X, XAt, S.XInner, Y, YAt,
                                                  S.YInner, S.Inner));
                   });
  else if (!onInteger(Result, Do) && !onReal(Result, Do) &&
           !onComplex(Result, Do))
    fail("internal: MATMUL has no version for this type", At);
}

/// Integer, real and complex in this order; the greater kind of one category.
bool decidesType(const Descriptor &A, const Descriptor &B) {
  auto RankOf = [](const Descriptor &D) {
    Category C = categoryOf(D);
    return C == Category::Complex ? 2 : C == Category::Real ? 1 : 0;
  };
  if (RankOf(A) != RankOf(B))
    return RankOf(A) > RankOf(B);
  return A.elem_len >= B.elem_len;
}

void createAndMultiply(Descriptor &Result, const Descriptor &X,
                       const Descriptor &Y, bool Transposed, Place At) {
  Shape S(X, Y, Transposed, At);
  CFI_type_t Type;
  size_t Bytes;
  bool First = decidesType(X, Y);
  const Descriptor &Like = First ? X : Y, &Other = First ? Y : X;
  Type = Like.type;
  Bytes = Like.elem_len;
  // real(8) with complex(4) makes complex(8).
  if (Like.type == CFI_type_float_Complex && Other.type == CFI_type_double) {
    Type = CFI_type_double_Complex;
    Bytes = 16;
  }
  Index Extents[2] = {X.rank == 2 ? S.Rows : S.Columns, S.Columns};
  create(Result, Type, Bytes, S.Rank, Extents, nullptr, At);
  multiply(Result, X, Y, Transposed, At);
}

} // namespace

extern "C" {

void ENTRY(Matmul)(Descriptor &Result, const Descriptor &X, const Descriptor &Y,
                   const char *File, int Line) {
  createAndMultiply(Result, X, Y, false, {File, Line});
}
void ENTRY(MatmulDirect)(const Descriptor &Result, const Descriptor &X,
                         const Descriptor &Y, const char *File, int Line) {
  multiply(Result, X, Y, false, {File, Line});
}
void ENTRY(MatmulTranspose)(Descriptor &Result, const Descriptor &X,
                            const Descriptor &Y, const char *File, int Line) {
  createAndMultiply(Result, X, Y, true, {File, Line});
}
void ENTRY(MatmulTransposeDirect)(const Descriptor &Result, const Descriptor &X,
                                  const Descriptor &Y, const char *File,
                                  int Line) {
  multiply(Result, X, Y, true, {File, Line});
}

/// Flang names the types of the operands.
#define MATMUL_FORCE_ALL_TYPES 0
#define MATMUL_DIRECT_INSTANCE(...)
#define MATMUL_INSTANCE(XCAT, XKIND, YCAT, YKIND)                              \
  void ENTRY(Matmul##XCAT##XKIND##YCAT##YKIND)(                                \
      Descriptor & Result, const Descriptor &X, const Descriptor &Y,           \
      const char *File, int Line) {                                            \
    createAndMultiply(Result, X, Y, false, {File, Line});                      \
  }                                                                            \
  void ENTRY(MatmulTranspose##XCAT##XKIND##YCAT##YKIND)(                       \
      Descriptor & Result, const Descriptor &X, const Descriptor &Y,           \
      const char *File, int Line) {                                            \
    createAndMultiply(Result, X, Y, true, {File, Line});                       \
  }
#include <Runtime/matmul-instances.inc>

} // extern "C"
