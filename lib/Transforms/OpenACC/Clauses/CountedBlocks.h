//===-- CountedBlocks.h - DO loops that are basic blocks --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Recognises the basic blocks that Flang makes of a counted DO loop whose body
/// branches:
///
///     entry:  trips = (last - first + step) / step; index = first; br header
///     header: if (trips > 0) br body else br end
///     ...
///     latch:  trips = trips - 1; index = index + step; br header
///     end:
///
/// and moves those of the body into an operation of their own.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_COUNTEDBLOCKS_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_COUNTEDBLOCKS_H

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace warpfort::openacc {

class CountedBlocks {
public:
  /// The loop with this header, if it is one.
  static std::optional<CountedBlocks> find(mlir::Block &Header);

  /// Whether the only way out of the body leads to the next iteration. (STOP,
  /// which does not come back, is none.)
  bool isClosed() const { return Closed; }
  /// Whether \p Op is in the body or in an operation of it.
  bool contains(mlir::Operation *Op) const;
  /// Whether \p B is a block of the body.
  bool contains(mlir::Block *B) const { return Body.contains(B); }

  mlir::Value index() { return SetIndex.getMemref(); }
  mlir::Location getLoc() { return SetIndex.getLoc(); }
  /// Where the counting begins; what is stored before that, the loop
  /// overwrites.
  mlir::Operation *start() { return SetTrips; }
  /// Whether \p Op belongs to the counting before the first iteration.
  bool isStart(mlir::Operation *Op) {
    return Op == SetIndex || Op == SetTrips || Op == SetStep;
  }

  /// Removes the counting, the header and the way there, and moves the body of
  /// a closed loop into an operation at \p Builder's place, behind a store of
  /// \p Counter in \p Index. The entry block has no terminator then.
  mlir::scf::ExecuteRegionOp takeBody(mlir::OpBuilder &Builder,
                                      mlir::Value Counter, mlir::Value Index);

  mlir::Block *Entry = nullptr, *End = nullptr;
  mlir::Value Lower, Upper, Step;

private:
  bool findHeader();
  bool findEntry();
  bool findBody();
  bool findLatch();
  bool isStep(mlir::Value V);

  mlir::Block *Header = nullptr, *First = nullptr, *Latch = nullptr;
  fir::AllocaOp Trips;
  fir::LoadOp Asked;
  fir::StoreOp SetTrips, SetIndex;
  /// Where Flang keeps a step that is no constant; null if it is one.
  fir::StoreOp SetStep;
  llvm::SetVector<mlir::Block *> Body;
  /// Those of the body that end by STOP.
  llvm::SmallVector<mlir::Block *> Stops;
  /// The counting at the end of the latch.
  llvm::SmallVector<mlir::Operation *> Counting;
  bool Closed = false;
};

/// Makes one block of two where only one leads to the other.
void mergeBlocks(mlir::Region &Body);

/// Puts the code of an operation that has one block only in its place.
void inlineOnlyBlock(mlir::scf::ExecuteRegionOp Execute);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_CLAUSES_COUNTEDBLOCKS_H
