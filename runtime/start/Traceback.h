//===-- runtime/start/Traceback.h - Names of calls and signals --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a traceback names what it finds. Used in a signal's handler: nothing is
// allocated.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_START_TRACEBACK_H
#define WARPRT_START_TRACEBACK_H

#include <cstddef>
#include <cstdint>

namespace warprt::start {

/// A name of bounded length; what does not fit is left out.
class NameBuffer {
public:
  void add(char C) {
    if (Length < sizeof Buffer - 1)
      Buffer[Length++] = C;
  }
  void add(const char *Text) {
    while (*Text)
      add(*Text++);
  }
  const char *text() const { return Buffer; }
  size_t size() const { return Length; }

private:
  char Buffer[256] = "";
  size_t Length = 0;
};

/// "m::addk" of _QMmPaddk; "main program" of _QQmain; other names as they are,
/// such as those that line tables of -traceback have.
void describeProcedure(const char *Linkage, NameBuffer &Name);

/// Whether it is a function of a run-time library, or made by the compiler, by
/// its linkage name.
bool isOfLibrary(const char *Linkage);

/// Behind it are only the functions that called it.
bool isMainProgram(const char *Linkage);

/// What a SIGFPE with this code means.
const char *describeArithmetic(int Code);

} // namespace warprt::start

#endif // WARPRT_START_TRACEBACK_H
