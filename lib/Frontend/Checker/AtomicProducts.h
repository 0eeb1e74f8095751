//===-- AtomicProducts.h - Products in atomic updates -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_CHECKER_ATOMICPRODUCTS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_ATOMICPRODUCTS_H

namespace Fortran::parser {
struct ProgramUnit;
}
namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort::checker {

/// Replaces products that Flang folds away in the ATOMIC constructs of \p Unit,
/// whose names are resolved.
void replaceAtomicProducts(Fortran::semantics::SemanticsContext &Context,
                           const Fortran::parser::ProgramUnit &Unit);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_ATOMICPRODUCTS_H
