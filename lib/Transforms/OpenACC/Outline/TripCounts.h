//===-- TripCounts.h - Bounds of loops, with the host's values --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -gpu=tripcount:. A kernel evaluates the bounds of its loops, on the device,
/// with what data clauses have there:
///
///     %n = acc.copyin %host_n           %n = acc.copyin %host_n
///     acc.parallel {               ->   %to = fir.load %host_n
///       %to = fir.load %n               acc.parallel {
///       acc.loop (1 to %to) ...           acc.loop (1 to %to) ...
///
/// The host's values are known of bounds that are computed from variables of
/// clauses, constants and what is known before the construct, and that nothing
/// in the construct assigns. Others stay as they are.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_OUTLINE_TRIPCOUNTS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_OUTLINE_TRIPCOUNTS_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/IRMapping.h"

namespace warpfort::openacc {

/// Lower bound, upper bound and step.
using LoopBounds = std::array<mlir::Value, 3>;

/// One loop whose trip count the device's values of data clauses determine.
struct DeviceTripCount {
  mlir::acc::LoopOp Loop;
  unsigned Dimension;
  LoopBounds OnDevice; ///< as the construct computes them
  LoopBounds OnHost;   ///< before the launch
};

/// The iterations in dimension \p D of a loop whose bounds are \p Bounds, as
/// i64.
mlir::Value createTripCount(fir::FirOpBuilder &Builder, mlir::acc::LoopOp Loop,
                            unsigned D, const LoopBounds &Bounds);

/// Those of the loops among \p Ops of \p Construct; makes the host's values at
/// the insertion point.
llvm::SmallVector<DeviceTripCount>
findDeviceTripCounts(fir::FirOpBuilder &Host, mlir::Operation *Construct,
                     llvm::ArrayRef<mlir::Operation *> Ops);

/// Has the loop take the host's values.
void useHostValues(const DeviceTripCount &Count);

/// The host's count, as i64.
mlir::Value createHostTripCount(fir::FirOpBuilder &Host,
                                const DeviceTripCount &Count);

/// In the kernel: compares the count with \p OnHost. \p Map has what the
/// construct takes from outside of it. \p Ends: a difference ends the program.
void createTripComparison(fir::FirOpBuilder &Device, mlir::IRMapping Map,
                          const DeviceTripCount &Count,
                          mlir::Operation *Construct, mlir::Value OnHost,
                          bool Ends);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_OUTLINE_TRIPCOUNTS_H
