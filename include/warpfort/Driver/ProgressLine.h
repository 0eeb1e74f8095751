//===-- warpfort/Driver/ProgressLine.h - Signs of life ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code of a whole program is compiled in the link, which may take
// minutes. On a terminal a line says what is at work and for how long; it goes
// when the work is done.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_DRIVER_PROGRESSLINE_H
#define WARPFORT_DRIVER_PROGRESSLINE_H

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace warpfort {

/// While it lives, \p Text and the seconds so far are shown on \p OS, which no
/// other thread may use: from \p Delay on, and again after each \p Interval.
class ProgressLine {
public:
  ProgressLine(llvm::raw_ostream &OS, std::string Text,
               std::chrono::milliseconds Delay = std::chrono::seconds(3),
               std::chrono::milliseconds Interval = std::chrono::seconds(1));
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;
  /// Clears the line.
  ~ProgressLine();

private:
  void show();

  llvm::raw_ostream &OS;
  std::string Text;
  std::chrono::milliseconds Delay, Interval;
  std::mutex Mutex;
  std::condition_variable Ended;
  bool Done = false;
  std::thread Thread;
};

} // namespace warpfort
#endif // WARPFORT_DRIVER_PROGRESSLINE_H
