//===-- TempFilesTest.cpp - Tests of output files -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An output file appears whole or not at all.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/TempFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <string>

using namespace llvm;
using namespace warpfort;

namespace {

class TempFilesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("warpfort-test", Folder));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }
  std::string path(StringRef Name) const {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    return Path.str().str();
  }
  static std::string read(StringRef Path) {
    auto Buffer = MemoryBuffer::getFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : "<none>";
  }
  unsigned countFiles() const {
    unsigned Count = 0;
    std::error_code EC;
    for (sys::fs::directory_iterator I(Folder, EC), E; I != E && !EC;
         I.increment(EC))
      ++Count;
    return Count;
  }
  SmallString<128> Folder;
};

TEST_F(TempFilesTest, RemovedAtTheEnd) {
  std::string Name;
  {
    TempFiles Temps;
    Expected<std::string> File = Temps.create("x", "o");
    ASSERT_TRUE(bool(File));
    Name = *File;
    EXPECT_TRUE(sys::fs::exists(Name));
    EXPECT_EQ(sys::path::extension(Name), ".o");
  }
  EXPECT_FALSE(sys::fs::exists(Name));
}

TEST_F(TempFilesTest, OutputAppearsWhenKept) {
  Expected<OutputFile> File = OutputFile::create(path("a.o"));
  ASSERT_TRUE(bool(File));
  EXPECT_FALSE(sys::fs::exists(path("a.o")));
  EXPECT_EQ(sys::path::extension(File->path()), ".o");
  EXPECT_FALSE(bool(File->keep()));
  EXPECT_TRUE(sys::fs::exists(path("a.o")));
}

TEST_F(TempFilesTest, UnkeptOutputLeavesTheOldFile) {
  ASSERT_FALSE(bool(writeFile(path("a.o"), "old")));
  {
    Expected<OutputFile> File = OutputFile::create(path("a.o"));
    ASSERT_TRUE(bool(File));
  }
  EXPECT_EQ(read(path("a.o")), "old");
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(TempFilesTest, DevicesAreWrittenDirectly) {
  Expected<OutputFile> File = OutputFile::create("/dev/null");
  ASSERT_TRUE(bool(File));
  EXPECT_EQ(File->path(), "/dev/null");
  EXPECT_FALSE(bool(File->keep()));
  EXPECT_TRUE(sys::fs::exists("/dev/null"));
}

TEST_F(TempFilesTest, FoldersAndMissingFoldersAreErrors) {
  Expected<OutputFile> Existing = OutputFile::create(Folder);
  EXPECT_FALSE(bool(Existing));
  consumeError(Existing.takeError());
  Expected<OutputFile> Missing = OutputFile::create(path("none/a.o"));
  EXPECT_FALSE(bool(Missing));
  consumeError(Missing.takeError());
}

TEST_F(TempFilesTest, WriteFile) {
  ASSERT_FALSE(bool(writeFile(path("t"), "one")));
  ASSERT_FALSE(bool(writeFile(path("t"), "two")));
  EXPECT_EQ(read(path("t")), "two");
  EXPECT_EQ(countFiles(), 1u);
  Error Failure = writeFile("/dev/full", std::string(1 << 20, 'x'));
  EXPECT_TRUE(bool(Failure));
  consumeError(std::move(Failure));
}

} // namespace
