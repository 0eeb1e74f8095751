//===-- DeviceNames.h - Local names in device code --------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DeviceNames.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_DEVICENAMES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_DEVICENAMES_H

namespace Fortran::parser {
struct Program;
}
namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort {

/// Lets device subprograms declare names that module cudadevice has, too.
/// To be called before names are resolved.
void freeRedeclaredNames(Fortran::semantics::SemanticsContext &Context,
                         const Fortran::parser::Program &Program);

} // namespace warpfort

#endif
