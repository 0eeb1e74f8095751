//===-- ExpandWideConversionsTest.cpp - 128-bit integers and reals --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the pass makes of conversions is compared with the host's own.
///
//===----------------------------------------------------------------------===//
#include "ExpandWideConversions.h"
#include "CompiledFunction.h"
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace warpfort;

namespace {

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

/// Numbers by their halves: conventions for 128-bit arguments are no concern.
constexpr llvm::StringLiteral Text = R"(
define i128 @join(i64 %high, i64 %low) alwaysinline {
  %h = zext i64 %high to i128
  %s = shl i128 %h, 64
  %l = zext i64 %low to i128
  %x = or i128 %s, %l
  ret i128 %x
}
define double @signedToDouble(i64 %high, i64 %low) {
  %x = call i128 @join(i64 %high, i64 %low)
  %r = sitofp i128 %x to double
  ret double %r
}
define double @unsignedToDouble(i64 %high, i64 %low) {
  %x = call i128 @join(i64 %high, i64 %low)
  %r = uitofp i128 %x to double
  ret double %r
}
define float @signedToFloat(i64 %high, i64 %low) {
  %x = call i128 @join(i64 %high, i64 %low)
  %r = sitofp i128 %x to float
  ret float %r
}
declare i128 @llvm.fptosi.sat.i128.f64(double)
define i64 @high(double %x) {
  %i = call i128 @llvm.fptosi.sat.i128.f64(double %x)
  %s = lshr i128 %i, 64
  %h = trunc i128 %s to i64
  ret i64 %h
}
define i64 @low(double %x) {
  %i = call i128 @llvm.fptosi.sat.i128.f64(double %x)
  %l = trunc i128 %i to i64
  ret i64 %l
}
)";

UnsignedWide shifted(unsigned Bit) { return UnsignedWide(1) << Bit; }

/// Numbers with bits at both ends, between two reals and beside that, and any.
std::vector<UnsignedWide> numbers() {
  std::vector<UnsignedWide> List = {0, 1, ~UnsignedWide(0), shifted(127),
                                    shifted(127) - 1};
  for (unsigned Top = 1; Top < 128; ++Top) {
    List.push_back(shifted(Top));
    List.push_back(shifted(Top) - 1);
    for (unsigned Precision : {24u, 53u}) {
      if (Top < Precision)
        continue;
      // Half of the last place of a number whose first bit is Top.
      UnsignedWide Tie = shifted(Top) | shifted(Top - Precision);
      UnsignedWide Odd = Tie | shifted(Top - Precision + 1);
      for (UnsignedWide Number : {Tie, Odd})
        List.insert(List.end(), {Number - 1, Number, Number + 1});
    }
  }
  std::mt19937_64 Random(7);
  for (unsigned I = 0; I < 1000; ++I) {
    UnsignedWide Number = (UnsignedWide(Random()) << 64) | Random();
    List.push_back(Number >> (Random() % 128));
  }
  return List;
}

template <typename Real>
void expectAsHost(CompiledModule &M, const char *Name, bool Signed) {
  auto *Convert = M.get<Real(uint64_t, uint64_t)>(Name);
  ASSERT_TRUE(Convert);
  for (UnsignedWide Number : numbers()) {
    Real Expected = Signed ? Real(Wide(Number)) : Real(Number);
    ASSERT_EQ(Convert(uint64_t(Number >> 64), uint64_t(Number)), Expected)
        << Name << " of " << uint64_t(Number >> 64) << " * 2**64 + "
        << uint64_t(Number);
  }
}

TEST(ExpandWideConversions, RoundAsTheHost) {
  CompiledModule M(Text, ExpandWideConversionsPass());
  EXPECT_EQ(M.IR.find("itofp i128"), std::string::npos) << M.IR;
  expectAsHost<double>(M, "signedToDouble", /*Signed=*/true);
  expectAsHost<double>(M, "unsignedToDouble", /*Signed=*/false);
  expectAsHost<float>(M, "signedToFloat", /*Signed=*/true);
}

TEST(ExpandWideConversions, TruncateAndSaturate) {
  CompiledModule M(Text, ExpandWideConversionsPass());
  auto *High = M.get<int64_t(double)>("high");
  auto *Low = M.get<uint64_t(double)>("low");
  ASSERT_TRUE(High && Low);
  auto Convert = [&](double X) {
    return Wide((UnsignedWide(uint64_t(High(X))) << 64) | Low(X));
  };
  for (double X : {0.0, 0.75, -0.75, 1.5, -1.5, 0x1p63, -0x1p63, 0x1p64 - 2048,
                   0x1.23456789abcdep100, -0x1.23456789abcdep100, 0x1p126})
    EXPECT_TRUE(Convert(X) == Wide(X)) << X;
  Wide Most = Wide(shifted(127) - 1), Least = -Most - 1;
  EXPECT_TRUE(Convert(0x1p127) == Most);
  EXPECT_TRUE(Convert(INFINITY) == Most);
  EXPECT_TRUE(Convert(-0x1p127) == Least);
  EXPECT_TRUE(Convert(-INFINITY) == Least);
  EXPECT_TRUE(Convert(std::numeric_limits<double>::quiet_NaN()) == 0);
}

} // namespace
