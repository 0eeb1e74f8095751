//===-- warpfort/Support/Names.h - Flang symbol names --------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's symbol names as the user wrote them: `_QMmPsaxpy` is `m::saxpy`.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_NAMES_H
#define WARPFORT_SUPPORT_NAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warpfort {

/// The main program's symbol.
inline constexpr llvm::StringLiteral MainProgramSymbol = "_QQmain";

/// The name of a component in the source. \p Name is that of FIR, which calls
/// a private component `x` of the type `m::t` `_QMmTt.x`.
llvm::StringRef componentName(llvm::StringRef Name);

/// The key of a component in DeviceComponentsAttr. \p Type is the type's name
/// in FIR, \p Name the component's in FIR or in the source.
std::string componentKey(llvm::StringRef Type, llvm::StringRef Name);

/// The readable form of a symbol that Flang made; any other name unchanged,
/// but for the underscore at the end of an external procedure's name.
std::string demangleName(llvm::StringRef Symbol);

/// A text of another program with the names that Flang made in their readable
/// form.
std::string demangleNames(llvm::StringRef Text);

} // namespace warpfort
#endif // WARPFORT_SUPPORT_NAMES_H
