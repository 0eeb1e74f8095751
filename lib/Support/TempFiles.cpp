//===-- TempFiles.cpp - Files that must not stay behind -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are registered with LLVM's signal handler while they are temporary.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Support/TempFiles.h"
#include "warpfort/Support/Diagnostics.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <csignal>
#include <dirent.h>
#include <mutex>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace warpfort {

TempFiles::~TempFiles() {
  for (const std::string &Path : Paths) {
    sys::fs::remove(Path);
    sys::DontRemoveFileOnSignal(Path);
  }
}

Expected<std::string> TempFiles::create(StringRef Stem, StringRef Suffix) {
  SmallString<128> Path;
  if (std::error_code EC =
          sys::fs::createTemporaryFile("warpfort-" + Stem, Suffix, Path))
    return makeError("cannot make a temporary file: " + EC.message());
  sys::RemoveFileOnSignal(Path);
  Paths.push_back(Path.str().str());
  return Paths.back();
}

/// What a signal handler can reach: nothing but a variable of the program.
static std::atomic<const char *> FolderToRemove = nullptr;

static void removeFolder(const char *Path) {
  if (DIR *Folder = opendir(Path)) {
    while (dirent *Entry = readdir(Folder))
      unlinkat(dirfd(Folder), Entry->d_name, 0);
    closedir(Folder);
  }
  rmdir(Path);
}

void removeFolderOnSignal() {
  if (const char *Path = FolderToRemove.exchange(nullptr))
    removeFolder(Path);
}

/// LLVM has given back the handlers from before when it calls this. What the
/// shell starts in the background ignores SIGINT.
static void endOnInterrupt() {
  removeFolderOnSignal();
  raise(SIGINT);
  _exit(128 + SIGINT);
}

Error TempFolder::create(StringRef Stem) {
  SmallString<128> Made;
  if (std::error_code EC =
          sys::fs::createUniqueDirectory("warpfort-" + Stem, Made))
    return makeError("cannot make a temporary folder: " + EC.message());
  Path = Made.str().str();
  static std::once_flag Once;
  std::call_once(Once, [] {
    sys::AddSignalHandler([](void *) { removeFolderOnSignal(); }, nullptr);
  });
  FolderToRemove = Path.c_str();
  sys::SetInterruptFunction(endOnInterrupt);
  return Error::success();
}

TempFolder::~TempFolder() {
  if (Path.empty())
    return;
  sys::SetInterruptFunction(nullptr);
  const char *Expected = Path.c_str();
  FolderToRemove.compare_exchange_strong(Expected, nullptr);
  removeFolder(Path.c_str());
}

Expected<OutputFile> OutputFile::create(StringRef Path) {
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) && sys::fs::exists(Status)) {
    if (sys::fs::is_directory(Status))
      return makeError("cannot write '" + Path + "': it is a folder");
    if (!sys::fs::is_regular_file(Status))
      return OutputFile(Path.str(), Path.str());
  }
  // Keeps the suffix: tools look at it.
  SmallString<128> Model(sys::path::parent_path(Path));
  sys::path::append(Model, "." + sys::path::stem(Path) + "-%%%%%%" +
                               sys::path::extension(Path));
  SmallString<128> Temporary;
  int FD;
  if (std::error_code EC = sys::fs::createUniqueFile(Model, FD, Temporary))
    return makeError("cannot write '" + Path + "': " + EC.message());
  raw_fd_ostream(FD, /*shouldClose=*/true).flush();
  sys::RemoveFileOnSignal(Temporary);
  return OutputFile(Path.str(), Temporary.str().str());
}

OutputFile::OutputFile(OutputFile &&Other) noexcept
    : Final(std::move(Other.Final)), Temporary(std::move(Other.Temporary)),
      Done(std::exchange(Other.Done, true)) {}

OutputFile::~OutputFile() {
  if (Done || Temporary == Final)
    return;
  sys::fs::remove(Temporary);
  sys::DontRemoveFileOnSignal(Temporary);
}

Error OutputFile::keep() {
  if (Temporary == Final)
    return Error::success();
  // createUniqueFile() gives rw-rw-rw- less the umask already, but a writer
  // may have made the file anew; the mode is the writer's then.
  if (std::error_code EC = sys::fs::rename(Temporary, Final))
    return makeError("cannot write '" + Final + "': " + EC.message());
  sys::DontRemoveFileOnSignal(Temporary);
  Done = true;
  return Error::success();
}

Error writeFile(StringRef Path, StringRef Contents) {
  Expected<OutputFile> File = OutputFile::create(Path);
  if (!File)
    return File.takeError();
  std::error_code EC;
  raw_fd_ostream OS(File->path(), EC);
  if (EC)
    return makeError("cannot write '" + Path + "': " + EC.message());
  OS << Contents;
  OS.close();
  if (OS.has_error()) {
    EC = OS.error();
    OS.clear_error();
    return makeError("cannot write '" + Path + "': " + EC.message());
  }
  return File->keep();
}

} // namespace warpfort
