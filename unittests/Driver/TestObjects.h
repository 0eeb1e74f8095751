//===-- TestObjects.h - Objects for tests --------------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes host objects with device code, and archives of them, from LLVM text.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_UNITTESTS_DRIVER_TESTOBJECTS_H
#define WARPFORT_UNITTESTS_DRIVER_TESTOBJECTS_H

#include "warpfort/Support/Targets.h"
#include "warpfort/Support/TempFiles.h"
#include "warpfort/Target/Embed/Embed.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

namespace warpfort {

/// A folder of its own for each test.
class ObjectTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("warpfort-test", Folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  std::string path(llvm::StringRef Name) const {
    llvm::SmallString<128> Path(Folder);
    llvm::sys::path::append(Path, Name);
    return Path.str().str();
  }

  std::unique_ptr<llvm::Module> parse(llvm::StringRef Text) {
    llvm::SMDiagnostic Diagnostic;
    auto M = llvm::parseAssemblyString(Text, Diagnostic, Context);
    EXPECT_TRUE(M != nullptr) << Diagnostic.getMessage().str();
    return M;
  }

  /// An object with host code \p Host and device code \p Device.
  std::string makeObject(llvm::StringRef Name, llvm::StringRef Host,
                         llvm::StringRef Device = "") {
    auto M = parse(Host);
    embedDeviceModule(*M, *parse(Device), Name);
    auto Machine = llvm::cantFail(createHostTargetMachine(
        "x86-64", llvm::Reloc::PIC_, llvm::CodeGenOptLevel::None));
    setTarget(*M, *Machine);
    llvm::SmallString<0> Object;
    llvm::raw_svector_ostream OS(Object);
    llvm::legacy::PassManager Passes;
    EXPECT_FALSE(Machine->addPassesToEmitFile(
        Passes, OS, nullptr, llvm::CodeGenFileType::ObjectFile));
    Passes.run(*M);
    EXPECT_FALSE(bool(writeFile(path(Name), Object)));
    return path(Name);
  }

  std::string makeArchive(llvm::StringRef Name,
                          const std::vector<std::string> &Objects) {
    std::vector<llvm::NewArchiveMember> Members;
    for (const std::string &Object : Objects)
      Members.push_back(llvm::cantFail(
          llvm::NewArchiveMember::getFile(Object, /*Deterministic=*/true)));
    EXPECT_FALSE(bool(llvm::writeArchive(
        path(Name), Members, llvm::SymtabWritingMode::NormalSymtab,
        llvm::object::Archive::K_GNU, /*Deterministic=*/true,
        /*Thin=*/false)));
    return path(Name);
  }

  /// Device code as linkDeviceModules() takes it.
  DeviceImage makeImage(llvm::StringRef Source, llvm::StringRef Text) {
    DeviceImage Image;
    Image.Source = Source.str();
    llvm::raw_string_ostream OS(Image.Code);
    llvm::WriteBitcodeToFile(*parse(Text), OS);
    return Image;
  }

  llvm::SmallString<128> Folder;
  llvm::LLVMContext Context;
};

} // namespace warpfort
#endif // WARPFORT_UNITTESTS_DRIVER_TESTOBJECTS_H
