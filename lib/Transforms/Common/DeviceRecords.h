//===-- DeviceRecords.h - Allocatable components in device code -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Objects whose type has allocatable components are more than their bytes:
/// assignments copy the components, and what ends deallocates them. Flang's
/// run-time library finds components in descriptions of types. Device code has
/// two procedures of each such type instead, made here, which do for one object
/// what its components need:
///
///     __warpdev_own.T(object)       has the bytes of another one: gives it
///                                   copies of that one's components
///     __warpdev_destroy.T(object)   deallocates its components
///     __warpdev_keep.T(object, value)   before `value` takes its place: leaves
///                                   what the host has attached where it is
///
/// and others that call functions of the device library with these as
/// arguments:
///
///     fir.call @_FortranAAssign(%to, %from, ...)
///  -> fir.call @__warpdev_assign.T(%to, %from, ...)
///
/// Flang copies an object in line only if no component is of derived type, as
/// it does not know which types have assignments of their own. Here they are
/// known: other objects that are their bytes are copied in line as well, which
/// leaves temporaries of such types to registers:
///
///     fir.call @_FortranAAssign(%to, %from, ...)
///  -> %1 = fir.load %from.component
///     fir.store %1 to %to.component
///     ...
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_COMMON_DEVICERECORDS_H
#define WARPFORT_LIB_TRANSFORMS_COMMON_DEVICERECORDS_H

#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace warpfort {

/// What the type \p T of an object or array, or a type of its components,
/// components of components and so on, has.
struct RecordFacts {
  bool HasAllocatable = false;
  /// Allocatable ones of unknown dynamic type.
  bool HasPolymorphic = false;
  /// Another type than \p T with a type-bound assignment. (Known where \p Host
  /// is given.)
  bool HasBoundAssignment = false;
};
RecordFacts factsOfRecord(mlir::Type T, mlir::ModuleOp Host = {});

/// `Function` is device code; `Host` has the descriptions of types. What it
/// cannot do it leaves to be refused later, or refuses.
mlir::LogicalResult handleRecords(mlir::func::FuncOp Function,
                                  mlir::ModuleOp Host);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_COMMON_DEVICERECORDS_H
