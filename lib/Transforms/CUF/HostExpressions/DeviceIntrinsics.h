//===-- DeviceIntrinsics.h - Transformational functions ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The host's transformational functions of device arrays: those with a scalar
/// result as reductions by a kernel loop, those with an array result as
/// elemental expressions, which other kernels then compute.
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

/// The same for MAXLOC and MINLOC of a whole array.
bool lowerLocation(const DeviceData &Data, fir::FirOpBuilder &Builder,
                   mlir::Operation *Op);

/// The same for a call of the run-time library's NORM2 of a whole array.
bool lowerNorm(const DeviceData &Data, fir::FirOpBuilder &Builder,
               fir::CallOp Call);

/// Whether a call of the run-time library is SPREAD.
bool isSpread(fir::CallOp Call);

/// Replaces SPREAD of device data, with a constant DIM=, by an elemental
/// expression. Returns false, and leaves it alone, where it cannot.
bool makeSpread(const DeviceData &Data, fir::FirOpBuilder &Builder,
                fir::CallOp Call);

/// Replaces an operation with an array result by an elemental expression.
bool makeElemental(const DeviceData &Data, fir::FirOpBuilder &Builder,
                   mlir::Operation *Op);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_DEVICEINTRINSICS_H
