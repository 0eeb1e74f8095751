//===-- runtime/backends/cpu/KernelArithmetic.h - Modes of kernels -*- C++ -*-//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread that submits a kernel may run it, and those of the pool have the
// modes of the thread that started them. A program may have changed these: the
// direction in which it rounds, and whether denormal numbers are zero. On a GPU
// that means nothing to kernels, and what they do sets no flags of the host.
// Which exceptions trap is left as it is (-Ktrap).
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_KERNELARITHMETIC_H
#define WARPRT_BACKENDS_CPU_KERNELARITHMETIC_H

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace warprt::cpu {

#if defined(__x86_64__)
/// The calling thread has a kernel's modes while this exists. To write the
/// register takes far longer than to read it, and is rarely needed.
class KernelArithmetic {
public:
  KernelArithmetic() : Host(_mm_getcsr()) {
    if (Host & Modes)
      _mm_setcsr(Host & ~Modes);
  }
  ~KernelArithmetic() {
    if (_mm_getcsr() != Host)
      _mm_setcsr(Host);
  }
  KernelArithmetic(const KernelArithmetic &) = delete;
  KernelArithmetic &operator=(const KernelArithmetic &) = delete;

private:
  /// Rounding, results flushed to zero, operands taken for zero.
  static constexpr unsigned Modes = 0x6000 | 0x8000 | 0x40;
  const unsigned Host;
};
#else
class KernelArithmetic {
public:
  KernelArithmetic() : Rounding(std::fegetround()) {
    std::fesetround(FE_TONEAREST);
  }
  ~KernelArithmetic() { std::fesetround(Rounding); }
  KernelArithmetic(const KernelArithmetic &) = delete;
  KernelArithmetic &operator=(const KernelArithmetic &) = delete;

private:
  const int Rounding;
};
#endif

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_KERNELARITHMETIC_H
