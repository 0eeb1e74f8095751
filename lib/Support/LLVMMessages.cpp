//===-- LLVMMessages.cpp - What LLVM complains of -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handler that keeps errors and drops remarks and warnings.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/LLVMMessages.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warpfort {

namespace {

class Collector : public DiagnosticHandler {
public:
  explicit Collector(std::string &Text) : Text(Text) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() != DS_Error)
      return true;
    if (!Text.empty())
      Text += '\n';
    raw_string_ostream OS(Text);
    DiagnosticPrinterRawOStream Printer(OS);
    Info.print(Printer);
    return true;
  }

private:
  std::string &Text;
};

} // namespace

LLVMMessages::LLVMMessages(LLVMContext &Context) : Context(Context) {
  Context.setDiagnosticHandler(std::make_unique<Collector>(Text));
}

LLVMMessages::~LLVMMessages() {
  Context.setDiagnosticHandler(std::make_unique<DiagnosticHandler>());
}

} // namespace warpfort
