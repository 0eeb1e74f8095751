//===-- LaunchPlace.h - Where launches are ----------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the compiler and the runtime say of launches: their places and shapes.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_LAUNCHPLACE_H
#define WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_LAUNCHPLACE_H

#include "mlir/IR/Operation.h"
#include <string>

namespace fir {
class FirOpBuilder;
} // namespace fir

namespace warpfort {

/// Tells the runtime where the launch is that follows. \p In is part of the
/// procedure.
void createLaunchPlace(fir::FirOpBuilder &Builder, mlir::Location Loc,
                       mlir::Operation *In);

/// "(32,4,1)": the extents that are known, `?` for others; `*` for none.
std::string shapeText(mlir::ValueRange Extents);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_LAUNCHPLACE_H
