//===-- Messages.h - How messages look ---------------------------*- C++ -*-==//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_MESSAGES_H
#define WARPFORT_LIB_PIPELINE_MESSAGES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace warpfort {

/// Prints the messages of one compilation: in colours where they are wanted,
/// and no more errors than -fmax-errors= allows.
class MessagePrinter {
public:
  MessagePrinter(llvm::raw_ostream &OS, bool Color, unsigned MaxErrors)
      : OS(OS), Color(Color), MaxErrors(MaxErrors) {}

  /// Prints one line of a message. All lines from one that begins a message
  /// too many on are left out.
  void printLine(llvm::StringRef Line);

  /// The same for a message at a location, with the line of the source and a
  /// mark below the column, where the file can be read.
  void printMessage(llvm::StringRef File, unsigned Line, unsigned Column,
                    llvm::StringRef Severity, llvm::StringRef Text);

private:
  void printSource(llvm::StringRef File, unsigned Line, unsigned Column);

  llvm::raw_ostream &OS;
  bool Color;
  unsigned MaxErrors, Errors = 0;
  bool Ended = false;
};

} // namespace warpfort

#endif
