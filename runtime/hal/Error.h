//===-- runtime/hal/Error.h - Error codes of the runtime ----------*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every layer speaks CUDA's error codes, since that is what programs see. A
// code outside the table is legal: it came from a newer driver.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_HAL_ERROR_H
#define WARPRT_HAL_ERROR_H

namespace warprt {

enum class [[nodiscard]] Error : int {
#define WARPRT_ERROR(Enumerator, Value, Name, Text) Enumerator = Value,
#include "hal/Errors.def"
};

inline bool failed(Error E) { return E != Error::Success; }

/// cudaError... name of a code; never null.
const char *errorName(Error E);

/// The sentence that cudaGetErrorString returns; never null.
const char *errorText(Error E);

} // namespace warprt

#endif // WARPRT_HAL_ERROR_H
