//===-- DevicePointerImports.h - Assignments of device pointers -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In the reference compiler's module openacc, functions that give an address
/// of the device are of type c_devptr. Ours are of type c_ptr, as the standard
/// has them, and the module defines assignments from one type to the other.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_DEVICEPOINTERIMPORTS_H
#define WARPFORT_LIB_FRONTEND_REWRITES_DEVICEPOINTERIMPORTS_H

#include <cstddef>
#include <set>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Adds to \p Places where c_devptr of that module is imported by name, if
/// there are errors; false if there are no new places. Names are resolved.
bool findPointerImports(Fortran::semantics::SemanticsContext &Context,
                        const Fortran::parser::Program &Program,
                        std::set<std::size_t> &Places);

/// Lets what names c_devptr in `use openacc, only: c_devptr`, at one of
/// \p Places, have the assignments as well.
void importPointerAssignments(Fortran::semantics::SemanticsContext &Context,
                              Fortran::parser::Program &Program,
                              const std::set<std::size_t> &Places);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_DEVICEPOINTERIMPORTS_H
