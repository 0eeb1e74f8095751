//===-- Transform.cpp - Transformational functions in device code ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry points of flang/Runtime/transformational.h and of TRANSFER. Elements
// are bytes but where a value must be made up (EOSHIFT without BOUNDARY=).
//
//===----------------------------------------------------------------------===//
#include "Descriptor.h"

using namespace warpdev;

namespace {

void createLike(Descriptor &Result, const Descriptor &Source, int Rank,
                const Index *Extents, Place At) {
  create(Result, Source.type, Source.elem_len, Rank, Extents, &Source, At);
}

void extentsOf(const Descriptor &D, Index *Extents) {
  for (int I = 0; I < D.rank; ++I)
    Extents[I] = D.dim[I].extent;
}

/// Zero, false or blanks.
void fillElement(char *To, const Descriptor &Like) {
  char Byte = Like.type == CFI_type_char ? ' ' : '\0';
  for (size_t I = 0; I < Like.elem_len; ++I)
    To[I] = Byte;
  if (Like.type == CFI_type_char32_t)
    for (size_t I = 0; I < Like.elem_len; I += 4)
      store<uint32_t>(To + I, ' ');
  if (Like.type == CFI_type_char16_t)
    for (size_t I = 0; I < Like.elem_len; I += 2)
      store<uint16_t>(To + I, ' ');
}

/// A scalar or an array with one element for each line along a dimension.
class PerLine {
public:
  PerLine(const Descriptor *D) : D(D), At(D ? *D : Empty.get()) {}
  const char *get() const { return D ? At.get() : nullptr; }
  void next() {
    if (D && D->rank > 0)
      At.next();
  }

private:
  struct None : DescriptorStorage {
    None() { get().rank = 0, get().base_addr = nullptr; }
  };
  const Descriptor *D;
  None Empty;
  Walk At;
};

void checkDim(const Descriptor &Source, int Dim, Place At) {
  if (Dim < 1 || Dim > Source.rank)
    fail("DIM= of CSHIFT or EOSHIFT is not a dimension of its array", At);
}

/// Moves the lines along Dim; what comes in from outside is Boundary's element
/// or a blank, or with Circular what went out.
void shiftLines(Descriptor &Result, const Descriptor &Source,
                const Descriptor *Shift, Index OneShift, bool Circular,
                const Descriptor *Boundary, int Dim, Place Where) {
  checkDim(Source, Dim, Where);
  Index Extents[CFI_MAX_RANK];
  extentsOf(Source, Extents);
  createLike(Result, Source, Source.rank, Extents, Where);
  DescriptorStorage FromLines, ToLines;
  dropDimension(FromLines.get(), Source, Dim - 1);
  dropDimension(ToLines.get(), Result, Dim - 1);
  Walk From(FromLines.get()), To(ToLines.get());
  PerLine Shifts(Shift), Boundaries(Boundary);
  Index Length = Source.dim[Dim - 1].extent;
  Index FromStride = Source.dim[Dim - 1].sm, ToStride = Result.dim[Dim - 1].sm;
  Index Lines = elementCount(FromLines.get());
  if (Length == 0)
    return;
  for (Index L = 0; L < Lines;
       ++L, From.next(), To.next(), Shifts.next(), Boundaries.next()) {
    Index By = Shift ? loadInteger(Shifts.get(), Shift->elem_len) : OneShift;
    if (Circular) {
      By %= Length;
      if (By < 0)
        By += Length;
    }
    for (Index I = 0; I < Length; ++I) {
      Index J = I + By;
      if (Circular && J >= Length)
        J -= Length;
      char *At = To.get() + I * ToStride;
      if (J >= 0 && J < Length)
        copyBytes(At, From.get() + J * FromStride, Source.elem_len);
      else if (Boundary)
        copyBytes(At, Boundaries.get(), Source.elem_len);
      else
        fillElement(At, Source);
    }
  }
}

} // namespace

extern "C" {

//===-- CSHIFT, EOSHIFT ---------------------------------------------------===//

void ENTRY(Cshift)(Descriptor &Result, const Descriptor &Source,
                   const Descriptor &Shift, int Dim, const char *File,
                   int Line) {
  shiftLines(Result, Source, &Shift, 0, true, nullptr, Dim, {File, Line});
}
void ENTRY(CshiftVector)(Descriptor &Result, const Descriptor &Source,
                         int64_t Shift, const char *File, int Line) {
  shiftLines(Result, Source, nullptr, Shift, true, nullptr, 1, {File, Line});
}
void ENTRY(Eoshift)(Descriptor &Result, const Descriptor &Source,
                    const Descriptor &Shift, const Descriptor *Boundary,
                    int Dim, const char *File, int Line) {
  shiftLines(Result, Source, &Shift, 0, false, Boundary, Dim, {File, Line});
}
void ENTRY(EoshiftVector)(Descriptor &Result, const Descriptor &Source,
                          int64_t Shift, const Descriptor *Boundary,
                          const char *File, int Line) {
  shiftLines(Result, Source, nullptr, Shift, false, Boundary, 1, {File, Line});
}

//===-- PACK, UNPACK, SPREAD, TRANSPOSE, RESHAPE --------------------------===//

void ENTRY(Pack)(Descriptor &Result, const Descriptor &Source,
                 const Descriptor &MaskArgument, const Descriptor *Vector,
                 const char *File, int Line) {
  Place Where{File, Line};
  Mask M(&MaskArgument);
  Index Count = M.all() ? elementCount(Source) : 0, Wanted = Count;
  if (M.isArray()) {
    Wanted = 0;
    Walk MaskAt(MaskArgument);
    for (Index I = 0; I < Count; ++I, MaskAt.next())
      Wanted += M.test(MaskAt.get());
  }
  Index Size = Vector ? Vector->dim[0].extent : Wanted;
  if (Size < Wanted)
    fail("PACK: VECTOR= has fewer elements than MASK= has true ones", Where);
  createLike(Result, Source, 1, &Size, Where);
  char *To = static_cast<char *>(Result.base_addr);
  Walk At(Source), MaskAt(M.isArray() ? MaskArgument : Source);
  for (Index I = 0; I < Count; ++I, At.next(), MaskAt.next())
    if (!M.isArray() || M.test(MaskAt.get())) {
      copyBytes(To, At.get(), Source.elem_len);
      To += Source.elem_len;
    }
  for (Index I = Wanted; I < Size; ++I, To += Source.elem_len)
    copyBytes(To,
              static_cast<const char *>(Vector->base_addr) +
                  I * Vector->dim[0].sm,
              Source.elem_len);
}

void ENTRY(Unpack)(Descriptor &Result, const Descriptor &Vector,
                   const Descriptor &MaskArgument, const Descriptor &Field,
                   const char *File, int Line) {
  Place Where{File, Line};
  Index Extents[CFI_MAX_RANK];
  extentsOf(MaskArgument, Extents);
  createLike(Result, Vector, MaskArgument.rank, Extents, Where);
  Index Count = elementCount(MaskArgument), Next = 0;
  Walk To(Result), MaskAt(MaskArgument), Other(Field);
  for (Index I = 0; I < Count; ++I, To.next(), MaskAt.next()) {
    if (isTrue(MaskAt.get(), MaskArgument.elem_len)) {
      if (Next >= Vector.dim[0].extent)
        fail("UNPACK: VECTOR= has fewer elements than MASK= has true ones",
             Where);
      copyBytes(To.get(),
                static_cast<const char *>(Vector.base_addr) +
                    Next++ * Vector.dim[0].sm,
                Vector.elem_len);
    } else {
      copyBytes(To.get(), Other.get(), Vector.elem_len);
    }
    if (Field.rank > 0)
      Other.next();
  }
}

void ENTRY(Spread)(Descriptor &Result, const Descriptor &Source, int Dim,
                   int64_t Copies, const char *File, int Line) {
  Place Where{File, Line};
  int Rank = Source.rank + 1;
  if (Dim < 1 || Dim > Rank)
    fail("DIM= of SPREAD is not a dimension of its result", Where);
  Index Extents[CFI_MAX_RANK];
  for (int I = 0, J = 0; I < Rank; ++I)
    Extents[I] =
        I == Dim - 1 ? (Copies > 0 ? Copies : 0) : Source.dim[J++].extent;
  createLike(Result, Source, Rank, Extents, Where);
  DescriptorStorage Lines;
  dropDimension(Lines.get(), Result, Dim - 1);
  Index Count = elementCount(Source);
  Walk From(Source), To(Lines.get());
  for (Index I = 0; I < Count; ++I, From.next(), To.next())
    for (Index J = 0; J < Copies; ++J)
      copyBytes(To.get() + J * Result.dim[Dim - 1].sm, From.get(),
                Source.elem_len);
}

void ENTRY(Transpose)(Descriptor &Result, const Descriptor &Matrix,
                      const char *File, int Line) {
  Index Extents[2] = {Matrix.dim[1].extent, Matrix.dim[0].extent};
  createLike(Result, Matrix, 2, Extents, {File, Line});
  Index Count = elementCount(Result);
  Walk To(Result);
  for (Index I = 0; I < Count; ++I, To.next())
    copyBytes(To.get(),
              static_cast<const char *>(Matrix.base_addr) +
                  To.at(1) * Matrix.dim[0].sm + To.at(0) * Matrix.dim[1].sm,
              Matrix.elem_len);
}

void ENTRY(Reshape)(Descriptor &Result, const Descriptor &Source,
                    const Descriptor &Shape, const Descriptor *Pad,
                    const Descriptor *Order, const char *File, int Line) {
  Place Where{File, Line};
  int Rank = static_cast<int>(Shape.dim[0].extent);
  Index Extents[CFI_MAX_RANK];
  for (int I = 0; I < Rank; ++I) {
    Extents[I] = integerAt(Shape, I);
    if (Extents[I] < 0)
      fail("RESHAPE to a shape with a negative extent", Where);
  }
  createLike(Result, Source, Rank, Extents, Where);
  Index Wanted = elementCount(Result), Given = elementCount(Source);
  Index Padding = Pad ? elementCount(*Pad) : 0;
  if (Given < Wanted && Padding == 0)
    fail("RESHAPE of an array with too few elements and without PAD=", Where);
  // The result with its dimensions in the order in which they are filled.
  DescriptorStorage Filled;
  copyHeader(Filled.get(), Result);
  bool Seen[CFI_MAX_RANK] = {};
  for (int I = 0; Order && I < Rank; ++I) {
    Index Which = integerAt(*Order, I);
    if (Which < 1 || Which > Rank || Seen[Which - 1])
      fail("ORDER= of RESHAPE is no permutation", Where);
    Seen[Which - 1] = true;
    Filled.get().dim[I] = Result.dim[Which - 1];
  }
  Walk To(Filled.get()), From(Source);
  Index Next = 0;
  for (; Next < Wanted && Next < Given; ++Next, To.next(), From.next())
    copyBytes(To.get(), From.get(), Source.elem_len);
  while (Next < Wanted) {
    Walk More(*Pad);
    for (Index I = 0; I < Padding && Next < Wanted;
         ++I, ++Next, To.next(), More.next())
      copyBytes(To.get(), More.get(), Source.elem_len);
  }
}

//===-- TRANSFER ----------------------------------------------------------===//

static void transferBytes(Descriptor &Result, const Descriptor &Source) {
  size_t Wanted = static_cast<size_t>(elementCount(Result)) * Result.elem_len;
  char *To = static_cast<char *>(Result.base_addr);
  Index Count = elementCount(Source);
  Walk From(Source);
  for (Index I = 0; I < Count && Wanted > 0; ++I, From.next()) {
    size_t Bytes = Source.elem_len < Wanted ? Source.elem_len : Wanted;
    copyBytes(To, From.get(), Bytes);
    To += Bytes;
    Wanted -= Bytes;
  }
  // Bits that the source does not give are undefined: zero is as good.
  for (size_t I = 0; I < Wanted; ++I)
    To[I] = '\0';
}

void ENTRY(Transfer)(Descriptor &Result, const Descriptor &Source,
                     const Descriptor &Mold, const char *File, int Line) {
  Index Size = 0;
  if (Mold.rank > 0 && Mold.elem_len > 0) {
    size_t Bytes = static_cast<size_t>(elementCount(Source)) * Source.elem_len;
    Size = static_cast<Index>((Bytes + Mold.elem_len - 1) / Mold.elem_len);
  }
  createLike(Result, Mold, Mold.rank > 0 ? 1 : 0, &Size, {File, Line});
  transferBytes(Result, Source);
}
void ENTRY(TransferSize)(Descriptor &Result, const Descriptor &Source,
                         const Descriptor &Mold, const char *File, int Line,
                         int64_t Size) {
  Index Extent = Size;
  createLike(Result, Mold, 1, &Extent, {File, Line});
  transferBytes(Result, Source);
}

//===-- BESSEL_JN and BESSEL_YN of several orders -------------------------===//

/// Orders N1 to N2: J downwards from the two highest, which Flang passes, Y
/// upwards from the two lowest; both recurrences are stable that way.
#define BESSEL(KIND, CODE, T)                                                  \
  void ENTRY(BesselJn_##KIND)(Descriptor & Result, int32_t N1, int32_t N2,     \
                              T X, T Last, T Before, const char *File,         \
                              int Line) {                                      \
    Index Size = N2 >= N1 ? (Index)N2 - N1 + 1 : 0;                            \
    create(Result, CODE, sizeof(T), 1, &Size, nullptr, {File, Line});          \
    T *To = static_cast<T *>(Result.base_addr);                                \
    if (Size > 0)                                                              \
      To[Size - 1] = Last;                                                     \
    if (Size > 1)                                                              \
      To[Size - 2] = Before;                                                   \
    for (Index I = Size - 3; I >= 0; --I)                                      \
      To[I] = 2 * (T)(N1 + I + 1) / X * To[I + 1] - To[I + 2];                 \
  }                                                                            \
  void ENTRY(BesselYn_##KIND)(Descriptor & Result, int32_t N1, int32_t N2,     \
                              T X, T First, T Second, const char *File,        \
                              int Line) {                                      \
    Index Size = N2 >= N1 ? (Index)N2 - N1 + 1 : 0;                            \
    create(Result, CODE, sizeof(T), 1, &Size, nullptr, {File, Line});          \
    T *To = static_cast<T *>(Result.base_addr);                                \
    if (Size > 0)                                                              \
      To[0] = First;                                                           \
    if (Size > 1)                                                              \
      To[1] = Second;                                                          \
    for (Index I = 2; I < Size; ++I)                                           \
      To[I] = 2 * (T)(N1 + I - 1) / X * To[I - 1] - To[I - 2];                 \
  }                                                                            \
  void ENTRY(BesselJnX0_##KIND)(Descriptor & Result, int32_t N1, int32_t N2,   \
                                const char *File, int Line) {                  \
    Index Size = N2 >= N1 ? (Index)N2 - N1 + 1 : 0;                            \
    create(Result, CODE, sizeof(T), 1, &Size, nullptr, {File, Line});          \
    T *To = static_cast<T *>(Result.base_addr);                                \
    for (Index I = 0; I < Size; ++I)                                           \
      To[I] = N1 + I == 0 ? (T)1 : (T)0;                                       \
  }                                                                            \
  void ENTRY(BesselYnX0_##KIND)(Descriptor & Result, int32_t N1, int32_t N2,   \
                                const char *File, int Line) {                  \
    Index Size = N2 >= N1 ? (Index)N2 - N1 + 1 : 0;                            \
    create(Result, CODE, sizeof(T), 1, &Size, nullptr, {File, Line});          \
    T *To = static_cast<T *>(Result.base_addr);                                \
    for (Index I = 0; I < Size; ++I)                                           \
      To[I] = -(T)__builtin_inf();                                             \
  }
BESSEL(4, CFI_type_float, float)
BESSEL(8, CFI_type_double, double)

} // extern "C"
