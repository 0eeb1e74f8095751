//===-- FoldBlockShapeTest.cpp - Known block sizes as constants -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FoldBlockShape.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace {

/// The function behind the pass: a block's threads and a thread's index.
std::string run(const char *Attributes) {
  std::string Text =
      "declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"
      "declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()\n"
      "declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()\n"
      "define i32 @f() " +
      std::string(Attributes) +
      " {\n"
      "  %x = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"
      "  %y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()\n"
      "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()\n"
      "  %n = mul i32 %x, %y\n"
      "  %r = add i32 %n, %t\n"
      "  ret i32 %r\n"
      "}\n";
  LLVMContext Context;
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Diagnostic, Context);
  if (!M)
    return Diagnostic.getMessage().str();
  FunctionAnalysisManager Analyses;
  Function *F = M->getFunction("f");
  warpfort::FoldBlockShapePass().run(*F, Analyses);
  std::string Result;
  raw_string_ostream OS(Result);
  F->print(OS);
  return Result;
}

TEST(FoldBlockShape, MakesConstantsOfExtents) {
  std::string IR = run("\"nvvm.reqntid\"=\"32,8,1\"");
  EXPECT_NE(IR.find("mul i32 32, 8"), IR.npos) << IR;
  EXPECT_NE(IR.find("range(i32 0, 8)"), IR.npos) << IR;
}

TEST(FoldBlockShape, TakesMissingExtentsForOne) {
  std::string IR = run("\"nvvm.reqntid\"=\"128\"");
  EXPECT_NE(IR.find("mul i32 128, 1"), IR.npos) << IR;
}

TEST(FoldBlockShape, LeavesOtherKernelsAlone) {
  std::string IR = run("\"nvvm.maxntid\"=\"32,8,1\"");
  EXPECT_NE(IR.find("mul i32 %x, %y"), IR.npos) << IR;
  EXPECT_EQ(IR.find("range("), IR.npos) << IR;
}

} // namespace
