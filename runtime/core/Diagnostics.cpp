//===-- runtime/core/Diagnostics.cpp - Errors and messages ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Diagnostics.h.
//
//===----------------------------------------------------------------------===//
#include "core/Diagnostics.h"
#include "hal/CrashHooks.h"
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <unistd.h>

using namespace warprt;

namespace {

thread_local Error LastError = Error::Success;

/// The first error that nobody has asked for yet.
struct Unasked {
  std::mutex Lock;
  std::atomic<bool> Any{false};
  std::string Line;
  bool IsHarmless = false;
};

/// Never destroyed: threads may still report while the process ends.
Unasked &unasked() {
  static auto *The = new Unasked;
  return *The;
}

std::atomic<void (*)()> ExitReport{nullptr};
std::atomic<void (*)()> ErrorHook{nullptr};
std::atomic<bool> Silent{false};
/// The last error that the program got.
std::atomic<Error> Known{Error::Success};
/// The program ends as if nothing had happened, though results may be wrong.
std::atomic<bool> EndsWrongly{false};

void callErrorHook() {
  if (auto *Hook = ErrorHook.load())
    Hook();
}

void clearUnasked() {
  Unasked &U = unasked();
  if (!U.Any.load(std::memory_order_relaxed))
    return;
  std::lock_guard<std::mutex> Guard(U.Lock);
  U.Any = false;
  U.Line.clear();
}

void print(const char *Kind, const std::string &Text) {
  std::fflush(stdout);
  std::fprintf(stderr, "warprt: %s%s\n", Kind, Text.c_str());
}

std::string formatted(const char *Format, va_list Args) {
  char Text[1024];
  std::vsnprintf(Text, sizeof Text, Format, Args);
  return Text;
}

std::string at(SourceLocation Where) {
  if (!Where.File)
    return "";
  return std::string(Where.File) + ":" + std::to_string(Where.Line) + ": ";
}

} // namespace

std::string warprt::describe(Error E) {
  return std::string(errorText(E)) + " (" + errorName(E) + ", " +
         std::to_string(static_cast<int>(E)) + ")";
}

void warprt::fatal(const char *Format, ...) {
  va_list Args;
  va_start(Args, Format);
  std::string Text = formatted(Format, Args);
  va_end(Args);
  callErrorHook();
  print("error: ", Text);
  printCalls();
  clearUnasked();
  std::exit(1);
}

void warprt::fatalAt(SourceLocation Where, Error E, const std::string &What) {
  fatalAt(Where, What + ": " + describe(E));
}

void warprt::fatalAt(SourceLocation Where, const std::string &What) {
  callErrorHook();
  print("", at(Where) + "error: " + What);
  printCalls();
  clearUnasked();
  std::exit(1);
}

void warprt::fatalText(const std::string &Text) {
  callErrorHook();
  std::fflush(stdout);
  std::fputs(Text.c_str(), stderr);
  printCalls();
  clearUnasked();
  std::exit(1);
}

void warprt::warn(const char *Format, ...) {
  va_list Args;
  va_start(Args, Format);
  std::string Text = formatted(Format, Args);
  va_end(Args);
  print("warning: ", Text);
}

Error warprt::noteResult(Error E) {
  if (failed(E)) {
    callErrorHook();
    LastError = E;
    // The program has an error in its hands: that is being asked.
    Known.store(E);
    clearUnasked();
  }
  return E;
}

void warprt::recordError(Error E, const std::string &What, bool IsHarmless) {
  callErrorHook();
  if (Silent)
    return;
  LastError = E;
  Unasked &U = unasked();
  std::lock_guard<std::mutex> Guard(U.Lock);
  if (!U.Any || (U.IsHarmless && !IsHarmless)) {
    U.Line = What + ": " + describe(E);
    U.IsHarmless = IsHarmless;
    U.Any = true;
  }
}

Error warprt::takeLastError() {
  Error E = LastError;
  LastError = Error::Success;
  if (failed(E)) {
    Known.store(E);
    clearUnasked();
  }
  return E;
}

Error warprt::peekLastError() {
  if (failed(LastError)) {
    Known.store(LastError);
    clearUnasked();
  }
  return LastError;
}

void warprt::recordFailedWork(Error E) {
  if (failed(E) && Known.load() != E)
    recordError(E, "work on the device failed");
}

std::string warprt::unaskedError() {
  Unasked &U = unasked();
  std::lock_guard<std::mutex> Guard(U.Lock);
  return U.Any ? U.Line : std::string();
}

void warprt::setErrorHook(void (*Hook)()) { ErrorHook = Hook; }

void warprt::silenceErrors() {
  Silent = true;
  clearUnasked();
}

void warprt::lockErrorsForFork() { unasked().Lock.lock(); }

void warprt::unlockErrorsAfterFork(bool InChild) {
  Unasked &U = unasked();
  if (InChild) {
    U.Any = false;
    U.Line.clear();
  }
  U.Lock.unlock();
}

/// The program's last words. A status of its own says enough.
static void reportUnasked(int Status, void *) {
  if (auto *Report = ExitReport.load())
    Report();
  std::string Line = unaskedError();
  if (Line.empty())
    return;
  print("error: ", Line + " (not asked for by the program)");
  if (Status == 0 && !unasked().IsHarmless)
    EndsWrongly = true;
}

/// When all else of the program has ended, its output included.
[[gnu::destructor]] static void setExitStatus() {
  if (!EndsWrongly)
    return;
  std::fflush(nullptr);
  _exit(1);
}

void warprt::setExitReport(void (*Report)()) {
  static std::once_flag Once;
  ExitReport = Report;
  std::call_once(Once, [] { on_exit(reportUnasked, nullptr); });
}
