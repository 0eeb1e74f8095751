//===-- WhereKernels.h - WHERE constructs that are kernels ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A WHERE construct of the host on device arrays as one kernel.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_WHEREKERNELS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_WHEREKERNELS_H

namespace fir {
class FirOpBuilder;
}
namespace hlfir {
class WhereOp;
}

namespace warpfort {

class DeviceData;

/// Replaces the construct; false if it must be done otherwise.
bool makeWhereKernel(const DeviceData &Data, fir::FirOpBuilder &Builder,
                     hlfir::WhereOp Where);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_WHEREKERNELS_H
