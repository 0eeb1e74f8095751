//===-- runtime/backends/cpu/CrashReport.cpp - Names a crashing kernel ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CrashReport.h. Nor has a kernel that calls what only a GPU has anything
// else to do than to end the process. The handler uses only what is allowed in
// one: it writes the message and lets the signal take its usual course.
// Of host code only one fault is ours to explain: the use of guarded memory.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CrashReport.h"
#include "backends/cpu/GuardedMemory.h"
#include "hal/CrashHooks.h"
#include "warprt/Image.h"
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sys/syscall.h>
#include <unistd.h>

using namespace warprt::cpu;

namespace {

thread_local const char *volatile RunningName = nullptr;
thread_local MissingShared Missing;

constexpr int Signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

void say(const char *Text) {
  if (write(STDERR_FILENO, Text, std::strlen(Text)) < 0)
    return;
}

const char *describe(int Signal, const siginfo_t *Info) {
  switch (Signal) {
  case SIGFPE:
    // Floating-point exceptions trap in programs compiled with -Ktrap=.
    return Info->si_code == FPE_INTDIV ? "an integer division by zero"
                                       : "a floating-point exception";
  case SIGILL:
    return "an illegal instruction or a trap";
  default:
    return "an access to memory that is not there (an array index out of "
           "bounds, or a host address?)";
  }
}

/// Whether the thread had no right to memory that is there (GuardedMemory).
bool isGuarded(int Signal, const siginfo_t *Info) {
  if (Signal != SIGSEGV)
    return false;
#ifdef SEGV_PKUERR
  if (Info->si_code == SEGV_PKUERR)
    return true;
#endif
  return Info->si_code == SEGV_ACCERR && GuardedMemory::isClosed(Info->si_addr);
}

/// What a crash led to before: a program's own report (hal/CrashHooks.h), or
/// the default action.
struct sigaction Former[NSIG];

/// One thread reports; others that crash at the same time wait for the end.
std::atomic<long> Reporter{0};

void report(int Signal, siginfo_t *Info, void *Context) {
  long Nobody = 0, Self = syscall(SYS_gettid);
  if (!Reporter.compare_exchange_strong(Nobody, Self) && Nobody != Self)
    for (;;)
      pause();
  if (RunningName && Signal == SIGSEGV && Missing.contains(Info->si_addr)) {
    say("warprt: error: kernel '");
    say(RunningName);
    say("' uses dynamic shared memory, of which its launch gives no bytes (the "
        "third value in <<<...>>>)\n");
    Missing.Leave();
  }
  if (const char *Name = RunningName) {
    say("warprt: error: kernel '");
    say(Name);
    say("' made ");
    say(describe(Signal, Info));
    say("\n");
  } else if (isGuarded(Signal, Info)) {
    say("warprt: error: host code read or wrote device memory, which a GPU "
        "does not allow\n");
  }
  if (Former[Signal].sa_flags & SA_SIGINFO)
    return Former[Signal].sa_sigaction(Signal, Info, Context);
  // Once more, with the default action: the process ends as it would have.
  std::signal(Signal, SIG_DFL);
  std::raise(Signal);
}

} // namespace

void warprt::cpu::installCrashReport() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    for (int Signal : Signals) {
      struct sigaction &Old = Former[Signal];
      if (sigaction(Signal, nullptr, &Old) != 0)
        continue;
      bool HasInfo = Old.sa_flags & SA_SIGINFO;
      if (HasInfo ? !hasCrashHooks() : Old.sa_handler != SIG_DFL)
        continue;
      struct sigaction New = {};
      New.sa_sigaction = report;
      sigemptyset(&New.sa_mask);
      New.sa_flags = SA_NODEFER | SA_SIGINFO | SA_ONSTACK;
      sigaction(Signal, &New, nullptr);
    }
  });
}

extern "C" __attribute__((visibility("default"))) void
warprt_cpu_no_host_version(const char *Function) {
  say("warprt: error: kernel '");
  say(RunningName ? RunningName : "?");
  say("' calls '");
  say(Function);
  say("' of CUDA C, a __device__ function without a host version: declare it "
      "__host__ __device__ to run it on the CPU\n");
  std::fflush(nullptr);
  std::_Exit(1);
}

void warprt::cpu::fatalKernel(const char *Name, const char *What) {
  std::fprintf(stderr, "warprt: error: kernel '%s': %s\n", Name ? Name : "?",
               What);
  std::abort();
}

RunningKernel::RunningKernel(const char *Name, MissingShared M)
    : Outer(RunningName), OuterMissing(Missing) {
  RunningName = Name;
  Missing = M;
}
RunningKernel::~RunningKernel() {
  RunningName = Outer;
  Missing = OuterMissing;
}
const char *RunningKernel::name() { return RunningName; }
