//===-- DeviceIntrinsics.h - Transformational functions ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The host's transformational functions of device arrays, operations of HLFIR
/// or calls of the run-time library: those with a scalar result as reductions
/// by a kernel loop, those with an array result as elemental expressions, which
/// other kernels then compute.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_DEVICEINTRINSICS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_DEVICEINTRINSICS_H

#include "DeviceKernels.h"

namespace warpfort {

/// Replaces an operation that reduces device data to a scalar. Returns false,
/// and leaves it alone, if there is no kernel for it.
bool lowerReduction(const DeviceData &Data, fir::FirOpBuilder &Builder,
                    mlir::Operation *Op);

/// The same for MAXLOC, MINLOC and FINDLOC of a whole array.
bool lowerLocation(const DeviceData &Data, fir::FirOpBuilder &Builder,
                   mlir::Operation *Op);

/// The same for NORM2 of a whole array.
bool lowerNorm(const DeviceData &Data, fir::FirOpBuilder &Builder,
               mlir::Operation *Op);

/// What FINDLOC, \p Call, looks for in an array of \p Element; null where that
/// is no number of its type, with any kind, and no truth value.
mlir::Value wantedOf(fir::FirOpBuilder &Builder, mlir::Operation *Call,
                     mlir::Type Element);
/// Whether an element has that value.
mlir::Value isFound(fir::FirOpBuilder &Builder, mlir::Location Loc,
                    mlir::Value X, mlir::Value Wanted);

/// Replaces an operation with an array result by an elemental expression.
/// Returns false, and leaves it alone, where it cannot.
bool makeElemental(const DeviceData &Data, fir::FirOpBuilder &Builder,
                   mlir::Operation *Op);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_DEVICEINTRINSICS_H
