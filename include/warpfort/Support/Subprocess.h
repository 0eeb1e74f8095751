//===-- warpfort/Support/Subprocess.h - Running other programs -- -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the tools that a compilation needs (ptxas, cc, nvidia-smi), and prints
// command lines in a form that a shell takes.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_SUBPROCESS_H
#define WARPFORT_SUPPORT_SUBPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace warpfort {

struct ProcessResult {
  int ExitCode = 0;
  std::string Output; // stdout and stderr together
};

/// Runs \p Arguments[0] and collects what it prints. An error only if it could
/// not be run at all or was killed; \p TimeoutSeconds 0 waits for ever.
llvm::Expected<ProcessResult>
runAndCapture(llvm::ArrayRef<std::string> Arguments,
              unsigned TimeoutSeconds = 0);

/// Runs \p Arguments[0] with this program's own standard streams.
llvm::Expected<int> runProcess(llvm::ArrayRef<std::string> Arguments);

/// Prints a command, each word in double quotes.
void printCommand(llvm::raw_ostream &OS, llvm::ArrayRef<std::string> Arguments);

} // namespace warpfort
#endif // WARPFORT_SUPPORT_SUBPROCESS_H
