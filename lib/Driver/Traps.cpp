//===-- Traps.cpp - Names of floating-point exceptions --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Traps.h.
//
//===----------------------------------------------------------------------===//
#include "Traps.h"
#include "warprt/Traps.h"

using namespace llvm;

namespace warpfort {
namespace {
struct Trap {
  StringLiteral Name;
  unsigned Exceptions;
};
} // namespace

/// Those of one exception come first.
static constexpr Trap Traps[] = {{"inv", WARPRT_TRAP_INVALID},
                                 {"divz", WARPRT_TRAP_ZERO_DIVIDE},
                                 {"ovf", WARPRT_TRAP_OVERFLOW},
                                 {"unf", WARPRT_TRAP_UNDERFLOW},
                                 {"denorm", WARPRT_TRAP_DENORMAL},
                                 {"inexact", WARPRT_TRAP_INEXACT},
                                 {"fp", WARPRT_TRAP_INVALID |
                                            WARPRT_TRAP_ZERO_DIVIDE |
                                            WARPRT_TRAP_OVERFLOW},
                                 {"none", 0}};

std::optional<unsigned> findTraps(StringRef Value) {
  for (const Trap &T : Traps)
    if (T.Name == Value)
      return T.Exceptions;
  return std::nullopt;
}

std::string nameTraps(unsigned Exceptions) {
  std::string Names;
  for (const Trap &T : Traps)
    if (T.Exceptions && (Exceptions & T.Exceptions) == T.Exceptions) {
      Names += (Names.empty() ? "" : ",") + T.Name.str();
      Exceptions &= ~T.Exceptions;
    }
  return Names;
}

} // namespace warpfort
