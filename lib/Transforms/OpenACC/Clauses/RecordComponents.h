//===-- RecordComponents.h - Components with data clauses -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A construct that uses components of a record copies the record. Where a data
/// clause names one of its components, only that part is on the device, and the
/// record cannot be; and the copy of a record does not have the data of its
/// allocatable and pointer components. Each component that the construct uses
/// gets a clause of its own then.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_RECORDCOMPONENTS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_RECORDCOMPONENTS_H

#include "RecordAddresses.h"

namespace warpfort::openacc {

/// Adds the clauses to the compute constructs of a module.
void addComponentClauses(mlir::ModuleOp Module, const MovedRecords &Moved);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_RECORDCOMPONENTS_H
