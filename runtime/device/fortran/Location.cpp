//===-- Location.cpp - MAXLOC, MINLOC, FINDLOC in device code -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an array has its extreme or a value: subscripts from 1, zeros if there
// is no such element. A search is a class that says whether the element it is
// shown is a better one than those before.
//
//===----------------------------------------------------------------------===//
#include "Convert.h"
#include "Text.h"

using namespace warpdev;

namespace {

/// The first of equal elements, or with Back the last. A NaN counts only while
/// there is nothing else.
template <typename T, bool IsMax> class ExtremeSearch {
public:
  explicit ExtremeSearch(bool Back) : Back(Back) {}
  bool better(const char *At) {
    T X = load<T>(At);
    bool Better = !Any || (IsMax ? X > Best : X < Best) ||
                  (Back && X == Best) || (Best != Best && X == X);
    Any = true;
    if (Better)
      Best = X;
    return Better;
  }
  bool done() const { return false; }

private:
  bool Back, Any = false;
  T Best = 0;
};

template <typename C, bool IsMax> class TextSearch {
public:
  TextSearch(const Descriptor &X, bool Back) : X(X), Back(Back) {}
  bool better(const char *At) {
    int Order = Best ? compare(textAt<C>(X, At), textAt<C>(X, Best)) : 0;
    bool Better =
        !Best || (IsMax ? Order > 0 : Order < 0) || (Back && Order == 0);
    if (Better)
      Best = At;
    return Better;
  }
  bool done() const { return false; }

private:
  const Descriptor &X;
  bool Back;
  const char *Best = nullptr;
};

/// Elements equal to a scalar of maybe another type.
class ValueSearch {
public:
  ValueSearch(const Descriptor &X, const Descriptor &Target, bool Back)
      : X(X), Target(Target), Back(Back) {
    Category A = categoryOf(X), B = categoryOf(Target);
    auto Is = [&](Category C) { return A == C || B == C; };
    Common = Is(Category::Complex)     ? Category::Complex
             : Is(Category::Real)      ? Category::Real
             : Is(Category::Character) ? Category::Character
             : Is(Category::Logical)   ? Category::Logical
                                       : Category::Integer;
  }
  bool better(const char *At) {
    bool Equal = equal(At, static_cast<const char *>(Target.base_addr));
    Found |= Equal;
    return Equal;
  }
  bool done() const { return Found && !Back; }

private:
  bool equal(const char *A, const char *B) const;
  const Descriptor &X, &Target;
  bool Back, Found = false;
  Category Common;
};

bool ValueSearch::equal(const char *A, const char *B) const {
  switch (Common) {
  case Category::Complex: {
    auto Left = loadComplex<double>(X, A),
         Right = loadComplex<double>(Target, B);
    return Left.Re == Right.Re && Left.Im == Right.Im;
  }
  case Category::Real:
    return loadAs<double>(X, A) == loadAs<double>(Target, B);
  case Category::Logical:
    return isTrue(A, X.elem_len) == isTrue(B, Target.elem_len);
  case Category::Character: {
    bool IsEqual = false;
    onKind(X, [&](auto Zero) {
      using C = decltype(Zero);
      IsEqual = compare(textAt<C>(X, A), textAt<C>(Target, B)) == 0;
    });
    return IsEqual;
  }
  default:
    return loadWideInteger(A, X.elem_len) ==
           loadWideInteger(B, Target.elem_len);
  }
}

template <typename S>
void locate(Descriptor &Result, const Descriptor &X, int Kind, Place Where,
            const Descriptor *MaskArgument, S Search) {
  Index Rank = X.rank;
  create(Result, integerType(Kind), static_cast<size_t>(Kind), 1, &Rank,
         nullptr, Where);
  char *To = static_cast<char *>(Result.base_addr);
  for (int I = 0; I < X.rank; ++I)
    storeInteger(To + I * Kind, static_cast<size_t>(Kind), 0);
  Mask M(MaskArgument);
  Index Count = M.all() ? elementCount(X) : 0;
  Walk At(X), MaskAt(M.isArray() ? M.array() : X);
  for (Index I = 0; I < Count && !Search.done();
       ++I, At.next(), MaskAt.next()) {
    if (M.isArray() && !M.test(MaskAt.get()))
      continue;
    if (Search.better(At.get()))
      for (int J = 0; J < X.rank; ++J)
        storeInteger(To + J * Kind, static_cast<size_t>(Kind), At.at(J) + 1);
  }
}

/// `Make()` gives a fresh search for every line along Dim.
template <typename F>
void locateDim(Descriptor &Result, const Descriptor &X, int Kind, int Dim,
               Place Where, const Descriptor *MaskArgument, F &&Make) {
  if (Dim < 1 || Dim > X.rank)
    fail("DIM= of an intrinsic function is not a dimension of its array",
         Where);
  DescriptorStorage Lines, MaskLines;
  dropDimension(Lines.get(), X, Dim - 1);
  Index Extents[CFI_MAX_RANK];
  for (int I = 0; I < X.rank - 1; ++I)
    Extents[I] = Lines.get().dim[I].extent;
  create(Result, integerType(Kind), static_cast<size_t>(Kind), X.rank - 1,
         Extents, nullptr, Where);
  Mask M(MaskArgument);
  Index MaskStride = 0;
  dropDimension(MaskLines.get(), M.isArray() ? M.array() : X, Dim - 1);
  if (M.isArray())
    MaskStride = M.array().dim[Dim - 1].sm;
  const CFI_dim_t &Along = X.dim[Dim - 1];
  Index Count = elementCount(Result), Length = M.all() ? Along.extent : 0;
  Walk To(Result), Line(Lines.get()), MaskLine(MaskLines.get());
  for (Index I = 0; I < Count; ++I, To.next(), Line.next(), MaskLine.next()) {
    auto Search = Make();
    Index Found = 0;
    const char *At = Line.get(), *MaskAt = MaskLine.get();
    for (Index J = 1; J <= Length && !Search.done();
         ++J, At += Along.sm, MaskAt += MaskStride)
      if ((!M.isArray() || M.test(MaskAt)) && Search.better(At))
        Found = J;
    storeInteger(To.get(), static_cast<size_t>(Kind), Found);
  }
}

template <bool IsMax>
void extremeDim(Descriptor &Result, const Descriptor &X, int Kind, int Dim,
                Place Where, const Descriptor *MaskArgument, bool Back) {
  auto Do = [&](auto Type) {
    locateDim(Result, X, Kind, Dim, Where, MaskArgument, [&] {
      return ExtremeSearch<typename decltype(Type)::Type, IsMax>(Back);
    });
  };
  if (onInteger(X, Do) || onReal(X, Do))
    return;
  if (categoryOf(X) != Category::Character)
    fail("internal: MAXLOC and MINLOC have no version for this type", Where);
  onKind(X, [&](auto Zero) {
    locateDim(Result, X, Kind, Dim, Where, MaskArgument,
              [&] { return TextSearch<decltype(Zero), IsMax>(X, Back); });
  });
}

} // namespace

#define EXTREME(NAME, ISMAX, SUFFIX, TYPE)                                     \
  void ENTRY(NAME##SUFFIX)(Descriptor & Result, const Descriptor &X, int Kind, \
                           const char *File, int Line,                         \
                           const Descriptor *MaskArgument, bool Back) {        \
    locate(Result, X, Kind, {File, Line}, MaskArgument,                        \
           ExtremeSearch<TYPE, ISMAX>(Back));                                  \
  }
#define EXTREMES(NAME, ISMAX)                                                  \
  EXTREME(NAME, ISMAX, Integer1, int8_t)                                       \
  EXTREME(NAME, ISMAX, Integer2, int16_t)                                      \
  EXTREME(NAME, ISMAX, Integer4, int32_t)                                      \
  EXTREME(NAME, ISMAX, Integer8, int64_t)                                      \
  EXTREME(NAME, ISMAX, Integer16, __int128)                                    \
  EXTREME(NAME, ISMAX, Real4, float)                                           \
  EXTREME(NAME, ISMAX, Real8, double)                                          \
  void ENTRY(NAME##Character)(Descriptor & Result, const Descriptor &X,        \
                              int Kind, const char *File, int Line,            \
                              const Descriptor *MaskArgument, bool Back) {     \
    onKind(X, [&](auto Zero) {                                                 \
      locate(Result, X, Kind, {File, Line}, MaskArgument,                      \
             TextSearch<decltype(Zero), ISMAX>(X, Back));                      \
    });                                                                        \
  }                                                                            \
  void ENTRY(NAME##Dim)(Descriptor & Result, const Descriptor &X, int Kind,    \
                        int Dim, const char *File, int Line,                   \
                        const Descriptor *MaskArgument, bool Back) {           \
    extremeDim<ISMAX>(Result, X, Kind, Dim, {File, Line}, MaskArgument, Back); \
  }

extern "C" {

EXTREMES(Maxloc, true)
EXTREMES(Minloc, false)

void ENTRY(Findloc)(Descriptor &Result, const Descriptor &X,
                    const Descriptor &Target, int Kind, const char *File,
                    int Line, const Descriptor *MaskArgument, bool Back) {
  locate(Result, X, Kind, {File, Line}, MaskArgument,
         ValueSearch(X, Target, Back));
}
void ENTRY(FindlocDim)(Descriptor &Result, const Descriptor &X,
                       const Descriptor &Target, int Kind, int Dim,
                       const char *File, int Line,
                       const Descriptor *MaskArgument, bool Back) {
  locateDim(Result, X, Kind, Dim, {File, Line}, MaskArgument,
            [&] { return ValueSearch(X, Target, Back); });
}

} // extern "C"
