//===-- Sizes.h - Code that counts bytes ------------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_IR_SIZES_H
#define WARPFORT_IR_SIZES_H

#include "flang/Optimizer/Builder/FIRBuilder.h"

namespace warpfort {

/// Whether an array has more bytes than any memory, whatever their product is
/// as an integer: in floating point it does not wrap. \p Extents are integers,
/// or numbers of type f64; negative ones count as 0.
mlir::Value hasTooManyBytes(fir::FirOpBuilder &Builder, mlir::Location Loc,
                            mlir::Value ElementBytes, mlir::ValueRange Extents);

} // namespace warpfort

#endif // WARPFORT_IR_SIZES_H
