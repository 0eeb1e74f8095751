//===-- SingleObject.cpp - Objects that need no device link ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Such an object registers an image of its own. The linker gathers sections of
// one name from all objects, so the entries move to sections that only this
// object has.
//
//===----------------------------------------------------------------------===//
#include "SingleObject.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/TempFiles.h"
#include "warprt/Image.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/Binary.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace warpfort {

EntrySections privateEntrySections(const std::vector<DeviceImage> &Images) {
  uint64_t Hash = 0;
  for (const DeviceImage &Image : Images)
    Hash = Hash * 31 + xxh3_64bits(Image.Code);
  std::string Suffix = "_" + utohexstr(Hash, /*LowerCase=*/true);
  return {WARPRT_KERNEL_SECTION + Suffix, WARPRT_VARIABLE_SECTION + Suffix};
}

static Error addRename(objcopy::CommonConfig &Config, StringRef From,
                       StringRef To) {
  objcopy::SectionRename Rename;
  Rename.OriginalName = From;
  Rename.NewName = To;
  Config.SectionsToRename.try_emplace(From, Rename);
  return Error::success();
}

Error makeEntriesPrivate(StringRef Object, StringRef Output,
                         const EntrySections &Sections) {
  Expected<object::OwningBinary<object::Binary>> File =
      object::createBinary(Object);
  if (!File)
    return File.takeError();
  objcopy::ConfigManager Config;
  Config.Common.InputFilename = Object;
  Config.Common.OutputFilename = Output;
  if (Error E =
          addRename(Config.Common, WARPRT_KERNEL_SECTION, Sections.Kernels))
    return E;
  if (Error E =
          addRename(Config.Common, WARPRT_VARIABLE_SECTION, Sections.Variables))
    return E;
  auto Ignore = [](Error E) { return E; };
  if (Error E =
          Config.Common.ToRemove.addMatcher(objcopy::NameOrPattern::create(
              ObjectCodeSection, objcopy::MatchStyle::Literal, Ignore)))
    return E;
  SmallString<0> Contents;
  raw_svector_ostream OS(Contents);
  if (Error E = objcopy::executeObjcopyOnBinary(Config, *File->getBinary(), OS))
    return E;
  return writeFile(Output, Contents);
}

} // namespace warpfort
