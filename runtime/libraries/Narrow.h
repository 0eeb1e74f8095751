//===-- runtime/libraries/Narrow.h - Integers of other kinds ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forms of library functions for programs whose integers have 64 bits (-i8)
// where the library's have 32: values are checked, what the library writes is
// widened.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_LIBRARIES_NARROW_H
#define WARPRT_LIBRARIES_NARROW_H

#include "libraries/Library.h"
#include <cstdint>

namespace warprt::libraries {

/// An integer of the program that the library reads and writes.
class NarrowedResult {
public:
  NarrowedResult(void *Given, bool &Fits)
      : Given(static_cast<int64_t *>(Given)) {
    (void)Fits; // what it was before the call may be anything
    if (this->Given)
      Value = static_cast<int32_t>(*this->Given);
  }
  ~NarrowedResult() {
    if (Given)
      *Given = Value;
  }
  NarrowedResult(const NarrowedResult &) = delete;
  NarrowedResult &operator=(const NarrowedResult &) = delete;
  operator void *() { return Given ? &Value : nullptr; }

private:
  int64_t *const Given;
  int32_t Value = 0;
};

/// Some integers that the library reads, null where there are none.
class NarrowedArray {
public:
  NarrowedArray(void *Given, int64_t Count, bool &Fits)
      : IsThere(Given != nullptr) {
    Fits = Fits && Count <= Most;
    for (int64_t I = 0; IsThere && Fits && I < Count; ++I) {
      int64_t Value = static_cast<int64_t *>(Given)[I];
      Values[I] = static_cast<int32_t>(Value);
      Fits = Fits && Values[I] == Value;
    }
  }
  operator void *() { return IsThere ? Values : nullptr; }

private:
  bool IsThere;
  static constexpr int64_t Most = 64; // devices; extents are three
  int32_t Values[Most] = {};
};

} // namespace warprt::libraries

#define WARPRT_NARROW_ENTRY(Name, Suffix, Invalid, Params, Args)               \
  WARPRT_EXPORT int warprt_##Name##Suffix Params {                             \
    using namespace warprt::libraries;                                         \
    bool Fits = true;                                                          \
    [[maybe_unused]] auto Narrow = [&](int64_t Value) {                        \
      Fits = Fits && Value == static_cast<int32_t>(Value);                     \
      return static_cast<int32_t>(Value);                                      \
    };                                                                         \
    [[maybe_unused]] auto NarrowResult = [&](void *Given) {                    \
      return NarrowedResult(Given, Fits);                                      \
    };                                                                         \
    [[maybe_unused]] auto NarrowArray = [&](void *Given, int64_t Count) {      \
      return NarrowedArray(Given, Count, Fits);                                \
    };                                                                         \
    auto Call = [&](auto &&...Values) -> int {                                 \
      return Fits ? warprt_##Name(Values...) : int(Invalid);                   \
    };                                                                         \
    return Call Args;                                                          \
  }                                                                            \
  WARPRT_EXPORT_ALIAS(warprt_##Name##Suffix)                                   \
  int warprt_##Name##Suffix##_p Params;

#endif // WARPRT_LIBRARIES_NARROW_H
