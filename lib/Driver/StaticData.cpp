//===-- StaticData.cpp - Size of a program --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See StaticData.h.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/StaticData.h"
#include "warpfort/Support/Diagnostics.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::object;

namespace warpfort {

Error StaticData::add(const ObjectFile &Object) {
  for (const ELFSectionRef Section : cast<ELFObjectFileBase>(Object).sections())
    if ((Section.getFlags() & ELF::SHF_ALLOC) &&
        !(Section.getFlags() & ELF::SHF_X86_64_LARGE))
      SectionBytes += Section.getSize();
  for (const SymbolRef &Symbol : Object.symbols()) {
    Expected<uint32_t> Flags = Symbol.getFlags();
    if (!Flags)
      return Flags.takeError();
    if (!(*Flags & SymbolRef::SF_Common))
      continue;
    Expected<StringRef> Name = Symbol.getName();
    if (!Name)
      return Name.takeError();
    uint64_t &Bytes = CommonBytes[*Name];
    Bytes = std::max(Bytes, Symbol.getCommonSize());
  }
  return Error::success();
}

Error StaticData::addFile(StringRef Path) {
  Expected<OwningBinary<ObjectFile>> Object =
      ObjectFile::createObjectFile(Path);
  if (!Object)
    return makeError(Path + ": " + toString(Object.takeError()));
  return add(*Object->getBinary());
}

void StaticData::add(const StaticData &Other) {
  SectionBytes += Other.SectionBytes;
  for (const auto &[Name, Size] : Other.CommonBytes) {
    uint64_t &Bytes = CommonBytes[Name];
    Bytes = std::max(Bytes, Size);
  }
}

uint64_t StaticData::bytes() const {
  uint64_t Sum = SectionBytes;
  for (const auto &[Name, Size] : CommonBytes)
    Sum += Size;
  return Sum;
}

} // namespace warpfort
