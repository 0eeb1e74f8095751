//===-- Convert.h - Operands of different types -----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DOT_PRODUCT, MATMUL and FINDLOC take operands of two types and work in the
// type that Fortran gives their sum: elements are converted as they are read.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_RUNTIME_DEVICE_FORTRAN_CONVERT_H
#define WARPFORT_RUNTIME_DEVICE_FORTRAN_CONVERT_H

#include "Descriptor.h"

namespace warpdev {

/// An element of an integer or real array as the integer or real type T.
template <typename T> T loadAs(const Descriptor &D, const char *At) {
  switch (D.type) {
  case CFI_type_half_float:
    return static_cast<T>(load<Half>(At));
  case CFI_type_float:
    return static_cast<T>(load<float>(At));
  case CFI_type_double:
    return static_cast<T>(load<double>(At));
  case CFI_type_int128_t:
    return static_cast<T>(load<__int128>(At));
  default:
    return static_cast<T>(loadInteger(At, D.elem_len));
  }
}

/// An element of any numeric array as a complex number.
template <typename T>
Complex<T> loadComplex(const Descriptor &D, const char *At) {
  switch (D.type) {
  case CFI_type_half_float_Complex: {
    auto X = load<Complex<Half>>(At);
    return {static_cast<T>(X.Re), static_cast<T>(X.Im)};
  }
  case CFI_type_float_Complex: {
    auto X = load<Complex<float>>(At);
    return {static_cast<T>(X.Re), static_cast<T>(X.Im)};
  }
  case CFI_type_double_Complex: {
    auto X = load<Complex<double>>(At);
    return {static_cast<T>(X.Re), static_cast<T>(X.Im)};
  }
  default:
    return {loadAs<T>(D, At), T(0)};
  }
}

/// Reads elements of any array as T, from arrays of T without a question.
template <typename T> struct Reader {
  static T get(const Descriptor &D, const char *At) { return loadAs<T>(D, At); }
};
template <typename T> struct Reader<Complex<T>> {
  static Complex<T> get(const Descriptor &D, const char *At) {
    return loadComplex<T>(D, At);
  }
};

} // namespace warpdev

#endif // WARPFORT_RUNTIME_DEVICE_FORTRAN_CONVERT_H
