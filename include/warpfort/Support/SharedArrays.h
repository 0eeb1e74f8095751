//===-- warpfort/Support/SharedArrays.h - Launch-sized arrays ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the front end tells passes that a shared array of several dimensions is
// as large as the launch says: Flang has no type for `s(4, *)`.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_SHAREDARRAYS_H
#define WARPFORT_SUPPORT_SHAREDARRAYS_H

#include "llvm/ADT/StringRef.h"

namespace warpfort {

/// Unit attribute of a cuf.shared_memory whose last extent means nothing.
inline constexpr llvm::StringLiteral LaunchSizedAttr = "warpfort.launch_sized";

} // namespace warpfort
#endif // WARPFORT_SUPPORT_SHAREDARRAYS_H
