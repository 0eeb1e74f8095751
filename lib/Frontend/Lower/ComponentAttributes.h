//===-- ComponentAttributes.h - Where components lie -----------*- C++ -*--===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWER_COMPONENTATTRIBUTES_H
#define WARPFORT_LIB_FRONTEND_LOWER_COMPONENTATTRIBUTES_H

#include "mlir/IR/BuiltinOps.h"

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Notes on \p Module where components with an attribute of their own lie,
/// which HLFIR's component references do not say (DeviceComponentsAttr), and
/// which records are the device's by their declaration (DeviceRecordsAttr).
void noteComponents(Fortran::semantics::SemanticsContext &Context,
                    mlir::ModuleOp Module);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LOWER_COMPONENTATTRIBUTES_H
