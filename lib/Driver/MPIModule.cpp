//===-- MPIModule.cpp - Modules for the MPI that is found -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cache has a folder for each mpif.h, its date and size, and each build of
// the compiler: `~/.cache/warpfort/mpi-<hash>`, or where XDG_CACHE_HOME says.
// Module files appear whole, that of mpi_f08 last, so processes may make the
// same folder at the same time.
//
//===----------------------------------------------------------------------===//
#include "MPIModule.h"
#include "warpfort/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace warpfort {

/// What tells one version of a file from another.
static std::string identity(StringRef Path) {
  sys::fs::file_status Status;
  SmallString<128> Real;
  if (sys::fs::status(Path, Status) || sys::fs::real_path(Path, Real))
    return Path.str();
  return (Real + "|" + Twine(Status.getSize()) + "|" +
          Twine(Status.getLastModificationTime().time_since_epoch().count()) +
          "|")
      .str();
}

/// Open MPI's interfaces of MPI_Sizeof name real(real128), which is no type
/// here: the procedures without it.
static std::string dropQuadruple(StringRef Text) {
  std::string Result, Procedure;
  bool IsQuadruple = false;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    StringRef Word = Line.trim();
    bool Begins = Word.starts_with_insensitive("subroutine ");
    if (Procedure.empty() && !Begins) {
      Result += (Line + "\n").str();
      continue;
    }
    Procedure += (Line + "\n").str();
    IsQuadruple |= Word.contains_insensitive("real128");
    if (!Word.starts_with_insensitive("end subroutine"))
      continue;
    if (!IsQuadruple)
      Result += Procedure;
    Procedure.clear();
    IsQuadruple = false;
  }
  return Result + Procedure;
}

/// Copies a header of \p From, if it is there, as \p Change makes it.
static Error copyHeader(StringRef From, StringRef To, StringRef Name,
                        function_ref<std::string(StringRef)> Change) {
  auto Text = MemoryBuffer::getFile(under(From, Name));
  if (!Text)
    return Error::success();
  return writeFile(under(To, Name), Change((*Text)->getBuffer()));
}

/// A module's source, beside that of module mpi.
static std::string sourceOf(StringRef Module, const InstallPaths &Paths) {
  return under(sys::path::parent_path(Paths.MPIModule),
               (Module + ".f90").str());
}

/// Once it is there, all are.
static constexpr char LastModule[] = "mpi_f08.mod";

static Error makeModules(StringRef Folder, StringRef Headers,
                         const InstallPaths &Paths, StringRef HostCPU,
                         raw_ostream &Diag) {
  if (Error E = copyHeader(Headers, Folder, "mpif.h",
                           [](StringRef Text) { return Text.str(); }))
    return E;
  if (Error E = copyHeader(Headers, Folder, "mpif-sizeof.h", dropQuadruple))
    return E;
  for (StringRef Name : {"mpi", "mpi_f08"}) {
    CompileOptions Options;
    Options.Kind = OutputKind::SyntaxOnly;
    Options.Input = sourceOf(Name, Paths);
    Options.CUDA = true; // interfaces take device memory
    Options.ModuleDir = Folder;
    Options.IncludeDirs = {Folder.str(), Headers.str()};
    Options.IntrinsicModuleDir = Paths.ModuleDir;
    Options.FlangModuleDir = Paths.FlangModuleDir;
    Options.HostCPU = HostCPU;
    Options.Warnings = false;
    if (Error E = compileSource(Options, Diag)) {
      consumeError(std::move(E));
      return makeError("cannot compile module " + Name + " from '" +
                       under(Headers, "mpif.h") + "'");
    }
  }
  return Error::success();
}

Error addMPIModule(CompileOptions &Options, const InstallPaths &Paths,
                   TempFolder &Temporary, raw_ostream &Diag) {
  auto HasHeader = [](const std::string &Folder) {
    return sys::fs::exists(under(Folder, "mpif.h"));
  };
  auto Found = find_if(Options.IncludeDirs, HasHeader);
  if (Found == Options.IncludeDirs.end() || !sys::fs::exists(Paths.MPIModule))
    return Error::success();
  std::string Headers = *Found;

  std::string Key =
      identity(under(Headers, "mpif.h")) + identity(Paths.MPIModule) +
      identity(sourceOf("mpi_f08", Paths)) + identity(Paths.Program);
  SmallString<128> Cache;
  std::string Folder;
  if (sys::path::cache_directory(Cache))
    Folder = under(under(Cache, "warpfort"),
                   "mpi-" + utohexstr(xxh3_64bits(Key), /*LowerCase=*/true));
  if (Folder.empty() || sys::fs::create_directories(Folder) ||
      (!sys::fs::exists(under(Folder, LastModule)) &&
       sys::fs::access(Folder, sys::fs::AccessMode::Write))) {
    if (Error E = Temporary.create("mpi"))
      return E;
    Folder = Temporary.path().str();
  }
  if (!sys::fs::exists(under(Folder, LastModule)))
    if (Error E = makeModules(Folder, Headers, Paths, Options.HostCPU, Diag))
      return E;

  // Folders before that of the MPI may have a module that the user has made.
  for (std::vector<std::string> *Folders :
       {&Options.IncludeDirs, &Options.ModuleSearchDirs}) {
    auto First = find_if(*Folders, [&](const std::string &Other) {
      return HasHeader(Other) || sys::fs::exists(under(Other, "mpi_f08.mod"));
    });
    Folders->insert(First, Folder);
  }
  Options.MPIModuleDir = Folder;
  return Error::success();
}

} // namespace warpfort
