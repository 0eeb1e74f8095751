//===-- warpfort/Support/Faults.h - Faults of the compiler ------ -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What goes wrong in the compiler and is no error of the program: code that
// does not verify, a pass that fails without a message for users, a fatal error
// of LLVM, a signal. All of it becomes a Fault, which the driver reports in
// one form (lib/Driver/FaultReport.h). What was said about it is for
// developers, and never the message.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_FAULTS_H
#define WARPFORT_SUPPORT_FAULTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace warpfort {

struct Fault {
  /// What was at work, as "lowering to FIR".
  std::string Stage;
  /// Where the construct is; no line if that is not known.
  std::string File;
  unsigned Line = 0, Column = 0;
  /// What was said, in the words of whoever said it.
  std::string Text;
};

class FaultError : public llvm::ErrorInfo<FaultError> {
public:
  static char ID;
  explicit FaultError(Fault What) : What(std::move(What)) {}
  const Fault &fault() const { return What; }
  /// For developers: the driver has another form for users.
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  Fault What;
};

/// A fault in the stage that the thread is in.
llvm::Error makeFault(const llvm::Twine &Text);

/// A fault that says why another error is one.
llvm::Error makeFault(llvm::Error Err);

/// What a thread is doing, for the report of a fault.
struct Activity {
  std::string Stage, Step, File;
  unsigned Line = 0, Column = 0;
};

/// Names the stage that the thread is in while it lives.
class StageScope {
public:
  explicit StageScope(const llvm::Twine &Stage, llvm::StringRef File = {});
  StageScope(const StageScope &) = delete;
  StageScope &operator=(const StageScope &) = delete;
  ~StageScope();

private:
  Activity Outer;
};

/// Names the step within the stage, and the construct that it works on.
void noteStep(llvm::StringRef Step, llvm::StringRef File = {},
              unsigned Line = 0, unsigned Column = 0);

/// The stage and the step, as a Fault names them.
std::string currentStep();

/// Calls \p Work. A crash in it, or the attempt of a library to end the
/// process, is a FaultError.
llvm::Error catchFaults(llvm::function_ref<llvm::Error()> Work);

/// Calls \p Work; false if it crashed, or a library wanted to end the process.
/// What the library had to say about it is the \p Reason.
bool runGuarded(llvm::function_ref<void()> Work, std::string &Reason);

/// Keeps what a library says before it ends the process, for whoever guards the
/// call.
void noteReason(llvm::StringRef Text);

/// For tests: goes wrong here if \p Wanted, the value of -fprovoke-fault=, is
/// `signal`, `abort`, `fatal` or `memory`, then `@` and the name of this point.
void provokeFault(llvm::StringRef Wanted, llvm::StringRef Point);

/// For a process that reports faults: a crash outside of all guards, or in a
/// report, still ends it with a message for users, and lack of memory is no
/// fault. With \p Verbose there is a stack trace, too.
void installFaultHandlers(bool Verbose);

} // namespace warpfort
#endif // WARPFORT_SUPPORT_FAULTS_H
