//===-- EmbedTest.cpp - Tests of embedding --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code survives the way into an object and out of it.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Target/Embed/Embed.h"
#include "warpfort/Support/Targets.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/Binary.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace warpfort;

namespace {

const char *DeviceText = R"(
target triple = "nvptx64-nvidia-cuda"
@var = addrspace(1) global [4 x i32] zeroinitializer
@shared = internal addrspace(3) global [4 x i32] undef
@text = linkonce_odr constant [2 x i8] c"a\00"
@elsewhere = external global i32
define ptx_kernel void @kernel(ptr %p) {
  ret void
}
define void @procedure() {
  ret void
}
declare void @other()
)";

class EmbedTest : public testing::Test {
protected:
  std::unique_ptr<Module> parse(const char *Text) {
    SMDiagnostic Diagnostic;
    auto M = parseAssemblyString(Text, Diagnostic, Context);
    EXPECT_TRUE(M != nullptr) << Diagnostic.getMessage().str();
    return M;
  }
  SmallString<0> makeObject(Module &M) {
    SmallString<0> Object;
    raw_svector_ostream OS(Object);
    auto Machine = cantFail(
        createHostTargetMachine("x86-64", Reloc::PIC_, CodeGenOptLevel::None));
    setTarget(M, *Machine);
    legacy::PassManager Passes;
    EXPECT_FALSE(Machine->addPassesToEmitFile(Passes, OS, nullptr,
                                              CodeGenFileType::ObjectFile));
    Passes.run(M);
    return Object;
  }
  LLVMContext Context;
};

TEST_F(EmbedTest, EntriesAreKernelsAndVisibleVariables) {
  auto Entries = deviceEntries(*parse(DeviceText));
  EXPECT_EQ(Entries.first, std::vector<std::string>{"kernel"});
  EXPECT_EQ(Entries.second, std::vector<std::string>{"var"});
}

TEST_F(EmbedTest, RoundTripThroughAnObject) {
  Module Host("host", Context);
  embedDeviceModule(Host, *parse(DeviceText), "folder/a.cuf");
  SmallString<0> Object = makeObject(Host);
  auto Images = readDeviceImages(MemoryBufferRef(Object, "a.o"));
  ASSERT_TRUE(bool(Images));
  ASSERT_EQ(Images->size(), 1u);
  const DeviceImage &Image = Images->front();
  EXPECT_EQ(Image.Kind, object::IMG_Bitcode);
  EXPECT_EQ(Image.Triple, DeviceTriple);
  EXPECT_EQ(Image.Source, "folder/a.cuf");
  EXPECT_EQ(Image.Kernels, std::vector<std::string>{"kernel"});
  auto M = parseBitcodeFile(MemoryBufferRef(Image.Code, ""), Context);
  ASSERT_TRUE(bool(M));
  EXPECT_TRUE((*M)->getFunction("procedure") != nullptr);
}

TEST_F(EmbedTest, NothingIsEmbeddedWithoutDefinitions) {
  Module Host("host", Context);
  embedDeviceModule(Host, *parse("declare void @f()"), "a.cuf");
  EXPECT_TRUE(Host.global_empty());
}

TEST_F(EmbedTest, OffloadBinaryHoldsTheCode) {
  DeviceImage Image;
  Image.Kind = object::IMG_PTX;
  Image.Arch = "compute_80";
  Image.Code = std::string("text\0more", 9);
  Image.Kernels = {"a", "b"};
  std::string Binary = makeOffloadBinary(Image);
  auto Offset = offloadBinaryCodeOffset(Binary);
  ASSERT_TRUE(bool(Offset));
  EXPECT_EQ(Binary.substr(*Offset, Image.Code.size()), Image.Code);
}

TEST_F(EmbedTest, SeveralBinariesInOneSection) {
  Module Host("host", Context);
  embedDeviceModule(Host, *parse(DeviceText), "a.cuf");
  embedDeviceModule(Host, *parse(DeviceText), "b.cuf");
  SmallString<0> Object = makeObject(Host);
  auto Images = readDeviceImages(MemoryBufferRef(Object, "ab.o"));
  ASSERT_TRUE(bool(Images));
  ASSERT_EQ(Images->size(), 2u);
  EXPECT_EQ((*Images)[0].Source, "a.cuf");
  EXPECT_EQ((*Images)[1].Source, "b.cuf");
}

TEST_F(EmbedTest, ObjectsOfAnotherAbiAreRefused) {
  DeviceImage Image;
  for (const char *Version : {"", "3", "1000"}) {
    Module Host("host", Context);
    Image.AbiVersion = Version;
    std::string Binary = makeOffloadBinary(Image);
    embedBufferInModule(Host, MemoryBufferRef(Binary, "a.cuf"),
                        ObjectCodeSection,
                        Align(object::OffloadBinary::getAlignment()));
    SmallString<0> Object = makeObject(Host);
    auto Shown = readDeviceImages(MemoryBufferRef(Object, "a.o"));
    ASSERT_TRUE(bool(Shown));
    EXPECT_EQ(Shown->front().AbiVersion, Version);
    auto Linked = readUnlinkedDeviceImages(MemoryBufferRef(Object, "a.o"));
    ASSERT_FALSE(bool(Linked));
    std::string Message = toString(Linked.takeError());
    EXPECT_NE(Message.find("a.o: was compiled by another warpfort"),
              std::string::npos)
        << Message;
  }
}

TEST_F(EmbedTest, EveryFlippedBitIsNoticed) {
  Module Host("host", Context);
  DeviceImage Image;
  Image.Code = "code";
  std::string Binary = makeOffloadBinary(Image);
  embedBufferInModule(Host, MemoryBufferRef(Binary, "a.cuf"), ObjectCodeSection,
                      Align(object::OffloadBinary::getAlignment()));
  SmallString<0> Object = makeObject(Host);
  size_t Start = StringRef(Object).find(Binary);
  ASSERT_NE(Start, StringRef::npos);
  ASSERT_TRUE(bool(readDeviceImages(MemoryBufferRef(Object, "a.o"))));
  for (size_t Bit = 0; Bit < Binary.size() * 8; ++Bit) {
    char &Byte = Object[Start + Bit / 8];
    Byte ^= 1 << Bit % 8;
    auto Images = readDeviceImages(MemoryBufferRef(Object, "a.o"));
    ASSERT_FALSE(bool(Images)) << "bit " << Bit;
    std::string Message = toString(Images.takeError());
    EXPECT_TRUE(StringRef(Message).starts_with("a.o: "))
        << Message << ", bit " << Bit;
    Byte ^= 1 << Bit % 8;
  }
}

TEST_F(EmbedTest, OwnCodeWithoutAChecksumIsDamaged) {
  // Whatever became of it: this compiler writes one.
  std::string Version = currentAbiVersion();
  object::OffloadBinary::OffloadingImage Image;
  Image.TheImageKind = object::IMG_Bitcode;
  Image.StringData["triple"] = DeviceTriple;
  Image.StringData["abi"] = Version;
  Image.Image = MemoryBuffer::getMemBuffer("code");
  SmallString<0> Binary = object::OffloadBinary::write(Image);
  Module Host("host", Context);
  embedBufferInModule(Host, MemoryBufferRef(Binary, "a.cuf"), ObjectCodeSection,
                      Align(object::OffloadBinary::getAlignment()));
  SmallString<0> Object = makeObject(Host);
  auto Images = readDeviceImages(MemoryBufferRef(Object, "a.o"));
  ASSERT_FALSE(bool(Images));
  EXPECT_EQ(toString(Images.takeError()),
            "a.o: its device code is damaged: compile it again");
}

TEST_F(EmbedTest, DamagedCodeIsAnError) {
  Module Host("host", Context);
  embedDeviceModule(Host, *parse(DeviceText), "a.cuf");
  SmallString<0> Object = makeObject(Host);
  StringRef Magic("\x10\xFF\x10\xAD", 4);
  size_t Place = StringRef(Object).find(Magic);
  ASSERT_NE(Place, StringRef::npos);
  Object[Place] = 'x';
  auto Images = readDeviceImages(MemoryBufferRef(Object, "a.o"));
  EXPECT_FALSE(bool(Images));
  consumeError(Images.takeError());
  auto NoObject = readDeviceImages(MemoryBufferRef("text", "a.txt"));
  EXPECT_FALSE(bool(NoObject));
  consumeError(NoObject.takeError());
}

} // namespace
