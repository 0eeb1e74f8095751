//===-- Faults.cpp - Faults of the compiler -------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guards are LLVM's crash recovery contexts. Their signal handlers lie below
// those of stack overflows (DeepStack.h), and above the last resort, which
// writes a fixed text: it has neither memory nor locks that it could trust.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/Faults.h"
#include "warpfort/Support/DeepStack.h"
#include "warpfort/Support/TempFiles.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <signal.h>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace warpfort {

char FaultError::ID = 0;

/// After a crash, what the thread was doing.
static thread_local Activity Current;
/// Of the innermost guarded call of the thread; null outside of any.
static thread_local std::string *GuardedReason = nullptr;

static constexpr int CrashSignals[] = {SIGSEGV, SIGABRT, SIGBUS,
                                       SIGILL,  SIGFPE,  SIGTRAP};
/// A report that takes longer waits for a lock that the crash left behind.
static constexpr unsigned ReportSeconds = 300;
static bool PrintsStack = false;

void FaultError::log(raw_ostream &OS) const {
  if (!What.Stage.empty())
    OS << What.Stage << ": ";
  OS << What.Text;
}

std::string currentStep() {
  if (Current.Step.empty())
    return Current.Stage;
  return Current.Stage + ", " + Current.Step;
}

/// A fault of the stage that the thread is in.
static Fault currentFault(std::string Text) {
  Fault What;
  What.Stage = currentStep();
  What.File = Current.File;
  What.Line = Current.Line;
  What.Column = Current.Column;
  What.Text = std::move(Text);
  return What;
}

Error makeFault(const Twine &Text) {
  return make_error<FaultError>(currentFault(Text.str()));
}

Error makeFault(Error Err) {
  if (Err.isA<FaultError>())
    return Err;
  return makeFault(toString(std::move(Err)));
}

StageScope::StageScope(const Twine &Stage, StringRef File)
    : Outer(std::move(Current)) {
  Current = {};
  Current.Stage = Stage.str();
  Current.File = File.empty() ? Outer.File : File.str();
}

StageScope::~StageScope() { Current = std::move(Outer); }

void noteStep(StringRef Step, StringRef File, unsigned Line, unsigned Column) {
  Current.Step = Step.str();
  if (!File.empty())
    Current.File = File.str();
  Current.Line = Line;
  Current.Column = Column;
}

void noteReason(StringRef Text) {
  if (GuardedReason)
    *GuardedReason = Text.str();
}

static void writeText(StringRef Text) {
  ssize_t Ignored = write(STDERR_FILENO, Text.data(), Text.size());
  (void)Ignored;
}

/// Unfinished files go, all else is lost.
[[noreturn]] static void endWithText(StringRef Text) {
  writeText(Text);
  sys::RunInterruptHandlers();
  removeFolderOnSignal();
  _exit(1);
}

static constexpr StringLiteral LastText =
    "warpfort: error: the compiler crashed: this is a fault in Warpfort, not "
    "in your program\n";

static void endAtSignal(int Signal, siginfo_t *Info, void *) {
  // What another process has sent is no fault.
  if (Info->si_code <= 0 && Info->si_pid != getpid()) {
    sys::RunInterruptHandlers();
    removeFolderOnSignal();
    signal(Signal, SIG_DFL);
    raise(Signal);
    return;
  }
  if (PrintsStack)
    sys::PrintStackTrace(errs());
  endWithText(LastText);
}

static void endAtAlarm(int) { endWithText(LastText); }

/// Flang reports what it has no code for and then calls this; LLVM calls it
/// where it cannot go on.
static void endAtFatalError(void *, const char *Reason, bool) {
  // Flang's own word: the reason has been a diagnostic.
  if (StringRef(Reason) != "aborting")
    noteReason(Reason);
  if (auto *Guard = CrashRecoveryContext::GetCurrent())
    Guard->HandleExit(/*RetCode=*/1);
  endWithText(LastText);
}

static void endWithoutMemory(void *, const char *, bool) {
  endWithText("warpfort: error: there is not enough memory\n");
}

void provokeFault(StringRef Wanted, StringRef Point) {
  auto [Kind, Where] = Wanted.split('@');
  if (Where != Point)
    return;
  if (Kind == "signal") {
    volatile uintptr_t Nowhere = 16;
    *reinterpret_cast<volatile int *>(Nowhere) = 0;
  }
  if (Kind == "abort")
    std::abort();
  if (Kind == "fatal")
    report_fatal_error("provoked");
  if (Kind == "memory")
    report_bad_alloc_error("provoked");
}

void installFaultHandlers(bool Verbose) {
  PrintsStack = Verbose;
  install_fatal_error_handler(endAtFatalError);
  install_bad_alloc_error_handler(endWithoutMemory);
  std::set_terminate([] { std::abort(); });
  struct sigaction Action = {};
  Action.sa_sigaction = endAtSignal;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&Action.sa_mask);
  for (int Signal : CrashSignals)
    sigaction(Signal, &Action, nullptr);
}

/// What a guarded call left. Zero: it came to its end.
static int runInContext(function_ref<void()> Work, std::string &Reason) {
  std::string *Outer = GuardedReason;
  GuardedReason = &Reason;
  CrashRecoveryContext::Enable();
  int Status = 0;
  {
    StackOverflowWatch Watch;
    CrashRecoveryContext Context;
    if (!Context.RunSafely(Work))
      Status = Context.RetCode ? Context.RetCode : -1;
  }
  GuardedReason = Outer;
  return Status;
}

bool runGuarded(function_ref<void()> Work, std::string &Reason) {
  return runInContext(Work, Reason) == 0;
}

Error catchFaults(function_ref<Error()> Work) {
  Activity Before = Current;
  std::string Reason;
  // A crash leaves it as it is.
  auto Result = std::make_unique<std::optional<Error>>();
  int Status = runInContext([&] { Result->emplace(Work()); }, Reason);
  if (Status == 0)
    return std::move(**Result);
  (void)Result.release();
  if (CrashRecoveryContext::isCrash(Status)) {
    struct sigaction Action = {};
    Action.sa_handler = endAtAlarm;
    sigemptyset(&Action.sa_mask);
    sigaction(SIGALRM, &Action, nullptr);
    alarm(ReportSeconds);
  }
  if (Reason.empty())
    Reason = Status > 128
                 ? "signal " + std::to_string(Status - 128)
                 : "the process was to end with " + std::to_string(Status);
  Fault What = currentFault(std::move(Reason));
  Current = std::move(Before);
  return make_error<FaultError>(std::move(What));
}

} // namespace warpfort
