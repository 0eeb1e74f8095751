//===-- runtime/libraries/Library.cpp - Calls of CUDA libraries -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Library.h.
//
//===----------------------------------------------------------------------===//
#include "libraries/Library.h"
#include "core/Diagnostics.h"
#include "core/Environment.h"
#include "core/Runtime.h"
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <set>

using namespace warprt;
using namespace warprt::libraries;

namespace {
std::mutex LibraryLock;

/// Whether a library that was found lacks another; the message names it.
bool isMissing(const char *Why, const std::string &File) {
  return std::strncmp(Why, File.c_str(), File.size()) == 0;
}
} // namespace

bool libraries::onCpu() {
  static const bool Cpu = std::strcmp(backend().name(), "cuda") != 0;
  return Cpu;
}

void libraries::makeDeviceCurrent() {
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    fatal("no device for a call of a CUDA library: %s", describe(E).c_str());
}

void libraries::reportUnsupported(const char *Function) {
  static std::set<std::string> Reported;
  std::lock_guard<std::mutex> Guard(LibraryLock);
  if (Reported.insert(Function).second)
    warn("%s is not supported on the CPU", Function);
}

bool NvidiaLibrary::tryVersion(int Version, int Cuda, std::string &LookedFor) {
  std::string File =
      std::string("lib") + Name + ".so." + std::to_string(Version);
  const Environment &Env = Environment::get();
  std::string Folders[] = {
      Env.CudaLibraries,
      Env.CudaToolkit.empty() ? "" : Env.CudaToolkit + "/lib64",
      "", // where the system's loader looks
      "/usr/local/cuda/lib64",
      "/usr/local/cuda-" + std::to_string(Cuda) + "/lib64"};
  bool First = true;
  for (const std::string &Folder : Folders) {
    bool System = &Folder == &Folders[2];
    if (Folder.empty() && !System)
      continue;
    std::string Candidate = System ? File : Folder + "/" + File;
    Handle = dlopen(Candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (Handle) {
      Path = Candidate;
      return true;
    }
    const char *Why = dlerror();
    if (Why && !isMissing(Why, Candidate))
      LookedFor += std::string("\n  ") + Why;
    else
      LookedFor += First ? "\n  " + Candidate : ", " + Candidate;
    First = false;
  }
  return false;
}

/// LibraryLock held. The version of the driver comes first, then older ones,
/// which every newer driver runs.
void NvidiaLibrary::load(const char *Function) {
  int Driver = backend().driverVersion() / 1000, Tried = 0;
  std::string LookedFor;
  for (bool Newer : {false, true})
    for (int I = 0; I != 3; ++I) {
      if ((13 - I > Driver) != Newer || Versions[I] == Tried)
        continue;
      Tried = Versions[I];
      if (tryVersion(Tried, 13 - I, LookedFor))
        return;
    }
  fatal("%s needs NVIDIA's library lib%s.so, which is not found. Looked for:%s"
        "\nSet WARPFORT_CUDA_LIBRARIES to its folder, or use the CPU with "
        "WARPFORT_DEVICE=cpu",
        Function, Name, LookedFor.c_str());
}

void *NvidiaLibrary::function(const char *Function) {
  makeDeviceCurrent();
  std::lock_guard<std::mutex> Guard(LibraryLock);
  if (!Handle)
    load(Function);
  if (void *Found = dlsym(Handle, Function))
    return Found;
  fatal("the library %s has no function %s", Path.c_str(), Function);
}
