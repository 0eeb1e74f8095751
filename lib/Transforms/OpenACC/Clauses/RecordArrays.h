//===-- RecordArrays.h - Components of arrays of records --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A construct that uses allocatable or pointer components of many elements of
/// an array copies the array; the elements' copies have the addresses of the
/// host's data. The runtime copies the components that are used as well, and
/// attaches them to the array's copy:
///
///     acc.copyin g;  warprt_acc_enter_records(g, %x)
///     acc.parallel { g(k)%x(i) }
///     warprt_acc_exit_records;  acc.copyout g
///
/// Where they are present that changes nothing. It is the same with a record
/// that goes to a procedure, which may use any component.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_RECORDARRAYS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_RECORDARRAYS_H

#include "RecordAddresses.h"

namespace warpfort::openacc {

/// Adds the clauses to the compute constructs of a module.
void addElementClauses(mlir::ModuleOp Module, const MovedRecords &Moved);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_RECORDARRAYS_H
