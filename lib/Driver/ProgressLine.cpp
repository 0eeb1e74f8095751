//===-- ProgressLine.cpp - Signs of life ----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The line ends with a carriage return, so that a message of the compiler's
// begins at its start.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/ProgressLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warpfort {

/// Clears a terminal's line from here to its end (ECMA-48, EL).
static constexpr StringLiteral ClearLine = "\x1b[K";

ProgressLine::ProgressLine(raw_ostream &OS, std::string Text,
                           std::chrono::milliseconds Delay,
                           std::chrono::milliseconds Interval)
    : OS(OS), Text(std::move(Text)), Delay(Delay), Interval(Interval),
      Thread([this] { show(); }) {}

ProgressLine::~ProgressLine() {
  {
    std::lock_guard Lock(Mutex);
    Done = true;
  }
  Ended.notify_one();
  Thread.join();
}

void ProgressLine::show() {
  auto Begin = std::chrono::steady_clock::now();
  std::unique_lock Lock(Mutex);
  auto Wait = Delay;
  bool Shown = false;
  while (!Ended.wait_for(Lock, Wait, [this] { return Done; })) {
    auto Seconds = std::chrono::duration_cast<std::chrono::seconds>(
        std::chrono::steady_clock::now() - Begin);
    OS << "warpfort: " << Text << ", " << Seconds.count() << " s" << ClearLine
       << '\r';
    OS.flush();
    Shown = true;
    Wait = Interval;
  }
  if (Shown)
    OS << ClearLine;
  OS.flush();
}

} // namespace warpfort
