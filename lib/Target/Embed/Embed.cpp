//===-- Embed.cpp - Device code in objects --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes LLVM's offload binaries in the sections of ELF files.
//
// A section may hold several of them (after `ld -r`, or one a cubin), each at
// a multiple of 8 bytes, with zero bytes between. Each carries the checksum of
// all its bytes, those of the checksum itself taken as zeros: nobody parses the
// code of a damaged file.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Target/Embed/Embed.h"
#include "warpfort/Support/Diagnostics.h"
#include "warprt/Checksum.h"
#include "warprt/Image.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <algorithm>
#include <cstring>
#include <optional>

using namespace llvm;
using namespace llvm::object;

namespace warpfort {

static constexpr StringLiteral Magic = "\x10\xFF\x10\xAD";

std::string currentAbiVersion() { return std::to_string(WARPRT_ABI_VERSION); }

static constexpr StringLiteral ChecksumKey = "checksum";
static constexpr StringLiteral NoChecksum = "0000000000000000";

/// The checksum of \p Binary, which has one at \p At.
static std::string checksumOf(std::string Binary, size_t At) {
  Binary.replace(At, NoChecksum.size(), NoChecksum.data());
  return utohexstr(warprtChecksum(Binary.data(), Binary.size()),
                   /*LowerCase=*/true, NoChecksum.size());
}

std::string makeOffloadBinary(const DeviceImage &Image) {
  std::string Kernels = join(Image.Kernels, ",");
  std::string Variables = join(Image.Variables, ",");
  OffloadBinary::OffloadingImage Binary;
  Binary.TheImageKind = Image.Kind;
  Binary.TheOffloadKind = OFK_Cuda;
  Binary.StringData["triple"] = Image.Triple;
  Binary.StringData["arch"] = Image.Arch;
  Binary.StringData["source"] = Image.Source;
  Binary.StringData["abi"] = Image.AbiVersion;
  Binary.StringData["kernels"] = Kernels;
  Binary.StringData["variables"] = Variables;
  Binary.StringData[ChecksumKey] = NoChecksum;
  Binary.Image = MemoryBuffer::getMemBuffer(Image.Code, "",
                                            /*RequiresNullTerminator=*/false);
  std::unique_ptr<MemoryBuffer> Written =
      MemoryBuffer::getMemBufferCopy(OffloadBinary::write(Binary));
  std::unique_ptr<OffloadBinary> Parsed =
      cantFail(OffloadBinary::create(*Written));
  size_t At = Parsed->getString(ChecksumKey).data() - Written->getBufferStart();
  std::string Bytes = Written->getBuffer().str();
  return Bytes.replace(At, NoChecksum.size(), checksumOf(Bytes, At));
}

Expected<uint64_t> offloadBinaryCodeOffset(StringRef Binary) {
  std::unique_ptr<MemoryBuffer> Aligned =
      MemoryBuffer::getMemBufferCopy(Binary);
  Expected<std::unique_ptr<OffloadBinary>> Parsed =
      OffloadBinary::create(*Aligned);
  if (!Parsed)
    return Parsed.takeError();
  return (*Parsed)->getImage().data() - Aligned->getBufferStart();
}

bool isDeviceKernel(const GlobalValue &Value) {
  const auto *F = dyn_cast<Function>(&Value);
  return F && !F->isDeclaration() &&
         F->getCallingConv() == CallingConv::PTX_Kernel;
}

bool isDeviceVariable(const GlobalValue &Value) {
  const auto *V = dyn_cast<GlobalVariable>(&Value);
  constexpr unsigned SharedSpace = 3;
  return V && !V->isDeclaration() && !V->hasLocalLinkage() &&
         !V->hasLinkOnceLinkage() && V->getAddressSpace() != SharedSpace &&
         !V->getName().starts_with("llvm.");
}

std::pair<std::vector<std::string>, std::vector<std::string>>
deviceEntries(const Module &Device) {
  std::pair<std::vector<std::string>, std::vector<std::string>> Entries;
  for (const Function &F : Device)
    if (isDeviceKernel(F))
      Entries.first.push_back(F.getName().str());
  for (const GlobalVariable &V : Device.globals())
    if (isDeviceVariable(V))
      Entries.second.push_back(V.getName().str());
  return Entries;
}

void embedDeviceModule(Module &Host, const Module &Device, StringRef Source) {
  auto IsDefinition = [](const GlobalValue &Value) {
    return !Value.isDeclaration();
  };
  if (none_of(Device.global_values(), IsDefinition))
    return;
  DeviceImage Image;
  Image.Source = Source.str();
  std::tie(Image.Kernels, Image.Variables) = deviceEntries(Device);
  raw_string_ostream OS(Image.Code);
  WriteBitcodeToFile(Device, OS);
  std::string Binary = makeOffloadBinary(Image);
  embedBufferInModule(Host, MemoryBufferRef(Binary, Source), ObjectCodeSection,
                      Align(OffloadBinary::getAlignment()));
}

static std::vector<std::string> splitList(StringRef List) {
  std::vector<std::string> Names;
  SmallVector<StringRef> Pieces;
  List.split(Pieces, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Piece : Pieces)
    Names.push_back(Piece.str());
  return Names;
}

/// The binary that \p Contents begins with. LLVM's reader believes what a
/// binary says of itself, so that is checked first; nothing where it is wrong.
static std::optional<StringRef> firstBinary(StringRef Contents) {
  OffloadBinary::Header Header;
  OffloadBinary::Entry Entry;
  if (Contents.size() < sizeof Header)
    return std::nullopt;
  std::memcpy(&Header, Contents.data(), sizeof Header);
  if (Header.Size > Contents.size())
    return std::nullopt;
  StringRef Binary = Contents.take_front(Header.Size);
  auto Holds = [&](uint64_t Offset, uint64_t Count, uint64_t Bytes) {
    return Offset <= Binary.size() &&
           Count <= (Binary.size() - Offset) / Bytes &&
           Offset % OffloadBinary::getAlignment() == 0;
  };
  if (!Holds(Header.EntryOffset, 1, sizeof Entry))
    return std::nullopt;
  std::memcpy(&Entry, Binary.data() + Header.EntryOffset, sizeof Entry);
  if (!Holds(Entry.StringOffset, Entry.NumStrings,
             sizeof(OffloadBinary::StringEntry)) ||
      !Holds(Entry.ImageOffset, Entry.ImageSize, 1))
    return std::nullopt;
  for (uint64_t I = 0; I < Entry.NumStrings; ++I) {
    OffloadBinary::StringEntry String;
    std::memcpy(&String, Binary.data() + Entry.StringOffset + I * sizeof String,
                sizeof String);
    for (uint64_t Offset : {String.KeyOffset, String.ValueOffset})
      if (Offset >= Binary.size() ||
          Binary.find('\0', Offset) == StringRef::npos)
        return std::nullopt;
  }
  return Binary;
}

/// Binaries of other compilers have no checksum, nor our version. One that is
/// there but not found was hidden by damage.
static bool isDamaged(const OffloadBinary &Binary, StringRef Bytes) {
  StringRef Sum = Binary.getString(ChecksumKey);
  if (Sum.empty())
    return Binary.getString("abi") == currentAbiVersion() ||
           Bytes.contains(ChecksumKey);
  return Sum.size() != NoChecksum.size() ||
         Sum != checksumOf(Bytes.str(), Sum.data() - Bytes.data());
}

static Error damaged(StringRef FileName) {
  return makeError(FileName + ": its device code is damaged: compile it again");
}

/// Reads the offload binaries of one section.
static Error readSection(StringRef Contents, StringRef FileName,
                         std::vector<DeviceImage> &Images) {
  while (true) {
    size_t Start = Contents.find_first_not_of('\0');
    if (Start == StringRef::npos)
      return Error::success();
    Start = alignDown(Start, OffloadBinary::getAlignment());
    Contents = Contents.drop_front(Start);
    if (!Contents.starts_with(Magic))
      return makeError(FileName + ": device code of an unknown format");
    std::optional<StringRef> First = firstBinary(Contents);
    if (!First)
      return damaged(FileName);
    // The reader wants its buffer aligned.
    std::unique_ptr<MemoryBuffer> Aligned =
        MemoryBuffer::getMemBufferCopy(*First, FileName);
    Expected<std::unique_ptr<OffloadBinary>> Binary =
        OffloadBinary::create(*Aligned);
    if (!Binary) {
      consumeError(Binary.takeError());
      return damaged(FileName);
    }
    if (isDamaged(**Binary, Aligned->getBuffer()))
      return damaged(FileName);
    DeviceImage &Image = Images.emplace_back();
    Image.Kind = (*Binary)->getImageKind();
    Image.Triple = (*Binary)->getTriple().str();
    Image.Arch = (*Binary)->getArch().str();
    Image.Source = (*Binary)->getString("source").str();
    Image.AbiVersion = (*Binary)->getString("abi").str();
    Image.Kernels = splitList((*Binary)->getString("kernels"));
    Image.Variables = splitList((*Binary)->getString("variables"));
    Image.Code = (*Binary)->getImage().str();
    uint64_t Size = alignTo(First->size(), OffloadBinary::getAlignment());
    Contents = Contents.drop_front(std::min<uint64_t>(Size, Contents.size()));
  }
}

static Error inFile(MemoryBufferRef File, Error E) {
  return makeError(File.getBufferIdentifier() + ": " + toString(std::move(E)));
}

static Expected<std::vector<DeviceImage>>
readSections(MemoryBufferRef File, ArrayRef<StringRef> Names) {
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createELFObjectFile(File);
  if (!Object)
    return inFile(File, Object.takeError());
  std::vector<DeviceImage> Images;
  for (const SectionRef &Section : (*Object)->sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      return inFile(File, Name.takeError());
    if (!is_contained(Names, *Name))
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (!Contents)
      return inFile(File, Contents.takeError());
    if (Error E = readSection(*Contents, File.getBufferIdentifier(), Images))
      return std::move(E);
  }
  return Images;
}

Expected<std::vector<DeviceImage>> readDeviceImages(MemoryBufferRef File) {
  return readSections(File, {ObjectCodeSection, ProgramCodeSection});
}

Expected<std::vector<DeviceImage>>
readUnlinkedDeviceImages(MemoryBufferRef File) {
  auto Images = readSections(File, {ObjectCodeSection});
  if (!Images)
    return Images;
  for (const DeviceImage &Image : *Images) {
    if (Image.Kind != IMG_Bitcode || Image.Triple != DeviceTriple ||
        Image.AbiVersion == currentAbiVersion())
      continue;
    std::string Theirs = Image.AbiVersion.empty()
                             ? std::string("an older one")
                             : "version " + Image.AbiVersion;
    return makeError(File.getBufferIdentifier() +
                     ": was compiled by another warpfort (its interface to the "
                     "runtime is " +
                     Theirs + ", this one's version " + currentAbiVersion() +
                     "): compile it again");
  }
  return Images;
}

} // namespace warpfort
