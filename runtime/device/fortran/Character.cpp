//===-- Character.cpp - Character operations in device code ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry points of flang/Runtime/character.h for characters of kinds 1, 2, 4.
//
//===----------------------------------------------------------------------===//
#include "Text.h"

using namespace warpdev;

namespace {

/// Where Part begins in Whole, from 1; 0 if nowhere.
template <typename C> size_t find(Text<C> Whole, Text<C> Part, bool Back) {
  if (Part.Length > Whole.Length)
    return 0;
  size_t Places = Whole.Length - Part.Length + 1;
  for (size_t N = 0; N < Places; ++N) {
    size_t Begin = Back ? Places - 1 - N : N, I = 0;
    while (I < Part.Length && Whole.At[Begin + I] == Part.At[I])
      ++I;
    if (I == Part.Length)
      return Begin + 1;
  }
  return 0;
}

/// The first or last character that is (SCAN) or is not (VERIFY) in Set.
template <typename C>
size_t search(Text<C> Whole, Text<C> Set, bool Member, bool Back) {
  for (size_t N = 0; N < Whole.Length; ++N) {
    size_t Which = Back ? Whole.Length - 1 - N : N, I = 0;
    while (I < Set.Length && Set.At[I] != Whole.At[Which])
      ++I;
    if ((I < Set.Length) == Member)
      return Which + 1;
  }
  return 0;
}

void createStrings(Descriptor &Result, const Descriptor &Like, size_t Bytes,
                   Place At) {
  Index Extents[CFI_MAX_RANK];
  for (int I = 0; I < Like.rank; ++I)
    Extents[I] = Like.dim[I].extent;
  create(Result, Like.type, Bytes, Like.rank, Extents, nullptr, At);
}

void adjust(Descriptor &Result, const Descriptor &String, bool Left, Place At) {
  createStrings(Result, String, String.elem_len, At);
  Index Count = elementCount(String);
  onKind(String, [&](auto Zero) {
    using C = decltype(Zero);
    Walk From(String), To(Result);
    for (Index N = 0; N < Count; ++N, From.next(), To.next()) {
      Text<C> In = textAt<C>(String, From.get());
      C *Out = reinterpret_cast<C *>(To.get());
      size_t Leading = 0, Trailing = In.Length - In.trimmed();
      while (Leading < In.Length && In.At[Leading] == ' ')
        ++Leading;
      for (size_t I = 0; I < In.Length; ++I)
        if (Left)
          Out[I] = In.get(I + Leading);
        else
          Out[I] = I < Trailing ? C(' ') : In.At[I - Trailing];
    }
  });
}

/// An array of integers from one or two arrays of strings; scalars go with
/// every element. `Do(string, second, back)` gives the value.
template <typename F>
void mapStrings(Descriptor &Result, const Descriptor &String,
                const Descriptor *Second, const Descriptor *Back, int Kind,
                Place At, F &&Do) {
  const Descriptor &Shape = String.rank == 0 && Second ? *Second : String;
  Index Extents[CFI_MAX_RANK];
  for (int I = 0; I < Shape.rank; ++I)
    Extents[I] = Shape.dim[I].extent;
  create(Result, integerType(Kind), static_cast<size_t>(Kind), Shape.rank,
         Extents, nullptr, At);
  Index Count = elementCount(Result);
  onKind(String, [&](auto Zero) {
    using C = decltype(Zero);
    Walk To(Result), A(String), B(Second ? *Second : String),
        M(Back ? *Back : String);
    for (Index N = 0; N < Count; ++N, To.next()) {
      bool IsBack = Back && isTrue(M.get(), Back->elem_len);
      Text<C> Other = Second ? textAt<C>(*Second, B.get()) : Text<C>{};
      storeInteger(
          To.get(), static_cast<size_t>(Kind),
          static_cast<int64_t>(Do(textAt<C>(String, A.get()), Other, IsBack)));
      if (String.rank > 0)
        A.next();
      if (Second && Second->rank > 0)
        B.next();
      if (Back && Back->rank > 0)
        M.next();
    }
  });
}

/// MAX and MIN of strings, one operand after the other.
void extreme(Descriptor &Accumulator, const Descriptor &X, bool IsMax,
             Place At) {
  size_t Bytes = Accumulator.base_addr && Accumulator.elem_len > X.elem_len
                     ? Accumulator.elem_len
                     : X.elem_len;
  DescriptorStorage Old;
  copyHeader(Old.get(), Accumulator);
  bool First = !Accumulator.base_addr;
  const Descriptor &Shape = First || Accumulator.rank < X.rank ? X : Old.get();
  createStrings(Accumulator, Shape, Bytes, At);
  Index Count = elementCount(Accumulator);
  onKind(X, [&](auto Zero) {
    using C = decltype(Zero);
    Walk To(Accumulator), New(X), Before(First ? X : Old.get());
    for (Index N = 0; N < Count; ++N, To.next()) {
      Text<C> Best = textAt<C>(X, New.get());
      if (!First) {
        Text<C> B = textAt<C>(Old.get(), Before.get());
        int Order = compare(Best, B);
        if (IsMax ? Order <= 0 : Order >= 0)
          Best = B;
      }
      C *Out = reinterpret_cast<C *>(To.get());
      for (size_t I = 0; I < Bytes / sizeof(C); ++I)
        Out[I] = Best.get(I);
      if (X.rank > 0)
        New.next();
      if (!First && Old.get().rank > 0)
        Before.next();
    }
  });
  if (!First)
    release(Old.get().base_addr);
}

} // namespace

extern "C" {

//===-- Comparison and search in scalars ----------------------------------===//

#define SCALARS(KIND, C)                                                       \
  int SMALL(CharacterCompareScalar##KIND)(const C *A, const C *B,              \
                                          size_t ALength, size_t BLength) {    \
    return compare<C>({A, ALength}, {B, BLength});                             \
  }                                                                            \
  size_t SMALL(LenTrim##KIND)(const C *A, size_t Length) {                     \
    return Text<C>{A, Length}.trimmed();                                       \
  }                                                                            \
  size_t ENTRY(Index##KIND)(const C *A, size_t Length, const C *Part,          \
                            size_t PartLength, bool Back) {                    \
    return find<C>({A, Length}, {Part, PartLength}, Back);                     \
  }                                                                            \
  size_t ENTRY(Scan##KIND)(const C *A, size_t Length, const C *Set,            \
                           size_t SetLength, bool Back) {                      \
    return search<C>({A, Length}, {Set, SetLength}, true, Back);               \
  }                                                                            \
  size_t ENTRY(Verify##KIND)(const C *A, size_t Length, const C *Set,          \
                             size_t SetLength, bool Back) {                    \
    return search<C>({A, Length}, {Set, SetLength}, false, Back);              \
  }
SCALARS(1, uint8_t)
SCALARS(2, uint16_t)
SCALARS(4, uint32_t)

int ENTRY(CharacterCompareScalar)(const Descriptor &A, const Descriptor &B) {
  int Order = 0;
  onKind(A, [&](auto Zero) {
    using C = decltype(Zero);
    Order = compare(textOf<C>(A), textOf<C>(B));
  });
  return Order;
}

//===-- The same of arrays ------------------------------------------------===//

void ENTRY(LenTrim)(Descriptor &Result, const Descriptor &String, int Kind,
                    const char *File, int Line) {
  mapStrings(Result, String, nullptr, nullptr, Kind, {File, Line},
             [](auto Whole, auto, bool) { return Whole.trimmed(); });
}
void ENTRY(Index)(Descriptor &Result, const Descriptor &String,
                  const Descriptor &Part, const Descriptor *Back, int Kind,
                  const char *File, int Line) {
  mapStrings(Result, String, &Part, Back, Kind, {File, Line},
             [](auto A, auto B, bool IsBack) { return find(A, B, IsBack); });
}
void ENTRY(Scan)(Descriptor &Result, const Descriptor &String,
                 const Descriptor &Set, const Descriptor *Back, int Kind,
                 const char *File, int Line) {
  mapStrings(
      Result, String, &Set, Back, Kind, {File, Line},
      [](auto A, auto B, bool IsBack) { return search(A, B, true, IsBack); });
}
void ENTRY(Verify)(Descriptor &Result, const Descriptor &String,
                   const Descriptor &Set, const Descriptor *Back, int Kind,
                   const char *File, int Line) {
  mapStrings(
      Result, String, &Set, Back, Kind, {File, Line},
      [](auto A, auto B, bool IsBack) { return search(A, B, false, IsBack); });
}

//===-- New strings -------------------------------------------------------===//

void ENTRY(Adjustl)(Descriptor &Result, const Descriptor &String,
                    const char *File, int Line) {
  adjust(Result, String, true, {File, Line});
}
void ENTRY(Adjustr)(Descriptor &Result, const Descriptor &String,
                    const char *File, int Line) {
  adjust(Result, String, false, {File, Line});
}

void ENTRY(Trim)(Descriptor &Result, const Descriptor &String, const char *File,
                 int Line) {
  onKind(String, [&](auto Zero) {
    using C = decltype(Zero);
    size_t Bytes = textOf<C>(String).trimmed() * sizeof(C);
    create(Result, String.type, Bytes, 0, nullptr, nullptr, {File, Line});
    copyBytes(static_cast<char *>(Result.base_addr),
              static_cast<const char *>(String.base_addr), Bytes);
  });
}

void ENTRY(Repeat)(Descriptor &Result, const Descriptor &String, int64_t Copies,
                   const char *File, int Line) {
  if (Copies < 0)
    fail("REPEAT with a negative number of copies", {File, Line});
  size_t Bytes = String.elem_len;
  create(Result, String.type, Bytes * static_cast<size_t>(Copies), 0, nullptr,
         nullptr, {File, Line});
  char *To = static_cast<char *>(Result.base_addr);
  for (int64_t I = 0; I < Copies; ++I, To += Bytes)
    copyBytes(To, static_cast<const char *>(String.base_addr), Bytes);
}

void ENTRY(CharacterConcatenate)(Descriptor &Accumulator,
                                 const Descriptor &From, const char *File,
                                 int Line) {
  DescriptorStorage Old;
  copyHeader(Old.get(), Accumulator);
  size_t First = Accumulator.elem_len;
  createStrings(Accumulator, Accumulator, First + From.elem_len, {File, Line});
  Index Count = elementCount(Accumulator);
  Walk To(Accumulator), A(Old.get()), B(From);
  for (Index I = 0; I < Count; ++I, To.next(), A.next(), B.next()) {
    copyBytes(To.get(), A.get(), First);
    copyBytes(To.get() + First, B.get(), From.elem_len);
  }
  release(Old.get().base_addr);
}

size_t ENTRY(CharacterAppend1)(char *To, size_t Length, size_t Offset,
                               const char *From, size_t FromLength) {
  for (size_t I = 0; I < FromLength && Offset < Length; ++I)
    To[Offset++] = From[I];
  return Offset;
}
void ENTRY(CharacterPad1)(char *To, size_t Length, size_t Offset) {
  for (; Offset < Length; ++Offset)
    To[Offset] = ' ';
}

void ENTRY(CharacterMax)(Descriptor &Accumulator, const Descriptor &X,
                         const char *File, int Line) {
  extreme(Accumulator, X, true, {File, Line});
}
void ENTRY(CharacterMin)(Descriptor &Accumulator, const Descriptor &X,
                         const char *File, int Line) {
  extreme(Accumulator, X, false, {File, Line});
}

} // extern "C"
