//===-- GPUOptionsTest.cpp - Tests of -gpu= values ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kind of value: translated, ignored, refused, unknown.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/Invocation.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace warpfort;

namespace {

struct Outcome {
  bool Good;
  DeviceOptions Options;
  std::string Messages;
};

Outcome add(std::vector<StringRef> Values, StringRef Option = "-gpu=") {
  Outcome Result;
  raw_string_ostream OS(Result.Messages);
  Result.Good =
      addDeviceOptions(Values, Option, /*Verbose=*/true, Result.Options, OS);
  return Result;
}

TEST(GPUOptions, Translated) {
  Outcome Result = add({"cc90", "cc80", "cc90", "nordc", "maxregcount:64",
                        "fastmath", "lineinfo", "ptxinfo", "keep", "cuda12.4"});
  ASSERT_TRUE(Result.Good) << Result.Messages;
  EXPECT_EQ(Result.Options.ComputeCapabilities,
            (std::vector<unsigned>{80, 90}));
  EXPECT_FALSE(Result.Options.RDC);
  EXPECT_EQ(Result.Options.MaxRegisters, 64u);
  EXPECT_TRUE(Result.Options.FastMath);
  EXPECT_TRUE(Result.Options.LineInfo);
  EXPECT_TRUE(Result.Options.PtxInfo);
  EXPECT_TRUE(Result.Options.Keep);
  EXPECT_EQ(Result.Options.CUDAVersion, "12.4");
  EXPECT_TRUE(Result.Options.gpuRequired());
}

TEST(GPUOptions, AllAndNative) {
  EXPECT_EQ(add({"ccall"}).Options.ComputeCapabilities,
            knownComputeCapabilities().vec());
  EXPECT_TRUE(add({"ccnative"}).Options.Native);
  EXPECT_FALSE(add({"rdc"}).Options.gpuRequired());
}

TEST(GPUOptions, Mcuda) {
  Outcome Result = add({"emu"}, "-Mcuda=");
  EXPECT_TRUE(Result.Good);
  EXPECT_FALSE(Result.Options.TargetGPU);
  EXPECT_TRUE(Result.Options.TargetCPU);
  Result = add({"12.4", "cc8.0"}, "-Mcuda=");
  EXPECT_TRUE(Result.Good);
  EXPECT_EQ(Result.Options.CUDAVersion, "12.4");
  EXPECT_EQ(Result.Options.ComputeCapabilities, std::vector<unsigned>{80});
  EXPECT_FALSE(add({"emu"}).Good);
}

TEST(GPUOptions, Memory) {
  EXPECT_TRUE(add({"managed"}).Options.Managed);
  EXPECT_TRUE(add({"mem:unified"}).Options.Managed);
  EXPECT_FALSE(add({"managed", "mem:separate"}).Options.Managed);
}

TEST(GPUOptions, Fusing) {
  EXPECT_FALSE(add({"cc80"}).Options.Fuse.has_value());
  EXPECT_FALSE(*add({"fma", "nofma"}).Options.Fuse);
  EXPECT_TRUE(*add({"nofma", "fma"}).Options.Fuse);
  EXPECT_FALSE(add({"fastmath", "nofastmath"}).Options.FastMath);
}

TEST(GPUOptions, ParticularArchitectures) {
  EXPECT_EQ(add({"cc90a"}).Options.ComputeCapabilities,
            std::vector<unsigned>{90});
  EXPECT_FALSE(add({"cc80a"}).Good);
}

TEST(GPUOptions, OldNamesOfMcuda) {
  for (const char *Value : {"cc35", "cc2.0", "cc3x", "6.5", "cuda5.0"}) {
    Outcome Result = add({Value}, "-Mcuda=");
    EXPECT_TRUE(Result.Good) << Value;
    EXPECT_NE(Result.Messages.find("warning"), std::string::npos) << Value;
    EXPECT_TRUE(Result.Options.ComputeCapabilities.empty());
    EXPECT_EQ(Result.Options.CUDAVersion, "");
  }
}

TEST(GPUOptions, IgnoredWithANote) {
  Outcome Result = add({"unroll"});
  EXPECT_TRUE(Result.Good);
  EXPECT_NE(Result.Messages.find("ignored"), std::string::npos);
}

TEST(GPUOptions, RefusedAndWrong) {
  for (const char *Value :
       {"pinned", "stacklimit:32", "nvlamath", "cc35", "cc91", "cc", "ccx",
        "maxregcount:", "maxregcount:8", "maxregcount:x", "bogus", ""}) {
    Outcome Result = add({Value});
    EXPECT_FALSE(Result.Good) << Value;
    EXPECT_NE(Result.Messages.find("error"), std::string::npos) << Value;
  }
  EXPECT_NE(add({"ptxinf"}).Messages.find("did you mean 'ptxinfo'"),
            std::string::npos);
}

} // namespace
