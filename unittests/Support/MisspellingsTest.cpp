//===-- MisspellingsTest.cpp - Nearest names ------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is near, and which words of a directive are wrong.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/Misspellings.h"
#include "gtest/gtest.h"

using namespace warpfort;

TEST(Misspellings, NearestName) {
  EXPECT_EQ(nearestOf("managd", {"managed", "unified"}).found(), "managed");
  // One letter in three may differ, and two in all.
  EXPECT_EQ(nearestOf("lop", {"loop"}).found(), "loop");
  EXPECT_EQ(nearestOf("foo", {"loop"}).found(), "");
  EXPECT_EQ(nearestOf("x", {"y", "xy"}).found(), "");
  EXPECT_EQ(nearestOf("frobnicate", {"fabricated"}).found(), "");
  // The name itself is no misspelling.
  EXPECT_EQ(nearestOf("loop", {"loop"}).found(), "");
  // Neighbours that changed places are one difference.
  EXPECT_EQ(nearestOf("gnag", {"gang"}).found(), "gang");
  // A letter is missing rather than one too many.
  EXPECT_EQ(nearestOf("copyn", {"copy", "copyin"}).found(), "copyin");
  EXPECT_EQ(nearestOf("copyn", {"copy", "copyin"}).hint(),
            "; did you mean 'copyin'?");
  EXPECT_EQ(nearestOf("x", {"loop"}).hint(), "");
}

TEST(Misspellings, DirectiveWords) {
  auto Indices = [](llvm::ArrayRef<llvm::StringRef> Words, bool IsFortran) {
    std::vector<size_t> Result;
    for (const WrongWord &W : findWrongWords(Words, IsFortran))
      Result.push_back(W.Index);
    return Result;
  };
  using List = std::vector<size_t>;
  EXPECT_EQ(Indices({"parallel", "loop", "gang", "pcopyin"}, true), List());
  EXPECT_EQ(Indices({"entr", "data", "create"}, true), List({0}));
  EXPECT_EQ(Indices({"exit", "data", "delet"}, true), List({2}));
  EXPECT_EQ(Indices({"atomic"}, true), List());
  EXPECT_EQ(Indices({"atomic", "capture", "if"}, true), List());
  EXPECT_EQ(Indices({"end", "parallel", "do"}, true), List());
  EXPECT_EQ(Indices({"end", "parallel", "lop"}, true), List({2}));
  EXPECT_EQ(Indices({"end", "parallel"}, false), List({0}));
  EXPECT_EQ(Indices({"unknown"}, true), List({0}));
  EXPECT_EQ(Indices({}, true), List());
}
