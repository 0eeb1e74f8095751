//===-- RecordAddresses.h - Records behind pointers, elements ---*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A record that a construct finds by a pointer or as an element of an array,
/// the same one for all threads, is found in front of the construct:
///
///     acc.parallel { p%x(i) ... g(k)%x(i) }
///  -> %1 = p, %2 = address of g(k);  acc.parallel { %1%x(i) ... %2%x(i) }
///
/// It is a record like any other then, whose components get clauses of their
/// own (RecordComponents.h). A construct need not come to where it uses it: in
/// the place of a record that does not exist is one of zeros.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_RECORDADDRESSES_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_RECORDADDRESSES_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <string>

namespace warpfort::openacc {

struct MovedRecords {
  /// Their names in the source, for messages.
  llvm::DenseMap<mlir::Value, std::string> Names;
  /// Records that they are part of: of these, no other part may be copied with
  /// the rest.
  llvm::DenseSet<mlir::Value> Around;
};

/// The type of the object that an address, or a descriptor, of type \p T is of.
mlir::Type objectAt(mlir::Type T);

/// Whether an object of this type, or a component of it, has data elsewhere.
bool hasDescriptors(mlir::Type T);

/// Whether a DECLARE directive makes a variable device data.
bool isDeclaredData(mlir::ModuleOp Module, mlir::Value Variable);

/// Whether an address comes from a data clause, or is CUDA Fortran's device
/// data.
bool isDeviceAddress(mlir::Value Address);

/// A record that is an optional argument, or one of zeros where it is absent.
mlir::Value recordOrEmpty(fir::FirOpBuilder &Builder, mlir::Location Loc,
                          mlir::Value Record);

/// A clause may name parts of an optional argument that is absent, with a
/// condition that the argument is there. What finds them finds those of a
/// record of zeros then.
void provideNamedRecords(mlir::ModuleOp Module);

/// Moves the addresses out of the compute constructs of a module.
MovedRecords moveRecordAddressesOutside(mlir::ModuleOp Module);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_RECORDADDRESSES_H
