//===-- OpenMPConstructs.h - Rules of OpenMP directives ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What OpenMP directives ask for and host code cannot do.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_CHECKER_OPENMPCONSTRUCTS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_OPENMPCONSTRUCTS_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser
namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Reports offloading, device data that each thread would have a copy of,
/// constructs in code for the device, and what Flang has no code for. Call it
/// where checkCUDAFortran is called.
void checkOpenMP(Fortran::semantics::SemanticsContext &Context,
                 const Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_CHECKER_OPENMPCONSTRUCTS_H
