//===-- warpfort/Support/Diagnostics.h - Driver messages ------ -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages of the driver and of link steps: `warpfort: error: text`. What the
// compiler proper says about a source has its own form, with file and line.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_DIAGNOSTICS_H
#define WARPFORT_SUPPORT_DIAGNOSTICS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace warpfort {

/// Prints `warpfort: <kind>: <text>`, coloured on a terminal.
void printError(llvm::raw_ostream &OS, const llvm::Twine &Text);
void printWarning(llvm::raw_ostream &OS, const llvm::Twine &Text);
void printNote(llvm::raw_ostream &OS, const llvm::Twine &Text);

/// Prints each message that \p Err holds as an error.
void printError(llvm::raw_ostream &OS, llvm::Error Err);

/// An error whose message has been printed.
class ReportedError : public llvm::ErrorInfo<ReportedError> {
public:
  static char ID;
  void log(llvm::raw_ostream &) const override {}
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

/// An error that is only its text.
llvm::Error makeError(const llvm::Twine &Text);

} // namespace warpfort
#endif // WARPFORT_SUPPORT_DIAGNOSTICS_H
