//===-- Text.h - Characters of all kinds in device code ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Characters of kinds 1, 2 and 4, the shorter of two filled up with blanks.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_DEVICE_FORTRAN_TEXT_H
#define WARPRT_DEVICE_FORTRAN_TEXT_H

#include "Descriptor.h"

namespace warpdev {

/// Characters compare as unsigned numbers.
template <typename C> struct Text {
  const C *At;
  size_t Length;

  C get(size_t I) const { return I < Length ? At[I] : C(' '); }
  size_t trimmed() const {
    size_t N = Length;
    while (N > 0 && At[N - 1] == ' ')
      --N;
    return N;
  }
};

template <typename C> int compare(Text<C> A, Text<C> B) {
  size_t Most = A.Length > B.Length ? A.Length : B.Length;
  for (size_t I = 0; I < Most; ++I)
    if (A.get(I) != B.get(I))
      return A.get(I) < B.get(I) ? -1 : 1;
  return 0;
}

/// Calls `Do` with a character of the array's kind.
template <typename F> void onKind(const Descriptor &D, F &&Do) {
  if (D.type == CFI_type_char32_t)
    Do(uint32_t());
  else if (D.type == CFI_type_char16_t)
    Do(uint16_t());
  else
    Do(uint8_t());
}

template <typename C> Text<C> textAt(const Descriptor &D, const char *At) {
  return {reinterpret_cast<const C *>(At), D.elem_len / sizeof(C)};
}
template <typename C> Text<C> textOf(const Descriptor &D) {
  return textAt<C>(D, static_cast<const char *>(D.base_addr));
}

} // namespace warpdev

#endif // WARPRT_DEVICE_FORTRAN_TEXT_H
