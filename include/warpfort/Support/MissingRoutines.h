//===-- warpfort/Support/MissingRoutines.h - Calls of no routine -*- C++ -*-==//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What NVIDIA's compilers print where a compute construct calls a procedure
// that is no acc routine, for those who look for its words.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_MISSINGROUTINES_H
#define WARPFORT_SUPPORT_MISSINGROUTINES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace warpfort {

/// A call, in a compute construct, of a procedure that is no acc routine.
struct MissingRoutine {
  std::string Callee, Caller;
  int CallLine = 0, ConstructLine = 0;
};

/// \p All are of the source \p Input, in its order. \p Details: also what
/// -Minfo=accel says.
void printMissingRoutines(llvm::ArrayRef<MissingRoutine> All,
                          llvm::StringRef Input, bool Details,
                          llvm::raw_ostream &OS);

} // namespace warpfort
#endif // WARPFORT_SUPPORT_MISSINGROUTINES_H
