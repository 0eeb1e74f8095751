//===-- FortranRuntime.h - Flang's run-time functions -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What functions of Flang's run-time library do with the objects whose
/// descriptors they get. Their declarations do not say so: all take references.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_COMMON_FORTRANRUNTIME_H
#define WARPFORT_LIB_TRANSFORMS_COMMON_FORTRANRUNTIME_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir {
class Operation;
} // namespace mlir

namespace warpfort {

enum class RuntimeUse {
  /// Looks at the descriptors, or does what other code knows of.
  Inquires,
  /// Reads the data of all but the first argument, which may be the result.
  Reads,
  /// Writes the data.
  Writes,
  Unknown
};

/// What the function \p Name does; nothing if it is none of the library.
std::optional<RuntimeUse> runtimeUse(llvm::StringRef Name);

/// Whether a call begins an input or output statement: what it gets is used
/// until the statement ends, to which its result goes.
bool beginsIO(mlir::Operation *Op);

/// Whether elements of arguments are elements of its result, as they are.
bool movesElements(llvm::StringRef Name);

/// Whether \p Op is the address of a literal's text, as of the name of the
/// source file, which calls of the library get.
bool isLiteralText(mlir::Operation *Op);

/// Whether \p Use, of a variable's address, makes a descriptor that functions
/// of the library get and only read.
bool isReadByRuntime(mlir::Operation *Use);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_COMMON_FORTRANRUNTIME_H
