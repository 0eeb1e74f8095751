//===-- Procedures.h - Where procedures run ---------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What attributes(...) says of a procedure, which every stage asks for.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_IR_PROCEDURES_H
#define WARPFORT_IR_PROCEDURES_H

#include "flang/Optimizer/Dialect/CUF/Attributes/CUFAttr.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace warpfort {

/// The procedure's attributes(...), if it has any.
std::optional<cuf::ProcAttribute> procedureAttribute(mlir::Operation *Function);

/// True if the procedure runs on the device (global, device, host_device).
bool isDeviceProcedure(mlir::Operation *Function);

/// True if the procedure runs on the device and nowhere else.
bool isDeviceOnlyProcedure(mlir::Operation *Function);

/// True for attributes(global).
bool isKernel(mlir::Operation *Function);

} // namespace warpfort

#endif // WARPFORT_IR_PROCEDURES_H
