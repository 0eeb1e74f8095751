//===-- WidenIndicesTest.cpp - Tests of subscripts in 64 bits -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of rewritten subscripts, negative ones among them.
//
//===----------------------------------------------------------------------===//
#include "WidenIndices.h"
#include "CompiledFunction.h"
#include <cstdint>

using namespace warpfort;

namespace {

using Index = int64_t(int64_t, int32_t);

/// A function of %x (i64) and %j (i32) whose result is the extension of %s.
void expectIndex(const char *Sum, int64_t X, int32_t J, int64_t Expected) {
  CompiledModule M(std::string("define i64 @f(i64 %x, i32 %j) {\n"
                               "  %c = trunc nsw i64 %x to i32\n") +
                       Sum +
                       "  %w = sext i32 %s to i64\n"
                       "  ret i64 %w\n}\n",
                   WidenIndicesPass());
  EXPECT_TRUE(M.Changed) << M.IR;
  auto *F = M.get<Index>("f");
  ASSERT_TRUE(F);
  EXPECT_EQ(F(X, J), Expected) << M.IR;
}

TEST(WidenIndices, ExtendWhatIsNotCut) {
  expectIndex("  %s = sub nsw i32 %c, %j\n", 40, -3, 43);
  expectIndex("  %s = mul nsw i32 %j, %c\n", -5, -7, 35);
}

TEST(WidenIndices, KeepConstants) {
  expectIndex("  %a = add nsw i32 %c, %j\n  %s = add nsw i32 %a, -100\n", 10,
              -20, -110);
  expectIndex("  %s = add nsw i32 %j, -1\n", 0, -4, -5);
}

} // namespace
