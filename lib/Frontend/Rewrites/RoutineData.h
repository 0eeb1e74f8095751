//===-- RoutineData.h - Data directives of acc routines ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See RoutineData.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_REWRITES_ROUTINEDATA_H
#define WARPFORT_LIB_FRONTEND_REWRITES_ROUTINEDATA_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser
namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Takes data directives that say nothing on the device out of acc routines,
/// and refuses the others. To be called after names are resolved.
void dropRoutineData(Fortran::semantics::SemanticsContext &Context,
                     Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_ROUTINEDATA_H
