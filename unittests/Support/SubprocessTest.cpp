//===-- SubprocessTest.cpp - Tests of running programs --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Output, exit status, and programs that are not there.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/Subprocess.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace warpfort;

TEST(Subprocess, CapturesBothStreamsAndTheStatus) {
  Expected<ProcessResult> Result =
      runAndCapture({"/bin/sh", "-c", "echo out; echo err >&2; exit 7"});
  ASSERT_TRUE(bool(Result));
  EXPECT_EQ(Result->ExitCode, 7);
  EXPECT_NE(Result->Output.find("out"), std::string::npos);
  EXPECT_NE(Result->Output.find("err"), std::string::npos);
}

TEST(Subprocess, MissingProgramIsAnError) {
  Expected<ProcessResult> Result = runAndCapture({"/nonexistent/program"});
  ASSERT_FALSE(bool(Result));
  EXPECT_NE(toString(Result.takeError()).find("/nonexistent/program"),
            std::string::npos);
}

TEST(Subprocess, KilledProgramIsAnError) {
  Expected<int> Code = runProcess({"/bin/sh", "-c", "kill -9 $$"});
  EXPECT_FALSE(bool(Code));
  consumeError(Code.takeError());
}

TEST(Subprocess, CommandsArePrintedQuoted) {
  std::string Text;
  raw_string_ostream OS(Text);
  printCommand(OS, {"a b", "c\"d", "$e"});
  EXPECT_EQ(Text, "\"a b\" \"c\\\"d\" \"\\$e\"\n");
}
