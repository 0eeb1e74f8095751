//===-- warpfort/Frontend/Checker.h - CUDA Fortran rules --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks of CUDA Fortran that follow Flang's semantic analysis.
//
// The library also takes the place of Flang's own CUDA checker when a program
// is linked (FlangHooks.cpp): Flang's refuses legal kernel loops, and what it
// refuses with reason is reported from here instead. It must therefore come
// before FortranSemantics on the link line.
//
// This header names Flang's types without including them: what includes it
// stays cheap to compile.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_FRONTEND_CHECKER_H
#define WARPFORT_FRONTEND_CHECKER_H

#include "warpfort/Support/MissingRoutines.h"
#include <set>
#include <string>
#include <vector>

namespace Fortran::parser {
struct Name;
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

namespace checker {
struct CheckedProgram;
} // namespace checker

/// Where texture pointers are declared.
using TextureNames = std::vector<const Fortran::parser::Name *>;

/// What -ptx, --kernel= and the like ask for.
struct KernelsForOthers {
  /// Kernels are for hosts without the runtime library.
  bool Wanted = false;
  /// The kernels that --kernel= made of subroutines of plain Fortran, and the
  /// procedures that they call.
  std::set<std::string> Kernels, Callees;

  /// Whether the procedure is plain Fortran that became device code.
  bool isPlain(const std::string &Name) const {
    return Kernels.count(Name) || Callees.count(Name);
  }
};

/// Reports every violation of CUDA Fortran's rules, and every device construct
/// that cannot be compiled, as messages of `Context`. Call it after
/// Semantics::Perform() succeeded and before the messages are emitted; a fatal
/// one must stop the compilation. \p Standard: what is merely bad style is an
/// error.
void checkCUDAFortran(Fortran::semantics::SemanticsContext &Context,
                      const checker::CheckedProgram &Program,
                      const TextureNames &Textures,
                      const KernelsForOthers &ForOthers, bool Standard);

/// Removes Flang's warnings that actual arguments with CUDA attributes should
/// have an explicit interface: checkCUDAFortran() says what is wrong, and
/// -gpu=managed gives attributes that nobody wrote.
void takeBackInterfaceMessages(Fortran::semantics::SemanticsContext &Context);

/// Takes the data attributes of local variables of procedures for host and
/// device back. Call it when all is checked.
void dropLocalAttributes(Fortran::semantics::SemanticsContext &Context);

/// Reports what OpenACC forbids and Flang does not look at. Call it where
/// checkCUDAFortran is called. \p Program is the list of \p Tree. \p Standard:
/// what is merely bad style is an error. Returns the calls for which NVIDIA's
/// compiler has lines of its own.
std::vector<MissingRoutine>
checkOpenACC(Fortran::semantics::SemanticsContext &Context,
             const Fortran::parser::Program &Tree,
             const checker::CheckedProgram &Program, bool Standard);

/// Reports wrong operands of LAUNCH_BOUNDS and CLUSTER_DIMS, and completes
/// those of the former. Call it before Semantics::Perform(), and that only if
/// it returns true.
bool checkLaunchPrefixes(Fortran::semantics::SemanticsContext &Context,
                         Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_FRONTEND_CHECKER_H
