//===-- RecordAssignments.h - Records with device components ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes the assignment of a record that of its components.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_RECORDASSIGNMENTS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_RECORDASSIGNMENTS_H

namespace fir {
class FirOpBuilder;
}
namespace hlfir {
class AssignOp;
}

namespace mlir {
class Value;
}

namespace warpfort {

class DeviceData;

/// Whether this is a record, or an array of records, of a type with allocatable
/// components in device memory; the ordinary runtime would copy these as the
/// host's.
bool hasDeviceComponents(const DeviceData &Data, mlir::Value Records);

/// Replaces an assignment of such records by those of the components. False if
/// it is none.
bool assignByComponents(const DeviceData &Data, fir::FirOpBuilder &Builder,
                        hlfir::AssignOp Assign);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_RECORDASSIGNMENTS_H
