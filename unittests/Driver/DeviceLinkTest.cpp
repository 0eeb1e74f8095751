//===-- DeviceLinkTest.cpp - Tests of the device link ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors of device code that does not fit together, and what is kept.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/DeviceLink.h"
#include "TestObjects.h"
#include "warpfort/Support/Diagnostics.h"
#include "llvm/IR/Verifier.h"
#include <map>
#include <mutex>

using namespace llvm;
using namespace warpfort;

// The tests of the driver need no compiler.
#include "warpfort/Pipeline/Compile.h"
Error warpfort::compileSource(const CompileOptions &, raw_ostream &) {
  return makeError("there is no compiler here");
}

namespace {

class DeviceLinkTest : public ObjectTest {
protected:
  void SetUp() override {
    ObjectTest::SetUp();
    Options.DeviceLibrary = path("warpdev.bc");
    DeviceImage Library = makeImage(
        "warpdev", "define void @__warpdev_helper() { call void @part() ret "
                   "void } define void @part() { ret void } "
                   "define void @unused() { ret void }");
    ASSERT_FALSE(bool(writeFile(Options.DeviceLibrary, Library.Code)));
    Options.CPUObject = path("cpu.o");
    Options.WrapperObject = path("image.o");
    Options.OutputName = "program";
    Options.NVPTX.ComputeCapabilities = {80};
  }
  Expected<std::unique_ptr<Module>> link(std::vector<DeviceImage> Images) {
    return linkDeviceModules(Context, Images, Options);
  }
  std::string errorOf(std::vector<DeviceImage> Images) {
    auto M = link(std::move(Images));
    EXPECT_FALSE(bool(M));
    return M ? "" : toString(M.takeError());
  }
  DeviceLinkOptions Options;
};

TEST_F(DeviceLinkTest, LinksAndInternalises) {
  auto M =
      link({makeImage("a.o", "declare void @_QMmPf() "
                             "define ptx_kernel void @k() "
                             "{ call void @_QMmPf() ret void }"),
            makeImage("b.o", "@v = addrspace(1) global i32 1 "
                             "declare void @__warpdev_helper() "
                             "define void @_QMmPf() "
                             "{ call void @__warpdev_helper() ret void }")});
  ASSERT_TRUE(bool(M));
  EXPECT_FALSE(verifyModule(**M));
  EXPECT_TRUE((*M)->getFunction("k")->hasExternalLinkage());
  EXPECT_TRUE((*M)->getNamedGlobal("v")->hasExternalLinkage());
  EXPECT_TRUE((*M)->getFunction("_QMmPf")->hasLocalLinkage());
  EXPECT_TRUE((*M)->getFunction("part")->hasLocalLinkage());
  EXPECT_TRUE((*M)->getFunction("unused") == nullptr);
}

TEST_F(DeviceLinkTest, DuplicateDefinitionsNameBothFiles) {
  std::string Message =
      errorOf({makeImage("a.o", "define void @_QMmPf() { ret void }"),
               makeImage("b.o", "define void @_QMmPf() { ret void }")});
  EXPECT_EQ(Message, "device symbol 'm::f' is defined in both 'a.o' and 'b.o'");
}

TEST_F(DeviceLinkTest, RoutinesOfOtherLanguages) {
  Options.CUDA.Functions["f"] = {"f.o", /*IsCUDA=*/true, false};
  DeviceImage Together =
      makeImage("a.o", "declare void @f_acc_team() "
                       "\"warpfort.team_of\"=\"f\" "
                       "define ptx_kernel void @k() "
                       "{ call void @f_acc_team() ret void }");
  auto M = link({Together});
  ASSERT_TRUE(bool(M));
  EXPECT_TRUE((*M)->getFunction("f") != nullptr);
  EXPECT_TRUE((*M)->getFunction("f_acc_team") == nullptr);
  DeviceImage Alone = makeImage("a.o", "declare void @f_acc_alone() "
                                       "\"warpfort.alone_of\"=\"f\" "
                                       "define ptx_kernel void @k() "
                                       "{ call void @f_acc_alone() ret void }");
  EXPECT_EQ(errorOf({Alone}),
            "'k' calls 'f' of CUDA C, which has a level of parallelism, where "
            "its threads are in use already");
  Options.TargetGPU = false;
  M = link({Alone});
  ASSERT_TRUE(bool(M));
  EXPECT_TRUE((*M)->getFunction("f") != nullptr);
  Options.TargetGPU = true;
  M = link({Alone, makeImage("b.o", "define void @f() { ret void }")});
  ASSERT_TRUE(bool(M));
  EXPECT_FALSE((*M)->getFunction("f")->isDeclaration());
}

TEST_F(DeviceLinkTest, LibrariesOfTheHostChangeNoMathematics) {
  Options.CUDA.Functions["sin"] = {"libm.so", false, false};
  auto M =
      link({makeImage("a.o", "declare double @sin(double) "
                             "define ptx_kernel void @k() "
                             "{ call double @sin(double 1.0) ret void }")});
  ASSERT_TRUE(bool(M));
}

TEST_F(DeviceLinkTest, WeakDefinitionsMayRepeat) {
  auto M = link({makeImage("a.o", "define linkonce_odr void @f() { ret void } "
                                  "define ptx_kernel void @k() "
                                  "{ call void @f() ret void }"),
                 makeImage("b.o", "define linkonce_odr void @f() { ret void } "
                                  "define ptx_kernel void @l() "
                                  "{ call void @f() ret void }")});
  EXPECT_TRUE(bool(M));
  consumeError(M.takeError());
}

TEST_F(DeviceLinkTest, UndefinedSymbolsNameTheirUser) {
  EXPECT_EQ(errorOf({makeImage("a.o", "declare void @_QMmPf() "
                                      "define ptx_kernel void @_QMmPk() "
                                      "{ call void @_QMmPf() ret void }")}),
            "undefined device procedure 'm::f' referenced in 'm::k' (a.o)");
  EXPECT_EQ(
      errorOf({makeImage("a.o", "@_QMmEv = external global i32 "
                                "define ptx_kernel void @_QMmPk() "
                                "{ store i32 1, ptr @_QMmEv ret void }")}),
      "undefined device variable 'm::v' referenced in 'm::k' (a.o)");
  EXPECT_NE(
      errorOf({makeImage("a.o", "declare void @_FortranAStop() "
                                "define ptx_kernel void @_QMmPk() "
                                "{ call void @_FortranAStop() ret void }")})
          .find("Fortran runtime library"),
      std::string::npos);
}

TEST_F(DeviceLinkTest, MathsAndSharedMemoryAreNotUndefined) {
  auto M = link({makeImage(
      "a.o", "declare double @tgamma(double) declare float @hypotf(float, "
             "float) @dynamic = external addrspace(3) global [0 x i8] "
             "define ptx_kernel void @k(double %x, float %y) { "
             "%a = call double @tgamma(double %x) "
             "%b = call float @hypotf(float %y, float %y) "
             "store double %a, ptr addrspace(3) @dynamic ret void }")});
  EXPECT_TRUE(bool(M));
  consumeError(M.takeError());
}

TEST_F(DeviceLinkTest, MissingDeviceLibrary) {
  Options.DeviceLibrary = path("none.bc");
  EXPECT_NE(errorOf({makeImage("a.o", "define void @f() { ret void }")})
                .find("none.bc"),
            std::string::npos);
}

TEST_F(DeviceLinkTest, ProceduresAloneNeedNoImage) {
  std::string Messages;
  raw_string_ostream OS(Messages);
  auto Objects = linkDeviceCode(
      {makeImage("a.o", "define void @f() { ret void }")}, Options, OS);
  ASSERT_TRUE(bool(Objects));
  EXPECT_TRUE(Objects->empty());
}

TEST_F(DeviceLinkTest, EachStepIsShownInItsOrder) {
  // Both targets are at work at the same time.
  std::mutex Lock;
  std::map<std::string, std::vector<std::string>> Shown, Listed;
  auto Add = [](auto &Lists, StringRef Name) {
    StringRef Prefix = Name.substr(0, 4);
    Lists[Prefix == "cpu-" || Prefix == "gpu-" ? Prefix.str() : ""].push_back(
        Name.str());
  };
  Options.Dump = [&](StringRef Step, const Module &) {
    std::lock_guard Guard(Lock);
    Add(Shown, Step);
  };
  visitLinkSteps([&](StringRef Name, StringRef) { Add(Listed, Name); });
  std::string Messages;
  raw_string_ostream OS(Messages);
  auto Objects = linkDeviceCode(
      {makeImage("a.o", "define ptx_kernel void @k() { ret void }")}, Options,
      OS);
  ASSERT_TRUE(bool(Objects)) << toString(Objects.takeError());
  EXPECT_EQ(Listed.size(), 3u);
  EXPECT_EQ(Shown, Listed);
}

TEST_F(DeviceLinkTest, MissingToolkitIsAWarningUnlessGPUCodeIsRequired) {
  DeviceImage Image = makeImage(
      "a.o", "declare double @llvm.sin.f64(double) define ptx_kernel void "
             "@k(ptr %p, double %x) { %s = call double @llvm.sin.f64(double "
             "%x) store double %s, ptr %p ret void }");
  std::string Messages;
  raw_string_ostream OS(Messages);
  auto Objects = linkDeviceCode({Image}, Options, OS);
  ASSERT_TRUE(bool(Objects)) << toString(Objects.takeError());
  EXPECT_EQ(Objects->size(), 2u);
  EXPECT_NE(Messages.find("warning: no NVIDIA code in 'program': device code "
                          "uses sin (libdevice.10.bc"),
            std::string::npos);
  Options.GPURequired = true;
  Objects = linkDeviceCode({Image}, Options, OS);
  ASSERT_FALSE(bool(Objects));
  EXPECT_NE(toString(Objects.takeError()).find("no NVIDIA code"),
            std::string::npos);
}

} // namespace
