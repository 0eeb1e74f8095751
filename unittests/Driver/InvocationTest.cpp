//===-- InvocationTest.cpp - Tests of option translation ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Command lines, and what is made of them.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/Invocation.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace warpfort;

namespace {

/// Parses with -###, so that input files need not be there.
std::optional<Invocation> parse(std::vector<const char *> Words,
                                std::string *Messages = nullptr) {
  Words.insert(Words.begin(), "-###");
  std::string Ignored;
  raw_string_ostream OS(Messages ? *Messages : Ignored);
  return parseCommandLine(Words, OS);
}

std::string messageOf(std::vector<const char *> Words) {
  std::string Messages;
  EXPECT_FALSE(parse(Words, &Messages)) << Words.front();
  return Messages;
}

TEST(Invocation, SuffixesDecideTheLanguage) {
  auto Command = parse({"-c", "a.cuf", "b.F90", "c.f", "d.FOR", "e.CUF"});
  ASSERT_TRUE(Command);
  const auto &Sources = Command->Sources;
  ASSERT_EQ(Sources.size(), 5u);
  EXPECT_TRUE(Sources[0].CUDA && !Sources[0].Preprocess);
  EXPECT_TRUE(!Sources[1].CUDA && Sources[1].Preprocess);
  EXPECT_TRUE(Sources[2].FixedForm && !Sources[2].Preprocess);
  EXPECT_TRUE(Sources[3].FixedForm && Sources[3].Preprocess);
  EXPECT_TRUE(Sources[4].CUDA && Sources[4].Preprocess);
}

TEST(Invocation, OptionsOverrideSuffixes) {
  auto Command = parse({"-cuda", "-Mfixed", "-Mpreprocess", "a.f90"});
  ASSERT_TRUE(Command);
  EXPECT_TRUE(Command->Sources[0].CUDA);
  EXPECT_TRUE(Command->Sources[0].FixedForm);
  EXPECT_TRUE(Command->Sources[0].Preprocess);
  EXPECT_FALSE(parse({"-Mfixed", "-Mfree", "a.f"})->Sources[0].FixedForm);
}

TEST(Invocation, Optimisation) {
  auto Level = [](std::vector<const char *> Words) {
    Words.push_back("a.f90");
    return parse(Words)->Compile.OptLevel;
  };
  EXPECT_EQ(Level({}), 2u);
  EXPECT_EQ(Level({"-O"}), 2u);
  EXPECT_EQ(Level({"-O4"}), 3u);
  EXPECT_EQ(Level({"-fast"}), 3u);
  EXPECT_EQ(Level({"-O3", "-O1"}), 1u);
  EXPECT_EQ(Level({"-g"}), 0u);
  EXPECT_EQ(Level({"-g", "-O2"}), 2u);
  EXPECT_EQ(Level({"-gopt"}), 2u);
}

TEST(Invocation, MacrosKeepTheirOrder) {
  auto Command = parse({"-DA", "-U", "B", "-DC=1", "-D", "E", "a.f90"});
  EXPECT_EQ(Command->Compile.Macros,
            (std::vector<std::string>{"DA", "UB", "DC=1", "DE"}));
}

TEST(Invocation, Folders) {
  auto Command = parse({"-I", "inc", "-module", "mods", "-Imore", "a.f90"});
  EXPECT_EQ(Command->Compile.ModuleDir, "mods");
  EXPECT_EQ(Command->Compile.ModuleSearchDirs,
            (std::vector<std::string>{"mods", "inc", "more"}));
  EXPECT_EQ(parse({"-Jx", "a.f90"})->Compile.ModuleDir, "x");
}

TEST(Invocation, LinkItemsKeepTheirOrder) {
  auto Command = parse({"a.o", "-lx", "b.f90", "-Wl,-z,now", "-Bstatic",
                        "lib.a", "-L", "dir", "-rpath", "/r"});
  ASSERT_TRUE(Command);
  std::string Text;
  for (const LinkItem &Item : Command->LinkItems)
    Text += std::to_string(Item.ItemKind) + Item.Text + " ";
  EXPECT_EQ(Text, "1a.o 2x 0b.f90 3-Wl,-z 3-Wl,now 3-Wl,-Bstatic 1lib.a "
                  "3-Wl,-rpath,/r ");
  EXPECT_EQ(Command->LibraryDirs, std::vector<std::string>{"dir"});
}

TEST(Invocation, Targets) {
  auto Command = parse({"-target=cpu", "a.cuf"});
  EXPECT_TRUE(Command->Device.TargetCPU && !Command->Device.TargetGPU);
  Command = parse({"-target=gpu", "a.cuf"});
  EXPECT_TRUE(Command->Device.gpuRequired() && !Command->Device.TargetCPU);
  Command = parse({"a.cuf"});
  EXPECT_TRUE(Command->Device.TargetCPU && Command->Device.TargetGPU);
  EXPECT_FALSE(Command->Device.gpuRequired());
  EXPECT_FALSE(parse({"-Mcuda=emu,cc80", "a.f90"})->Device.TargetGPU);
  EXPECT_TRUE(parse({"-Mcuda=cc80", "a.f90"})->Compile.CUDA);
}

TEST(Invocation, OpenACCTargets) {
  auto Device = [](const char *Option) {
    auto Command = parse({Option, "a.f90"});
    EXPECT_TRUE(Command && Command->Compile.OpenACC) << Option;
    return Command ? Command->Device : DeviceOptions();
  };
  for (const char *Option : {"-acc", "-ta", "-acc=gpu", "-ta=tesla",
                             "-ta=nvidia", "-ta=tesla:rdc", "-acc=host,gpu"})
    EXPECT_TRUE(Device(Option).TargetGPU) << Option;
  for (const char *Option :
       {"-acc=multicore", "-acc=host", "-ta=multicore", "-ta=host"}) {
    EXPECT_TRUE(Device(Option).OpenACCOnHost) << Option;
    EXPECT_FALSE(Device(Option).TargetGPU) << Option;
  }
  // What follows tesla belongs to it, with a colon or a comma.
  for (const char *Option :
       {"-ta=tesla:cc80,cc90,nordc", "-ta=tesla,cc80,cc90,nordc",
        "-ta=tesla:cc80,cc90,nordc,host"}) {
    EXPECT_EQ(Device(Option).ComputeCapabilities,
              (std::vector<unsigned>{80, 90}))
        << Option;
    EXPECT_FALSE(Device(Option).RDC) << Option;
    EXPECT_FALSE(Device(Option).OpenACCOnHost) << Option;
  }
  EXPECT_NE(messageOf({"-ta=radeon", "a.f90"}).find("use tesla, multicore"),
            std::string::npos);
}

TEST(Invocation, HostCPU) {
  EXPECT_EQ(parse({"a.f90"})->Compile.HostCPU, "native");
  EXPECT_EQ(parse({"-tp=zen4", "a.f90"})->Compile.HostCPU, "znver4");
  EXPECT_EQ(parse({"-tp", "px", "a.f90"})->Compile.HostCPU, "x86-64");
  EXPECT_NE(messageOf({"-tp=foo", "a.f90"}).find("unknown CPU"),
            std::string::npos);
}

TEST(Invocation, RefusedIgnoredUnknown) {
  EXPECT_NE(messageOf({"-acc=cell", "a.f90"}).find("multicore"),
            std::string::npos);
  EXPECT_NE(messageOf({"-mp=gpu", "a.f90"}).find("OpenMP"), std::string::npos);
  EXPECT_NE(messageOf({"-Mcudo", "a.f90"}).find("did you mean '-Mcuda'"),
            std::string::npos);
  EXPECT_NE(messageOf({"-zzzzzzzz", "a.f90"}).find("unknown option"),
            std::string::npos);
  std::string Messages;
  EXPECT_TRUE(parse({"-Mvect=simd", "a.f90"}, &Messages));
  EXPECT_EQ(Messages, "");
  EXPECT_TRUE(parse({"-Mvect=simd", "-v", "a.f90"}, &Messages));
  EXPECT_NE(Messages.find("'-Mvect=simd' is ignored"), std::string::npos);
  Messages.clear();
  EXPECT_TRUE(parse({"-Minfo=accel", "a.f90"}, &Messages));
  EXPECT_EQ(Messages, "");
}

TEST(Invocation, Contradictions) {
  EXPECT_NE(messageOf({"-c", "a.f90", "b.f90", "-o", "x.o"}).find("'-o'"),
            std::string::npos);
  std::string Messages;
  EXPECT_TRUE(parse({"-c", "a.f90", "b.o"}, &Messages));
  EXPECT_NE(Messages.find("'b.o' is not used"), std::string::npos);
  EXPECT_NE(messageOf({"-c", "a.o"}).find("'a.o' is for the linker"),
            std::string::npos);
  EXPECT_NE(messageOf({"a.f90", "-o", "a.f90"}).find("overwrite"),
            std::string::npos);
  EXPECT_NE(messageOf({"a.f90", "a.f90"}).find("twice"), std::string::npos);
  EXPECT_NE(messageOf({"a.f90", "-o"}).find("needs a value"),
            std::string::npos);
  EXPECT_NE(messageOf({"-target=fpga", "a.f90"}).find("unknown value"),
            std::string::npos);
  EXPECT_NE(messageOf({"-Minform=loud", "a.f90"}).find("unknown value"),
            std::string::npos);
}

TEST(Invocation, CompileCommandMeansTheSame) {
  auto Command = parse({"-r8", "-Mextend", "-DX=1", "-I", "i", "-module", "m",
                        "-O3", "-gopt", "-tp=haswell", "-fPIC",
                        "-gpu=cc90,lineinfo,tripcount:host,tripcount:warn",
                        "-w", "-S", "-emit-llvm", "a.CUF"});
  CompileOptions Options = Command->Compile;
  Options.Input = "a.CUF";
  Options.Output = "a.ll";
  Options.CUDA = Options.Preprocess = true;
  std::vector<std::string> Words = compileCommand("warpfort", Options);
  std::vector<const char *> Again;
  for (const std::string &Word : ArrayRef(Words).drop_front())
    Again.push_back(Word.c_str());
  auto Second = parse(Again);
  ASSERT_TRUE(Second);
  EXPECT_EQ(compileCommand("warpfort",
                           [&] {
                             CompileOptions Copy = Second->Compile;
                             Copy.Input = "a.CUF";
                             Copy.Output = Second->Output;
                             Copy.Preprocess = Second->Sources[0].Preprocess;
                             return Copy;
                           }()),
            Words);
}

} // namespace
