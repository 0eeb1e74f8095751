//===-- StridedUpdates.h - Sections with strides in update ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See StridedUpdates.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_STRIDEDUPDATES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_STRIDEDUPDATES_H

namespace Fortran::parser {
struct Program;
}
namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort {

/// Gives names to sections with strides in update directives. To be called
/// before names are resolved.
void nameStridedSections(Fortran::semantics::SemanticsContext &Context,
                         Fortran::parser::Program &Program);

} // namespace warpfort

#endif
