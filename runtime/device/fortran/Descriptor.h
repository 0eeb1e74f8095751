//===-- Descriptor.h - Fortran arrays in device code ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the device's version of Flang's run-time library is made of: descriptors
// (the standard's CFI_cdesc_t), walks over their elements, memory, errors.
//
// One thread works on its own data here. Nothing in these files looks at thread
// indices or waits for other threads, so that they need not be inlined on the
// CPU. There is no C++ library on the device: templates and plain types only.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_RUNTIME_DEVICE_FORTRAN_DESCRIPTOR_H
#define WARPFORT_RUNTIME_DEVICE_FORTRAN_DESCRIPTOR_H

#include "warprt/DeviceLibrary.h"
#include <ISO_Fortran_binding.h>
#include <stddef.h>
#include <stdint.h>

/// Entry points are called, not inlined: one copy of each in a program is
/// enough, and the compiler's time is better spent on the user's loops. SMALL
/// ones are no longer than a call.
#define CALL(NAME) _FortranA##NAME
#define ENTRY(NAME) __attribute__((noinline)) CALL(NAME)
#define SMALL(NAME) CALL(NAME)

namespace warpdev {

/// CFI_cdesc_t, but a scalar's has no dimension: in C++ the standard's header
/// makes it one too large, and LLVM would believe that it is all there.
struct Descriptor {
  _CFI_CDESC_T_HEADER_MEMBERS
  CFI_dim_t dim[0];
};
static_assert(offsetof(Descriptor, dim) == offsetof(CFI_cdesc_t, dim));
using Index = int64_t;

//===-- Errors and memory -------------------------------------------------===//

/// Where Flang says that the call is.
struct Place {
  const char *File;
  int Line;
};

/// Ends the program as ERROR STOP does.
[[noreturn]] void fail(const char *Message, Place At);

/// Never null; of no bytes too.
void *allocate(size_t Bytes, Place At);
/// Memory of the heap; ends the program if it is the host's.
void release(void *Memory, Place At = {nullptr, 0});

/// Memory that is freed at the end of its scope.
class Scratch {
public:
  Scratch(size_t Bytes, Place At)
      : Memory(static_cast<char *>(allocate(Bytes, At))) {}
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  ~Scratch() { release(Memory); }
  char *get() const { return Memory; }

private:
  char *Memory;
};

//===-- Descriptors -------------------------------------------------------===//

inline bool hasAddendum(const Descriptor &D) { return D.extra & 1; }
/// Whether the host's runtime has attached the object, which is not of the
/// device's heap.
inline bool isAttached(const Descriptor &D) {
  return ((D.extra >> 1) & 7) == WARPDEV_ATTACHED;
}
inline void setAttached(Descriptor &D, bool Attached) {
  D.extra = static_cast<unsigned char>((D.extra & ~0x0e) |
                                       (Attached ? WARPDEV_ATTACHED << 1 : 0));
}
inline bool isAllocatable(const Descriptor &D) {
  return D.attribute == CFI_attribute_allocatable;
}
inline size_t addendumOffset(const Descriptor &D) {
  return offsetof(Descriptor, dim) + D.rank * sizeof(CFI_dim_t);
}

inline Index elementCount(const Descriptor &D) {
  Index Count = 1;
  for (int I = 0; I < D.rank; ++I)
    Count *= D.dim[I].extent > 0 ? D.dim[I].extent : 0;
  return Count;
}

inline bool isContiguous(const Descriptor &D, int UpTo = CFI_MAX_RANK) {
  Index Expected = static_cast<Index>(D.elem_len);
  bool Result = true;
  for (int I = 0; I < D.rank; ++I) {
    if (D.dim[I].extent == 0)
      return true;
    if (I < UpTo && D.dim[I].extent != 1 && D.dim[I].sm != Expected)
      Result = false;
    Expected *= D.dim[I].extent;
  }
  return Result;
}

/// Strides of a contiguous array.
inline void setContiguous(Descriptor &D) {
  Index Stride = static_cast<Index>(D.elem_len);
  for (int I = 0; I < D.rank; ++I) {
    D.dim[I].sm = Stride;
    Stride *= D.dim[I].extent;
  }
}

/// A dimension from Lower to Upper, from 1 if it is empty.
inline void setBounds(CFI_dim_t &Dim, Index Lower, Index Upper) {
  bool Empty = Upper < Lower;
  Dim.lower_bound = Empty ? 1 : Lower;
  Dim.extent = Empty ? 0 : Upper - Lower + 1;
}

/// Room for a descriptor of any rank, with an addendum.
struct DescriptorStorage {
  alignas(8) char Bytes[sizeof(Descriptor) + CFI_MAX_RANK * sizeof(CFI_dim_t)];
  Descriptor &get() { return *reinterpret_cast<Descriptor *>(Bytes); }
};

/// Header and dimensions, not the addendum.
inline void copyHeader(Descriptor &To, const Descriptor &From) {
  To.base_addr = From.base_addr;
  To.elem_len = From.elem_len;
  To.version = From.version;
  To.rank = From.rank;
  To.type = From.type;
  To.attribute = From.attribute;
  for (int I = 0; I < From.rank; ++I)
    To.dim[I] = From.dim[I];
}

/// Frees what an allocatable has, which must be of the device's heap.
void releaseObject(const Descriptor &D, Place At);

/// The array without dimension `Dim` (from 0): its first element in it.
inline void dropDimension(Descriptor &To, const Descriptor &From, int Dim) {
  To.base_addr = From.base_addr;
  To.elem_len = From.elem_len;
  To.version = From.version;
  To.rank = static_cast<CFI_rank_t>(From.rank - 1);
  To.type = From.type;
  To.attribute = CFI_attribute_other;
  To.extra = 0;
  for (int I = 0, J = 0; I < From.rank; ++I)
    if (I != Dim)
      To.dim[J++] = From.dim[I];
}

/// Makes `Result` an allocated, contiguous array with lower bounds of 1; the
/// addendum, if it has room for one, is `Like`'s.
void create(Descriptor &Result, CFI_type_t Type, size_t ElementBytes, int Rank,
            const Index *Extents, const Descriptor *Like, Place At);

/// INTEGER and LOGICAL values of any kind.
inline void storeInteger(char *Address, size_t Bytes, int64_t Value) {
  switch (Bytes) {
  case 1:
    *reinterpret_cast<int8_t *>(Address) = static_cast<int8_t>(Value);
    break;
  case 2:
    *reinterpret_cast<int16_t *>(Address) = static_cast<int16_t>(Value);
    break;
  case 4:
    *reinterpret_cast<int32_t *>(Address) = static_cast<int32_t>(Value);
    break;
  case 16:
    *reinterpret_cast<__int128 *>(Address) = Value;
    break;
  default:
    *reinterpret_cast<int64_t *>(Address) = Value;
  }
}
/// Of INTEGER(16) the lower half: what counts and shifts has no more.
inline int64_t loadInteger(const char *Address, size_t Bytes) {
  switch (Bytes) {
  case 1:
    return *reinterpret_cast<const int8_t *>(Address);
  case 2:
    return *reinterpret_cast<const int16_t *>(Address);
  case 4:
    return *reinterpret_cast<const int32_t *>(Address);
  default:
    return *reinterpret_cast<const int64_t *>(Address);
  }
}
inline __int128 loadWideInteger(const char *Address, size_t Bytes) {
  return Bytes == 16 ? *reinterpret_cast<const __int128 *>(Address)
                     : loadInteger(Address, Bytes);
}
inline CFI_type_t integerType(int Kind) {
  return Kind == 1    ? CFI_type_int8_t
         : Kind == 2  ? CFI_type_int16_t
         : Kind == 4  ? CFI_type_int32_t
         : Kind == 16 ? CFI_type_int128_t
                      : CFI_type_int64_t;
}
inline bool isTrue(const char *Address, size_t Bytes) {
  return loadInteger(Address, Bytes) != 0;
}
inline void storeLogical(char *Address, size_t Bytes, bool Value) {
  storeInteger(Address, Bytes, Value);
}
/// Element `I` (from 0) of an integer vector.
inline int64_t integerAt(const Descriptor &D, Index I) {
  return loadInteger(static_cast<const char *>(D.base_addr) + I * D.dim[0].sm,
                     D.elem_len);
}

/// Bytes in units that both addresses are aligned to.
inline void copyBytes(char *To, const char *From, size_t Bytes) {
  size_t All =
      reinterpret_cast<size_t>(To) | reinterpret_cast<size_t>(From) | Bytes;
  if (All % 8 == 0) {
    for (size_t I = 0; I < Bytes; I += 8)
      *reinterpret_cast<uint64_t *>(To + I) =
          *reinterpret_cast<const uint64_t *>(From + I);
  } else if (All % 4 == 0) {
    for (size_t I = 0; I < Bytes; I += 4)
      *reinterpret_cast<uint32_t *>(To + I) =
          *reinterpret_cast<const uint32_t *>(From + I);
  } else {
    for (size_t I = 0; I < Bytes; ++I)
      To[I] = From[I];
  }
}

/// The elements of an array in array element order.
class Walk {
public:
  explicit Walk(const Descriptor &D)
      : D(D), Address(static_cast<char *>(D.base_addr)) {
    for (int I = 0; I < D.rank; ++I)
      At[I] = 0;
  }
  char *get() const { return Address; }
  /// Subscript from 0.
  Index at(int Dim) const { return At[Dim]; }
  void next() {
    for (int I = 0; I < D.rank; ++I) {
      Address += D.dim[I].sm;
      if (++At[I] < D.dim[I].extent)
        return;
      Address -= D.dim[I].sm * D.dim[I].extent;
      At[I] = 0;
    }
  }

private:
  const Descriptor &D;
  char *Address;
  Index At[CFI_MAX_RANK];
};

/// A MASK= argument: absent, a scalar, or an array like the one it masks.
class Mask {
public:
  explicit Mask(const Descriptor *D)
      : D(D), IsArray(D && D->base_addr && D->rank > 0) {
    if (D && D->base_addr && D->rank == 0)
      All = isTrue(static_cast<const char *>(D->base_addr), D->elem_len);
  }
  bool isArray() const { return IsArray; }
  /// What an absent or scalar mask says.
  bool all() const { return All; }
  const Descriptor &array() const { return *D; }
  bool test(const char *Address) const { return isTrue(Address, D->elem_len); }

private:
  const Descriptor *D;
  bool IsArray;
  bool All = true;
};

//===-- Types -------------------------------------------------------------===//

using Half = _Float16;

template <typename T> struct Complex {
  T Re, Im;
};

enum class Category {
  Integer,
  Unsigned,
  Real,
  Complex,
  Logical,
  Character,
  Other
};

/// LOGICAL kinds but the first have integer's "least" codes.
inline Category categoryOf(const Descriptor &D) {
  switch (D.type) {
  case CFI_type_half_float:
  case CFI_type_float:
  case CFI_type_double:
    return Category::Real;
  case CFI_type_half_float_Complex:
  case CFI_type_float_Complex:
  case CFI_type_double_Complex:
    return Category::Complex;
  case CFI_type_Bool:
  case CFI_type_int_least8_t:
  case CFI_type_int_least16_t:
  case CFI_type_int_least32_t:
  case CFI_type_int_least64_t:
    return Category::Logical;
  case CFI_type_char:
  case CFI_type_char16_t:
  case CFI_type_char32_t:
    return Category::Character;
  case CFI_type_uint8_t:
  case CFI_type_uint16_t:
  case CFI_type_uint32_t:
  case CFI_type_uint64_t:
    return Category::Unsigned;
  case CFI_type_bfloat:
  case CFI_type_bfloat_Complex:
  case CFI_type_struct:
  case CFI_type_other:
  case CFI_type_cptr:
    return Category::Other;
  default:
    return D.type >= CFI_type_signed_char && D.type <= CFI_type_ptrdiff_t
               ? Category::Integer
               : Category::Other;
  }
}

/// Unsigned arithmetic that holds T's, to wrap in.
template <typename T, bool IsWide = (sizeof(T) > sizeof(uint64_t))>
struct Wrapping {
  using Type = uint64_t;
};
template <typename T> struct Wrapping<T, true> {
  using Type = unsigned __int128;
};

template <typename T> struct Tag {
  using Type = T;
};

/// Calls `F(Tag<T>())` with the element type of an integer array.
template <typename F> bool onInteger(const Descriptor &D, F &&Do) {
  if (categoryOf(D) != Category::Integer)
    return false;
  switch (D.elem_len) {
  case 1:
    Do(Tag<int8_t>());
    return true;
  case 2:
    Do(Tag<int16_t>());
    return true;
  case 4:
    Do(Tag<int32_t>());
    return true;
  case 8:
    Do(Tag<int64_t>());
    return true;
  case 16:
    Do(Tag<__int128>());
    return true;
  default:
    return false;
  }
}
template <typename F> bool onReal(const Descriptor &D, F &&Do) {
  switch (D.type) {
  case CFI_type_half_float:
    Do(Tag<Half>());
    return true;
  case CFI_type_float:
    Do(Tag<float>());
    return true;
  case CFI_type_double:
    Do(Tag<double>());
    return true;
  default:
    return false;
  }
}
template <typename F> bool onComplex(const Descriptor &D, F &&Do) {
  switch (D.type) {
  case CFI_type_half_float_Complex:
    Do(Tag<Complex<Half>>());
    return true;
  case CFI_type_float_Complex:
    Do(Tag<Complex<float>>());
    return true;
  case CFI_type_double_Complex:
    Do(Tag<Complex<double>>());
    return true;
  default:
    return false;
  }
}

template <typename T> inline T load(const char *Address) {
  return *reinterpret_cast<const T *>(Address);
}
template <typename T> inline void store(char *Address, T Value) {
  *reinterpret_cast<T *>(Address) = Value;
}

} // namespace warpdev

#endif // WARPFORT_RUNTIME_DEVICE_FORTRAN_DESCRIPTOR_H
