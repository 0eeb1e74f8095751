//===-- OpenMPLibraryTest.cpp - Tests of what -mp links -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the library is looked for, and when a program gets a search path.
//
//===----------------------------------------------------------------------===//
#include "Driver/OpenMPLibrary.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace warpfort;

namespace {

class OpenMPLibrary : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("openmp-library", Root));
    Paths.LibDir = folder("installation");
    Paths.LLVMLibDir = folder("llvm");
    Given = folder("given");
    System = folder("system");
  }
  void TearDown() override { sys::fs::remove_directories(Root); }

  std::string in(StringRef Folder, StringRef Name) {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    return Path.str().str();
  }
  std::string folder(StringRef Name) {
    std::string Path = in(Root, Name);
    EXPECT_FALSE(sys::fs::create_directory(Path));
    return Path;
  }
  void write(StringRef Path) {
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    ASSERT_FALSE(EC);
  }

  SmallString<128> Root;
  InstallPaths Paths;
  std::string Given, System;
};

TEST_F(OpenMPLibrary, MissingIsAnErrorThatNamesThePackage) {
  auto Words = openMPLinkWords(Paths, {Given}, {System});
  ASSERT_FALSE(bool(Words));
  std::string Message = toString(Words.takeError());
  EXPECT_NE(Message.find("libomp-22-dev"), std::string::npos) << Message;
  EXPECT_NE(Message.find(Paths.LLVMLibDir + ", " + Given), std::string::npos)
      << Message;
}

TEST_F(OpenMPLibrary, ItsFolderIsASearchPath) {
  write(in(Given, "libomp.so"));
  write(in(System, "libomp.so.5")); // another one
  auto Words = openMPLinkWords(Paths, {Given}, {System});
  ASSERT_TRUE(bool(Words));
  EXPECT_EQ(*Words, (std::vector<std::string>{"-L" + Given, "-lomp",
                                              "-Wl,-rpath," + Given}));
}

TEST_F(OpenMPLibrary, ThatOfLLVMIsTakenFirst) {
  write(in(Given, "libomp.so"));
  write(in(Paths.LLVMLibDir, "libomp.so"));
  auto Words = openMPLinkWords(Paths, {Given}, {System});
  ASSERT_TRUE(bool(Words));
  EXPECT_EQ(Words->front(), "-L" + Paths.LLVMLibDir);
}

TEST_F(OpenMPLibrary, TheSystemsOwnNeedsNoSearchPath) {
  write(in(System, "libomp.so.5"));
  ASSERT_FALSE(sys::fs::create_link(in(System, "libomp.so.5"),
                                    in(Paths.LLVMLibDir, "libomp.so")));
  auto Words = openMPLinkWords(Paths, {}, {System});
  ASSERT_TRUE(bool(Words));
  EXPECT_EQ(*Words,
            (std::vector<std::string>{"-L" + Paths.LLVMLibDir, "-lomp"}));
  ASSERT_FALSE(
      sys::fs::create_link(in(System, "libomp.so.5"), in(System, "libomp.so")));
  Words = openMPLinkWords(Paths, {}, {System});
  ASSERT_TRUE(bool(Words));
  EXPECT_EQ(*Words, std::vector<std::string>{"-lomp"});
}

} // namespace
