//===-- runtime/start/TracebackNames.cpp - Names of calls and signals -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Traceback.h. Flang's names are _Q with a letter before each part: M for a
// module, S for a submodule, F for the procedure around, P for the procedure.
//
//===----------------------------------------------------------------------===//
#include "start/Traceback.h"
#include <csignal>
#include <cstring>
#include <initializer_list>

namespace warprt::start {

static bool beginsWith(const char *Text, const char *Prefix) {
  return std::strncmp(Text, Prefix, std::strlen(Prefix)) == 0;
}

bool isMainProgram(const char *Linkage) {
  for (const char *Name : {"_QQmain", "main program", "main"})
    if (!std::strcmp(Linkage, Name))
      return true;
  return false;
}

bool isOfLibrary(const char *Linkage) {
  for (const char *Prefix :
       {"_FortranA", "_ZN7Fortran", "_ZNK7Fortran", "_ZN6warprt", "_ZNK6warprt",
        "_ZNSt", "_ZSt", "warprt_", "__warpdev", "__libc_", "__GI_",
        "start_thread", "clone3", "__clone3", "backtrace_"})
    if (beginsWith(Linkage, Prefix))
      return true;
  // What runs the blocks of a kernel on the CPU.
  return beginsWith(Linkage, "_Q") && std::strchr(Linkage, '.');
}

void describeProcedure(const char *Linkage, NameBuffer &Name) {
  if (!std::strcmp(Linkage, "_QQmain"))
    return Name.add("main program");
  if (!beginsWith(Linkage, "_Q"))
    return Name.add(Linkage);
  // Parts of a name are lower case, digits and underscores.
  bool IsFirst = true;
  for (const char *At = Linkage + 2; *At; ++At) {
    if (*At >= 'A' && *At <= 'Z') {
      if (!IsFirst)
        Name.add("::");
      IsFirst = false;
      // What the main program contains: its own part has no name.
      if (*At == 'F' && At[1] >= 'A' && At[1] <= 'Z')
        Name.add("main program");
    } else {
      Name.add(*At);
    }
  }
}

const char *describeArithmetic(int Code) {
  switch (Code) {
  case FPE_INTDIV:
    return "an integer division by zero (SIGFPE)";
  case FPE_FLTDIV:
    return "a floating-point division by zero (SIGFPE)";
  case FPE_FLTOVF:
    return "a floating-point overflow (SIGFPE)";
  case FPE_FLTUND:
    return "a floating-point underflow or a denormal operand (SIGFPE)";
  case FPE_FLTRES:
    return "an inexact floating-point result (SIGFPE)";
  case FPE_FLTINV:
    return "an invalid floating-point operation (SIGFPE)";
  default:
    return "an arithmetic exception (SIGFPE)";
  }
}

} // namespace warprt::start
