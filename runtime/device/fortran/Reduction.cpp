//===-- Reduction.cpp - Reductions of arrays in device code ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry points of flang/Runtime/reduction.h but for locations: SUM, PRODUCT,
// MAXVAL, MINVAL, IALL, IANY, IPARITY, COUNT, ANY, ALL, PARITY, NORM2 and
// DOT_PRODUCT, whole and along a dimension. Flang expands the common forms in
// line; these serve the others, as a DIM= that is not constant.
//
// A reduction is a small class: the type of the elements, add() and value().
// Elements are added in array element order, in their own precision, as the
// expanded loops do.
//
//===----------------------------------------------------------------------===//
#include "Text.h"

extern "C" double sqrt(double);

using namespace warpdev;

namespace {

//===-- Operations --------------------------------------------------------===//

/// Half is summed in single precision.
template <typename T> struct Wide {
  using Type = T;
};
template <> struct Wide<Half> {
  using Type = float;
};

/// Signed overflow wraps, as the processor's own addition does.
template <typename T> T wrapAdd(T A, T B) {
  using U = typename Wrapping<T>::Type;
  return static_cast<T>(static_cast<U>(A) + static_cast<U>(B));
}
template <typename T> T wrapMultiply(T A, T B) {
  using U = typename Wrapping<T>::Type;
  return static_cast<T>(static_cast<U>(A) * static_cast<U>(B));
}
inline float wrapAdd(float A, float B) { return A + B; }
inline double wrapAdd(double A, double B) { return A + B; }
inline float wrapMultiply(float A, float B) { return A * B; }
inline double wrapMultiply(double A, double B) { return A * B; }

template <typename T> class Sum {
public:
  using Element = T;
  void add(T X) { Total = wrapAdd(Total, static_cast<W>(X)); }
  auto value() const { return Total; }

private:
  using W = typename Wide<T>::Type;
  W Total = 0;
};
template <typename T> class Sum<Complex<T>> {
public:
  using Element = Complex<T>;
  void add(Complex<T> X) { Total = {Total.Re + W(X.Re), Total.Im + W(X.Im)}; }
  auto value() const { return Total; }

private:
  using W = typename Wide<T>::Type;
  Complex<W> Total = {0, 0};
};

template <typename T> class Product {
public:
  using Element = T;
  void add(T X) { Total = wrapMultiply(Total, static_cast<W>(X)); }
  auto value() const { return Total; }

private:
  using W = typename Wide<T>::Type;
  W Total = 1;
};
template <typename T> class Product<Complex<T>> {
public:
  using Element = Complex<T>;
  void add(Complex<T> X) {
    W Re = W(X.Re), Im = W(X.Im);
    Total = {Total.Re * Re - Total.Im * Im, Total.Re * Im + Total.Im * Re};
  }
  auto value() const { return Total; }

private:
  using W = typename Wide<T>::Type;
  Complex<W> Total = {1, 0};
};

/// The extreme of nothing: the least or greatest finite number.
template <typename T> struct Limits {
  static constexpr T Most = static_cast<T>(
      (static_cast<typename Wrapping<T>::Type>(1) << (8 * sizeof(T) - 1)) - 1);
  static constexpr T Least = static_cast<T>(-Most - 1);
};
template <> struct Limits<float> {
  static constexpr float Most = __FLT_MAX__, Least = -__FLT_MAX__;
};
template <> struct Limits<double> {
  static constexpr double Most = __DBL_MAX__, Least = -__DBL_MAX__;
};
template <> struct Limits<Half> {
  static constexpr float Most = 65504.0f, Least = -65504.0f;
};

/// A NaN is the result only if there is nothing else.
template <typename T, bool IsMax> class Extreme {
public:
  using Element = T;
  void add(T X) {
    if (!Any || (IsMax ? X > Best : X < Best) || (Best != Best && X == X))
      Best = X;
    Any = true;
  }
  typename Wide<T>::Type value() const {
    using W = typename Wide<T>::Type;
    if (Any)
      return static_cast<W>(Best);
    return static_cast<W>(IsMax ? Limits<T>::Least : Limits<T>::Most);
  }

private:
  T Best = 0;
  bool Any = false;
};
template <typename T> using Max = Extreme<T, true>;
template <typename T> using Min = Extreme<T, false>;

template <typename T> class AllBits {
public:
  using Element = T;
  void add(T X) { Bits = static_cast<T>(Bits & X); }
  T value() const { return Bits; }

private:
  T Bits = static_cast<T>(-1);
};
template <typename T> class AnyBits {
public:
  using Element = T;
  void add(T X) { Bits = static_cast<T>(Bits | X); }
  T value() const { return Bits; }

private:
  T Bits = 0;
};
template <typename T> class ParityBits {
public:
  using Element = T;
  void add(T X) { Bits = static_cast<T>(Bits ^ X); }
  T value() const { return Bits; }

private:
  T Bits = 0;
};

/// Squares of single and half precision fit in double; those of double are
/// kept relative to the greatest.
template <typename T> class Norm {
public:
  using Element = T;
  void add(T X) { Total += static_cast<double>(X) * static_cast<double>(X); }
  auto value() const {
    return static_cast<typename Wide<T>::Type>(sqrt(Total));
  }

private:
  double Total = 0;
};
template <> class Norm<double> {
public:
  using Element = double;
  void add(double X) {
    double A = X < 0 ? -X : X;
    if (A == 0 || A == Scale)
      Total += A == 0 ? 0 : 1;
    else if (A > Scale) {
      double Ratio = Scale / A;
      Total = 1 + Total * Ratio * Ratio;
      Scale = A;
    } else {
      double Ratio = A / Scale;
      Total += Ratio * Ratio;
    }
  }
  double value() const { return Scale * sqrt(Total); }

private:
  double Scale = 0, Total = 0;
};

//===-- Whole arrays and dimensions ---------------------------------------===//

/// Adds `Count` elements that are `Stride` bytes apart.
template <typename R>
void addLine(R &Operation, const char *At, Index Count, Index Stride,
             const Mask &M, const char *MaskAt, Index MaskStride) {
  for (Index I = 0; I < Count; ++I, At += Stride, MaskAt += MaskStride)
    if (!M.isArray() || M.test(MaskAt))
      Operation.add(load<typename R::Element>(At));
}

template <typename R>
auto reduceAll(const Descriptor &X, const Descriptor *MaskArgument) {
  R Operation;
  Mask M(MaskArgument);
  if (!M.all())
    return Operation.value();
  Index Count = elementCount(X);
  Walk At(X);
  if (M.isArray()) {
    Walk MaskAt(M.array());
    for (Index I = 0; I < Count; ++I, At.next(), MaskAt.next())
      if (M.test(MaskAt.get()))
        Operation.add(load<typename R::Element>(At.get()));
  } else {
    for (Index I = 0; I < Count; ++I, At.next())
      Operation.add(load<typename R::Element>(At.get()));
  }
  return Operation.value();
}

/// Calls `Do(result, element, mask)` with addresses for every line along Dim.
template <typename F>
void forEachLine(Descriptor &Result, const Descriptor &X, int Dim,
                 const Mask &M, F &&Do) {
  DescriptorStorage Lines, MaskLines;
  dropDimension(Lines.get(), X, Dim);
  Walk To(Result), At(Lines.get());
  Index Count = elementCount(Result);
  if (M.isArray()) {
    dropDimension(MaskLines.get(), M.array(), Dim);
    Walk MaskAt(MaskLines.get());
    for (Index I = 0; I < Count; ++I, To.next(), At.next(), MaskAt.next())
      Do(To.get(), At.get(), MaskAt.get());
    return;
  }
  for (Index I = 0; I < Count; ++I, To.next(), At.next())
    Do(To.get(), At.get(), nullptr);
}

/// The result of a reduction along Dim (from 1) has the other extents.
void createReduced(Descriptor &Result, CFI_type_t Type, size_t Bytes,
                   const Descriptor &X, int Dim, Place At) {
  if (Dim < 1 || Dim > X.rank)
    fail("DIM= of an intrinsic function is not a dimension of its array", At);
  Index Extents[CFI_MAX_RANK];
  for (int I = 0, J = 0; I < X.rank; ++I)
    if (I != Dim - 1)
      Extents[J++] = X.dim[I].extent;
  create(Result, Type, Bytes, X.rank - 1, Extents, nullptr, At);
}

template <typename R>
void reduceDim(Descriptor &Result, const Descriptor &X, int Dim,
               const Descriptor *MaskArgument, Place Where) {
  using T = typename R::Element;
  Mask M(MaskArgument);
  createReduced(Result, X.type, X.elem_len, X, Dim, Where);
  Index Count = M.all() ? X.dim[Dim - 1].extent : 0;
  Index Stride = X.dim[Dim - 1].sm;
  Index MaskStride = M.isArray() ? M.array().dim[Dim - 1].sm : 0;
  forEachLine(Result, X, Dim - 1, M,
              [&](char *To, const char *At, const char *MaskAt) {
                R Operation;
                addLine(Operation, At, Count, Stride, M, MaskAt, MaskStride);
                auto Value = Operation.value();
                if constexpr (sizeof(Value) == sizeof(T))
                  store(To, Value);
                else if constexpr (sizeof(T) == sizeof(Complex<Half>))
                  store<T>(To, {Half(Value.Re), Half(Value.Im)});
                else
                  store(To, static_cast<T>(Value));
              });
}

[[noreturn]] void badType(Place At) {
  fail("internal: an intrinsic function has no version for this type", At);
}

} // namespace

//===-- SUM, PRODUCT, MAXVAL, MINVAL --------------------------------------===//

#define WHOLE(NAME, OPERATION, RESULT, TYPE)                                   \
  RESULT ENTRY(NAME)(const Descriptor &X, const char *, int, int,              \
                     const Descriptor *MaskArgument) {                         \
    return reduceAll<OPERATION<TYPE>>(X, MaskArgument);                        \
  }
#define WHOLE_INTEGER(NAME, OPERATION)                                         \
  WHOLE(NAME##1, OPERATION, int8_t, int8_t)                                    \
  WHOLE(NAME##2, OPERATION, int16_t, int16_t)                                  \
  WHOLE(NAME##4, OPERATION, int32_t, int32_t)                                  \
  WHOLE(NAME##8, OPERATION, int64_t, int64_t)                                  \
  WHOLE(NAME##16, OPERATION, __int128, __int128)
#define WHOLE_REAL(NAME, OPERATION)                                            \
  WHOLE(NAME##2, OPERATION, float, Half)                                       \
  WHOLE(NAME##4, OPERATION, float, float)                                      \
  WHOLE(NAME##8, OPERATION, double, double)
#define WHOLE_COMPLEX(NAME, OPERATION, RESULT, TYPE)                           \
  void ENTRY(NAME)(Complex<RESULT> & Result, const Descriptor &X,              \
                   const char *, int, int, const Descriptor *MaskArgument) {   \
    Result = reduceAll<OPERATION<Complex<TYPE>>>(X, MaskArgument);             \
  }
#define DIM(NAME, OPERATION, ...)                                              \
  void ENTRY(NAME)(Descriptor & Result, const Descriptor &X, int Dim,          \
                   const char *File, int Line,                                 \
                   const Descriptor *MaskArgument) {                           \
    auto Do = [&](auto Type) {                                                 \
      reduceDim<OPERATION<typename decltype(Type)::Type>>(                     \
          Result, X, Dim, MaskArgument, {File, Line});                         \
    };                                                                         \
    if (!(__VA_ARGS__))                                                        \
      badType({File, Line});                                                   \
  }

extern "C" {

WHOLE_INTEGER(SumInteger, Sum)
WHOLE_REAL(SumReal, Sum)
WHOLE_COMPLEX(CppSumComplex2, Sum, float, Half)
WHOLE_COMPLEX(CppSumComplex4, Sum, float, float)
WHOLE_COMPLEX(CppSumComplex8, Sum, double, double)
DIM(SumDim, Sum, onInteger(X, Do) || onReal(X, Do) || onComplex(X, Do))

WHOLE_INTEGER(ProductInteger, Product)
WHOLE_REAL(ProductReal, Product)
WHOLE_COMPLEX(CppProductComplex2, Product, float, Half)
WHOLE_COMPLEX(CppProductComplex4, Product, float, float)
WHOLE_COMPLEX(CppProductComplex8, Product, double, double)
DIM(ProductDim, Product, onInteger(X, Do) || onReal(X, Do) || onComplex(X, Do))

WHOLE_INTEGER(MaxvalInteger, Max)
WHOLE_REAL(MaxvalReal, Max)
WHOLE_INTEGER(MinvalInteger, Min)
WHOLE_REAL(MinvalReal, Min)

//===-- IALL, IANY, IPARITY -----------------------------------------------===//

WHOLE_INTEGER(IAll, AllBits)
WHOLE_INTEGER(IAny, AnyBits)
WHOLE_INTEGER(IParity, ParityBits)
DIM(IAllDim, AllBits, onInteger(X, Do))
DIM(IAnyDim, AnyBits, onInteger(X, Do))
DIM(IParityDim, ParityBits, onInteger(X, Do))

//===-- NORM2 -------------------------------------------------------------===//

#define NORM(KIND, RESULT, TYPE)                                               \
  RESULT ENTRY(Norm2_##KIND)(const Descriptor &X, const char *, int, int) {    \
    return reduceAll<Norm<TYPE>>(X, nullptr);                                  \
  }
NORM(2, float, Half)
NORM(4, float, float)
NORM(8, double, double)

void ENTRY(Norm2Dim)(Descriptor &Result, const Descriptor &X, int Dim,
                     const char *File, int Line) {
  if (!onReal(X, [&](auto Type) {
        reduceDim<Norm<typename decltype(Type)::Type>>(Result, X, Dim, nullptr,
                                                       {File, Line});
      }))
    badType({File, Line});
}

} // extern "C"

//===-- MAXVAL and MINVAL of characters -----------------------------------===//

namespace {

template <typename C, bool IsMax> class ExtremeText {
public:
  explicit ExtremeText(const Descriptor &X) : X(X) {}
  void add(const char *At) {
    int Order = Best ? compare(textAt<C>(X, At), textAt<C>(X, Best)) : 0;
    if (!Best || (IsMax ? Order > 0 : Order < 0))
      Best = At;
  }
  void put(char *To) const {
    if (Best)
      return copyBytes(To, Best, X.elem_len);
    for (size_t I = 0; I < X.elem_len; ++I)
      To[I] = IsMax ? '\0' : '\xff';
  }

private:
  const Descriptor &X;
  const char *Best = nullptr;
};

template <bool IsMax>
void extremeText(Descriptor &Result, const Descriptor &X,
                 const Descriptor *MaskArgument, Place Where) {
  create(Result, X.type, X.elem_len, 0, nullptr, nullptr, Where);
  Mask M(MaskArgument);
  Index Count = M.all() ? elementCount(X) : 0;
  onKind(X, [&](auto Zero) {
    ExtremeText<decltype(Zero), IsMax> Operation(X);
    Walk At(X), MaskAt(M.isArray() ? M.array() : X);
    for (Index I = 0; I < Count; ++I, At.next(), MaskAt.next())
      if (!M.isArray() || M.test(MaskAt.get()))
        Operation.add(At.get());
    Operation.put(static_cast<char *>(Result.base_addr));
  });
}

template <bool IsMax>
void extremeTextDim(Descriptor &Result, const Descriptor &X, int Dim,
                    const Descriptor *MaskArgument, Place Where) {
  if (categoryOf(X) != Category::Character)
    badType(Where);
  Mask M(MaskArgument);
  createReduced(Result, X.type, X.elem_len, X, Dim, Where);
  Index Count = M.all() ? X.dim[Dim - 1].extent : 0;
  Index MaskStride = M.isArray() ? M.array().dim[Dim - 1].sm : 0;
  onKind(X, [&](auto Zero) {
    forEachLine(Result, X, Dim - 1, M,
                [&](char *To, const char *At, const char *MaskAt) {
                  ExtremeText<decltype(Zero), IsMax> Operation(X);
                  for (Index I = 0; I < Count;
                       ++I, At += X.dim[Dim - 1].sm, MaskAt += MaskStride)
                    if (!M.isArray() || M.test(MaskAt))
                      Operation.add(At);
                  Operation.put(To);
                });
  });
}

} // namespace

extern "C" {

void ENTRY(MaxvalCharacter)(Descriptor &Result, const Descriptor &X,
                            const char *File, int Line,
                            const Descriptor *MaskArgument) {
  extremeText<true>(Result, X, MaskArgument, {File, Line});
}
void ENTRY(MinvalCharacter)(Descriptor &Result, const Descriptor &X,
                            const char *File, int Line,
                            const Descriptor *MaskArgument) {
  extremeText<false>(Result, X, MaskArgument, {File, Line});
}
void ENTRY(MaxvalDim)(Descriptor &Result, const Descriptor &X, int Dim,
                      const char *File, int Line,
                      const Descriptor *MaskArgument) {
  Place Where{File, Line};
  auto Do = [&](auto Type) {
    reduceDim<Max<typename decltype(Type)::Type>>(Result, X, Dim, MaskArgument,
                                                  Where);
  };
  if (!onInteger(X, Do) && !onReal(X, Do))
    extremeTextDim<true>(Result, X, Dim, MaskArgument, Where);
}
void ENTRY(MinvalDim)(Descriptor &Result, const Descriptor &X, int Dim,
                      const char *File, int Line,
                      const Descriptor *MaskArgument) {
  Place Where{File, Line};
  auto Do = [&](auto Type) {
    reduceDim<Min<typename decltype(Type)::Type>>(Result, X, Dim, MaskArgument,
                                                  Where);
  };
  if (!onInteger(X, Do) && !onReal(X, Do))
    extremeTextDim<false>(Result, X, Dim, MaskArgument, Where);
}

} // extern "C"

//===-- COUNT, ANY, ALL, PARITY -------------------------------------------===//

namespace {

Index countTrue(const char *At, Index Count, Index Stride, size_t Bytes) {
  Index Result = 0;
  for (Index I = 0; I < Count; ++I, At += Stride)
    Result += isTrue(At, Bytes);
  return Result;
}

Index countTrue(const Descriptor &X) {
  Index Result = 0, Count = elementCount(X);
  Walk At(X);
  for (Index I = 0; I < Count; ++I, At.next())
    Result += isTrue(At.get(), X.elem_len);
  return Result;
}

/// Stores `Decide(number of true elements)` for every line.
template <typename F>
void logicalDim(Descriptor &Result, const Descriptor &X, int Dim, Place Where,
                F &&Decide) {
  createReduced(Result, X.type, X.elem_len, X, Dim, Where);
  const CFI_dim_t &Line = X.dim[Dim - 1];
  forEachLine(Result, X, Dim - 1, Mask(nullptr),
              [&](char *To, const char *At, const char *) {
                storeLogical(
                    To, X.elem_len,
                    Decide(countTrue(At, Line.extent, Line.sm, X.elem_len)));
              });
}

} // namespace

extern "C" {

int64_t ENTRY(Count)(const Descriptor &X, const char *, int, int) {
  return countTrue(X);
}
void ENTRY(CountDim)(Descriptor &Result, const Descriptor &X, int Dim, int Kind,
                     const char *File, int Line) {
  createReduced(Result, integerType(Kind), static_cast<size_t>(Kind), X, Dim,
                {File, Line});
  const CFI_dim_t &Along = X.dim[Dim - 1];
  forEachLine(Result, X, Dim - 1, Mask(nullptr),
              [&](char *To, const char *At, const char *) {
                storeInteger(To, static_cast<size_t>(Kind),
                             countTrue(At, Along.extent, Along.sm, X.elem_len));
              });
}
bool ENTRY(Any)(const Descriptor &X, const char *, int, int) {
  return countTrue(X) > 0;
}
void ENTRY(AnyDim)(Descriptor &Result, const Descriptor &X, int Dim,
                   const char *File, int Line) {
  logicalDim(Result, X, Dim, {File, Line}, [](Index N) { return N > 0; });
}
bool ENTRY(All)(const Descriptor &X, const char *, int, int) {
  return countTrue(X) == elementCount(X);
}
void ENTRY(AllDim)(Descriptor &Result, const Descriptor &X, int Dim,
                   const char *File, int Line) {
  logicalDim(Result, X, Dim, {File, Line},
             [&](Index N) { return N == X.dim[Dim - 1].extent; });
}
bool ENTRY(Parity)(const Descriptor &X, const char *, int, int) {
  return countTrue(X) % 2 == 1;
}
void ENTRY(ParityDim)(Descriptor &Result, const Descriptor &X, int Dim,
                      const char *File, int Line) {
  logicalDim(Result, X, Dim, {File, Line}, [](Index N) { return N % 2 == 1; });
}

} // extern "C"
