//===-- DeepStack.cpp - Room for recursion --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A signal handler tells an overflow by the address: it lies in the pages that
// guard the end of the stack, or close to them where a frame is large.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/DeepStack.h"
#include "warpfort/Support/TempFiles.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/Threading.h"
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <list>
#include <sys/resource.h>
#include <unistd.h>

namespace warpfort {

/// Only what is used takes memory.
static constexpr size_t LargestStack = size_t(1) << 30;
static constexpr size_t SmallestStack = size_t(1) << 24;
static constexpr size_t GuardBytes = size_t(1) << 20;
static constexpr size_t SignalStackBytes = size_t(1) << 16;

// A signal handler gets no argument of ours.
/// The innermost of the thread.
static thread_local StackOverflowWatch *Innermost = nullptr;
/// What handles a fault that is no overflow. Watches of several threads are
/// made and go away one inside the other.
static struct sigaction Underlying;

static void *runWork(void *Work) {
  (*static_cast<std::function<void()> *>(Work))();
  return nullptr;
}

/// The compiler needs address space for more than its stack.
static size_t largestStack() {
  rlimit Limit;
  if (getrlimit(RLIMIT_AS, &Limit) != 0 || Limit.rlim_cur == RLIM_INFINITY)
    return LargestStack;
  return std::min<size_t>(LargestStack, Limit.rlim_cur / 8);
}

DeepThread::DeepThread(std::function<void()> ToDo) : Work(std::move(ToDo)) {
  pthread_attr_t Attributes;
  if (pthread_attr_init(&Attributes) == 0) {
    pthread_attr_setguardsize(&Attributes, GuardBytes);
    for (size_t Bytes = largestStack(); !Thread && Bytes >= SmallestStack;
         Bytes /= 2) {
      pthread_t Started;
      if (pthread_attr_setstacksize(&Attributes, Bytes) == 0 &&
          pthread_create(&Started, &Attributes, runWork, &Work) == 0)
        Thread = Started;
    }
    pthread_attr_destroy(&Attributes);
  }
  if (!Thread)
    Work();
}

void DeepThread::join() {
  if (Thread)
    pthread_join(*Thread, nullptr);
  Thread.reset();
}

void forEachInParallel(size_t Count, llvm::function_ref<void(size_t)> Work) {
  size_t Threads = std::min<size_t>(
      Count, llvm::hardware_concurrency().compute_thread_count());
  std::atomic<size_t> Next{0};
  std::list<DeepThread> Running;
  for (size_t I = 0; I < Threads; ++I)
    Running.emplace_back([&] {
      for (size_t Mine; (Mine = Next++) < Count;)
        Work(Mine);
    });
}

StackOverflowWatch::StackOverflowWatch(const llvm::Twine &Text)
    : Text(Text.str()), Outer(Innermost) {
  install();
}

StackOverflowWatch::StackOverflowWatch()
    : Text(Innermost ? Innermost->Text : ""), Outer(Innermost) {
  install();
}

void StackOverflowWatch::install() {
  pthread_attr_t Attributes;
  if (pthread_getattr_np(pthread_self(), &Attributes) == 0) {
    void *Address = nullptr;
    size_t Bytes = 0;
    if (pthread_attr_getstack(&Attributes, &Address, &Bytes) == 0)
      StackEnd = reinterpret_cast<uintptr_t>(Address);
    pthread_attr_destroy(&Attributes);
    if (!Text.empty())
      Message = Text + " (" + std::to_string(Bytes >> 20) +
                " MB of stack do not suffice)\n";
  }
  sigaltstack(nullptr, &OuterSignalStack);
  if (OuterSignalStack.ss_flags & SS_DISABLE) {
    SignalStack.resize(SignalStackBytes);
    stack_t Own = {};
    Own.ss_sp = SignalStack.data();
    Own.ss_size = SignalStack.size();
    sigaltstack(&Own, nullptr);
  }
  Innermost = this;
  struct sigaction Action = {};
  Action.sa_sigaction = handle;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&Action.sa_mask);
  sigaction(SIGSEGV, &Action, &Previous);
  Replaced = Underlying;
  if (!(Previous.sa_flags & SA_SIGINFO) || Previous.sa_sigaction != handle)
    Underlying = Previous;
}

StackOverflowWatch::~StackOverflowWatch() {
  sigaction(SIGSEGV, &Previous, nullptr);
  Underlying = Replaced;
  if (!SignalStack.empty())
    sigaltstack(&OuterSignalStack, nullptr);
  Innermost = Outer;
}

/// The files that must not stay behind are removed; all else is lost.
static void removeUnfinishedFiles() {
  llvm::sys::RunInterruptHandlers();
  removeFolderOnSignal();
}

void StackOverflowWatch::handle(int Signal, siginfo_t *Info, void *Context) {
  // What another process has sent is no fault, and does not come again.
  if (Info->si_code <= 0) {
    removeUnfinishedFiles();
    signal(Signal, SIG_DFL);
    raise(Signal);
    return;
  }
  StackOverflowWatch *Watch = Innermost;
  uintptr_t Address = reinterpret_cast<uintptr_t>(Info->si_addr);
  if (Watch && !Watch->Message.empty() &&
      Address + 2 * GuardBytes >= Watch->StackEnd &&
      Address <= Watch->StackEnd + 2 * GuardBytes) {
    ssize_t Ignored =
        write(STDERR_FILENO, Watch->Message.data(), Watch->Message.size());
    (void)Ignored;
    removeUnfinishedFiles();
    _exit(1);
  }
  struct sigaction Other = Underlying;
  if (Other.sa_flags & SA_SIGINFO) {
    Other.sa_sigaction(Signal, Info, Context);
  } else if (Other.sa_handler != SIG_DFL && Other.sa_handler != SIG_IGN) {
    Other.sa_handler(Signal);
  } else {
    // The instruction is repeated, and the system ends the process.
    sigaction(Signal, &Other, nullptr);
  }
}

} // namespace warpfort
