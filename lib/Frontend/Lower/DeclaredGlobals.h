//===-- DeclaredGlobals.h - declare directives of used modules --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DeclaredData.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWER_DECLAREDGLOBALS_H
#define WARPFORT_LIB_FRONTEND_LOWER_DECLAREDGLOBALS_H

#include "mlir/IR/BuiltinOps.h"

namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort {

/// Gives globals of used modules the attribute that lowering gives to those of
/// the source's own.
void markDeclaredData(Fortran::semantics::SemanticsContext &Context,
                      mlir::ModuleOp Module);

} // namespace warpfort

#endif
