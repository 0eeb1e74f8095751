//===-- LoweringErrors.cpp - What Flang's lowering says -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See LoweringErrors.h.
///
//===----------------------------------------------------------------------===//
#include "LoweringErrors.h"
#include "Frontend/Tree/FlangMessages.h"
#include "warpfort/Frontend/Frontend.h"
#include "llvm/Support/raw_ostream.h"

namespace warpfort {

std::optional<std::string> describeUnsupported(llvm::StringRef Text) {
  return describeNotImplemented(Text);
}

LoweringErrors::LoweringErrors(mlir::MLIRContext &Context,
                               llvm::StringRef Input, llvm::raw_ostream &Diag,
                               std::optional<Fault> &Problem, bool &IsExplained)
    : Input(Input), Diag(Diag), Problem(Problem), IsExplained(IsExplained),
      Handler(&Context,
              [this](mlir::Diagnostic &Message) { handle(Message); }) {}

void LoweringErrors::handle(mlir::Diagnostic &Message) {
  bool IsError = Message.getSeverity() == mlir::DiagnosticSeverity::Error;
  if (!IsError && Message.getSeverity() != mlir::DiagnosticSeverity::Warning)
    return;
  Failed |= IsError;
  auto At = Message.getLocation()->findInstanceOf<mlir::FileLineColLoc>();
  std::string Text = Message.str();
  auto Unsupported = describeUnsupported(Text);
  if (IsError && !Unsupported) {
    if (Problem)
      return;
    Problem.emplace();
    Problem->Stage = currentStep();
    Problem->Text = std::move(Text);
    Problem->File = At ? At.getFilename().str() : Input.str();
    Problem->Line = At ? At.getLine() : 0;
    Problem->Column = At ? At.getColumn() : 0;
    return;
  }
  IsExplained |= IsError;
  if (At)
    Diag << At.getFilename().getValue() << ":" << At.getLine() << ":"
         << At.getColumn() << ": ";
  else
    Diag << Input << ": ";
  Diag << (IsError ? "error: " + *Unsupported : "warning: " + Text) << "\n";
}

void locateLast(mlir::ModuleOp Module, Fault &Where) {
  // Procedures are lowered in order, but for blocks.
  for (mlir::Operation &Op : llvm::reverse(*Module.getBody())) {
    bool IsFound = false;
    Op.walk([&](mlir::Operation *Inner) {
      auto At = Inner->getLoc()->findInstanceOf<mlir::FileLineColLoc>();
      if (!At || Inner == &Op)
        return;
      if (IsFound && At.getFilename() != Where.File)
        return;
      if (IsFound && At.getLine() < Where.Line)
        return;
      IsFound = true;
      Where.File = At.getFilename().str();
      Where.Line = At.getLine();
      Where.Column = At.getColumn();
    });
    if (IsFound)
      return;
  }
}

} // namespace warpfort
