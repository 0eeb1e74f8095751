//===-- KernelLoopLastValues.h - What a kernel loop leaves in scalars *- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each iteration of a kernel loop has copies of the host's scalars. Where the
/// code behind the loop may read one that the loop assigns, the host's variable
/// must get what the last iteration that assigned it left, as the loop's
/// sequential meaning is; elsewhere nobody should pay for that.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_KERNELLOOPLASTVALUES_H
#define WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_KERNELLOOPLASTVALUES_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace warpfort {

struct LastValue {
  mlir::Value Target; ///< address of the variable
  /// Set for the index of one of the kernel's loops, counted from the
  /// outermost: its value follows from the limits.
  std::optional<unsigned> Loop;
};

/// The scalars that \p Kernel assigns before it reads them, and that may be
/// read later. \p IsOnDevice tells of an address whether it is device data.
llvm::SmallVector<LastValue>
findLastValues(cuf::KernelOp Kernel,
               llvm::function_ref<bool(mlir::Value)> IsOnDevice);

/// Makes the code for those that are no indices. Each 64 bits of a variable
/// are a reduction of pairs (number of the iteration, value), whose operator
/// keeps the later one:
///
///     kernel:  when = -1
///              ... x = ...; when = iteration
///              __warpdev_reduce_last_i64(when, x, slot, scratch, k, count)
///     host:    pair = {-1, x}; launch; x = pair(2)
///
class LastValueKeeper {
public:
  LastValueKeeper(fir::FirOpBuilder &Host, fir::FirOpBuilder &Device,
                  mlir::Location Loc)
      : Host(Host), Device(Device), Loc(Loc) {}

  /// With \p BeginsAnew each iteration begins with the value from before the
  /// loop, and may leave that.
  void add(mlir::Value Target, bool BeginsAnew);
  /// Reductions that \p Target needs.
  unsigned numPartsOf(mlir::Value Target, bool BeginsAnew) const;
  unsigned numParts() const { return NumParts; }

  /// At the kernel's beginning, where \p Map knows the thread's variables.
  void createMarks(const mlir::IRMapping &Map);
  /// Behind the loops' bodies are made; \p Entry is the block that those
  /// variables are set in.
  void markAssignments(mlir::Block *Entry, mlir::Value Iteration);
  /// At the end of each iteration.
  void keepAssigned(mlir::Value Iteration);
  /// At the kernel's end.
  void createReductions(mlir::Value Slots, mlir::Value Scratch, unsigned First,
                        unsigned Count);

  /// Before the launch; adds two words for each reduction, as those of
  /// WarprtReduction.
  void createPairs(llvm::SmallVectorImpl<mlir::Value> &Words);
  void storeResults();

private:
  struct Scalar {
    mlir::Value Target; // on the host
    unsigned Parts;     // of it, as those of ScalarAccess
    bool BeginsAnew;
    // Of the thread: the whole variable, the parts, their value after the last
    // iteration that assigned them, and the number of that iteration.
    mlir::Value Whole, Variable, Last, When;
    llvm::SmallVector<mlir::Value> Pairs;
  };
  mlir::Value partOf(fir::FirOpBuilder &Builder, mlir::Value Address,
                     unsigned Parts);
  mlir::Value createWords(fir::FirOpBuilder &Builder, mlir::Value Address);
  mlir::Value wordAt(fir::FirOpBuilder &Builder, mlir::Value Words, unsigned I);

  fir::FirOpBuilder &Host, &Device;
  mlir::Location Loc;
  llvm::SmallVector<Scalar> Scalars;
  unsigned NumParts = 0;
};

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_KERNELLOOPLASTVALUES_H
