//===-- warpfort/Support/UserErrors.h - Messages of passes ------ -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Diagnostics of MLIR are of two kinds. Those that our passes make for users
// carry a mark; all others, of verifiers, of passes of MLIR and Flang, and of
// our own where they find what cannot be, tell of a fault of the compiler.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_USERERRORS_H
#define WARPFORT_SUPPORT_USERERRORS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"

namespace warpfort {

/// Whom a diagnostic is for, as its metadata tells.
enum class Audience : unsigned { Users = 0x55736572 };

inline mlir::InFlightDiagnostic markForUsers(mlir::InFlightDiagnostic Message) {
  if (mlir::Diagnostic *Marked = Message.getUnderlyingDiagnostic())
    Marked->getMetadata().push_back(
        mlir::DiagnosticArgument(static_cast<unsigned>(Audience::Users)));
  return Message;
}

inline bool isForUsers(mlir::Diagnostic &Message) {
  return llvm::any_of(
      Message.getMetadata(), [](mlir::DiagnosticArgument &Argument) {
        return Argument.getKind() ==
                   mlir::DiagnosticArgument::DiagnosticArgumentKind::Unsigned &&
               Argument.getAsUnsigned() ==
                   static_cast<unsigned>(Audience::Users);
      });
}

/// An error in the words of the language, at what the user has written.
inline mlir::InFlightDiagnostic emitUserError(mlir::Location At,
                                              const llvm::Twine &Text = {}) {
  return markForUsers(mlir::emitError(At, Text));
}
inline mlir::InFlightDiagnostic emitUserError(mlir::Operation *At,
                                              const llvm::Twine &Text = {}) {
  return markForUsers(At->emitError(Text));
}
inline mlir::InFlightDiagnostic emitUserWarning(mlir::Operation *At,
                                                const llvm::Twine &Text = {}) {
  return markForUsers(At->emitWarning(Text));
}

} // namespace warpfort
#endif // WARPFORT_SUPPORT_USERERRORS_H
