//===-- runtime/start/Traceback.cpp - Where a program crashed -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -traceback, -Mchkstk and -Ktrap=, see warprt/Traps.h. GCC's libbacktrace
// reads the line tables of the program; it allocates by mmap and may be called
// in a signal's handler. The handler has a stack of its own, so that it runs
// when the program has used up its.
//
//===----------------------------------------------------------------------===//
#include "start/Traceback.h"
#include "warprt/Traps.h"
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/ucontext.h>
#include <unistd.h>
#include <xmmintrin.h>

using namespace warprt::start;

extern "C" {
// Of libbacktrace, whose header not every installation of GCC has. Where there
// was none when the runtime was built, a traceback has no calls.
struct backtrace_state;
using BacktraceError = void (*)(void *, const char *, int);
using BacktraceFrame = int (*)(void *, uintptr_t, const char *, int,
                               const char *);
using BacktraceSymbol = void (*)(void *, uintptr_t, const char *, uintptr_t,
                                 uintptr_t);
__attribute__((weak)) backtrace_state *
backtrace_create_state(const char *, int, BacktraceError, void *);
__attribute__((weak)) int backtrace_full(backtrace_state *, int, BacktraceFrame,
                                         BacktraceError, void *);
__attribute__((weak)) int backtrace_syminfo(backtrace_state *, uintptr_t,
                                            BacktraceSymbol, BacktraceError,
                                            void *);
// Where the program has the runtime.
__attribute__((weak)) void warprt_set_crash_hooks(const WarprtCrashHooks *);
}

namespace {

/// What a program asked for; fixed before its main program begins.
std::atomic<bool> Traces{false}, ChecksStack{false};

constexpr int Signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr size_t HandlerStackBytes = size_t(1) << 18;
constexpr unsigned MostCalls = 40;

void say(const char *Text, size_t Length) {
  ssize_t Ignored = ::write(STDERR_FILENO, Text, Length);
  (void)Ignored;
}
void say(const char *Text) { say(Text, std::strlen(Text)); }

void sayNumber(int64_t Number) {
  char Digits[24];
  char *At = Digits + sizeof Digits;
  do
    *--At = static_cast<char>('0' + Number % 10);
  while (Number /= 10);
  say(At, static_cast<size_t>(Digits + sizeof Digits - At));
}

/// Relative to where the program runs, as other messages have it.
void sayPlace(const char *File, int Line) {
  static char Here[PATH_MAX];
  size_t Length = getcwd(Here, sizeof Here) ? std::strlen(Here) : 0;
  if (Length && !std::strncmp(File, Here, Length) && File[Length] == '/')
    File += Length + 1;
  say(File);
  say(":");
  sayNumber(Line);
}

void sayName(const char *Linkage) {
  NameBuffer Name;
  describeProcedure(Linkage, Name);
  say(Name.text());
}

//===-- The calls ---------------------------------------------------------===//

/// One walk over the calls that led to a place.
struct Walk {
  uintptr_t Crash = 0; ///< where the signal came from; 0: here
  bool IsBehindCrash = false;
  bool HeaderOnly = false; ///< the place of the error alone
  const char *What = nullptr;
  unsigned Count = 0, Left = 0;
  bool IsOver = false;
};

void ignoreError(void *, const char *, int) {}

backtrace_state *symbols() {
  static backtrace_state *State =
      backtrace_create_state(nullptr, /*threaded=*/1, ignoreError, nullptr);
  return State;
}

/// Procedures into which nothing was inlined have no name beside their lines.
const char *symbolAt(uintptr_t PC) {
  const char *Name = nullptr;
  backtrace_syminfo(
      symbols(), PC,
      [](void *Data, uintptr_t, const char *Symbol, uintptr_t, uintptr_t) {
        *static_cast<const char **>(Data) = Symbol;
      },
      ignoreError, &Name);
  return Name;
}

int seeFrame(void *Data, uintptr_t PC, const char *File, int Line,
             const char *Function) {
  Walk &W = *static_cast<Walk *>(Data);
  if (W.Crash && !W.IsBehindCrash) {
    if (PC != W.Crash)
      return 0;
    W.IsBehindCrash = true;
  }
  // The C library's files are named from a folder that is not known.
  if (W.IsOver || !File || *File != '/')
    return 0;
  if (!Function && !(Function = symbolAt(PC)))
    return 0;
  if (isOfLibrary(Function))
    return 0;
  if (W.What) {
    say("warprt: ");
    sayPlace(File, Line);
    say(": error: ");
    say(W.What);
    say("\n");
    W.What = nullptr;
  }
  if (W.HeaderOnly)
    return 1;
  if (W.Count++ >= MostCalls) {
    ++W.Left;
  } else {
    say(W.Count == 1 ? "  in " : "  called from ");
    sayName(Function);
    say(" at ");
    sayPlace(File, Line);
    say("\n");
  }
  W.IsOver = isMainProgram(Function);
  return 0;
}

void walk(Walk &W) {
  if (!backtrace_full)
    return;
  backtrace_full(symbols(), 0, seeFrame, ignoreError, &W);
  if (!W.Left)
    return;
  say("  and ");
  sayNumber(W.Left);
  say(" more\n");
}

void printCalls() {
  Walk W;
  walk(W);
}

//===-- Signals -----------------------------------------------------------===//

uintptr_t placeOf(const void *Context) {
  auto *C = static_cast<const ucontext_t *>(Context);
  return static_cast<uintptr_t>(C->uc_mcontext.gregs[REG_RIP]);
}

/// Code made with -Mchkstk touches each page of the stack in its order.
bool isStackUsedUp(int Signal, const siginfo_t *Info, const void *Context) {
  if (Signal != SIGSEGV || Info->si_code <= 0)
    return false;
  auto *C = static_cast<const ucontext_t *>(Context);
  auto Stack = static_cast<uintptr_t>(C->uc_mcontext.gregs[REG_RSP]);
  auto At = reinterpret_cast<uintptr_t>(Info->si_addr);
  constexpr uintptr_t Page = 4096;
  return At + 2 * Page >= Stack && At <= Stack + Page;
}

const char *describe(int Signal, const siginfo_t *Info, bool IsStack) {
  if (IsStack)
    return "the stack is used up (ulimit -s sets its size)";
  switch (Signal) {
  case SIGFPE:
    return describeArithmetic(Info->si_code);
  case SIGILL:
    return "an illegal instruction (SIGILL)";
  case SIGABRT:
    return "the program was aborted (SIGABRT)";
  case SIGBUS:
    return "an access to memory that is not there (SIGBUS)";
  default:
    return "an access to memory that is not there (SIGSEGV)";
  }
}

struct sigaction Former[NSIG];

void onCrash(int Signal, siginfo_t *Info, void *Context) {
  bool IsStack = isStackUsedUp(Signal, Info, Context);
  if (Traces || (IsStack && ChecksStack)) {
    Walk W;
    W.Crash = placeOf(Context);
    W.What = describe(Signal, Info, IsStack);
    W.HeaderOnly = !Traces;
    walk(W);
    if (W.What) {
      // No code of the user that has lines.
      say("warprt: error: ");
      say(W.What);
      say("\n");
    }
  }
  // Once more, with what would have happened: the process ends.
  sigaction(Signal, &Former[Signal], nullptr);
  raise(Signal);
}

/// A stack for the handler, unless the thread has one.
void startThread() {
  stack_t Old = {};
  if (sigaltstack(nullptr, &Old) || !(Old.ss_flags & SS_DISABLE))
    return;
  void *Memory = mmap(nullptr, HandlerStackBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    return;
  stack_t New = {};
  New.ss_sp = Memory;
  New.ss_size = HandlerStackBytes;
  sigaltstack(&New, nullptr);
}

void install() {
  static std::atomic<bool> Done{false};
  if (!Done.exchange(true)) {
    startThread();
    for (int Signal : Signals) {
      struct sigaction New = {};
      if (sigaction(Signal, nullptr, &Former[Signal]) ||
          Former[Signal].sa_handler == SIG_IGN)
        continue;
      New.sa_sigaction = onCrash;
      sigemptyset(&New.sa_mask);
      New.sa_flags = SA_NODEFER | SA_SIGINFO | SA_ONSTACK;
      sigaction(Signal, &New, nullptr);
    }
  }
  static WarprtCrashHooks Hooks;
  Hooks.printCalls = Traces ? printCalls : nullptr;
  Hooks.startThread = startThread;
  if (warprt_set_crash_hooks)
    warprt_set_crash_hooks(&Hooks);
}

} // namespace

extern "C" void warprt_start_traceback() {
  Traces = true;
  install();
}

extern "C" void warprt_start_stack_check() {
  ChecksStack = true;
  install();
}

extern "C" void warprt_enable_traps(int32_t Exceptions) {
  // Exceptions of the past must not trap now. MXCSR has flags in bits 0 to 5
  // and masks in bits 7 to 12; the x87 unit has its masks in bits 0 to 5.
  constexpr unsigned All = 63;
  auto Trapped = static_cast<unsigned>(Exceptions) & All;
  _mm_setcsr((_mm_getcsr() | (All << 7)) & ~(All | (Trapped << 7)));
  unsigned short Control;
  __asm__ volatile("fnclex\n\tfnstcw %0" : "=m"(Control));
  Control = static_cast<unsigned short>((Control | All) & ~Trapped);
  __asm__ volatile("fldcw %0" : : "m"(Control));
}
