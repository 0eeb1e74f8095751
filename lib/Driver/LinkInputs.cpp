//===-- LinkInputs.cpp - Inputs of a link ---------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host side follows the linker: inputs from left to right, an archive's
// members taken while they define what is undefined. Then device symbols are
// resolved over all archives until nothing changes; what that adds may need
// more on the host.
//
// The library of our own modules is named last. Module mpi_f08 calls procedures
// of an MPI, and linkers leave out a shared library that nothing needs when
// they come to it, so the linker sees our library before each other one behind
// which its members would be missing.
//
// Device symbols of CUDA C are not read: nvcc defines host symbols of the same
// names, and nvlink, which gets all that has such code, says what is missing.
//
// Files that are no ELF objects or archives (linker scripts) are the linker's
// business alone, and so are libraries that only it finds.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/LinkInputs.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Support/Diagnostics.h"
#include "warprt/Image.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <memory>
#include <optional>

using namespace llvm;
using namespace llvm::object;

namespace warpfort {

ArrayRef<StringRef> servedLibraries() {
  static constexpr StringRef Names[] = {
      "cublas",   "cublasLt", "cublasxt", "cudart", "cufft",      "curand",
      "cusolver", "cusparse", "cutensor", "nccl",   "nvToolsExt", "nvtx"};
  return Names;
}

bool isServedLibrary(StringRef Name) {
  return is_contained(servedLibraries(), Name);
}

namespace {

/// Symbols that one side, host or device, of an object has.
struct SymbolNames {
  std::vector<std::string> Defined, Undefined;
};

/// What is known of the symbols of the link so far.
class SymbolState {
public:
  void add(const SymbolNames &Names) {
    for (const std::string &Name : Names.Defined) {
      Defined.insert(Name);
      Undefined.erase(Name);
    }
    for (const std::string &Name : Names.Undefined)
      if (!Defined.contains(Name))
        Undefined.insert(Name);
  }
  bool needs(const SymbolNames &Names) const {
    return any_of(Names.Defined, [&](const std::string &Name) {
      return Undefined.contains(Name);
    });
  }
  const StringSet<> &undefined() const { return Undefined; }
  bool defines(StringRef Name) const { return Defined.contains(Name); }

private:
  StringSet<> Defined, Undefined;
};

/// An object or an archive member.
struct Member {
  std::string Name;
  StringRef Contents;
  bool IsObject = false;          // an ELF relocatable file
  bool HasCUDA = false;           // with relocatable device code of CUDA C
  bool HasRegisteredCUDA = false; // with what is linked already
  SymbolNames Host, Device;
  std::vector<std::string> CVariables; // of the device, with names of C
  std::vector<DeviceImage> Images;
  StaticData Static;
  bool Taken = false;
};

struct ArchiveFile {
  std::string Path;
  bool Whole = false; // --whole-archive: the linker takes all members
  std::unique_ptr<MemoryBuffer> Buffer;
  std::unique_ptr<Archive> Library;
  std::vector<Member> Members;
};

class Resolver {
public:
  Resolver(ArrayRef<LinkItem> Items, ArrayRef<std::string> LibraryDirs,
           TempFiles &Temps)
      : Items(Items), Temps(Temps), LibraryDirs(LibraryDirs) {
    // The host linker's driver looks there too.
    if (std::optional<std::string> More =
            sys::Process::GetEnv("LIBRARY_PATH")) {
      SmallVector<StringRef> Folders;
      StringRef(*More).split(Folders, ':', -1, /*KeepEmpty=*/false);
      for (StringRef Folder : Folders)
        this->LibraryDirs.push_back(Folder.str());
    }
  }
  Expected<LinkInputs> run();

private:
  Error addFile(const std::string &Path, StringRef Word);
  Error addLibrary(const std::string &Name);
  Error readModules();
  void addModules();
  void takeModulesFor(const LinkItem &Item);
  static Expected<std::unique_ptr<ArchiveFile>>
  readArchive(const std::string &Path, std::unique_ptr<MemoryBuffer> Buffer);
  Error addArchive(const std::string &Path,
                   std::unique_ptr<MemoryBuffer> Buffer);
  Error addObject(const std::string &Path,
                  std::unique_ptr<MemoryBuffer> Buffer);
  Error addSharedLibrary(const std::string &Path, MemoryBufferRef Buffer);
  std::string findLibrary(StringRef Name) const;
  void noteFlag(StringRef Flag);
  static Error readMember(Member &M);
  void take(Member &M);
  bool takeForHost(ArchiveFile &Library);
  bool takeForDevice(ArchiveFile &Library);
  Error extractMembers();
  Error findFunctions();
  Error findVariables();
  Error findKernels();
  void noteCUDA(const Member &M);
  void checkCUDA(const Member &M);
  template <typename Body> void forEachMember(Body Visit);

  ArrayRef<LinkItem> Items;
  TempFiles &Temps;
  std::vector<std::string> LibraryDirs;
  LinkInputs Result;
  SymbolState Host, Device;
  SymbolState OwnHost; // without what shared libraries define
  std::vector<std::unique_ptr<ArchiveFile>> Archives;
  std::unique_ptr<ArchiveFile> Modules; // until its place in Archives
  std::vector<std::unique_ptr<MemoryBuffer>> Buffers;
  std::vector<Member> Objects;      // those that are no archive members
  StringMap<std::string> Libraries; // symbols of shared ones
  bool HasUnseenLibrary = false;    // that only the linker finds
  bool HasOtherCUDARuntime = false; // NVIDIA's is such a one
  // Objects with relocatable CUDA C: functions that are to register them, and
  // whether host code uses what any of them has.
  std::vector<std::string> Unregistered;
  bool IsUsedByHost = false;
  std::optional<size_t> FirstArchiveWord; // in Result.HostWords
  bool WholeArchive = false, StaticOnly = false;
};

} // namespace

static Error inFile(const Twine &Name, Error E) {
  return makeError(Name + ": " + toString(std::move(E)));
}

/// The kernel that \p Symbol is the handle of, where it has a name of C.
static StringRef kernelOfC(StringRef Symbol) {
  bool IsHandle = Symbol.consume_front(WARPRT_KERNEL_HANDLE_PREFIX);
  return IsHandle && isForeignName(Symbol) ? Symbol : StringRef();
}

static Error readHostSymbols(iterator_range<symbol_iterator> Symbols,
                             SymbolNames &Names) {
  for (const SymbolRef &Symbol : Symbols) {
    Expected<uint32_t> Flags = Symbol.getFlags();
    if (!Flags)
      return Flags.takeError();
    if (!(*Flags & SymbolRef::SF_Global) ||
        (*Flags & SymbolRef::SF_FormatSpecific))
      continue;
    Expected<StringRef> Name = Symbol.getName();
    if (!Name)
      return Name.takeError();
    if (!(*Flags & SymbolRef::SF_Undefined))
      Names.Defined.push_back(Name->str());
    else if (!(*Flags & SymbolRef::SF_Weak))
      Names.Undefined.push_back(Name->str());
  }
  return Error::success();
}

/// A launch names the handle of its kernel, of which CUDA C has none: there the
/// kernel's own name is what must be found.
static void addKernelsOfC(SymbolNames &Names) {
  for (size_t I = 0, Count = Names.Undefined.size(); I < Count; ++I)
    if (StringRef Kernel = kernelOfC(Names.Undefined[I]); !Kernel.empty())
      Names.Undefined.push_back(Kernel.str());
}

static Error readDeviceSymbols(const DeviceImage &Image, SymbolNames &Names,
                               std::vector<std::string> &CVariables) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M =
      getLazyBitcodeModule(MemoryBufferRef(Image.Code, Image.Source), Context);
  if (!M)
    return M.takeError();
  for (const GlobalValue &Value : (*M)->global_values()) {
    StringRef Name = Value.getName();
    if (Name.starts_with("llvm.") || Value.hasLocalLinkage())
      continue;
    (Value.isDeclaration() ? Names.Undefined : Names.Defined)
        .push_back(Name.str());
    const auto *V = dyn_cast<GlobalVariable>(&Value);
    if (V && V->hasAttribute(bitcode::CVariableAttr))
      CVariables.push_back(Name.str());
    // A routine of another language has one form only; of a launch the kernel
    // is needed.
    const auto *F = dyn_cast<Function>(&Value);
    for (StringRef Form :
         {bitcode::TeamOfAttr, bitcode::AloneOfAttr, bitcode::LaunchOfAttr})
      if (F && F->isDeclaration() && F->hasFnAttribute(Form))
        Names.Undefined.push_back(
            F->getFnAttribute(Form).getValueAsString().str());
  }
  return Error::success();
}

/// Reads what the resolution has to know of an object.
Error Resolver::readMember(Member &M) {
  if (identify_magic(M.Contents) != file_magic::elf_relocatable)
    return Error::success();
  M.IsObject = true;
  MemoryBufferRef Buffer(M.Contents, M.Name);
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createELFObjectFile(Buffer);
  if (!Object)
    return inFile(M.Name, Object.takeError());
  if (Error E = readHostSymbols((*Object)->symbols(), M.Host))
    return inFile(M.Name, std::move(E));
  addKernelsOfC(M.Host);
  if (Error E = M.Static.add(**Object))
    return inFile(M.Name, std::move(E));
  Expected<bool> HasCUDA = hasCUDACode(**Object);
  if (!HasCUDA)
    return inFile(M.Name, HasCUDA.takeError());
  Expected<bool> HasRegistered = hasRegisteredCUDACode(**Object);
  if (!HasRegistered)
    return inFile(M.Name, HasRegistered.takeError());
  M.HasCUDA = *HasCUDA;
  M.HasRegisteredCUDA = *HasRegistered;
  if (M.HasCUDA)
    M.Device.Defined = M.Host.Defined;
  Expected<std::vector<DeviceImage>> Images = readUnlinkedDeviceImages(Buffer);
  if (!Images)
    return Images.takeError();
  for (DeviceImage &Image : *Images) {
    if (Image.Kind != IMG_Bitcode || Image.Triple != DeviceTriple)
      return makeError(M.Name +
                       ": carries device code of another compiler "
                       "(" +
                       Image.Triple + ")");
    Image.Source = M.Name; // what messages are to name
    if (Error E = readDeviceSymbols(Image, M.Device, M.CVariables))
      return inFile(M.Name, std::move(E));
    M.Images.push_back(std::move(Image));
  }
  return Error::success();
}

void Resolver::take(Member &M) {
  M.Taken = true;
  Host.add(M.Host);
  OwnHost.add(M.Host);
  Device.add(M.Device);
  Result.Static.add(M.Static);
  for (const DeviceImage &Image : M.Images)
    Result.Images.push_back(Image);
}

Error Resolver::addObject(const std::string &Path,
                          std::unique_ptr<MemoryBuffer> Buffer) {
  Member M;
  M.Name = Path;
  M.Contents = Buffer->getBuffer();
  if (Error E = readMember(M))
    return E;
  take(M);
  if (M.HasCUDA)
    Result.CUDA.Files.push_back(Path);
  Objects.push_back(std::move(M));
  Buffers.push_back(std::move(Buffer));
  Result.HostWords.push_back(Path);
  return Error::success();
}

bool Resolver::takeForHost(ArchiveFile &Library) {
  bool Any = false, Again = true;
  while (Again) {
    Again = false;
    for (Member &M : Library.Members)
      if (!M.Taken && M.IsObject && (Library.Whole || Host.needs(M.Host))) {
        take(M);
        Any = Again = true;
      }
  }
  return Any;
}

bool Resolver::takeForDevice(ArchiveFile &Library) {
  bool Any = false;
  for (Member &M : Library.Members)
    if (!M.Taken && Device.needs(M.Device)) {
      take(M);
      Any = true;
    }
  return Any;
}

Expected<std::unique_ptr<ArchiveFile>>
Resolver::readArchive(const std::string &Path,
                      std::unique_ptr<MemoryBuffer> Buffer) {
  auto File = std::make_unique<ArchiveFile>();
  File->Path = Path;
  File->Buffer = std::move(Buffer);
  Expected<std::unique_ptr<Archive>> Library = Archive::create(*File->Buffer);
  if (!Library)
    return inFile(Path, Library.takeError());
  File->Library = std::move(*Library);
  Error Iteration = Error::success();
  for (const Archive::Child &Child : File->Library->children(Iteration)) {
    Expected<MemoryBufferRef> Contents = Child.getMemoryBufferRef();
    if (!Contents) {
      consumeError(std::move(Iteration));
      return inFile(Path, Contents.takeError());
    }
    Member &M = File->Members.emplace_back();
    M.Name = (Path + "(" +
              sys::path::filename(Contents->getBufferIdentifier()) + ")")
                 .str();
    M.Contents = Contents->getBuffer();
    if (Error E = readMember(M)) {
      consumeError(std::move(Iteration));
      return std::move(E);
    }
  }
  if (Iteration)
    return inFile(Path, std::move(Iteration));
  return std::move(File);
}

Error Resolver::addArchive(const std::string &Path,
                           std::unique_ptr<MemoryBuffer> Buffer) {
  for (const std::unique_ptr<ArchiveFile> &Known : Archives)
    if (sys::fs::equivalent(Known->Path, Path)) {
      Known->Whole |= WholeArchive;
      takeForHost(*Known);
      return Error::success();
    }
  Expected<std::unique_ptr<ArchiveFile>> File =
      readArchive(Path, std::move(Buffer));
  if (!File)
    return File.takeError();
  (*File)->Whole = WholeArchive;
  if (any_of((*File)->Members, [](const Member &M) { return M.HasCUDA; }))
    Result.CUDA.Files.push_back(Path);
  takeForHost(**File);
  Archives.push_back(std::move(*File));
  return Error::success();
}

Error Resolver::readModules() {
  for (const LinkItem &Item : Items) {
    if (Item.ItemKind != LinkItem::Modules)
      continue;
    auto Buffer = MemoryBuffer::getFile(Item.Text, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false);
    if (!Buffer)
      return makeError("cannot read '" + Item.Text +
                       "': " + Buffer.getError().message());
    Expected<std::unique_ptr<ArchiveFile>> File =
        readArchive(Item.Text, std::move(*Buffer));
    if (!File)
      return File.takeError();
    Modules = std::move(*File);
  }
  return Error::success();
}

/// The place of the library that readModules has read: behind all others.
void Resolver::addModules() {
  if (!FirstArchiveWord)
    FirstArchiveWord = Result.HostWords.size();
  Result.HostWords.push_back(Modules->Path);
  takeForHost(*Modules);
  Archives.push_back(std::move(Modules));
}

/// Has the linker see the modules' library before \p Item, a library, where
/// something there is needed already.
void Resolver::takeModulesFor(const LinkItem &Item) {
  bool IsLibrary = Item.ItemKind == LinkItem::Library ||
                   (Item.ItemKind == LinkItem::File &&
                    !StringRef(Item.Text).ends_with(".o"));
  if (!Modules || !IsLibrary || !takeForHost(*Modules))
    return;
  if (!FirstArchiveWord)
    FirstArchiveWord = Result.HostWords.size();
  for (StringRef Word :
       {StringRef("-Wl,--push-state,--no-whole-archive"),
        StringRef(Modules->Path), StringRef("-Wl,--pop-state")})
    Result.HostWords.push_back(Word.str());
}

/// Notes what a shared library defines, and whether it uses our runtime or has
/// kernels of CUDA C.
Error Resolver::addSharedLibrary(const std::string &Path,
                                 MemoryBufferRef Buffer) {
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createELFObjectFile(Buffer);
  if (!Object)
    return inFile(Path, Object.takeError());
  auto *ELF = dyn_cast<ELF64LEObjectFile>(Object->get());
  if (!ELF)
    return makeError(Path + ": not an x86-64 library");
  SymbolNames Names;
  if (Error E = readHostSymbols(ELF->getDynamicSymbolIterators(), Names))
    return inFile(Path, std::move(E));
  Names.Undefined.clear(); // the library's own affair
  Host.add(Names);
  for (const std::string &Name : Names.Defined)
    Libraries.try_emplace(Name, Path);

  StringRef Stem = sys::path::filename(Path).split(".so").first;
  Stem.consume_front("lib");
  Expected<bool> HasCUDA = hasRegisteredCUDACode(**Object);
  if (!HasCUDA)
    return inFile(Path, HasCUDA.takeError());
  if (*HasCUDA && !isServedLibrary(Stem))
    Result.CUDALibraries.push_back(Path);

  const auto &File = ELF->getELFFile();
  auto Entries = File.dynamicEntries();
  if (!Entries)
    return inFile(Path, Entries.takeError());
  uint64_t Strings = 0;
  for (const auto &Entry : *Entries)
    if (Entry.getTag() == ELF::DT_STRTAB)
      Strings = Entry.getPtr();
  for (const auto &Entry : *Entries) {
    if (Entry.getTag() != ELF::DT_NEEDED || !Strings)
      continue;
    Expected<const uint8_t *> Name =
        File.toMappedAddr(Strings + Entry.getVal());
    if (!Name)
      return inFile(Path, Name.takeError());
    StringRef Needed =
        sys::path::filename(reinterpret_cast<const char *>(*Name));
    if (Needed == "libwarprt.so" || Needed == "libwarprt_fortran.so")
      Result.NeedsSharedRuntime = true;
  }
  return Error::success();
}

/// \p Word is what the host linker gets for a library.
Error Resolver::addFile(const std::string &Path, StringRef Word) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return makeError("cannot read '" + Path +
                     "': " + Buffer.getError().message());
  file_magic Magic = identify_magic((*Buffer)->getBuffer());
  if (Magic == file_magic::elf_relocatable)
    return addObject(Path, std::move(*Buffer));
  if (Magic == file_magic::archive) {
    if (!FirstArchiveWord)
      FirstArchiveWord = Result.HostWords.size();
    Result.HostWords.push_back(Word.str());
    return addArchive(Path, std::move(*Buffer));
  }
  if (Magic == file_magic::elf_shared_object) {
    Result.HostWords.push_back(Word.str());
    return addSharedLibrary(Path, **Buffer);
  }
  // A linker script has a name that says so; anything else is a mistake.
  StringRef Name = sys::path::filename(Path);
  if (!Name.contains(".so") && !Name.ends_with(".a") &&
      !Name.ends_with(".ld") && !Name.ends_with(".lds"))
    return makeError("'" + Path + "' is no Fortran source, object or library");
  Result.HostWords.push_back(Word.str());
  return Error::success();
}

std::string Resolver::findLibrary(StringRef Name) const {
  SmallVector<std::string> Candidates;
  if (Name.consume_front(":")) {
    Candidates.push_back(Name.str());
  } else {
    if (!StaticOnly)
      Candidates.push_back(("lib" + Name + ".so").str());
    Candidates.push_back(("lib" + Name + ".a").str());
  }
  for (const std::string &Folder : LibraryDirs)
    for (const std::string &Candidate : Candidates) {
      SmallString<128> Path(Folder);
      sys::path::append(Path, Candidate);
      if (sys::fs::exists(Path))
        return Path.str().str();
    }
  return "";
}

/// Whether a folder that linkers look in by themselves has the library.
static bool isKnownToLinker(StringRef Name) {
  for (StringRef Folder :
       {"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64",
        "/usr/lib64", "/lib", "/usr/lib", "/usr/local/lib"})
    for (StringRef Suffix : {".so", ".a"})
      if (sys::fs::exists(Folder + "/lib" + Name + Suffix))
        return true;
  return false;
}

/// Follows the linker options that decide how libraries are taken.
void Resolver::noteFlag(StringRef Flag) {
  Flag.consume_front("-Wl,");
  if (Flag == "--whole-archive" || Flag == "-whole-archive")
    WholeArchive = true;
  else if (Flag == "--no-whole-archive" || Flag == "-no-whole-archive")
    WholeArchive = false;
  else if (Flag == "-Bstatic" || Flag == "-dn" || Flag == "-static")
    StaticOnly = true;
  else if (Flag == "-Bdynamic" || Flag == "-dy")
    StaticOnly = false;
}

/// Writes the members taken that have device code to files, and puts these
/// before the first archive: the linker then has no reason to take the members
/// again, and finds what they need.
Error Resolver::extractMembers() {
  std::vector<std::string> Files;
  for (const std::unique_ptr<ArchiveFile> &Library : Archives) {
    if (Library->Whole)
      continue;
    for (const Member &M : Library->Members) {
      if (!M.Taken || M.Images.empty())
        continue;
      Expected<std::string> File = Temps.create("member", "o");
      if (!File)
        return File.takeError();
      if (Error E = writeFile(*File, M.Contents))
        return E;
      Files.push_back(*File);
    }
  }
  assert((Files.empty() || FirstArchiveWord) && "members without an archive");
  if (FirstArchiveWord)
    Result.HostWords.insert(Result.HostWords.begin() + *FirstArchiveWord,
                            Files.begin(), Files.end());
  return Error::success();
}

template <typename Body> void Resolver::forEachMember(Body Visit) {
  for (const Member &M : Objects)
    Visit(M);
  for (const std::unique_ptr<ArchiveFile> &Library : Archives)
    for (const Member &M : Library->Members)
      Visit(M);
}

/// What is undefined in the constructor that nvcc makes.
void Resolver::noteCUDA(const Member &M) {
  for (const std::string &Name : M.Host.Undefined)
    if (isCUDARegistration(Name) && !Host.defines(Name) &&
        (!HasOtherCUDARuntime || isObjectRegistration(Name)) &&
        !is_contained(Result.CUDA.Registrations, Name))
      Result.CUDA.Registrations.push_back(Name);
}

/// Kernels and variables that the host uses are registered with NVIDIA's
/// runtime library, and must be the same there as in our device program.
void Resolver::checkCUDA(const Member &M) {
  std::string Registration;
  bool IsRegistered = true, HasVariables = false, HasOther = false;
  for (StringRef Name : M.Host.Undefined) {
    if (isObjectRegistration(Name)) {
      IsRegistered = Host.defines(Name);
      Registration = Name.str();
    } else if (Name == "__cudaRegisterVar")
      HasVariables = true;
    else if (Name.starts_with("__cudaRegister"))
      HasOther = true; // kernels, managed variables, textures
    if (Name == "__cudaRegisterFunction" && Result.CUDA.Kernels.empty())
      Result.CUDA.Kernels = M.Name;
  }
  if (HasVariables && IsRegistered && Result.CUDA.Problem.empty())
    Result.CUDA.Problem = "'" + M.Name +
                          "' has __device__ variables, of which the result of "
                          "'nvcc -dlink' would have another copy";
  if (IsRegistered || Registration.empty())
    return;
  Unregistered.push_back(Registration);
  auto AsksForVariables = [&](StringRef Name) {
    return Name.starts_with("cudaMemcpyToSymbol") ||
           Name.starts_with("cudaMemcpyFromSymbol") ||
           Name.starts_with("cudaGetSymbol");
  };
  IsUsedByHost |= HasOther || (HasVariables && any_of(Host.undefined().keys(),
                                                      AsksForVariables));
}

/// C functions that device code calls and does not have.
Error Resolver::findFunctions() {
  StringSet<> Needed;
  forEachMember([&](const Member &M) {
    if (M.Taken)
      for (StringRef Name : M.Device.Undefined)
        if (!Name.starts_with("_Q"))
          Needed.insert(Name);
  });
  for (StringRef Name : Needed.keys())
    if (auto Known = Libraries.find(Name); Known != Libraries.end())
      Result.CUDA.Functions[Name].File = Known->second;
  Error Failure = Error::success();
  forEachMember([&](const Member &M) {
    if (M.HasCUDA)
      noteCUDA(M);
    if (M.HasCUDA && M.Taken)
      checkCUDA(M);
    for (const std::string &Name : M.Host.Defined) {
      if (!Needed.contains(Name))
        continue;
      HostFunction &F = Result.CUDA.Functions[Name];
      if (F.IsCUDA || (!F.File.empty() && !M.HasCUDA))
        continue;
      F.File = M.Name;
      F.IsCUDA = M.HasCUDA;
      if (!M.HasCUDA)
        continue;
      Expected<std::unique_ptr<ObjectFile>> Object =
          ObjectFile::createELFObjectFile(MemoryBufferRef(M.Contents, M.Name));
      Expected<bool> Only =
          Object ? isDeviceOnly(**Object, Name) : Object.takeError();
      if (!Only)
        Failure =
            joinErrors(std::move(Failure), inFile(M.Name, Only.takeError()));
      else
        F.IsDeviceOnly = *Only;
    }
  });
  return Failure;
}

/// Bytes of the variable \p Name that \p Contents, an object, defines.
static Expected<uint64_t> variableSize(StringRef Contents, StringRef Name) {
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createELFObjectFile(MemoryBufferRef(Contents, ""));
  if (!Object)
    return Object.takeError();
  for (const ELFSymbolRef Symbol :
       cast<ELFObjectFileBase>(Object->get())->symbols()) {
    Expected<StringRef> Found = Symbol.getName();
    if (!Found)
      return Found.takeError();
    if (*Found == Name)
      return Symbol.getSize();
  }
  return 0;
}

/// Device variables that C defines or uses.
Error Resolver::findVariables() {
  StringSet<> Known;
  forEachMember([&](const Member &M) {
    if (M.Taken)
      Known.insert_range(M.CVariables);
  });
  Error Failure = Error::success();
  forEachMember([&](const Member &M) {
    if (!M.Taken || !M.Images.empty())
      return;
    for (const std::string &Name : M.Host.Undefined)
      if (Known.contains(Name))
        Result.CUDA.Variables.try_emplace(Name);
    for (const std::string &Name : M.Host.Defined) {
      if (!Known.contains(Name))
        continue;
      Expected<uint64_t> Bytes = variableSize(M.Contents, Name);
      if (!Bytes)
        Failure =
            joinErrors(std::move(Failure), inFile(M.Name, Bytes.takeError()));
      else
        Result.CUDA.Variables[Name] = {M.Name, *Bytes, M.HasCUDA};
    }
  });
  return Failure;
}

/// Kernels of CUDA C that Fortran launches.
Error Resolver::findKernels() {
  std::vector<std::string> Kernels;
  for (StringRef Symbol : Host.undefined().keys())
    if (StringRef Kernel = kernelOfC(Symbol); !Kernel.empty())
      Kernels.push_back(Kernel.str());
  sort(Kernels);
  for (const std::string &Kernel : Kernels) {
    const Member *Definition = nullptr;
    forEachMember([&](const Member &M) {
      if (M.Taken && is_contained(M.Host.Defined, Kernel))
        Definition = &M;
    });
    auto Library = Libraries.find(Kernel);
    if (!Definition && Library == Libraries.end()) {
      if (!HasUnseenLibrary)
        Result.UndefinedKernels.push_back(Kernel);
      continue;
    }
    std::string File = Definition ? Definition->Name : Library->second;
    if (Definition ? !Definition->HasCUDA && !Definition->HasRegisteredCUDA
                   : !is_contained(Result.CUDALibraries, File))
      return makeError("'" + Kernel +
                       "', which is launched as a kernel, is "
                       "a function of the host in '" +
                       File + "'");
    auto Known = find_if(Result.CUDA.Launched, [&](const LaunchedKernels &L) {
      return L.File == File;
    });
    if (Known == Result.CUDA.Launched.end())
      Known = Result.CUDA.Launched.insert(Known, {File, !Definition, {}});
    Known->Names.push_back(Kernel);
  }
  return Error::success();
}

Error Resolver::addLibrary(const std::string &Name) {
  std::string Word = "-l" + Name;
  std::string Path = findLibrary(Name);
  if (!Path.empty())
    return addFile(Path, Word);
  // The program loads those that are served when it runs.
  if (!isServedLibrary(Name) || isKnownToLinker(Name)) {
    Result.HostWords.push_back(Word);
    HasUnseenLibrary = true;
    HasOtherCUDARuntime |= StringRef(Name).starts_with("cudart");
  }
  return Error::success();
}

Expected<LinkInputs> Resolver::run() {
  if (Error E = readModules())
    return std::move(E);
  for (const LinkItem &Item : Items) {
    takeModulesFor(Item);
    switch (Item.ItemKind) {
    case LinkItem::Source:
    case LinkItem::File:
      if (Error E = addFile(Item.Text, Item.Text))
        return std::move(E);
      break;
    case LinkItem::Library:
      if (Error E = addLibrary(Item.Text))
        return std::move(E);
      break;
    case LinkItem::Modules:
      addModules();
      break;
    case LinkItem::Flag:
      noteFlag(Item.Text);
      Result.HostWords.push_back(Item.Text);
      break;
    }
  }
  // Device code knows no order of libraries.
  bool Again = true;
  while (Again) {
    Again = false;
    for (const std::unique_ptr<ArchiveFile> &Library : Archives)
      Again |= takeForDevice(*Library);
    if (!Again)
      break;
    for (const std::unique_ptr<ArchiveFile> &Library : Archives)
      takeForHost(*Library);
  }
  if (Error E = extractMembers())
    return std::move(E);
  if (Error E = findFunctions())
    return std::move(E);
  if (Error E = findVariables())
    return std::move(E);
  if (Error E = findKernels())
    return std::move(E);
  if (IsUsedByHost)
    Result.CUDA.Registered = Unregistered;
  Result.Undefined = Host.undefined();
  Result.Foreign = OwnHost.undefined();
  Result.HasCUDARuntime = HasOtherCUDARuntime;
  forEachMember([&](const Member &M) {
    if ((M.Taken || Result.CUDA.Kernels.empty()) &&
        is_contained(M.Host.Undefined, CUDARegistrationSymbol))
      Result.CUDA.Kernels = M.Name;
  });
  if (Result.CUDA.Kernels.empty() && !Result.CUDALibraries.empty())
    Result.CUDA.Kernels = Result.CUDALibraries.front();
  return std::move(Result);
}

Expected<LinkInputs> resolveLinkInputs(ArrayRef<LinkItem> Items,
                                       ArrayRef<std::string> LibraryDirs,
                                       TempFiles &Temps) {
  return Resolver(Items, LibraryDirs, Temps).run();
}

/// Calls \p Visit with the name of each symbol in an archive's table until it
/// returns false.
static Error visitSymbols(StringRef Path, function_ref<bool(StringRef)> Visit) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return makeError("cannot read '" + Path +
                     "': " + Buffer.getError().message());
  Expected<std::unique_ptr<Archive>> Library = Archive::create(**Buffer);
  if (!Library)
    return inFile(Path, Library.takeError());
  for (const Archive::Symbol &Symbol : (*Library)->symbols())
    if (!Visit(Symbol.getName()))
      break;
  return Error::success();
}

Expected<bool> archiveDefinesAny(StringRef Path, const StringSet<> &Symbols) {
  bool Any = false;
  if (Error E = visitSymbols(Path, [&](StringRef Name) {
        Any = Symbols.contains(Name);
        return !Any;
      }))
    return E;
  return Any;
}

Expected<std::vector<std::string>>
archiveEntriesFor(StringRef Path, StringRef Prefix,
                  const StringSet<> &Symbols) {
  std::vector<std::string> Found;
  if (Error E = visitSymbols(Path, [&](StringRef Name) {
        if (Name.consume_front(Prefix) && Symbols.contains(Name))
          Found.push_back(Name.str());
        return true;
      }))
    return E;
  return Found;
}

} // namespace warpfort
