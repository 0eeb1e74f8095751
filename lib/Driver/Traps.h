//===-- Traps.h - Names of floating-point exceptions ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of -Ktrap= and the bits of warprt/Traps.h.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_TRAPS_H
#define WARPFORT_LIB_DRIVER_TRAPS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace warpfort {

/// The exceptions of a value of -Ktrap=, 0 for none.
std::optional<unsigned> findTraps(llvm::StringRef Value);

/// "inv,divz": the value that means these exceptions.
std::string nameTraps(unsigned Exceptions);

} // namespace warpfort

#endif // WARPFORT_LIB_DRIVER_TRAPS_H
