//===-- ProgressLineTest.cpp - Tests of the line on long links ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/ProgressLine.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace warpfort;
using namespace std::chrono_literals;

TEST(ProgressLine, ShowsLongWorkAndClearsTheLine) {
  std::string Shown;
  llvm::raw_string_ostream OS(Shown);
  {
    ProgressLine Line(OS, "device code of 2 kernels", 1ms, 1ms);
    std::this_thread::sleep_for(200ms);
  }
  llvm::StringRef Text = Shown;
  EXPECT_TRUE(Text.starts_with("warpfort: device code of 2 kernels, 0 s"));
  EXPECT_GT(Text.count('\r'), 1u);
  EXPECT_TRUE(Text.ends_with("\r\x1b[K"));
}

TEST(ProgressLine, SaysNothingOfShortWork) {
  std::string Shown;
  llvm::raw_string_ostream OS(Shown);
  {
    ProgressLine Line(OS, "device code", 1h);
  }
  EXPECT_EQ(Shown, "");
}
