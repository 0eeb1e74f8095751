//===-- HostLink.cpp - Linking for the host -------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program carries the whole of our runtime library, and exports its entry
// points: a shared library that the program loads later must find the same
// runtime. Programs and libraries that meet in one link use the shared one.
// Each carries the check that the CPU has what its code uses.
//
//===----------------------------------------------------------------------===//
#include "HostLink.h"
#include "warpfort/Driver/LinkInputs.h"
#include "warpfort/Support/Diagnostics.h"
#include "warprt/CpuFeatures.h"
#include "warprt/MPIStaging.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace warpfort {

Expected<std::string> findHostLinker() {
  for (StringRef Name : {"cc", "gcc", "clang", "clang-22"})
    if (ErrorOr<std::string> Path = sys::findProgramByName(Name))
      return *Path;
  return makeError("no C compiler found to link with (cc, gcc or clang)");
}

/// An own definition of a procedure stays what a program calls. Its calls of
/// the profiling interface get an entry as well.
Expected<std::vector<std::string>> mpiEntryWords(const InstallPaths &Paths,
                                                 const StringSet<> &Foreign) {
  if (none_of(Foreign.keys(), [](StringRef Name) {
        return Name.starts_with("mpi_") || Name.starts_with("pmpi_");
      }))
    return std::vector<std::string>();
  Expected<std::vector<std::string>> Names =
      archiveEntriesFor(Paths.MPIEntries, WARPRT_MPI_ENTRY_PREFIX, Foreign);
  if (!Names || Names->empty())
    return Names;
  std::vector<std::string> Words;
  for (const std::string &Name : *Names) {
    Words.push_back("-Wl,--wrap=" + Name);
    // The archive is looked at once, before those who call.
    Words.push_back("-Wl,-u," WARPRT_MPI_ENTRY_PREFIX + Name);
  }
#define NEED(Name) Words.push_back("-Wl,-u," #Name);
  WARPRT_MPI_NEEDED(NEED)
#undef NEED
  Words.push_back(Paths.MPIEntries);
  return Words;
}

std::vector<std::string> hostLinkCommand(StringRef Linker,
                                         const InstallPaths &Paths,
                                         const HostLinkOptions &Options) {
  std::vector<std::string> Words = {Linker.str()};
  auto Add = [&](const Twine &Word) { Words.push_back(Word.str()); };
  if (Options.SharedLibrary)
    Add("-shared");
  if (Options.NoPIE)
    Add("-no-pie");
  Add("-o");
  Add(Options.Output);
  append_range(Words, Options.DeviceObjects);
  // Before the libraries of the MPI, which these objects call.
  append_range(Words, Options.MPIWords);
  for (const std::string &Folder : Options.LibraryDirs)
    Add("-L" + Folder);
  append_range(Words, Options.Words);
  // What follows is found as if -Bstatic had not been given.
  if (is_contained(Options.Words, "-Wl,-Bstatic"))
    Add("-Wl,-Bdynamic");

  switch (Options.Runtime) {
  case RuntimeKind::None:
    break;
  case RuntimeKind::Static:
    Add("-Wl,--whole-archive");
    Add(Paths.StaticRuntime);
    Add(Paths.FortranSupport);
    Add("-Wl,--no-whole-archive");
    for (StringRef Pattern : {"warprt_*", "_FortranACUF*"})
      Add("-Wl,--export-dynamic-symbol=" + Pattern);
    break;
  case RuntimeKind::Shared:
    // Some systems leave out a library that nothing needs so far.
    // LD_LIBRARY_PATH precedes this search path.
    Add("-Wl,-rpath," + Paths.LibDir);
    Add("-Wl,--push-state,--no-as-needed");
    Add(Paths.SharedFortran);
    Add(Paths.SharedRuntime);
    Add("-Wl,--pop-state");
    break;
  }
  append_range(Words, Options.OpenMPWords);
  // Managed memory is freed as any other (runtime/fortran/FortranHooks.cpp).
  if (Options.Runtime != RuntimeKind::None)
    Add("-Wl,--wrap=free");
  // Behind the runtime, which has a part of it, too.
  Add("-Wl,-u," WARPRT_CPU_CHECK_SYMBOL);
  Add(Paths.StartCheck);
  if (Options.Runtime != RuntimeKind::Shared)
    Add(Paths.FlangRuntime);
  for (StringRef Library : {"-lstdc++", "-lm", "-lpthread", "-ldl"})
    Add(Library);
  return Words;
}

std::vector<std::string> mergeObjectsCommand(StringRef Linker, StringRef Output,
                                             ArrayRef<std::string> Objects) {
  std::vector<std::string> Words = {Linker.str(), "-r", "-nostdlib", "-o",
                                    Output.str()};
  append_range(Words, Objects);
  return Words;
}

} // namespace warpfort
