//===-- Subprocess.cpp - Running other programs ---------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thin layer over llvm::sys::ExecuteAndWait.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/Subprocess.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/TempFiles.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace llvm;

namespace warpfort {

static Expected<int> execute(ArrayRef<std::string> Arguments,
                             ArrayRef<std::optional<StringRef>> Redirects,
                             unsigned TimeoutSeconds) {
  SmallVector<StringRef> Words(Arguments.begin(), Arguments.end());
  std::string Message;
  bool Failed = false;
  int Code =
      sys::ExecuteAndWait(Words.front(), Words, std::nullopt, Redirects,
                          TimeoutSeconds, /*MemoryLimit=*/0, &Message, &Failed);
  if (Failed || Code < 0)
    return makeError("cannot run '" + Words.front() +
                     "': " + (Message.empty() ? "it crashed" : Message));
  return Code;
}

Expected<ProcessResult> runAndCapture(ArrayRef<std::string> Arguments,
                                      unsigned TimeoutSeconds) {
  TempFiles Temps;
  Expected<std::string> File = Temps.create("output", "txt");
  if (!File)
    return File.takeError();
  StringRef Path = *File;
  std::optional<StringRef> Redirects[] = {StringRef(""), Path, Path};
  Expected<int> Code = execute(Arguments, Redirects, TimeoutSeconds);
  if (!Code)
    return Code.takeError();
  ProcessResult Result;
  Result.ExitCode = *Code;
  if (auto Buffer = MemoryBuffer::getFile(Path))
    Result.Output = (*Buffer)->getBuffer().str();
  return Result;
}

Expected<int> runProcess(ArrayRef<std::string> Arguments) {
  return execute(Arguments, {}, 0);
}

void printCommand(raw_ostream &OS, ArrayRef<std::string> Arguments) {
  ListSeparator Space(" ");
  for (const std::string &Word : Arguments) {
    OS << Space;
    sys::printArg(OS, Word, /*Quote=*/true);
  }
  OS << '\n';
}

} // namespace warpfort
