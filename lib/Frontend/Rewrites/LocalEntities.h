//===-- LocalEntities.h - Variables that LOCAL makes ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What LOCAL or LOCAL_INIT names is another variable than the one outside. In
/// a loop that a directive gives to the device it becomes a PRIVATE clause,
/// which has each iteration's own copy by all names: other names of the
/// variable (ASSOCIATE, EQUIVALENCE) and internal procedures that name it would
/// get that, too. Where there are such, it becomes a variable of the
/// construct's scope.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_LOCALENTITIES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_LOCALENTITIES_H

namespace Fortran::parser {
struct Program;
}
namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort {

class HostVariables;

/// Reports those for which that cannot be done.
void separateLocals(Fortran::semantics::SemanticsContext &Context,
                    Fortran::parser::Program &Program,
                    const HostVariables &Host);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_LOCALENTITIES_H
