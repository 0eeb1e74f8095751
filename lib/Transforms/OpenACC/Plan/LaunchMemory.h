//===-- LaunchMemory.h - Private arrays that a launch brings ----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the arrays of private clauses lie. What each thread has for itself and
/// is small is a variable of the thread. What the threads of a gang or worker
/// assign together, is large or has a size that only the host knows lies in
/// memory that the runtime allocates for the launch: a copy for each gang,
/// worker or thread, whose address and size the kernel has as parameters.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_LAUNCHMEMORY_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_LAUNCHMEMORY_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

namespace warpfort::openacc {

/// The array that an address, a descriptor or the address of one is of, if any.
fir::SequenceType arrayOf(mlir::Type T);

/// Whether \p Op makes an array of \p Construct that can lie in memory of the
/// launch: its size is known before.
bool canLieInLaunchMemory(mlir::acc::PrivateOp Op, mlir::Operation *Construct);

/// The array's size in bytes, if it is constant.
std::optional<uint64_t> constantBytes(mlir::acc::PrivateOp Op);

/// Whether an atomic operation changes elements: on a GPU no variable of a
/// thread can have that done to it.
bool hasAtomicUse(mlir::acc::PrivateOp Op);

/// Arrays of one thread up to this size are variables.
inline constexpr uint64_t MostVariableBytes = 16 * 1024;

/// Bytes of one copy, a multiple of 16, computed on the host.
mlir::Value createCopyBytes(fir::FirOpBuilder &Builder, mlir::Location Loc,
                            mlir::acc::PrivateOp Op,
                            mlir::Operation *Construct);

/// The array at \p Memory, as \p Wanted: its address, or a descriptor of it or
/// the address of one, with the shape of that at \p Original unless the shape
/// is constant.
mlir::Value createArrayAt(fir::FirOpBuilder &Builder, mlir::Location Loc,
                          mlir::Value Memory, mlir::Type Wanted,
                          mlir::Value Original);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_PLAN_LAUNCHMEMORY_H
