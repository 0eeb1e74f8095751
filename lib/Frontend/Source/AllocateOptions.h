//===-- AllocateOptions.h - What others take in ALLOCATE --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference takes `allocate(a(n), align=64)` and `deallocate(a(1:n))`,
// which Flang cannot parse.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_SOURCE_ALLOCATEOPTIONS_H
#define WARPFORT_LIB_FRONTEND_SOURCE_ALLOCATEOPTIONS_H

namespace Fortran::parser {
class CookedSource;
class Messages;
} // namespace Fortran::parser

namespace warpfort {

/// Takes `align=` out of ALLOCATE statements, with a warning each.
void ignoreAlignment(const Fortran::parser::CookedSource &Cooked,
                     Fortran::parser::Messages &Messages);

/// Takes subscripts out of DEALLOCATE statements, with a warning each.
void ignoreDeallocatedSections(const Fortran::parser::CookedSource &Cooked,
                               Fortran::parser::Messages &Messages);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SOURCE_ALLOCATEOPTIONS_H
