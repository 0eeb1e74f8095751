//===-- runtime/core/Diagnostics.h - Errors and messages --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's error state of a host thread (cudaGetLastError) and the messages the
// runtime writes to stderr. An error that no call returned to the program, such
// as that of a launch, is remembered until somebody asks; what is left when the
// program ends is printed then.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_DIAGNOSTICS_H
#define WARPRT_CORE_DIAGNOSTICS_H

#include "hal/Error.h"
#include <string>

namespace warprt {

/// Where in the program a call came from; File may be null.
struct SourceLocation {
  const char *File = nullptr;
  int Line = 0;
};

/// Prints `warprt: error: ...` and ends the program with exit code 1.
[[noreturn]] void fatal(const char *Format, ...)
    __attribute__((format(printf, 1, 2)));

/// The same with the place in the program, what was attempted and the error.
[[noreturn]] void fatalAt(SourceLocation Where, Error E,
                          const std::string &What);
[[noreturn]] void fatalAt(SourceLocation Where, const std::string &What);

/// Prints a text of several lines as it is, and ends the program.
[[noreturn]] void fatalText(const std::string &Text);

void warn(const char *Format, ...) __attribute__((format(printf, 1, 2)));

/// Keeps the result of a call that returns it to the program; returns `E`.
Error noteResult(Error E);

/// Keeps an error that nobody gets as a result. `What` begins the line printed
/// at exit if nobody ever asks; then the program also has the status 1 in place
/// of 0, unless the results are those that there would be without the error.
void recordError(Error E, const std::string &What, bool IsHarmless = false);

/// Keeps what a last wait for the device found, unless the program has got it:
/// some errors stay, and each later call has them again.
void recordFailedWork(Error E);

/// cudaGetLastError and cudaPeekAtLastError of the calling thread.
Error takeLastError();
Error peekLastError();

/// The line for an error that nobody asked for, empty if there is none.
std::string unaskedError();

/// Runs `Report` before the process ends; the last one set counts.
void setExitReport(void (*Report)());

/// Runs `Hook` before an error is kept or reported: what device code printed
/// comes first, and where it stopped the program that is the message.
void setErrorHook(void (*Hook)());

/// From now on errors are neither kept nor reported: the program ends with a
/// message of its own.
void silenceErrors();

/// Around fork(): the lock is free in the child, and the parent's error is the
/// parent's to report.
void lockErrorsForFork();
void unlockErrorsAfterFork(bool InChild);

/// "invalid argument (cudaErrorInvalidValue, 1)"
std::string describe(Error E);

} // namespace warprt

#endif // WARPRT_CORE_DIAGNOSTICS_H
