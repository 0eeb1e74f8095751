//===-- TreeAdjustments.h - What Flang refuses before names ----*- C++ -*--===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legal CUDA Fortran that Flang refuses is rewritten before names are resolved.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_REWRITES_TREEADJUSTMENTS_H
#define WARPFORT_LIB_FRONTEND_REWRITES_TREEADJUSTMENTS_H

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace warpfort {

struct SourceContext;

/// Rewrites legal declarations that Flang refuses (TreeAdjustments.cpp).
void adjustDeclarations(SourceContext &Context,
                        Fortran::parser::Program &Program);

/// Makes the dummy arguments of device procedures accept expressions and host
/// scalars (DeviceDummies.cpp).
void relaxDeviceDummies(Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_TREEADJUSTMENTS_H
