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
/// host's data. The components that are used are copied as well, and attached
/// to the array's copy:
///
///     acc.copyin g;  do e:  acc.copyin g(e)%x  end do
///     acc.parallel { g(k)%x(i) }
///     do e:  acc.copyout g(e)%x  end do;  acc.copyout g
///
/// Where they are present that finds them, and changes nothing.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_RECORDARRAYS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_RECORDARRAYS_H

#include "RecordAddresses.h"

namespace warpfort::openacc {

/// Adds the clauses to the compute constructs of a module.
void addElementClauses(mlir::ModuleOp Module, const MovedRecords &Moved);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_RECORDARRAYS_H
