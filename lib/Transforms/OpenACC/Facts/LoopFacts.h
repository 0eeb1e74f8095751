//===-- LoopFacts.h - What is known of loops and addresses -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Questions about loops and addresses that many passes ask.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_FACTS_LOOPFACTS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_FACTS_LOOPFACTS_H

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "warprt/DeviceLibrary.h"
#include <optional>

namespace warpfort::openacc {

/// The levels of parallelism, as bits.
inline constexpr unsigned Gang = WARPDEV_ACC_GANG, Worker = WARPDEV_ACC_WORKER,
                          Vector = WARPDEV_ACC_VECTOR;

/// Levels of a loop, after planning.
unsigned levelsOf(mlir::acc::LoopOp Loop);

/// The levels that the directive of a loop names.
unsigned writtenLevels(mlir::acc::LoopOp Loop);

/// Its dimensions of the grid; 0 if it takes all of them.
unsigned dimsOf(mlir::acc::LoopOp Loop);

/// The n of gang(dim:n); 1 if there is none, and none if it is no constant.
std::optional<int64_t> gangDim(mlir::acc::LoopOp Loop);

/// The n of gang(static: n), which is not positive for *; null if there is
/// none.
mlir::Value staticSize(mlir::acc::LoopOp Loop);

/// Whether its directive says that one thread runs it.
bool isSeq(mlir::acc::LoopOp Loop);

/// Whether its directive says that the iterations are independent.
bool isSaidIndependent(mlir::acc::LoopOp Loop);

/// Whether its directive says so, or names levels that share them.
bool isSaidParallel(mlir::acc::LoopOp Loop);

/// Whether it is the compiler's to find out if the iterations of a loop of
/// \p Construct are independent.
bool leavesIndependence(mlir::acc::LoopOp Loop, mlir::Operation *Construct);

/// Whether a loop has so few iterations, known here, that they would leave most
/// lanes of a warp idle.
bool isShort(mlir::acc::LoopOp Loop);

/// Calls \p Query with NVIDIA's device type, then with none; the first result
/// that counts.
template <typename Query> auto forDevice(Query Ask) {
  auto Result = Ask(mlir::acc::DeviceType::Nvidia);
  if (Result)
    return Result;
  Result = Ask(mlir::acc::DeviceType::Star);
  return Result ? Result : Ask(mlir::acc::DeviceType::None);
}

/// The variable's storage behind an address: through declarations, conversions
/// and subscripts, not through loads.
mlir::Value rootOf(mlir::Value Address);

/// Whether the upper bound of dimension \p D of a loop is a value of it.
bool isClosed(mlir::acc::LoopOp Loop, unsigned D);

/// The iterations in dimension \p D of a loop, if they are known here.
std::optional<int64_t> constantTrips(mlir::acc::LoopOp Loop, unsigned D);

/// Whether a loop has at most \p Most iterations, less than 2^31, over all its
/// variables; none where that is not known here.
std::optional<bool> hasAtMost(mlir::acc::LoopOp Loop, int64_t Most);

/// The integer type in which numbers of dimension \p D of a loop are computed:
/// 64 bits, or those of its variable.
mlir::Type numberTypeOf(mlir::acc::LoopOp Loop, unsigned D);

/// Levels of the loops around.
unsigned levelsAround(mlir::Operation *Op);

/// Stores to a variable, under all its names.
llvm::SmallVector<fir::StoreOp> storesTo(mlir::Value Variable);

/// Whether an operation of a routine of level makes an array, or memory for a
/// descriptor, that all threads which enter together share, as they do what
/// stands outside of its loops.
bool isArrayOfRoutine(mlir::Operation *Op);

/// Whether a private variable is one of sequential loops of a routine, which
/// all threads that enter together run: they share it if it is an array.
bool isPrivateOfRoutine(mlir::acc::PrivateOp Op);

/// Whether memory is given back that the threads of a routine share.
bool isReleaseOfRoutine(fir::FreeMemOp Op);

/// Erases the operations of a region that nothing uses, and that \p May allows.
void eraseUnused(mlir::Region &Body,
                 llvm::function_ref<bool(mlir::Operation *)> May);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_FACTS_LOOPFACTS_H
