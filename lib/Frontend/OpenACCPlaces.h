//===-- OpenACCPlaces.h - Directives outside of procedures ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_OPENACCPLACES_H
#define WARPFORT_LIB_FRONTEND_OPENACCPLACES_H

namespace Fortran::parser {
struct Program;
}
namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort {

/// Reports routine directives that stand between program units and name no
/// procedure, on which Flang gives up. Call it before Semantics::Perform(), and
/// that only if it returns true.
bool checkRoutinePlaces(Fortran::semantics::SemanticsContext &Context,
                        const Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_OPENACCPLACES_H
