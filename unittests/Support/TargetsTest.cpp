//===-- TargetsTest.cpp - Tests of target set-up --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of CPUs, and that each target machine can be made.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/Targets.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace warpfort;

TEST(Targets, CPUNamesAreTranslated) {
  EXPECT_EQ(translateHostCPU("native"), "native");
  EXPECT_EQ(translateHostCPU("host"), "native");
  EXPECT_EQ(translateHostCPU("px"), "x86-64");
  EXPECT_EQ(translateHostCPU("zen3"), "znver3");
  EXPECT_EQ(translateHostCPU("x86-64-v3"), "x86-64-v3");
  EXPECT_EQ(translateHostCPU("haswell"), "haswell");
  EXPECT_EQ(translateHostCPU("x86-64"), "x86-64");
  EXPECT_EQ(translateHostCPU("p7-64"), "x86-64");
  EXPECT_EQ(translateHostCPU("core2-64"), "core2");
  EXPECT_EQ(translateHostCPU("piledriver"), "bdver2");
  EXPECT_EQ(translateHostCPU("i386"), "");
  EXPECT_EQ(translateHostCPU("no-such-cpu"), "");
}

TEST(Targets, NativeIsResolved) {
  EXPECT_NE(resolveHostCPU("native"), "native");
  EXPECT_EQ(resolveHostCPU("haswell"), "haswell");
}

TEST(Targets, OnlySomeProcessorsScatter) {
  StringRef NoScatter = "+prefer-no-scatter";
  EXPECT_TRUE(StringRef(hostCPUFeatures("znver4")).contains(NoScatter));
  EXPECT_FALSE(StringRef(hostCPUFeatures("x86-64-v4")).contains(NoScatter));
  EXPECT_FALSE(
      StringRef(hostCPUFeatures("sapphirerapids")).contains(NoScatter));
}

TEST(Targets, MachinesCanBeMade) {
  for (const char *CPU : {"native", "x86-64", "x86-64-v4"}) {
    auto Machine =
        createHostTargetMachine(CPU, Reloc::PIC_, CodeGenOptLevel::Default);
    ASSERT_TRUE(bool(Machine)) << CPU;
    EXPECT_TRUE((*Machine)->getTargetTriple().isX86());
  }
  for (unsigned Arch : {75u, 80u, 86u, 90u, 100u, 120u}) {
    auto Machine = createNVPTXTargetMachine(Arch, /*FastMath=*/false);
    ASSERT_TRUE(bool(Machine)) << Arch;
    EXPECT_EQ((*Machine)->getTargetCPU(), "sm_" + std::to_string(Arch));
  }
}
