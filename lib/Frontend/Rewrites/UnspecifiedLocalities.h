//===-- UnspecifiedLocalities.h - Whose variables are -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The variables of DO CONCURRENT that no locality names, where -stdpar runs it
/// on the device.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_UNSPECIFIEDLOCALITIES_H
#define WARPFORT_LIB_FRONTEND_REWRITES_UNSPECIFIEDLOCALITIES_H

#include "Frontend/Rewrites/TextCopies.h"

#include <cstddef>
#include <set>

namespace Fortran::parser {
struct Program;
}
namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort {

/// Decides for the constructs of StandardParallelism.h what a variable without
/// locality is. Fortran gives each iteration a value of its own if it defines
/// the variable before it refers to it, and keeps the value if one iteration
/// alone defines it (F2023, 11.1.7.5). OpenACC would share every array, and
/// would forget every scalar. To be called after names are resolved; warns of
/// what cannot be decided. True if another attempt may do better with
/// \p Characters, and with \p Limits, the places of those that refer to what
/// iterations define.
bool chooseLocalities(Fortran::semantics::SemanticsContext &Context,
                      Fortran::parser::Program &Program,
                      checker::PrivateTexts &Characters,
                      std::set<std::size_t> &Limits);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_UNSPECIFIEDLOCALITIES_H
