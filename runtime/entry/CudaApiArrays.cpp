//===-- runtime/entry/CudaApiArrays.cpp - cudafor: CUDA arrays ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA arrays are allocated, described and copied. A copy of a number of bytes
// runs through the rows of an array as if they lay one behind the other; it is
// made of boxes: the rest of a row, whole rows, the begin of a row.
//
//===----------------------------------------------------------------------===//
#include "entry/CudaApiArrays.h"
#include <algorithm>
#include <mutex>
#include <unordered_set>

using namespace warprt;

namespace {

/// Arrays that were freed: a driver would read what their handles point to.
struct FreedArrays {
  std::mutex Lock;
  std::unordered_set<Array *> Handles;
};
FreedArrays &freedArrays() {
  static auto *The = new FreedArrays;
  return *The;
}

Error shapeOf(Device &D, Array *A, ArrayShape &Shape) {
  {
    std::lock_guard<std::mutex> Guard(freedArrays().Lock);
    if (!A || freedArrays().Handles.count(A))
      return Error::InvalidValue;
  }
  return D.arrayShape(A, Shape);
}

constexpr unsigned SurfaceLoadStore = 2, TextureGather = 8;

/// The channels of an array: one, two or four of the same number of bits.
Error readFormat(const ChannelFormat &F, ArrayShape &Shape) {
  uint32_t Channels = 0;
  for (int Bits : F.Bits) {
    if (!Bits)
      break;
    if (Bits != F.Bits[0])
      return Error::InvalidChannelDescriptor;
    ++Channels;
  }
  for (uint32_t I = Channels; I < 4; ++I)
    if (F.Bits[I])
      return Error::InvalidChannelDescriptor;
  if (Channels == 0 || Channels == 3 || F.Kind < 0 || F.Kind > 2)
    return Error::InvalidChannelDescriptor;
  Shape.Kind = static_cast<ChannelKind>(F.Kind);
  Shape.Channels = Channels;
  Shape.ChannelBits = static_cast<uint32_t>(F.Bits[0]);
  bool Has8 = Shape.Kind != ChannelKind::Float && F.Bits[0] == 8;
  return Has8 || F.Bits[0] == 16 || F.Bits[0] == 32
             ? Error::Success
             : Error::InvalidChannelDescriptor;
}

int allocateArray(Array **Result, const ChannelFormat &Format, int64_t Width,
                  int64_t Height, int64_t Depth, const int *Flags) {
  *Result = nullptr;
  ArrayShape Shape;
  if (Error E = readFormat(Format, Shape); failed(E))
    return result(E);
  if (Width <= 0 || Height < 0 || Depth < 0)
    return result(Error::InvalidValue);
  Shape.Width = static_cast<size_t>(Width);
  Shape.Height = static_cast<size_t>(Height);
  Shape.Depth = static_cast<size_t>(Depth);
  Shape.Flags = Flags ? static_cast<unsigned>(*Flags) : 0;
  // Layers and faces are for what only textures can read.
  if (Shape.Flags & ~(SurfaceLoadStore | TextureGather))
    return result(Shape.Flags & ~15u ? Error::InvalidValue
                                     : Error::NotSupported);
  return onDevice([&](Device &D) {
    Error E = D.createArray(Shape, Result);
    std::lock_guard<std::mutex> Guard(freedArrays().Lock);
    if (!failed(E))
      freedArrays().Handles.erase(*Result);
    return E;
  });
}

bool fitsDirection(CopyKind Kind, bool ToArray, bool FromArray) {
  switch (Kind) {
  case CopyKind::HostToHost:
    return false;
  case CopyKind::HostToDevice:
    return !FromArray;
  case CopyKind::DeviceToHost:
    return !ToArray;
  case CopyKind::DeviceToDevice:
  case CopyKind::Infer:
    return true;
  }
  return false;
}

/// One side of a copy in one or two dimensions.
struct ArrayCopySide {
  ArrayCopySide(Array *A, int64_t X, int64_t Y) : A(A), X(X), Y(Y) {}
  explicit ArrayCopySide(const Descriptor *D, int64_t Pitch = 0)
      : Pitch(Pitch), Plain(D) {}

  /// Bytes that one count means; 0 for memory with gaps.
  size_t unit() const {
    if (!Plain)
      return 1;
    Side S(*Plain);
    return S.hasGaps() ? 0 : S.ElementBytes;
  }
  /// With everything in bytes. An array's rows and slices are looked up.
  Error begin(Device &D, size_t Unit);

  Array *A = nullptr;
  int64_t X = 0, Y = 0, Pitch = 0;
  const Descriptor *Plain = nullptr;
  BoxSide Box;
  size_t RowBytes = 0, ElementBytes = 1; // of an array
};

Error ArrayCopySide::begin(Device &D, size_t Unit) {
  if (Plain) {
    Box.Address = static_cast<char *>(Side(*Plain).Address);
    return Pitch < 0 || __builtin_mul_overflow(static_cast<size_t>(Pitch), Unit,
                                               &Box.Pitch)
               ? Error::InvalidPitchValue
               : Error::Success;
  }
  ArrayShape Shape;
  if (Error E = shapeOf(D, A, Shape); failed(E))
    return E;
  Box.From = A;
  if (X < 0 || Y < 0 || Shape.Depth ||
      __builtin_mul_overflow(static_cast<size_t>(X), Unit, &Box.X))
    return Error::InvalidValue;
  Box.Y = static_cast<size_t>(Y);
  Box.Rows = std::max<size_t>(Shape.Height, 1);
  RowBytes = Shape.rowBytes();
  ElementBytes = Shape.elementBytes();
  // Parts of elements cannot be copied.
  if (Box.X % ElementBytes || Box.X > RowBytes || Box.Y >= Box.Rows)
    return Error::InvalidValue;
  return Error::Success;
}

/// The begin of every copy: directions, bytes, sizes of arrays.
template <typename Body>
int copyArrays(ArrayCopySide &Dst, ArrayCopySide &Src, const int *GivenKind,
               Body Copy) {
  CopyKind Kind;
  if (!kindOf(GivenKind, Kind) || !fitsDirection(Kind, Dst.A, Src.A))
    return result(Error::InvalidMemcpyDirection);
  size_t Unit = Dst.unit() * Src.unit();
  if (!Unit)
    return result(Error::InvalidValue);
  return onDevice([&](Device &D) {
    for (ArrayCopySide *Side : {&Dst, &Src})
      if (Error E = Side->begin(D, Unit); failed(E))
        return E;
    return Copy(D, Unit, Kind);
  });
}

int copyCount(ArrayCopySide Dst, ArrayCopySide Src, int64_t Count,
              const int *GivenKind, Queue *Q, bool Async) {
  auto Copy = [&](Device &D, size_t Unit, CopyKind Kind) {
    size_t Left;
    if (Count < 0 ||
        __builtin_mul_overflow(static_cast<size_t>(Count), Unit, &Left))
      return Error::InvalidValue;
    ArrayCopySide *Sides[] = {&Dst, &Src};
    for (ArrayCopySide *S : Sides)
      if (S->A && (Left % S->ElementBytes ||
                   Left > (S->Box.Rows - S->Box.Y) * S->RowBytes - S->Box.X))
        return Error::InvalidValue;
    while (Left) {
      BoxCopy Part;
      Part.Width = Left;
      bool Whole = true;
      for (ArrayCopySide *S : Sides)
        if (S->A)
          Part.Width = std::min(Part.Width, S->RowBytes - S->Box.X);
      for (ArrayCopySide *S : Sides)
        Whole &= !S->A || (S->Box.X == 0 && S->RowBytes == Part.Width);
      Part.Height = Whole ? std::max<size_t>(Left / Part.Width, 1) : 1;
      for (ArrayCopySide *S : Sides)
        if (!S->A)
          S->Box.Pitch = Part.Width;
      Part.Dst = Dst.Box;
      Part.Src = Src.Box;
      size_t Bytes = Part.Width * Part.Height;
      Left -= Bytes;
      if (Error E = D.copyBox(Part, Kind, Q, Async || Left); failed(E))
        return E;
      for (ArrayCopySide *S : Sides) {
        if (!S->A) {
          S->Box.Address += Bytes;
          continue;
        }
        S->Box.X += Part.Width;
        if (S->Box.X == S->RowBytes) {
          S->Box.X = 0;
          S->Box.Y += Part.Height;
        }
      }
    }
    return Error::Success;
  };
  return copyArrays(Dst, Src, GivenKind, Copy);
}

int copyRectangle(ArrayCopySide Dst, ArrayCopySide Src, int64_t Width,
                  int64_t Height, const int *GivenKind, Queue *Q, bool Async) {
  auto Copy = [&](Device &D, size_t Unit, CopyKind Kind) {
    BoxCopy Box;
    if (Width < 0 || Height < 0 ||
        __builtin_mul_overflow(static_cast<size_t>(Width), Unit, &Box.Width))
      return Error::InvalidValue;
    Box.Height = static_cast<size_t>(Height);
    for (const ArrayCopySide *S : {&Dst, &Src}) {
      if (!S->A && S->Box.Pitch < Box.Width)
        return Error::InvalidPitchValue;
      if (S->A &&
          (Box.Width % S->ElementBytes || Box.Width > S->RowBytes - S->Box.X ||
           Box.Height > S->Box.Rows - S->Box.Y))
        return Error::InvalidValue;
    }
    if (!Box.Width || !Box.Height)
      return Error::Success;
    Box.Dst = Dst.Box;
    Box.Src = Src.Box;
    return D.copyBox(Box, Kind, Q, Async);
  };
  return copyArrays(Dst, Src, GivenKind, Copy);
}

/// One side of cudaMemcpy3D; `Width` becomes bytes where it is elements of an
/// array.
Error setSide(Device &D, Array *A, const Position &At, const PitchedPointer &P,
              BoxSide &Box, size_t &ElementBytes) {
  if (A && P.Address)
    return Error::InvalidValue;
  Box = {A, P.Address, P.Pitch, P.YSize, At.X, At.Y, At.Z};
  ElementBytes = 0;
  if (!A)
    return P.Address ? Error::Success : Error::InvalidValue;
  ArrayShape Shape;
  if (Error E = shapeOf(D, A, Shape); failed(E))
    return E;
  ElementBytes = Shape.elementBytes();
  return __builtin_mul_overflow(At.X, ElementBytes, &Box.X)
             ? Error::InvalidValue
             : Error::Success;
}

} // namespace

Error warprt::boxOf(Device &D, const CopyParameters &P, BoxCopy &Copy,
                    CopyKind &Kind) {
  if (!kindOf(&P.Kind, Kind) || !fitsDirection(Kind, P.DstArray, P.SrcArray))
    return Error::InvalidMemcpyDirection;
  size_t DstElement, SrcElement;
  if (Error E = setSide(D, P.DstArray, P.DstPos, P.Dst, Copy.Dst, DstElement);
      failed(E))
    return E;
  if (Error E = setSide(D, P.SrcArray, P.SrcPos, P.Src, Copy.Src, SrcElement);
      failed(E))
    return E;
  if (DstElement && SrcElement && DstElement != SrcElement)
    return Error::InvalidValue;
  size_t Element = std::max<size_t>({DstElement, SrcElement, 1});
  if (__builtin_mul_overflow(P.Size.Width, Element, &Copy.Width))
    return Error::InvalidValue;
  Copy.Height = P.Size.Height;
  Copy.Depth = P.Size.Depth;
  for (const BoxSide *Side : {&Copy.Dst, &Copy.Src}) {
    size_t End;
    if (Side->From || P.Size.isEmpty())
      continue;
    if (__builtin_add_overflow(Side->X, Copy.Width, &End))
      return Error::InvalidValue;
    if (Side->Pitch < End)
      return Error::InvalidPitchValue;
    if (__builtin_add_overflow(Side->Y, Copy.Height, &End) ||
        ((Copy.Depth > 1 || Side->Z) && Side->Rows < End))
      return Error::InvalidValue;
  }
  return Error::Success;
}

Error warprt::parametersOf(Device &D, const BoxCopy &Copy, CopyKind Kind,
                           CopyParameters &P) {
  P = {};
  P.Kind = static_cast<int>(Kind);
  size_t Element = 1;
  auto describe = [&](const BoxSide &Side, Array *&A, Position &At,
                      PitchedPointer &Plain) {
    At = {Side.X, Side.Y, Side.Z};
    if (!Side.From) {
      Plain = {Side.Address, Side.Pitch, Side.X + Copy.Width, Side.Rows};
      return Error::Success;
    }
    A = Side.From;
    ArrayShape Shape;
    if (Error E = shapeOf(D, A, Shape); failed(E))
      return E;
    Element = Shape.elementBytes();
    At.X /= Element;
    return Error::Success;
  };
  if (Error E = describe(Copy.Dst, P.DstArray, P.DstPos, P.Dst); failed(E))
    return E;
  if (Error E = describe(Copy.Src, P.SrcArray, P.SrcPos, P.Src); failed(E))
    return E;
  P.Size = {Copy.Width / Element, Copy.Height, Copy.Depth};
  return Error::Success;
}

int warprt::copyVolumeOfArrays(const CopyParameters &P, Queue *Q, bool Async) {
  return onDevice([&](Device &D) {
    BoxCopy Copy;
    CopyKind Kind;
    if (Error E = boxOf(D, P, Copy, Kind); failed(E) || P.Size.isEmpty())
      return E;
    return D.copyBox(Copy, Kind, Q, Async);
  });
}

WARPRT_EXPORT int warprt_cudaMalloc3DArray(Array **Result,
                                           const ChannelFormat *Format,
                                           const Extent *Size,
                                           const int *Flags) {
  return allocateArray(Result, *Format, static_cast<int64_t>(Size->Width),
                       static_cast<int64_t>(Size->Height),
                       static_cast<int64_t>(Size->Depth), Flags);
}

WARPRT_EXPORT int warprt_cudaFreeArray(Array *const *A) {
  if (!*A)
    return result(Error::Success);
  return onDevice([&](Device &D) {
    ArrayShape Shape;
    if (Error E = shapeOf(D, *A, Shape); failed(E))
      return E;
    Error E = D.destroyArray(*A);
    std::lock_guard<std::mutex> Guard(freedArrays().Lock);
    if (!failed(E))
      freedArrays().Handles.insert(*A);
    return E;
  });
}

WARPRT_EXPORT int warprt_cudaGetChannelDesc(ChannelFormat *Format,
                                            Array *const *A) {
  *Format = {};
  return onDevice([&](Device &D) {
    ArrayShape Shape;
    if (Error E = shapeOf(D, *A, Shape); failed(E))
      return E;
    for (uint32_t I = 0; I < Shape.Channels; ++I)
      Format->Bits[I] = static_cast<int>(Shape.ChannelBits);
    Format->Kind = static_cast<int>(Shape.Kind);
    return Error::Success;
  });
}

WARPRT_EXPORT ChannelFormat warprt_cudaCreateChannelDesc(int X, int Y, int Z,
                                                         int W, int Kind) {
  return {{X, Y, Z, W}, Kind};
}

/// One function for each integer kind, and one that does not wait for each.
#define WARPRT_ARRAY_COPIES(Name, Suffix, Parameters, Call, ...)               \
  WARPRT_EXPORT int warprt_cudaMemcpy##Name##_##Suffix(WARPRT_LIST Parameters, \
                                                       const int *Kind) {      \
    return Call(__VA_ARGS__, Kind, defaultQueue(), false);                     \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpy##Name##Async_##Suffix(                   \
      WARPRT_LIST Parameters, const int *Kind, const int64_t *Stream) {        \
    return Call(__VA_ARGS__, Kind, queueFrom(streamOr(Stream)), true);         \
  }
#define WARPRT_LIST(...) __VA_ARGS__

#define WARPRT_BY_KIND(Suffix, Integer)                                        \
  WARPRT_EXPORT int warprt_cudaMallocArray_##Suffix(                           \
      Array **Result, const ChannelFormat *Format, Integer Width,              \
      const Integer *Height, const int *Flags) {                               \
    return allocateArray(Result, *Format, Width, Height ? *Height : 0, 0,      \
                         Flags);                                               \
  }                                                                            \
  WARPRT_ARRAY_COPIES(ToArray, Suffix,                                         \
                      (Array *const *Dst, Integer X, Integer Y,                \
                       const Descriptor *Src, Integer Count),                  \
                      copyCount, ArrayCopySide(*Dst, X, Y),                    \
                      ArrayCopySide(Src), Count)                               \
  WARPRT_ARRAY_COPIES(FromArray, Suffix,                                       \
                      (const Descriptor *Dst, Array *const *Src, Integer X,    \
                       Integer Y, Integer Count),                              \
                      copyCount, ArrayCopySide(Dst),                           \
                      ArrayCopySide(*Src, X, Y), Count)                        \
  WARPRT_ARRAY_COPIES(2DToArray, Suffix,                                       \
                      (Array *const *Dst, Integer X, Integer Y,                \
                       const Descriptor *Src, Integer Pitch, Integer Width,    \
                       Integer Height),                                        \
                      copyRectangle, ArrayCopySide(*Dst, X, Y),                \
                      ArrayCopySide(Src, Pitch), Width, Height)                \
  WARPRT_ARRAY_COPIES(2DFromArray, Suffix,                                     \
                      (const Descriptor *Dst, Integer Pitch,                   \
                       Array *const *Src, Integer X, Integer Y, Integer Width, \
                       Integer Height),                                        \
                      copyRectangle, ArrayCopySide(Dst, Pitch),                \
                      ArrayCopySide(*Src, X, Y), Width, Height)                \
  WARPRT_EXPORT int warprt_cudaMemcpyArrayToArray_##Suffix(                    \
      Array *const *Dst, Integer DstX, Integer DstY, Array *const *Src,        \
      Integer SrcX, Integer SrcY, Integer Count, const int *Kind) {            \
    return copyCount(ArrayCopySide(*Dst, DstX, DstY),                          \
                     ArrayCopySide(*Src, SrcX, SrcY), Count, Kind,             \
                     defaultQueue(), false);                                   \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpy2DArrayToArray_##Suffix(                  \
      Array *const *Dst, Integer DstX, Integer DstY, Array *const *Src,        \
      Integer SrcX, Integer SrcY, Integer Width, Integer Height,               \
      const int *Kind) {                                                       \
    return copyRectangle(ArrayCopySide(*Dst, DstX, DstY),                      \
                         ArrayCopySide(*Src, SrcX, SrcY), Width, Height, Kind, \
                         defaultQueue(), false);                               \
  }

WARPRT_BY_KIND(i4, int32_t)
WARPRT_BY_KIND(i8, int64_t)
#undef WARPRT_BY_KIND
#undef WARPRT_LIST
#undef WARPRT_ARRAY_COPIES
