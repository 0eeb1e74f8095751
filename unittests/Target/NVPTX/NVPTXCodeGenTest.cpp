//===-- NVPTXCodeGenTest.cpp - Tests of the NVIDIA target -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX of small device programs. Tests that need a CUDA toolkit are skipped
// without one.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace warpfort;

namespace {

class NVPTXCodeGenTest : public testing::Test {
protected:
  NVPTXCodeGenTest() { Options.ComputeCapabilities = {90, 80}; }

  Expected<NVPTXCode> generate(StringRef Text) {
    SMDiagnostic Diagnostic;
    auto M = parseAssemblyString(Text, Diagnostic, Context);
    EXPECT_TRUE(M != nullptr) << Diagnostic.getMessage().str();
    raw_string_ostream OS(Messages);
    return generateNVPTXCode(std::move(M), Options, OS);
  }
  /// PTX of a program for which no cubins are made.
  std::string ptx(StringRef Text) {
    Options.Toolkit.Ptxas.clear();
    auto Code = generate(Text);
    if (!Code) {
      ADD_FAILURE() << toString(Code.takeError());
      return "";
    }
    EXPECT_EQ(Code->MissingReason, "");
    Covered = Code->Covered;
    return Code->Images.empty() ? "" : Code->Images[0].Code;
  }
  static bool has(const std::string &Text, StringRef Part) {
    return StringRef(Text).contains(Part);
  }
  bool useToolkit() {
    Options.Toolkit = findCUDAToolkit("");
    return !Options.Toolkit.Libdevice.empty() && !Options.Toolkit.Ptxas.empty();
  }

  LLVMContext Context;
  NVPTXOptions Options;
  std::string Messages;
  std::vector<CoveredKernel> Covered; // of the last program
};

TEST_F(NVPTXCodeGenTest, PTXIsForTheLowestArchitecture) {
  std::string PTX = ptx("define ptx_kernel void @k(ptr %p) "
                        "{ store float 1.0, ptr %p ret void }");
  EXPECT_TRUE(has(PTX, ".target sm_80"));
  EXPECT_TRUE(has(PTX, ".version 8.0"));
  EXPECT_TRUE(has(PTX, ".visible .entry k("));
  EXPECT_TRUE(has(PTX, "st.global"));
}

TEST_F(NVPTXCodeGenTest, DivisionAndSquareRootAreExact) {
  const char *Text = "declare float @llvm.sqrt.f32(float) "
                     "define ptx_kernel void @k(ptr %p, float %x, float %y) { "
                     "%d = fdiv contract float %x, %y "
                     "%s = call contract float @llvm.sqrt.f32(float %d) "
                     "store float %s, ptr %p ret void }";
  std::string PTX = ptx(Text);
  EXPECT_TRUE(has(PTX, "div.rn.f32"));
  EXPECT_TRUE(has(PTX, "sqrt.rn.f32"));
  Options.FastMath = true;
  PTX = ptx(Text);
  EXPECT_TRUE(has(PTX, "div.approx.ftz.f32"));
  EXPECT_TRUE(has(PTX, "sqrt.approx.ftz.f32"));
}

TEST_F(NVPTXCodeGenTest, MultiplyAddFusesWhereContractAllowsIt) {
  EXPECT_TRUE(has(ptx("define ptx_kernel void @k(ptr %p, double %x, double %y) "
                      "{ %m = fmul contract double %x, %y %a = fadd contract "
                      "double %m, %x store double %a, ptr %p ret void }"),
                  "fma.rn.f64"));
  EXPECT_FALSE(has(ptx("define ptx_kernel void @k(ptr %p, double %x, double "
                       "%y) { %m = fmul double %x, %y %a = fadd double %m, %x "
                       "store double %a, ptr %p ret void }"),
                   "fma.rn.f64"));
}

TEST_F(NVPTXCodeGenTest, NoAliasDoesNotSurviveABarrier) {
  // The second load must stay: another thread may have stored in between.
  const char *Format =
      "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent "
      "define ptx_kernel void @k(ptr noalias %p, ptr noalias %q) { "
      "%a = load volatile i32, ptr %q %b = load i32, ptr %p "
      "store i32 %b, ptr %q "
      "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) "
      "%c = load i32, ptr %p store i32 %c, ptr %q ret void }";
  std::string PTX = ptx(Format);
  EXPECT_FALSE(has(PTX, "ld.global.nc"));
  size_t Barrier = PTX.find("bar.sync");
  if (Barrier == std::string::npos)
    Barrier = PTX.find("barrier.sync");
  ASSERT_NE(Barrier, std::string::npos);
  EXPECT_TRUE(has(PTX.substr(Barrier), "ld.global"));
}

/// A loop over the grid, as lowering makes it: p(i - 1) = p(i) + p(i + 1).
static const char *const GridLoop = R"(
declare i64 @__warpdev_loop_begin(i32, i64)
declare i64 @__warpdev_loop_end(i32, i64)
declare i64 @__warpdev_loop_stride(i32)
define ptx_kernel void @k(ptr %p, i64 %n, i64 %s) {
  %begin = call i64 @__warpdev_loop_begin(i32 0, i64 %n)
  %end = call i64 @__warpdev_loop_end(i32 0, i64 %n)
  %stride = call i64 @__warpdev_loop_stride(i32 0)
  br label %head
head:
  %c = phi i64 [ %begin, %0 ], [ %next, %body ]
  %more = icmp slt i64 %c, %end
  br i1 %more, label %body, label %exit
body:
  %i = trunc nsw i64 %c to i32
  %left = sub nsw i32 %i, 1
  %right = add nsw i32 %i, 1
  %wl = sext i32 %left to i64
  %wi = sext i32 %i to i64
  %wr = sext i32 %right to i64
  %pl = getelementptr float, ptr %p, i64 %wl
  %pi = getelementptr float, ptr %p, i64 %wi
  %pr = getelementptr float, ptr %p, i64 %wr
  %a = load float, ptr %pi
  %b = load float, ptr %pr
  %sum = fadd float %a, %b
  store float %sum, ptr %pl
  %next = add nsw i64 %c, %stride
  br label %head
exit:
  store float 1.0, ptr %p
  ret void
}
)";

TEST_F(NVPTXCodeGenTest, CoveredLoopsHaveNoWayBack) {
  std::string PTX = ptx(GridLoop);
  size_t Twin = PTX.find(".entry k$covered(");
  ASSERT_NE(Twin, std::string::npos);
  std::string First = PTX.substr(0, Twin), Second = PTX.substr(Twin);
  if (First.find(".entry k(") == std::string::npos)
    std::swap(First, Second);
  // A branch to a label that stands before it.
  auto GoesBack = [](StringRef Text) {
    for (size_t At = Text.find("bra"); At != StringRef::npos;
         At = Text.find("bra", At + 1)) {
      StringRef Label = Text.substr(At).ltrim("abrniu. \t").split(';').first;
      if (Label.starts_with("$") &&
          Text.substr(0, At).contains((Label + ":").str()))
        return true;
    }
    return false;
  };
  EXPECT_TRUE(GoesBack(First));
  EXPECT_FALSE(GoesBack(Second));
  // What comes after the loop stays.
  EXPECT_TRUE(has(Second, "0f3F800000") || has(Second, "1065353216"));
}

TEST_F(NVPTXCodeGenTest, CoveredLoopsHaveNarrowDescriptors) {
  std::string PTX = ptx(R"(
%box = type { ptr, i64, i32, i8, i8, i8, i8, [1 x [3 x i64]] }
declare i64 @__warpdev_loop_begin(i32, i64)
declare i64 @__warpdev_loop_end(i32, i64)
declare i64 @__warpdev_loop_stride(i32)
define ptx_kernel void @k(i64 %n,
    ptr byval({ ptr, i64, i32, i8, i8, i8, i8, [1 x [3 x i64]] }) align 8 %a) {
  %box = alloca { ptr, i64, i32, i8, i8, i8, i8, [1 x [3 x i64]] }
  call void @llvm.memcpy.p0.p0.i64(ptr %box, ptr %a, i64 48, i1 false)
  %begin = call i64 @__warpdev_loop_begin(i32 0, i64 %n)
  %end = call i64 @__warpdev_loop_end(i32 0, i64 %n)
  %stride = call i64 @__warpdev_loop_stride(i32 0)
  br label %head
head:
  %c = phi i64 [ %begin, %0 ], [ %next, %body ]
  %goes = icmp slt i64 %c, %end
  br i1 %goes, label %body, label %exit
body:
  %p = load ptr, ptr %box
  %f = getelementptr i8, ptr %box, i64 40
  %s = load i64, ptr %f
  %offset = mul i64 %c, %s
  %at = getelementptr i8, ptr %p, i64 %offset
  store float 1.0, ptr %at
  %next = add nsw i64 %c, %stride
  br label %head
exit:
  ret void
}
)");
  ASSERT_EQ(Covered.size(), 1u);
  EXPECT_EQ(Covered[0].Narrow, 2u);
  size_t At = PTX.find(".entry k$covered(");
  ASSERT_NE(At, std::string::npos);
  std::string Version = PTX.substr(At, PTX.find("\n}", At) - At);
  EXPECT_TRUE(has(Version, "mul.wide.u32")) << Version;
  EXPECT_FALSE(has(Version, "lo.s64")) << Version;
  At = PTX.find(".entry k(");
  ASSERT_NE(At, std::string::npos);
  EXPECT_TRUE(has(PTX.substr(At, PTX.find("\n}", At) - At), "lo.s64"));
}

TEST_F(NVPTXCodeGenTest, CoveredNestsHaveOneTest) {
  std::string PTX = ptx(R"(
declare i64 @__warpdev_loop_begin(i32, i64)
declare i64 @__warpdev_loop_end(i32, i64)
declare i64 @__warpdev_loop_stride(i32)
define ptx_kernel void @k(ptr %p, i64 %n, i64 %m) {
  %by = call i64 @__warpdev_loop_begin(i32 1, i64 %m)
  %ey = call i64 @__warpdev_loop_end(i32 1, i64 %m)
  %sy = call i64 @__warpdev_loop_stride(i32 1)
  %bx = call i64 @__warpdev_loop_begin(i32 0, i64 %n)
  %ex = call i64 @__warpdev_loop_end(i32 0, i64 %n)
  %sx = call i64 @__warpdev_loop_stride(i32 0)
  br label %heady
heady:
  %y = phi i64 [ %by, %0 ], [ %ny, %latchy ]
  %morey = icmp slt i64 %y, %ey
  br i1 %morey, label %bodyy, label %exit
bodyy:
  %row = mul i64 %y, %n
  br label %headx
headx:
  %x = phi i64 [ %bx, %bodyy ], [ %nx, %bodyx ]
  %morex = icmp slt i64 %x, %ex
  br i1 %morex, label %bodyx, label %latchy
bodyx:
  %at = add i64 %row, %x
  %pa = getelementptr float, ptr %p, i64 %at
  store float 1.0, ptr %pa
  %nx = add nsw i64 %x, %sx
  br label %headx
latchy:
  %ny = add nsw i64 %y, %sy
  br label %heady
exit:
  ret void
})");
  size_t Twin = PTX.find(".entry k$covered(");
  ASSERT_NE(Twin, std::string::npos);
  size_t Other = PTX.find(".entry k(");
  StringRef Text =
      StringRef(PTX).slice(Twin, Other > Twin ? Other : std::string::npos);
  EXPECT_EQ(Text.count("bra"), 1u);
}

/// A sum over k of products in a nest over the grid. \p First: a factor's place
/// at k; \p Rounds: of the sum.
static std::string nestOfSums(StringRef First, StringRef Rounds) {
  return (R"(
declare i64 @__warpdev_loop_begin(i32, i64)
declare i64 @__warpdev_loop_end(i32, i64)
declare i64 @__warpdev_loop_stride(i32)
define ptx_kernel void @k(ptr noalias %p, ptr noalias %q, i64 %n, i64 %m) {
  %by = call i64 @__warpdev_loop_begin(i32 1, i64 %m)
  %ey = call i64 @__warpdev_loop_end(i32 1, i64 %m)
  %sy = call i64 @__warpdev_loop_stride(i32 1)
  %bx = call i64 @__warpdev_loop_begin(i32 0, i64 %n)
  %ex = call i64 @__warpdev_loop_end(i32 0, i64 %n)
  %sx = call i64 @__warpdev_loop_stride(i32 0)
  br label %heady
heady:
  %y = phi i64 [ %by, %0 ], [ %ny, %latchy ]
  %morey = icmp slt i64 %y, %ey
  br i1 %morey, label %bodyy, label %exit
bodyy:
  %row = mul i64 %y, %n
  br label %headx
headx:
  %x = phi i64 [ %bx, %bodyy ], [ %nx, %bodyx ]
  %morex = icmp slt i64 %x, %ex
  br i1 %morex, label %prex, label %latchy
prex:
  %at = add i64 %row, %x
  br label %headk
headk:
  %k = phi i64 [ 0, %prex ], [ %nk, %bodyk ]
  %sum = phi float [ 0.0, %prex ], [ %added, %bodyk ]
  %morek = icmp slt i64 %k, )" +
          Rounds + R"(
  br i1 %morek, label %bodyk, label %bodyx
bodyk:
  %ka = mul i64 %k, %n
  %kx = add i64 %ka, )" +
          First + R"(
  %pa = getelementptr float, ptr %q, i64 %kx
  %a = load float, ptr %pa
  %ky = add i64 %row, %k
  %pb = getelementptr float, ptr %q, i64 %ky
  %b = load float, ptr %pb
  %product = fmul float %a, %b
  %added = fadd float %sum, %product
  %nk = add nsw i64 %k, 1
  br label %headk
bodyx:
  %pc = getelementptr float, ptr %p, i64 %at
  store float %sum, ptr %pc
  %nx = add nsw i64 %x, %sx
  br label %headx
latchy:
  %ny = add nsw i64 %y, %sy
  br label %heady
exit:
  ret void
})")
      .str();
}

TEST_F(NVPTXCodeGenTest, ThreadsHaveTwoRowsOfAProduct) {
  std::string PTX = ptx(nestOfSums("%x", "%n"));
  ASSERT_EQ(Covered.size(), 2u);
  EXPECT_EQ(Covered[1].Covered, "k$rows");
  EXPECT_EQ(Covered[1].Rows, 2u);
  EXPECT_TRUE(has(PTX, ".entry k$rows("));
}

TEST_F(NVPTXCodeGenTest, ThreadsHaveOneRowWhereNothingIsShared) {
  for (auto [First, Rounds] : {std::pair("%at", "%n"), std::pair("%x", "%y")}) {
    std::string PTX = ptx(nestOfSums(First, Rounds));
    ASSERT_EQ(Covered.size(), 1u);
    EXPECT_EQ(Covered[0].Rows, 1u);
    EXPECT_FALSE(has(PTX, "$rows"));
  }
}

TEST_F(NVPTXCodeGenTest, CoveredLoopsFromTwoBeginAtASector) {
  std::string Text = GridLoop;
  size_t At = Text.find("  %i = trunc nsw i64 %c to i32");
  Text.replace(At, 30,
               "  %f = add nsw i64 2, %c\n"
               "  %i = trunc nsw i64 %f to i32");
  std::string PTX = ptx(Text);
  ASSERT_EQ(Covered.size(), 1u);
  EXPECT_EQ(Covered[0].Kernel, "k");
  EXPECT_EQ(Covered[0].Covered, "k$covered");
  EXPECT_EQ(Covered[0].Lead, 1u);
  size_t Twin = PTX.find(".entry k$covered(");
  ASSERT_NE(Twin, std::string::npos);
  size_t Other = PTX.find(".entry k(");
  std::string Code =
      PTX.substr(Twin, Other > Twin ? Other - Twin : std::string::npos);
  // The thread before the first has a number that is too large.
  EXPECT_TRUE(has(Code, ", -1;"));
  EXPECT_TRUE(has(Code, "setp.le.u32") || has(Code, "setp.ge.u32") ||
              has(Code, "setp.lt.u32"));
  // From 1 there is none; and none where it would be too many.
  Text.replace(Text.find("i64 2, %c"), 9, "i64 1, %c");
  ptx(Text);
  ASSERT_EQ(Covered.size(), 1u);
  EXPECT_EQ(Covered[0].Lead, 0u);
  Text.replace(Text.find("i64 1, %c"), 9, "i64 9, %c");
  ptx(Text);
  ASSERT_EQ(Covered.size(), 1u);
  EXPECT_EQ(Covered[0].Lead, 0u);
}

TEST_F(NVPTXCodeGenTest, NestsOfKnownLengthAreUnrolled) {
  // Far more than LLVM unrolls of itself.
  const char *Format = R"(
define ptx_kernel void @k(ptr %p, ptr %q) {
  br label %outer
outer:
  %k = phi i64 [ 0, %0 ], [ %k1, %latch ]
  %pk = getelementptr double, ptr %p, i64 %k
  %factor = load double, ptr %pk
  br label %inner
inner:
  %i = phi i64 [ 0, %outer ], [ %i1, %inner ]
  %row = mul i64 %k, 17
  %at = add i64 %row, %i
  %pi = getelementptr double, ptr %p, i64 %at
  %x = load volatile double, ptr %pi
  %y = fmul double %x, %factor
  store double %y, ptr %q
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, 16
  br i1 %more, label %inner, label %latch
latch:
  %k1 = add i64 %k, 1
  %again = icmp ult i64 %k1, LIMIT
  br i1 %again, label %outer, label %done
done:
  ret void
})";
  auto WithLimit = [&](StringRef Limit) {
    std::string Text = Format;
    Text.replace(Text.find("LIMIT"), 5, Limit.str());
    return ptx(Text);
  };
  EXPECT_FALSE(has(WithLimit("16"), "bra"));
  EXPECT_TRUE(has(WithLimit("33"), "bra"));
}

TEST_F(NVPTXCodeGenTest, ReductionsHaveNoTwin) {
  std::string Text = GridLoop;
  Text += "declare void @__warpdev_reduce_add_i32(i32, ptr, ptr, i32, i32)";
  size_t End = Text.find("  ret void");
  Text.insert(End, "  call void @__warpdev_reduce_add_i32(i32 1, ptr %p, ptr "
                   "%p, i32 0, i32 1)\n");
  EXPECT_FALSE(has(ptx(Text), "$covered"));
  EXPECT_TRUE(Covered.empty());
}

TEST_F(NVPTXCodeGenTest, NeighboursShareAnAddress) {
  std::string PTX = ptx(GridLoop);
  EXPECT_TRUE(has(PTX, "+4]"));
  EXPECT_TRUE(has(PTX, "+-4]"));
  EXPECT_FALSE(has(PTX, "shr.s64"));
}

TEST_F(NVPTXCodeGenTest, NeighboursInRowsShareAnAddress) {
  // The first sum is used twice, so that the second is split in another way.
  std::string PTX = ptx(R"(
define ptx_kernel void @k(ptr %p, i64 %i, i64 %j, i64 %n) {
  %row = mul i64 %j, %n
  %place = add i64 %row, %i
  %pc = getelementptr double, ptr %p, i64 %place
  %centre = load double, ptr %pc
  %il = add i64 %i, 1
  %placel = add i64 %row, %il
  %pl = getelementptr double, ptr %p, i64 %placel
  %left = load double, ptr %pl
  %below = sub i64 %row, %n
  %placeb = add i64 %below, %i
  %pb = getelementptr double, ptr %p, i64 %placeb
  %down = load double, ptr %pb
  %s1 = fadd double %centre, %left
  %s2 = fadd double %s1, %down
  %pd = getelementptr double, ptr %p, i64 %place
  store double %s2, ptr %pd
  ret void
})");
  // One base, of two additions; the others are 8 bytes and a row away.
  StringRef Text(PTX);
  EXPECT_EQ(Text.count("ld.global"), 3u);
  EXPECT_EQ(Text.count("add.s64") + Text.count("sub.s64"), 3u);
  EXPECT_TRUE(has(PTX, "+8]"));
}

TEST_F(NVPTXCodeGenTest, TargetQuestionIsAnswered) {
  std::string PTX = ptx("declare i32 @__warpdev_target_is_cpu() "
                        "define ptx_kernel void @k(ptr %p) { "
                        "%c = call i32 @__warpdev_target_is_cpu() "
                        "%d = add i32 %c, 41 store i32 %d, ptr %p ret void }");
  EXPECT_FALSE(has(PTX, "target_is_cpu"));
  EXPECT_TRUE(has(PTX, "41"));
}

TEST_F(NVPTXCodeGenTest, CPUAttributesOfTheFrontEndAreDropped) {
  std::string PTX =
      ptx("define ptx_kernel void @k(ptr %p) "
          "\"target-cpu\"=\"sm_35\" \"target-features\"=\"+ptx32\" "
          "{ store float 1.0, ptr %p ret void }");
  EXPECT_TRUE(has(PTX, ".target sm_80"));
}

TEST_F(NVPTXCodeGenTest, MissingLibdeviceIsAReasonNotAnError) {
  auto Code = generate("declare float @llvm.exp.f32(float) "
                       "declare double @tgamma(double) "
                       "define ptx_kernel void @k(ptr %p, float %x, double %y) "
                       "{ %a = call float @llvm.exp.f32(float %x) "
                       "%b = call double @tgamma(double %y) "
                       "store float %a, ptr %p store double %b, ptr %p "
                       "ret void }");
  ASSERT_TRUE(bool(Code));
  EXPECT_TRUE(Code->Images.empty());
  EXPECT_TRUE(has(Code->MissingReason, "device code uses exp, tgamma ("));
}

TEST_F(NVPTXCodeGenTest, BadKernelNamesAreErrors) {
  auto Code = generate("define ptx_kernel void @\"a.b\"() { ret void }");
  ASSERT_FALSE(bool(Code));
  EXPECT_NE(toString(Code.takeError()).find("a.b"), std::string::npos);
}

TEST_F(NVPTXCodeGenTest, MathsComesFromLibdevice) {
  if (!useToolkit())
    GTEST_SKIP() << "no CUDA toolkit";
  std::string Text, Calls, Declarations;
  for (const char *Name :
       {"sin",  "cos",   "tan",  "asin",      "acos",  "atan", "sinh",  "cosh",
        "tanh", "exp",   "exp2", "exp10",     "log",   "log2", "log10", "floor",
        "ceil", "trunc", "rint", "nearbyint", "round", "sqrt", "fabs"})
    for (const char *Type : {"f32", "f64"}) {
      std::string Real = Type[1] == '3' ? "float" : "double";
      std::string Variable = Real == "float" ? "%x" : "%y";
      std::string Function = std::string("@llvm.") + Name + "." + Type;
      Declarations += "declare " + Real + " " + Function + "(" + Real + ")\n";
      Calls += "store volatile " + Real + " " + Variable + ", ptr %p\n";
      Calls += "%r." + std::string(Name) + Type + " = call " + Real + " " +
               Function + "(" + Real + " " + Variable + ")\n" +
               "store volatile " + Real + " %r." + Name + Type + ", ptr %p\n";
    }
  for (const char *Name :
       {"asinh", "acosh", "atanh", "expm1", "log1p", "erf", "erfc", "tgamma",
        "lgamma", "cbrt", "j0", "j1", "y0", "y1", "fabs", "floor", "rint"}) {
    Declarations += std::string("declare double @") + Name + "(double)\n";
    Declarations += std::string("declare float @") + Name + "f(float)\n";
    Calls += std::string("%n.") + Name + " = call double @" + Name +
             "(double %y)\nstore volatile double %n." + Name + ", ptr %p\n";
    Calls += std::string("%f.") + Name + " = call float @" + Name +
             "f(float %x)\nstore volatile float %f." + Name + ", ptr %p\n";
  }
  for (const char *Name : {"hypot", "fmod", "remainder", "atan2", "pow"}) {
    Declarations +=
        std::string("declare double @") + Name + "(double, double)\n";
    Calls += std::string("%b.") + Name + " = call double @" + Name +
             "(double %y, double %y)\nstore volatile double %b." + Name +
             ", ptr %p\n";
  }
  Declarations += "declare i64 @lround(double)\ndeclare i64 @llroundf(float)\n"
                  "declare i32 @llvm.lround.i32.f64(double)\n"
                  "declare double @llvm.powi.f64.i32(double, i32)\n"
                  "declare half @llvm.sin.f16(half)\n"
                  "declare double @jn(i32, double)\n";
  Calls += "%l1 = call i64 @lround(double %y) store volatile i64 %l1, ptr %p\n"
           "%l2 = call i64 @llroundf(float %x) store volatile i64 %l2, ptr %p\n"
           "%l3 = call i32 @llvm.lround.i32.f64(double %y) store volatile i32 "
           "%l3, ptr %p\n"
           "%l4 = call double @llvm.powi.f64.i32(double %y, i32 %n) store "
           "volatile double %l4, ptr %p\n"
           "%h = fptrunc float %x to half %l5 = call half "
           "@llvm.sin.f16(half %h) store volatile half %l5, ptr %p\n"
           "%l6 = frem double %y, 3.0 store volatile double %l6, ptr %p\n"
           "%l7 = call double @jn(i32 %n, double %y) store volatile double "
           "%l7, ptr %p\n";
  auto Code = generate(Declarations +
                       "define ptx_kernel void @k(ptr %p, float %x, double "
                       "%y, i32 %n) {\n" +
                       Calls + "ret void }");
  ASSERT_TRUE(bool(Code)) << toString(Code.takeError());
  ASSERT_EQ(Code->Images.size(), 3u); // PTX, two cubins
  EXPECT_EQ(Code->Images[1].Kind, object::IMG_Cubin);
  EXPECT_TRUE(StringRef(Code->Images[1].Code)
                  .starts_with("\x7f"
                               "ELF"));
  EXPECT_FALSE(has(Code->Images[0].Code, ".extern .func"));
}

TEST_F(NVPTXCodeGenTest, SquareIsNoPowerFunction) {
  // Simplified before it would become a call of libdevice: no toolkit needed.
  std::string PTX = ptx("declare double @llvm.pow.f64(double, double) "
                        "define ptx_kernel void @k(ptr %p, double %x) { "
                        "%s = call double @llvm.pow.f64(double %x, double 2.0) "
                        "store double %s, ptr %p ret void }");
  EXPECT_TRUE(has(PTX, "mul.rn.f64"));
}

TEST_F(NVPTXCodeGenTest, OwnFunctionsOfMathsNamesStayOwn) {
  std::string PTX = ptx("define double @hypot(double %x, double %y) noinline { "
                        "%s = fadd double %x, %y ret double %s } "
                        "define ptx_kernel void @k(ptr %p, double %x) { "
                        "%s = call double @hypot(double %x, double %x) "
                        "store double %s, ptr %p ret void }");
  EXPECT_TRUE(has(PTX, "hypot"));
}

TEST_F(NVPTXCodeGenTest, LibdeviceFunctionsOfTheProgramAreLinked) {
  if (!useToolkit())
    GTEST_SKIP() << "no CUDA toolkit";
  std::string PTX = ptx("declare float @__nv_tgammaf(float) "
                        "define ptx_kernel void @k(ptr %p, float %x) { "
                        "%s = call float @__nv_tgammaf(float %x) "
                        "store float %s, ptr %p ret void }");
  EXPECT_FALSE(has(PTX, ".extern")) << PTX;
}

TEST_F(NVPTXCodeGenTest, TexturesAreReadThroughTheCache) {
  std::string PTX =
      ptx("@t = addrspace(1) global { ptr, i64 } zeroinitializer #0 "
          "define ptx_kernel void @k(ptr %p) { "
          "%a = load ptr, ptr addrspacecast (ptr addrspace(1) @t to ptr) "
          "%v = load float, ptr %a store float %v, ptr %p ret void } "
          "attributes #0 = { \"warpfort.texture\" }");
  EXPECT_TRUE(has(PTX, "ld.global.nc.")) << PTX;
}

TEST_F(NVPTXCodeGenTest, PtxInfoIsDemangled) {
  if (!useToolkit())
    GTEST_SKIP() << "no CUDA toolkit";
  Options.PtxInfo = true;
  Options.MaxRegisters = 32;
  auto Code = generate("define ptx_kernel void @_QMmPk(ptr %p) "
                       "{ store float 1.0, ptr %p ret void }");
  ASSERT_TRUE(bool(Code));
  EXPECT_TRUE(has(Messages, "'m::k' for 'sm_90'"));
  EXPECT_TRUE(has(Messages, "registers"));
}

TEST_F(NVPTXCodeGenTest, LineInfoGivesLineDirectivesOnly) {
  const char *Text =
      "define ptx_kernel void @k(ptr %p) !dbg !4 "
      "{ store float 1.0, ptr %p, !dbg !7 ret void, !dbg !7 } "
      "!llvm.dbg.cu = !{!0} !llvm.module.flags = !{!2, !3} "
      "!0 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !1, "
      "producer: \"p\", isOptimized: false, runtimeVersion: 0, "
      "emissionKind: FullDebug) "
      "!1 = !DIFile(filename: \"k.cuf\", directory: \"/\") "
      "!2 = !{i32 2, !\"Dwarf Version\", i32 2} "
      "!3 = !{i32 2, !\"Debug Info Version\", i32 3} "
      "!4 = distinct !DISubprogram(name: \"k\", file: !1, line: 3, type: !5, "
      "spFlags: DISPFlagDefinition, unit: !0) "
      "!5 = !DISubroutineType(types: !6) !6 = !{null} "
      "!7 = !DILocation(line: 7, column: 1, scope: !4)";
  std::string PTX = ptx(Text);
  EXPECT_TRUE(has(PTX, ".loc\t1 7 1"));
  EXPECT_FALSE(has(PTX, ".debug_info"));
  EXPECT_FALSE(has(PTX, "sm_80, debug"));
  if (!useToolkit())
    GTEST_SKIP() << "no CUDA toolkit";
  auto Code = generate(Text);
  EXPECT_TRUE(bool(Code));
  consumeError(Code.takeError());
}

TEST_F(NVPTXCodeGenTest, ToolkitIsLookedForOnlyWhereTheUserSays) {
  CUDAToolkit Toolkit = findCUDAToolkit("0.1");
  EXPECT_EQ(Toolkit.Root, "");
  EXPECT_EQ(Toolkit.LookedIn, "/usr/local/cuda-0.1");
}

} // namespace
