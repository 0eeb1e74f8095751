//===-- runtime/libraries/BlasCalls.h - cuBLAS arguments for BLAS *- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handle of cuBLAS on the CPU, and how its arguments become those of a
// Fortran BLAS: enumerations become characters, integers have 32 bits, and
// scalars are read as the pointer mode says: on the host when the call is made,
// in device memory when its turn comes.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_BLASCALLS_H
#define WARPRT_LIBRARIES_BLASCALLS_H

#include "libraries/HostLibrary.h"
#include "libraries/LibraryObject.h"
#include <complex>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace warprt::libraries {

enum CublasStatus : int {
  CublasSuccess = 0,
  CublasNotInitialized = 1,
  CublasAllocFailed = 3,
  CublasInvalidValue = 7,
  CublasMappingError = 11,
  CublasExecutionFailed = 13,
  CublasNotSupported = 15
};

struct CpuCublasHandle : LibraryObject<CpuCublasHandle> {
  static constexpr uint32_t Mark = 0x63754253;
  Queue *Q = nullptr;
  int PointerMode = 0, AtomicsMode = 0, MathMode = 0, SmCountTarget = 0;

  static bool scalarsOnHost(void *Handle) {
    CpuCublasHandle *H = from(Handle);
    return H && H->PointerMode == 0;
  }
};

inline int cublasStatusOf(Error E) {
  return failed(E) ? CublasExecutionFailed : CublasSuccess;
}

inline bool fits(int64_t Value) { return Value == static_cast<int32_t>(Value); }

/// A character that stands for an enumerator.
struct Letter {
  Letter(const char *Letters, int Count, int Value)
      : Known(Value >= 0 && Value < Count), Value(Known ? Letters[Value] : 0) {}
  bool valid() const { return Known; }
  bool waits() const { return false; }
  const char *fortran() const { return &Value; }
  bool Known;
  char Value;
};
struct Op : Letter {
  explicit Op(int Value) : Letter("NTC", 3, Value) {}
};
struct Fill : Letter {
  explicit Fill(int Value) : Letter("LU", 2, Value) {}
};
struct Side : Letter {
  explicit Side(int Value) : Letter("LR", 2, Value) {}
};
struct Diag : Letter {
  explicit Diag(int Value) : Letter("NU", 2, Value) {}
};

struct Number {
  Number(int64_t Given, int64_t Least)
      : Known(fits(Given) && Given >= Least),
        Value(static_cast<int32_t>(Given)) {}
  bool valid() const { return Known; }
  bool waits() const { return false; }
  const int32_t *fortran() const { return &Value; }
  bool Known;
  int32_t Value;
};
/// The length of a vector, an extent of a matrix.
struct Size : Number {
  explicit Size(int64_t Value) : Number(Value, 0) {}
};
/// A leading dimension.
struct Lead : Number {
  explicit Lead(int64_t Value) : Number(Value, 1) {}
};
struct Step : Number {
  explicit Step(int64_t Value) : Number(Value, INT32_MIN) {}
};

/// Scalars that the routine reads.
template <typename T, int Count> struct Input {
  Input(void *Handle, const void *Given)
      : OnHost(CpuCublasHandle::scalarsOnHost(Handle)),
        Address(static_cast<const T *>(Given)) {
    if (OnHost && Address)
      std::memcpy(static_cast<void *>(Values), Address, sizeof Values);
  }
  bool valid() const { return Address; }
  bool waits() const { return false; }
  const T *fortran() const { return OnHost ? Values : Address; }
  T value() const { return *fortran(); }
  bool OnHost;
  const T *Address;
  T Values[Count] = {};
};

/// Scalars that the routine writes, or reads and writes.
struct Output {
  Output(void *Handle, void *Address)
      : OnHost(CpuCublasHandle::scalarsOnHost(Handle)), Address(Address) {}
  bool valid() const { return Address; }
  bool waits() const { return OnHost; }
  void *fortran() const { return Address; }
  bool OnHost;
  void *Address;
};

struct Array {
  bool valid() const { return true; }
  bool waits() const { return false; }
  void *fortran() const { return Address; }
  void *Address;
};

/// Calls a function of a Fortran library with what \p Arguments are for it.
/// Behind them come the lengths of the characters.
template <typename Result, typename... Arguments>
Result callFortran(void *Function, const Arguments &...Values) {
  using Routine =
      Result (*)(decltype(Values.fortran())..., size_t, size_t, size_t, size_t);
  return reinterpret_cast<Routine>(Function)(Values.fortran()..., 1, 1, 1, 1);
}

template <typename... Arguments>
int callBlas(void *Handle, const char *Routine, const char *Caller,
             Arguments... Values) {
  CpuCublasHandle *H = CpuCublasHandle::from(Handle);
  if (!H)
    return CublasNotInitialized;
  if (!(Values.valid() && ...))
    return CublasInvalidValue;
  void *Function = Blas.function(Routine, Caller);
  return cublasStatusOf(submit(
      H->Q, [=] { callFortran<void>(Function, Values...); },
      (Values.waits() || ...)));
}

template <typename Result, typename... Arguments>
int callBlasFunction(void *Handle, const char *Routine, const char *Caller,
                     void *Address, Arguments... Values) {
  CpuCublasHandle *H = CpuCublasHandle::from(Handle);
  if (!H)
    return CublasNotInitialized;
  if (!Address || !(Values.valid() && ...))
    return CublasInvalidValue;
  void *Function = Blas.function(Routine, Caller);
  // A Fortran BLAS counts with 32 bits.
  using Own = std::conditional_t<std::is_integral_v<Result>, int32_t, Result>;
  return cublasStatusOf(submit(
      H->Q,
      [=] {
        *static_cast<Result *>(Address) =
            static_cast<Result>(callFortran<Own>(Function, Values...));
      },
      H->PointerMode == 0));
}

} // namespace warprt::libraries

#endif // WARPRT_LIBRARIES_BLASCALLS_H
