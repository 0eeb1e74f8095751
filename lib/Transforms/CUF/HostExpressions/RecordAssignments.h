//===-- RecordAssignments.h - Records with device components ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's run-time library copies allocatable components as the host's. For
/// records whose components are in device memory the runtime does it instead:
///
///     x = y                    warprt_assign_records(x, y, ...)
///     allocate(x, source=y)    allocate(x), then the same
///
/// Other copies of such records are errors.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_RECORDASSIGNMENTS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_RECORDASSIGNMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace fir {
class FirOpBuilder;
}

namespace warpfort {

class DeviceData;

/// In the host's code of a procedure.
mlir::LogicalResult assignRecords(const DeviceData &Data,
                                  fir::FirOpBuilder &Builder,
                                  mlir::func::FuncOp Function);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_RECORDASSIGNMENTS_H
