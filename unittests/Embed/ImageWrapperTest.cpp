//===-- ImageWrapperTest.cpp - Tests of the image object ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The wrapper object, read back as an object and as IR.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Target/Embed/ImageWrapper.h"
#include "warprt/Checksum.h"
#include "warprt/Image.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace warpfort;

namespace {

ImageWrapperOptions sampleOptions() {
  ImageWrapperOptions Options;
  Options.CPUProgramSymbol = "cpu_program";
  Options.CPUName = "znver4";
  Options.Kernels = {"_QMmPk"};
  DeviceImage PTX;
  PTX.Kind = object::IMG_PTX;
  PTX.Arch = "compute_80";
  PTX.Code = ".version 8.0";
  DeviceImage Cubin;
  Cubin.Kind = object::IMG_Cubin;
  Cubin.Arch = "sm_90";
  Cubin.Code = "cubin";
  Options.Code = {PTX, Cubin};
  Options.Covered = {{"_QMmPk", "_QMmPk$rows", 2, 2},
                     {"_QMmPk", "_QMmPk$covered", 2},
                     {"_QMmPj", "_QMmPj$covered", 0}};
  return Options;
}

TEST(ImageWrapper, TableListsAllCode) {
  LLVMContext Context;
  auto M = makeImageWrapper(sampleOptions(), Context);
  ASSERT_TRUE(bool(M));
  GlobalVariable *Table = (*M)->getGlobalVariable("warprt.code", true);
  ASSERT_TRUE(Table != nullptr);
  auto *Entries = cast<ConstantArray>(Table->getInitializer());
  ASSERT_EQ(Entries->getNumOperands(), 3u);
  auto Field = [&](unsigned Entry, unsigned Index) {
    Constant *Value = Entries->getOperand(Entry)->getAggregateElement(Index);
    return cast<ConstantInt>(Value)->getZExtValue();
  };
  EXPECT_EQ(Field(0, 0), unsigned(WARPRT_CODE_CPU));
  EXPECT_EQ(Field(1, 0), unsigned(WARPRT_CODE_PTX));
  EXPECT_EQ(Field(1, 1), 80u);
  EXPECT_EQ(Field(1, 3), StringRef(".version 8.0").size());
  EXPECT_EQ(Field(1, 4), warprtChecksum(".version 8.0", 12));
  EXPECT_EQ(Field(2, 0), unsigned(WARPRT_CODE_CUBIN));
  EXPECT_EQ(Field(2, 1), 90u);
  EXPECT_EQ(Field(2, 4), warprtChecksum("cubin", 5));
}

TEST(ImageWrapper, CoveredKernelsAreSortedByName) {
  LLVMContext Context;
  auto M = makeImageWrapper(sampleOptions(), Context);
  ASSERT_TRUE(bool(M));
  GlobalVariable *Table = (*M)->getGlobalVariable("warprt.covered", true);
  ASSERT_TRUE(Table != nullptr);
  Constant *Rows = Table->getInitializer();
  auto Text = [&](unsigned Row, unsigned Index) {
    auto *Global = cast<GlobalVariable>(
        Rows->getAggregateElement(Row)->getAggregateElement(Index));
    return cast<ConstantDataArray>(Global->getInitializer())->getAsCString();
  };
  EXPECT_EQ(Text(0, 0), "_QMmPj");
  EXPECT_EQ(Text(0, 1), "_QMmPj$covered");
  auto Number = [&](unsigned Row, unsigned Index) {
    return cast<ConstantInt>(
               Rows->getAggregateElement(Row)->getAggregateElement(Index))
        ->getZExtValue();
  };
  EXPECT_EQ(Text(1, 0), "_QMmPk");
  EXPECT_EQ(Text(1, 1), "_QMmPk$covered");
  EXPECT_EQ(Number(1, 2), 2u);
  EXPECT_EQ(Number(1, 3), 1u);
  EXPECT_EQ(Text(2, 1), "_QMmPk$rows");
  EXPECT_EQ(Number(2, 3), 2u);
  // NVIDIA code has them, CPU code has not.
  auto *Entries =
      (*M)->getGlobalVariable("warprt.code", true)->getInitializer();
  EXPECT_TRUE(
      Entries->getAggregateElement(0u)->getAggregateElement(5)->isNullValue());
  for (unsigned Entry : {1u, 2u}) {
    EXPECT_EQ(Entries->getAggregateElement(Entry)->getAggregateElement(5),
              Table);
    EXPECT_EQ(cast<ConstantInt>(
                  Entries->getAggregateElement(Entry)->getAggregateElement(6))
                  ->getZExtValue(),
              3u);
  }
}

TEST(ImageWrapper, ObjectRegistersAndCarriesTheCode) {
  SmallString<0> Object;
  raw_svector_ostream OS(Object);
  ASSERT_FALSE(bool(writeImageWrapper(sampleOptions(), OS)));
  MemoryBufferRef Buffer(Object, "image.o");
  auto File = object::ObjectFile::createELFObjectFile(Buffer);
  ASSERT_TRUE(bool(File));
  StringSet<> Undefined, Weak;
  for (const object::SymbolRef &Symbol : (*File)->symbols()) {
    uint32_t Flags = cantFail(Symbol.getFlags());
    if (!(Flags & object::SymbolRef::SF_Undefined))
      continue;
    (Flags & object::SymbolRef::SF_Weak ? Weak : Undefined)
        .insert(cantFail(Symbol.getName()));
  }
  EXPECT_TRUE(Undefined.contains("warprt_register_image"));
  EXPECT_TRUE(Undefined.contains("warprt_unregister_image"));
  EXPECT_TRUE(Undefined.contains("cpu_program"));
  EXPECT_TRUE(Weak.contains("__start_warprt_kernels"));
  EXPECT_TRUE(Weak.contains("__stop_warprt_variables"));

  auto Images = readDeviceImages(Buffer);
  ASSERT_TRUE(bool(Images));
  ASSERT_EQ(Images->size(), 3u);
  EXPECT_EQ((*Images)[0].Arch, "znver4");
  EXPECT_EQ((*Images)[0].Kernels, std::vector<std::string>{"_QMmPk"});
  // PTX ends in a NUL, which cuModuleLoadData asks for.
  EXPECT_EQ((*Images)[1].Code, std::string(".version 8.0\0", 13));
  EXPECT_EQ((*Images)[2].Code, "cubin");
}

TEST(ImageWrapper, MissingReasonAndOwnSections) {
  ImageWrapperOptions Options;
  Options.MissingReason = "no toolkit";
  Options.CUDAKernels = "libkernels.so";
  Options.KernelSection = "mine";
  LLVMContext Context;
  auto M = makeImageWrapper(Options, Context);
  ASSERT_TRUE(bool(M));
  EXPECT_TRUE((*M)->getNamedGlobal("__start_mine") != nullptr);
  EXPECT_TRUE((*M)->getNamedGlobal("__start_warprt_kernels") == nullptr);
  std::string Text;
  raw_string_ostream OS(Text);
  (*M)->print(OS, nullptr);
  EXPECT_NE(Text.find("no toolkit"), std::string::npos);
  EXPECT_NE(Text.find("libkernels.so"), std::string::npos);
}

TEST(ImageWrapper, OtherKindsOfCodeAreRefused) {
  ImageWrapperOptions Options;
  Options.Code.resize(1);
  Options.Code[0].Kind = object::IMG_Bitcode;
  LLVMContext Context;
  auto M = makeImageWrapper(Options, Context);
  EXPECT_FALSE(bool(M));
  consumeError(M.takeError());
}

} // namespace
