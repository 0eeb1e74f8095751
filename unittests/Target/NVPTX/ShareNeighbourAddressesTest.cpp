//===-- ShareNeighbourAddressesTest.cpp - Addresses beside each other -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions load from addresses that differ by a term or a constant; what they
/// load tells which address the pass made.
///
//===----------------------------------------------------------------------===//
#include "ShareNeighbourAddresses.h"
#include "CompiledFunction.h"
#include <array>
#include <cstdint>
#include <numeric>

using namespace warpfort;

namespace {

/// Elements whose values are their indices.
std::array<int64_t, 1000> numbers() {
  std::array<int64_t, 1000> Array;
  std::iota(Array.begin(), Array.end(), 0);
  return Array;
}

using Load = int64_t(const int64_t *, int64_t, int64_t, int64_t);

/// A function that loads twice and gives the second value.
std::string loads(const char *First, const char *Second) {
  return std::string("define i64 @f(ptr %u, i64 %i, i64 %j, i64 %k) {\n") +
         First + "  %p = getelementptr i64, ptr %u, i64 %a\n" +
         "  %x = load volatile i64, ptr %p\n" + Second +
         "  %q = getelementptr i64, ptr %u, i64 %b\n" +
         "  %y = load volatile i64, ptr %q\n" + "  ret i64 %y\n}\n";
}

void expectSecond(const std::string &Text, int64_t I, int64_t J, int64_t K,
                  int64_t Expected) {
  CompiledModule M(Text, ShareNeighbourAddressesPass());
  EXPECT_TRUE(M.Changed) << M.IR;
  auto Array = numbers();
  auto *F = M.get<Load>("f");
  ASSERT_TRUE(F);
  EXPECT_EQ(F(Array.data(), I, J, K), Expected) << M.IR;
}

TEST(ShareNeighbourAddresses, AddsAConstant) {
  expectSecond(loads("  %a = add i64 %i, %j\n", "  %b = add i64 %a, -3\n"), 40,
               50, 0, 87);
}

TEST(ShareNeighbourAddresses, AddsATermThatTheFirstLacks) {
  expectSecond(loads("  %a = add i64 %i, %j\n",
                     "  %s = mul i64 %k, 7\n  %b = add i64 %a, %s\n"),
               40, 50, 3, 111);
}

TEST(ShareNeighbourAddresses, TakesAwayATermThatTheSecondLacks) {
  expectSecond(loads("  %s = mul i64 %k, 7\n  %r = add i64 %i, %j\n"
                     "  %a = add i64 %r, %s\n",
                     "  %b = add i64 %i, %j\n"),
               40, 50, 3, 90);
}

TEST(ShareNeighbourAddresses, SubtractsATerm) {
  expectSecond(loads("  %a = add i64 %i, %j\n", "  %b = sub i64 %a, %k\n"), 40,
               50, 30, 60);
}

TEST(ShareNeighbourAddresses, TakesProductsApart) {
  // (i - 2) k + j against k (i + 1) + j.
  const char *First = "  %l = add i64 %i, -2\n  %s = mul i64 %l, %k\n"
                      "  %a = add i64 %s, %j\n";
  const char *OneMore = "  %m = add i64 %i, 1\n  %t = mul i64 %k, %m\n"
                        "  %b = add i64 %t, %j\n";
  expectSecond(loads(First, OneMore), 20, 50, 10, 260);
  const char *Narrow = "  %n = trunc i64 %i to i32\n"
                       "  %w = zext i32 %n to i64\n"
                       "  %s = mul i64 %w, %k\n  %a = add i64 %s, %j\n";
  const char *Less =
      "  %m = add i64 %w, 4\n  %t = mul i64 %m, %k\n  %b = add i64 %t, %j\n";
  expectSecond(loads(Narrow, Less), 20, 50, 10, 290);
}

TEST(ShareNeighbourAddresses, ComparesFactors) {
  // 2k of the first against 5k of the second, and the other way round.
  const char *Two = "  %s = shl i64 %k, 1\n  %r = add i64 %i, %j\n"
                    "  %a = add i64 %r, %s\n";
  expectSecond(loads(Two, "  %t = mul i64 %k, 5\n  %b = add i64 %r, %t\n"), 40,
               50, 10, 140);
  const char *Five = "  %s = mul i64 %k, 5\n  %r = add i64 %i, %j\n"
                     "  %a = add i64 %r, %s\n";
  expectSecond(loads(Five, "  %t = shl i64 %k, 1\n  %b = add i64 %r, %t\n"), 40,
               50, 10, 110);
}

TEST(ShareNeighbourAddresses, LeavesAddressesThatDifferByTwoTerms) {
  CompiledModule M(loads("  %a = add i64 %i, 1\n", "  %b = add i64 %j, %k\n"),
                   ShareNeighbourAddressesPass());
  EXPECT_FALSE(M.Changed) << M.IR;
}

} // namespace
