//===-- Diagnostics.cpp - Driver messages ---------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows how a driver message looks.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/Diagnostics.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;

namespace warpfort {

char ReportedError::ID = 0;

void printError(raw_ostream &OS, const Twine &Text) {
  WithColor::error(OS, "warpfort") << Text << '\n';
}

void printWarning(raw_ostream &OS, const Twine &Text) {
  WithColor::warning(OS, "warpfort") << Text << '\n';
}

void printNote(raw_ostream &OS, const Twine &Text) {
  WithColor::note(OS, "warpfort") << Text << '\n';
}

void printError(raw_ostream &OS, Error Err) {
  handleAllErrors(std::move(Err), [&](const ErrorInfoBase &Info) {
    printError(OS, Info.message());
  });
}

Error makeError(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

} // namespace warpfort
