//===-- CFrontend.h - OpenACC C to FIR and LLVM --------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang parses and checks a C source, and its code generator makes the host
// code. What OpenACC directives apply to becomes FIR in the form in which
// Flang lowers the same constructs of Fortran.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_CFRONTEND_CFRONTEND_H
#define WARPFORT_CFRONTEND_CFRONTEND_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "warpfort/Support/MissingRoutines.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
class raw_ostream;
} // namespace llvm

namespace warpfort {

struct CFrontendOptions {
  std::string Input;
  /// Clang's own options: include folders, macros, -O, -g, ...
  std::vector<std::string> Arguments;
  bool OpenACC = false;
  /// Arrays of variable length that constructs use stay on the host's stack.
  bool StackArrays = false;
  bool SyntaxOnly = false;
  llvm::raw_ostream *Preprocessed = nullptr; // -E: nothing else is made
};

struct CProgram {
  /// Host code without the constructs, which it calls.
  std::unique_ptr<llvm::Module> Host;
  /// The constructs and the routines; null without OpenACC.
  mlir::OwningOpRef<mlir::ModuleOp> Constructs;
  /// Functions that Host defines, too: the version of Constructs is the
  /// device's.
  std::vector<std::string> HostFunctions;
  /// Variables of declare directives, likewise; the device's get their initial
  /// values.
  std::vector<std::string> HostVariables;
  std::vector<MissingRoutine> MissingRoutines;
};

/// False after an error, which \p Diag got.
bool compileC(mlir::MLIRContext &Context, llvm::LLVMContext &LLVMContext,
              const CFrontendOptions &Options,
              const llvm::TargetMachine &Target, CProgram &Result,
              llvm::raw_ostream &Diag);

} // namespace warpfort
#endif // WARPFORT_CFRONTEND_CFRONTEND_H
