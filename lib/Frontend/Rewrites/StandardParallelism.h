//===-- StandardParallelism.h - DO CONCURRENT as compute construct *- C++ -*-=//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -stdpar: DO CONCURRENT constructs of host code run on the device, as if
/// `!$acc parallel loop` stood in front of them.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_STANDARDPARALLELISM_H
#define WARPFORT_LIB_FRONTEND_REWRITES_STANDARDPARALLELISM_H

namespace Fortran::parser {
class CookedSource;
struct OpenACCCombinedConstruct;
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// Makes comments of OpenACC's directives, but for ROUTINE, which says where
/// procedures run that the constructs call.
void ignoreComputeDirectives(const Fortran::parser::CookedSource &Cooked);

/// Puts the outermost DO CONCURRENT constructs into compute constructs; not
/// those of device procedures, of routines, and of constructs that run on the
/// device anyway. Where these constructs call a procedure that has some, it
/// gets a sequential form. To be called before names are resolved.
void offloadConcurrentLoops(Fortran::parser::Program &Program);

/// Whether that made the construct; else it is a directive of the program,
/// which says itself what it wants.
bool isOffloaded(const Fortran::parser::OpenACCCombinedConstruct &Construct);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_STANDARDPARALLELISM_H
