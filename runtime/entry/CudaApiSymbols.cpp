//===-- runtime/entry/CudaApiSymbols.cpp - cudafor: data by symbol --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cudaMemcpyToSymbol and its kin. A symbol is a device variable, which arrives
// with its device address, or a name: a character string or a pointer that
// warprt_symbol_name made of one. A name is that of a symbol of the device
// program (CUDA C's, bind(c)), or of a module's variable, if no other module
// has such a one.
//
//===----------------------------------------------------------------------===//
#include "core/ImageRegistry.h"
#include "entry/CudaApiObjects.h"
#include <algorithm>
#include <mutex>
#include <set>
#include <string>

using namespace warprt;

namespace {

/// Names live as long as the program: objects that hold them are copied freely.
const char *keepName(std::string_view Name) {
  static std::mutex Lock;
  static auto *Names = new std::set<std::string, std::less<>>;
  std::lock_guard<std::mutex> Guard(Lock);
  auto I = Names->find(Name);
  if (I == Names->end())
    I = Names->emplace(Name).first;
  return I->c_str();
}

std::string_view trimmed(const char *Text, size_t Length) {
  std::string_view Name(Text, strnlen(Text, Length));
  while (!Name.empty() && Name.back() == ' ')
    Name.remove_suffix(1);
  return Name;
}

struct Symbol {
  void *Address = nullptr;
  size_t Bytes = 0;        // from there on
  size_t ElementBytes = 0; // 0 where only a name is known
};

/// Finds the data of a symbol on the calling thread's device.
Error resolve(const Descriptor &Object, Device &D, Symbol &S) {
  const char *Name = nullptr;
  if (Object.type == CFI_type_struct &&
      derivedTypeName(Object) == "cudasymbol") {
    std::memcpy(&Name, Object.base_addr, sizeof Name);
  } else if (isPointerObject(Object)) {
    std::memcpy(&Name, Object.base_addr, sizeof Name);
  } else {
    PointerInfo Info = D.pointerInfo(Object.base_addr);
    bool OnDevice = Info.Place == PointerPlace::Device ||
                    Info.Place == PointerPlace::Managed;
    const WarprtVariable *V =
        OnDevice ? nullptr : ImageRegistry::get().variable(Object.base_addr);
    if (OnDevice || (V && V->kind == WARPRT_VAR_MANAGED)) {
      S.Address = Object.base_addr;
      S.ElementBytes = Object.elem_len;
      S.Bytes = elementCount(Object) * Object.elem_len;
      // An element stands for the array from there on.
      if (Object.rank == 0 && Info.Size) {
        auto Offset = static_cast<char *>(Object.base_addr) -
                      static_cast<char *>(Info.Base);
        S.Bytes = std::max(S.Bytes, Info.Size - static_cast<size_t>(Offset));
      }
      return isContiguous(Object) ? Error::Success : Error::InvalidValue;
    }
    if (Object.type != CFI_type_char || Object.rank != 0)
      return Error::InvalidSymbol;
    Name = keepName(
        trimmed(static_cast<const char *>(Object.base_addr), Object.elem_len));
  }
  if (!Name || keepName(Name) != Name)
    return Error::InvalidSymbol;
  return ImageRegistry::get().symbol(Name, D, S.Address, S.Bytes);
}

/// One direction of a copy.
int copySymbol(const Descriptor &SymbolObject, const Descriptor &Other,
               bool ToSymbol, int64_t Count, int64_t Offset, const int *Given,
               Queue *Q, bool Async) {
  CopyKind Kind;
  if (!kindOf(Given, Kind) || Kind == CopyKind::HostToHost ||
      Kind == (ToSymbol ? CopyKind::DeviceToHost : CopyKind::HostToDevice))
    return result(Error::InvalidMemcpyDirection);
  return onDevice([&](Device &D) {
    Symbol S;
    if (Error E = resolve(SymbolObject, D, S); failed(E))
      return E;
    Side Side(Other);
    size_t Unit = Side.IsPointer ? 1 : Side.ElementBytes;
    if (!Side.IsPointer && S.ElementBytes && S.ElementBytes != Unit)
      return Error::InvalidValue;
    size_t Bytes, Begin, End;
    if (Count < 0 || Offset < 0 ||
        __builtin_mul_overflow(static_cast<size_t>(Count), Unit, &Bytes) ||
        __builtin_mul_overflow(static_cast<size_t>(Offset), Unit, &Begin) ||
        __builtin_add_overflow(Begin, Bytes, &End) || End > S.Bytes)
      return Error::InvalidValue;
    if (Bytes == 0)
      return Error::Success;
    if (Side.hasGaps())
      return Error::InvalidValue;
    void *There = static_cast<char *>(S.Address) + Begin;
    CopyShape Shape;
    Shape.Width = Bytes;
    // Managed data is the host's as well; the addresses tell all.
    return D.copy(ToSymbol ? There : Side.Address,
                  ToSymbol ? Side.Address : There, Shape, CopyKind::Infer, Q,
                  Async);
  });
}

template <typename Integer> int64_t orZero(const Integer *Offset) {
  return Offset ? *Offset : 0;
}

template <typename Integer>
int symbolSize(Integer *Size, const Descriptor *Object) {
  return onDevice([&](Device &D) {
    Symbol S;
    if (Error E = resolve(*Object, D, S); failed(E))
      return E;
    *Size = static_cast<Integer>(S.Bytes);
    return Error::Success;
  });
}

} // namespace

/// One function for each integer kind of count and offset.
#define WARPRT_SYMBOL_COPIES(Suffix, CountType, OffsetType)                    \
  WARPRT_EXPORT int warprt_cudaMemcpyToSymbol_##Suffix(                        \
      const Descriptor *Symbol, const Descriptor *Src, CountType Count,        \
      const OffsetType *Offset, const int *Kind) {                             \
    return copySymbol(*Symbol, *Src, true, Count, orZero(Offset), Kind,        \
                      defaultQueue(), false);                                  \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpyFromSymbol_##Suffix(                      \
      const Descriptor *Dst, const Descriptor *Symbol, CountType Count,        \
      const OffsetType *Offset, const int *Kind) {                             \
    return copySymbol(*Symbol, *Dst, false, Count, orZero(Offset), Kind,       \
                      defaultQueue(), false);                                  \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpyToSymbolAsync_##Suffix##_stream_i8(       \
      const Descriptor *Symbol, const Descriptor *Src, CountType Count,        \
      const OffsetType *Offset, const int *Kind, const int64_t *Stream) {      \
    return copySymbol(*Symbol, *Src, true, Count, orZero(Offset), Kind,        \
                      queueFrom(streamOr(Stream)), true);                      \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpyToSymbolAsync_##Suffix##_stream_i4(       \
      const Descriptor *Symbol, const Descriptor *Src, CountType Count,        \
      const OffsetType *Offset, const int *Kind, int32_t Stream) {             \
    return copySymbol(*Symbol, *Src, true, Count, orZero(Offset), Kind,        \
                      queueFrom(Stream), true);                                \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpyFromSymbolAsync_##Suffix##_stream_i8(     \
      const Descriptor *Dst, const Descriptor *Symbol, CountType Count,        \
      const OffsetType *Offset, const int *Kind, const int64_t *Stream) {      \
    return copySymbol(*Symbol, *Dst, false, Count, orZero(Offset), Kind,       \
                      queueFrom(streamOr(Stream)), true);                      \
  }                                                                            \
  WARPRT_EXPORT int warprt_cudaMemcpyFromSymbolAsync_##Suffix##_stream_i4(     \
      const Descriptor *Dst, const Descriptor *Symbol, CountType Count,        \
      const OffsetType *Offset, const int *Kind, int32_t Stream) {             \
    return copySymbol(*Symbol, *Dst, false, Count, orZero(Offset), Kind,       \
                      queueFrom(Stream), true);                                \
  }

WARPRT_SYMBOL_COPIES(i4, int32_t, int32_t)
WARPRT_SYMBOL_COPIES(i4_i8, int32_t, int64_t)
WARPRT_SYMBOL_COPIES(i8, int64_t, int64_t)
WARPRT_SYMBOL_COPIES(i8_i4, int64_t, int32_t)
#undef WARPRT_SYMBOL_COPIES

WARPRT_EXPORT int warprt_cudaGetSymbolAddress(void **Address,
                                              const Descriptor *Object) {
  return onDevice([&](Device &D) {
    Symbol S;
    if (Error E = resolve(*Object, D, S); failed(E))
      return E;
    *Address = S.Address;
    return Error::Success;
  });
}

WARPRT_EXPORT int warprt_cudaGetSymbolSize_i4(int32_t *Size,
                                              const Descriptor *Object) {
  return symbolSize(Size, Object);
}

WARPRT_EXPORT int warprt_cudaGetSymbolSize_i8(int64_t *Size,
                                              const Descriptor *Object) {
  return symbolSize(Size, Object);
}

WARPRT_EXPORT const char *warprt_symbol_name(const char *Text, int64_t Length) {
  return keepName(trimmed(Text, static_cast<size_t>(Length)));
}
