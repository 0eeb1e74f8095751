//===-- runtime/core/Trace.cpp - The trace of the process -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Trace.h.
//
//===----------------------------------------------------------------------===//
#include "core/Trace.h"
#include "core/Diagnostics.h"
#include "core/Environment.h"
#include <cstdlib>
#include <unistd.h>

using namespace warprt;
using trace::TraceFile;

namespace {

/// Lives until the process ends, as the devices do.
std::atomic<trace::TracedBackend *> Watched{nullptr};

TraceFile *open() {
  const Environment &Env = Environment::get();
  if (Env.Trace.empty())
    return nullptr;
  std::string Path = traceFileName(Env.Trace, Env.Rank, getpid());
  std::string Reason;
  std::unique_ptr<TraceFile> File = TraceFile::create(Path, Env.Rank, Reason);
  if (!File)
    fatal("WARPFORT_TRACE: '%s' cannot be written: %s", Path.c_str(),
          Reason.c_str());
  // Where no device is used; else the devices are asked first.
  std::atexit([] { finishTrace(); });
  return File.release();
}

} // namespace

std::string warprt::traceFileName(const std::string &Asked, int Rank,
                                  int Process) {
  std::string Name;
  bool HasRank = Rank < 0;
  for (size_t I = 0; I < Asked.size(); ++I) {
    char Next = Asked[I] == '%' && I + 1 < Asked.size() ? Asked[I + 1] : 0;
    if (Next == 'p') {
      Name += std::to_string(Process);
      ++I;
    } else if (Next == 'r') {
      Name += std::to_string(std::max(Rank, 0));
      HasRank = true;
      ++I;
    } else {
      Name += Asked[I];
    }
  }
  if (HasRank)
    return Name;
  size_t Slash = Name.rfind('/'), Dot = Name.rfind('.');
  size_t NameBegin = Slash == std::string::npos ? 0 : Slash + 1;
  // A name that only begins with a dot has no ending.
  if (Dot == std::string::npos || Dot <= NameBegin)
    Dot = Name.size();
  return Name.insert(Dot, "." + std::to_string(Rank));
}

TraceFile *warprt::traceFile() {
  static TraceFile *const File = open();
  return File;
}

std::unique_ptr<Backend> warprt::traced(std::unique_ptr<Backend> B) {
  TraceFile *File = traceFile();
  if (!File)
    return B;
  auto Traced = trace::createTracedBackend(std::move(B), *File);
  Watched = Traced.get();
  return Traced;
}

void warprt::finishTrace() {
  TraceFile *File = traceFile();
  if (!File)
    return;
  if (trace::TracedBackend *Devices = Watched.exchange(nullptr))
    Devices->finish();
  File->finish();
}
