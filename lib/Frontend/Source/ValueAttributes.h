//===-- ValueAttributes.h - ATTRIBUTES(VALUE) -------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `attributes(value) :: n` means `value :: n`, which the parser knows.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_SOURCE_VALUEATTRIBUTES_H
#define WARPFORT_LIB_FRONTEND_SOURCE_VALUEATTRIBUTES_H

namespace Fortran::parser {
class CookedSource;
} // namespace Fortran::parser

namespace warpfort {

void admitValueAttributes(const Fortran::parser::CookedSource &Cooked);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SOURCE_VALUEATTRIBUTES_H
