//===-- Translator.h - Options of a command line ----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What parseCommandLine() is made of: DeviceOptions.cpp translates the options
/// of device code and of its link, Invocation.cpp all others.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_DRIVER_TRANSLATOR_H
#define WARPFORT_LIB_DRIVER_TRANSLATOR_H

#include "OptionTable.h"
#include "warpfort/Driver/Invocation.h"
#include "warpfort/Support/Diagnostics.h"
#include "llvm/Option/ArgList.h"
#include <optional>
#include <string>

namespace warpfort {

/// Translates one command line.
class Translator {
public:
  Translator(const llvm::opt::InputArgList &Args, const WarpfortOptTable &Table,
             llvm::raw_ostream &Diag)
      : Args(Args), Table(Table), Diag(Diag) {}
  std::optional<Invocation> run();

private:
  void error(const llvm::Twine &Text) {
    printError(Diag, Text);
    Failed = true;
  }
  bool hasOptionWithValue(llvm::StringRef Word) const;
  void rejectUnknown();
  void reportGroups();
  std::string commandLine() const;
  void translateAction();
  void translateDependencies();
  void translateLinkOption(const llvm::opt::Arg &A);
  void translateHelp();
  void translateLanguage();
  void translateOldLanguage();
  void translateCode();
  void translateOptLevel();
  void translateTarget();
  void translateRelocation();
  void translateArithmetic();
  void translateMessages();
  void translateDevice();
  void translateNestedLaunches();
  void translateChecks();
  void translateCheckList(const llvm::opt::Arg &A);
  void translateKernels();
  void translateTarget(const llvm::opt::Arg &A);
  void translateOpenACC(const llvm::opt::Arg &A);
  void translateOpenMP();
  void translateInputs();
  void addInput(llvm::StringRef Path);
  void warnOfDirectives(const SourceFile &Source);
  void applyLanguageOptions(SourceFile &Source);
  void checkOutput();

  const llvm::opt::InputArgList &Args;
  const WarpfortOptTable &Table;
  llvm::raw_ostream &Diag;
  Invocation Result;
  bool Failed = false;
};

} // namespace warpfort

#endif // WARPFORT_LIB_DRIVER_TRANSLATOR_H
