//===-- ImageDump.cpp - Listing device code -------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line a piece of device code, then its kernels and variables, both as
// symbols and as the user wrote them.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Target/Embed/ImageDump.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/TempFiles.h"
#include "warpfort/Target/Embed/Embed.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::object;

namespace warpfort {

namespace {

struct KindName {
  StringRef Shown, Suffix;
};

class Dumper {
public:
  Dumper(const ImageDumpOptions &Options, raw_ostream &OS)
      : Options(Options), OS(OS) {}
  Error dumpFile(StringRef Path);

private:
  Error dumpArchive(MemoryBufferRef File);
  Error dumpObject(MemoryBufferRef File, const std::string &Name);
  Error extract(const DeviceImage &Image, StringRef Name);
  void list(StringRef What, const std::vector<std::string> &Symbols);

  const ImageDumpOptions &Options;
  raw_ostream &OS;
  unsigned NumExtracted = 0;
  bool Found = false;
};

} // namespace

static KindName kindName(ImageKind Kind) {
  switch (Kind) {
  case IMG_Bitcode:
    return {"bitcode", "bc"};
  case IMG_PTX:
    return {"PTX", "ptx"};
  case IMG_Cubin:
    return {"cubin", "cubin"};
  case IMG_Object:
    return {"CPU code", "o"};
  default:
    return {"other", "bin"};
  }
}

void Dumper::list(StringRef What, const std::vector<std::string> &Symbols) {
  for (const std::string &Symbol : Symbols) {
    std::string Name = demangleName(Symbol);
    OS << "    " << What << ' ' << Name;
    if (Name != Symbol)
      OS << " (" << Symbol << ')';
    OS << '\n';
  }
}

Error Dumper::extract(const DeviceImage &Image, StringRef Name) {
  if (Image.Code.empty())
    return Error::success(); // CPU code is not a piece of its own
  SmallString<128> Path(Options.Directory);
  sys::path::append(Path, sys::path::filename(Name) + "." +
                              Twine(NumExtracted++) + "." + Image.Arch + "." +
                              kindName(Image.Kind).Suffix);
  StringRef Code = Image.Code;
  if (Image.Kind == IMG_PTX)
    Code = Code.rtrim('\0');
  if (Error E = writeFile(Path, Code))
    return E;
  OS << "    written to " << Path << '\n';
  return Error::success();
}

Error Dumper::dumpObject(MemoryBufferRef File, const std::string &Name) {
  Expected<std::vector<DeviceImage>> Images = readDeviceImages(File);
  if (!Images)
    return joinErrors(makeError(Name + ": not an object or program"),
                      Images.takeError());
  for (const DeviceImage &Image : *Images) {
    Found = true;
    OS << Name << ": " << kindName(Image.Kind).Shown << ' ' << Image.Arch;
    if (!Image.Code.empty())
      OS << ", " << Image.Code.size() << " bytes";
    if (!Image.Source.empty())
      OS << ", from " << Image.Source;
    OS << '\n';
    if (Options.Symbols) {
      list("kernel", Image.Kernels);
      list("variable", Image.Variables);
    }
    if (Options.Extract)
      if (Error E = extract(Image, Name))
        return E;
  }
  return Error::success();
}

Error Dumper::dumpArchive(MemoryBufferRef File) {
  Expected<std::unique_ptr<Archive>> Library = Archive::create(File);
  if (!Library)
    return Library.takeError();
  Error Iteration = Error::success();
  for (const Archive::Child &Member : (*Library)->children(Iteration)) {
    Expected<MemoryBufferRef> Contents = Member.getMemoryBufferRef();
    if (!Contents) {
      consumeError(std::move(Iteration));
      return Contents.takeError();
    }
    if (identify_magic(Contents->getBuffer()) != file_magic::elf_relocatable)
      continue;
    std::string Name = (File.getBufferIdentifier() + "(" +
                        Contents->getBufferIdentifier() + ")")
                           .str();
    if (Error E = dumpObject(*Contents, Name)) {
      consumeError(std::move(Iteration));
      return E;
    }
  }
  return Iteration;
}

Error Dumper::dumpFile(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return makeError("cannot read '" + Path +
                     "': " + Buffer.getError().message());
  MemoryBufferRef File = **Buffer;
  Error E = identify_magic(File.getBuffer()) == file_magic::archive
                ? dumpArchive(File)
                : dumpObject(File, Path.str());
  if (!E && !Found)
    OS << Path << ": no device code\n";
  return E;
}

Error dumpImages(StringRef Path, const ImageDumpOptions &Options,
                 raw_ostream &OS) {
  return Dumper(Options, OS).dumpFile(Path);
}

} // namespace warpfort
