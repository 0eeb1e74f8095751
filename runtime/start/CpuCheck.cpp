//===-- runtime/start/CpuCheck.cpp - Whether the CPU runs a program -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into every program and shared library, also into those without device
// code. A program that uses what the CPU lacks ends with one line: before it
// starts where all code has such instructions, else at the first of them.
//
//===----------------------------------------------------------------------===//
#include "start/CpuFeatures.h"
#include <csignal>
#include <cstring>
#include <unistd.h>

using namespace warprt::start;

extern "C" {
// The linker defines these if any object has the section.
extern const WarprtCpuNeeds __start_warprt_cpu_needs[]
    __attribute__((weak, visibility("hidden")));
extern const WarprtCpuNeeds __stop_warprt_cpu_needs[]
    __attribute__((weak, visibility("hidden")));
void warprt_start_check_cpu() __attribute__((visibility("hidden")));
}

namespace {

LineBuffer Line;

void print() {
  ssize_t Ignored = ::write(STDERR_FILENO, Line.text(), Line.size());
  (void)Ignored;
}

/// The program goes on to what it would have ended with.
void onIllegalInstruction(int Signal) {
  print();
  std::signal(Signal, SIG_DFL);
  std::raise(Signal);
}

void explainIllegalInstructions() {
  struct sigaction Old, New = {};
  if (sigaction(SIGILL, nullptr, &Old) || Old.sa_handler != SIG_DFL)
    return;
  New.sa_handler = onIllegalInstruction;
  sigemptyset(&New.sa_mask);
  sigaction(SIGILL, &New, nullptr);
}

} // namespace

// Before constructors of the program itself, which have the default priority.
__attribute__((constructor(101))) void warprt_start_check_cpu() {
  uint64_t Any = 0, Common = 0;
  const char *AnyCpu = "", *CommonCpu = "";
  for (const WarprtCpuNeeds *Needs = __start_warprt_cpu_needs;
       Needs < __stop_warprt_cpu_needs; ++Needs) {
    if (uint64_t M = missingFeatures(Needs->features, FeatureUse::Any)) {
      Any |= M;
      AnyCpu = Needs->cpu;
    }
    if (uint64_t M = missingFeatures(Needs->features, FeatureUse::Common)) {
      Common |= M;
      CommonCpu = Needs->cpu;
    }
  }
  if (!Any)
    return;
  Line << "warprt: error: this program does not run on this machine: ";
  describeMissing(Line, Common ? Common : Any, Common ? CommonCpu : AnyCpu);
  Line << "\n";
  if (!Common)
    return explainIllegalInstructions();
  print();
  _exit(1);
}
