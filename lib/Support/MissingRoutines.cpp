//===-- MissingRoutines.cpp - Calls of procedures that are no routines ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See MissingRoutines.h.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Support/MissingRoutines.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace warpfort {

void printMissingRoutines(llvm::ArrayRef<MissingRoutine> All,
                          llvm::StringRef Input, bool Details,
                          llvm::raw_ostream &OS) {
  llvm::StringRef File = llvm::sys::path::filename(Input);
  auto Severe = [&](llvm::StringRef Text, int Line) {
    OS << "WARPFORT-S-0155-" << Text << " (" << File << ": " << Line << ")\n";
  };
  auto IsLastOfConstruct = [&](std::size_t I) {
    return I + 1 == All.size() ||
           All[I + 1].ConstructLine != All[I].ConstructLine;
  };
  for (std::size_t I = 0; I < All.size(); ++I) {
    Severe("Procedures called in a compute region must have acc routine "
           "information: " +
               All[I].Callee,
           All[I].CallLine);
    if (IsLastOfConstruct(I))
      Severe("Accelerator region ignored; see -Minfo messages ",
             All[I].ConstructLine);
  }
  if (!Details)
    return;
  auto Line = [&](int Number) -> llvm::raw_ostream & {
    return OS << llvm::format("%7d, ", Number);
  };
  for (std::size_t I = 0; I < All.size(); ++I) {
    if (I == 0 || All[I].Caller != All[I - 1].Caller)
      OS << All[I].Caller << ":\n";
    if (I == 0 || IsLastOfConstruct(I - 1))
      Line(All[I].ConstructLine) << "Accelerator region ignored\n";
    Line(All[I].CallLine) << "Accelerator restriction: call to '"
                          << All[I].Callee
                          << "' with no acc routine information\n";
  }
}

} // namespace warpfort
