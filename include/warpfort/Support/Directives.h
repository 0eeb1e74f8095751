//===-- Directives.h - Whether OpenACC directives count ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that both languages share advise what the source's language has.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_DIRECTIVES_H
#define WARPFORT_SUPPORT_DIRECTIVES_H

#include "llvm/ADT/StringRef.h"

namespace warpfort {

/// Unit attribute of a module: OpenACC directives of the source count.
inline constexpr llvm::StringLiteral AccDirectivesAttr =
    "warpfort.acc.directives";

} // namespace warpfort

#endif // WARPFORT_SUPPORT_DIRECTIVES_H
