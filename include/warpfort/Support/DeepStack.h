//===-- warpfort/Support/DeepStack.h - Room for recursion -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang and LLVM recurse into what is nested in the source. The compiler runs
// on a stack that is far larger than the system's, and where that does not do,
// it says so instead of crashing.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_DEEPSTACK_H
#define WARPFORT_SUPPORT_DEEPSTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include <functional>
#include <optional>
#include <pthread.h>
#include <signal.h>
#include <string>
#include <vector>

namespace warpfort {

/// A thread with a large stack, or with the largest that the system grants.
/// Where it grants none, the work is done before the constructor returns.
class DeepThread {
public:
  explicit DeepThread(std::function<void()> Work);
  DeepThread(const DeepThread &) = delete;
  DeepThread &operator=(const DeepThread &) = delete;
  ~DeepThread() { join(); }
  void join();

private:
  std::function<void()> Work;
  std::optional<pthread_t> Thread;
};

/// Does `Work` for each number below \p Count on as many threads as the machine
/// runs at the same time, or as the system grants, down to the calling one.
void forEachInParallel(size_t Count, llvm::function_ref<void(size_t)> Work);

/// While it lives, a stack overflow in this thread prints its text, with the
/// size of the stack, and ends the process as an error does. Whoever handles
/// other crashes makes his own inside: then the innermost text is printed, and
/// what is no overflow goes to the handler that was there before.
class StackOverflowWatch {
public:
  explicit StackOverflowWatch(const llvm::Twine &Text);
  /// With the text of the watch around it.
  StackOverflowWatch();
  StackOverflowWatch(const StackOverflowWatch &) = delete;
  StackOverflowWatch &operator=(const StackOverflowWatch &) = delete;
  ~StackOverflowWatch();

private:
  void install();
  static void handle(int Signal, siginfo_t *Info, void *Context);

  std::string Text, Message;
  StackOverflowWatch *Outer;
  std::vector<char> SignalStack; ///< empty where the thread has one
  stack_t OuterSignalStack = {};
  struct sigaction Previous = {};
  struct sigaction Replaced = {}; ///< what handled other faults before
  uintptr_t StackEnd = 0; ///< the address that the stack does not grow beyond
};

} // namespace warpfort
#endif // WARPFORT_SUPPORT_DEEPSTACK_H
