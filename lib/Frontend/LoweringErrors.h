//===-- LoweringErrors.h - What Flang's lowering says -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's lowering says by diagnostics that it has no code for a construct,
/// and then ends the process. Its warnings are for users; all other errors are
/// of verifiers and checks of itself.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWERINGERRORS_H
#define WARPFORT_LIB_FRONTEND_LOWERINGERRORS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "warpfort/Support/Faults.h"
#include <optional>

namespace warpfort {

/// While it lives, prints what is for users, and keeps the first of all else.
/// \p IsExplained: an error was printed.
class LoweringErrors {
public:
  LoweringErrors(mlir::MLIRContext &Context, llvm::StringRef Input,
                 llvm::raw_ostream &Diag, std::optional<Fault> &Problem,
                 bool &IsExplained);
  /// Lowering goes on after errors as if there were none.
  bool any() const { return Failed; }

private:
  void handle(mlir::Diagnostic &Message);

  llvm::StringRef Input;
  llvm::raw_ostream &Diag;
  std::optional<Fault> &Problem;
  bool &IsExplained;
  bool Failed = false;
  mlir::ScopedDiagnosticHandler Handler;
};

/// Sets the location to that of the last operation of \p Module that has one.
void locateLast(mlir::ModuleOp Module, Fault &Where);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LOWERINGERRORS_H
