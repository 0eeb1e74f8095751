//===-- LowerLocalAtomicsTest.cpp - Atomic operations on local memory -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LowerLocalAtomics.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace {

/// A function with \p Operations on an element of a local array, `%own`, and
/// on what `%other` points to.
std::string run(const char *Operations) {
  std::string Text = "define void @f(ptr %other) {\n"
                     "  %a = alloca [4 x i32]\n"
                     "  %own = getelementptr i32, ptr %a, i64 2\n" +
                     std::string(Operations) + "  ret void\n}\n";
  LLVMContext Context;
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Diagnostic, Context);
  if (!M)
    return Diagnostic.getMessage().str();
  FunctionAnalysisManager Analyses;
  Function *F = M->getFunction("f");
  warpfort::LowerLocalAtomicsPass().run(*F, Analyses);
  std::string Result;
  raw_string_ostream OS(Result);
  F->print(OS);
  return Result;
}

TEST(LowerLocalAtomics, MakesPlainUpdates) {
  std::string IR =
      run("  %o = atomicrmw add ptr %own, i32 1 monotonic\n"
          "  %p = cmpxchg ptr %own, i32 %o, i32 7 monotonic monotonic\n");
  EXPECT_EQ(IR.find("atomicrmw"), IR.npos) << IR;
  EXPECT_EQ(IR.find("cmpxchg"), IR.npos) << IR;
  EXPECT_NE(IR.find("add i32"), IR.npos) << IR;
  EXPECT_NE(IR.find("select"), IR.npos) << IR;
}

TEST(LowerLocalAtomics, MakesPlainReadsAndWrites) {
  std::string IR = run("  %v = load atomic i32, ptr %own monotonic, align 4\n"
                       "  store atomic i32 %v, ptr %own monotonic, align 4\n");
  EXPECT_EQ(IR.find("atomic"), IR.npos) << IR;
  EXPECT_NE(IR.find("load i32"), IR.npos) << IR;
}

TEST(LowerLocalAtomics, LeavesOtherMemoryAlone) {
  std::string IR = run("  %o = atomicrmw add ptr %other, i32 1 monotonic\n");
  EXPECT_NE(IR.find("atomicrmw add ptr %other"), IR.npos) << IR;
}

} // namespace
