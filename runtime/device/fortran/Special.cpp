//===-- Special.cpp - Mathematics that libm and libdevice lack ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ERFC_SCALED(x) = exp(x**2) * erfc(x), without the overflow and the underflow
// of the two.
//
//===----------------------------------------------------------------------===//
#include "Descriptor.h"

extern "C" double exp(double);
extern "C" double erfc(double);

namespace {

/// The square is taken in two parts: exp() would multiply its rounding error.
double productForm(double X) {
  double High = static_cast<double>(static_cast<float>(X));
  double Low = X - High;
  return exp(High * High) * exp(Low * (X + High)) * erfc(X);
}

/// 1 / (x + (1/2) / (x + (2/2) / (x + (3/2) / ...))) / sqrt(pi)
double continuedFraction(double X) {
  double Tail = X;
  for (int K = 60; K > 0; --K)
    Tail = X + 0.5 * K / Tail;
  return 0.56418958354775628695 / Tail;
}

double erfcScaled(double X) {
  return X < 4 ? productForm(X) : continuedFraction(X);
}

} // namespace

extern "C" {
double ENTRY(ErfcScaled8)(double X) { return erfcScaled(X); }
float ENTRY(ErfcScaled4)(float X) {
  return static_cast<float>(erfcScaled(static_cast<double>(X)));
}
}
