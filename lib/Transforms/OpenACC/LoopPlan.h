//===-- LoopPlan.h - Which loop runs on what --------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gives every loop of a compute construct its levels of parallelism.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_LOOPPLAN_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_LOOPPLAN_H

#include "../CUF/KernelLoopScalars.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/IR/BuiltinOps.h"
#include "warprt/DeviceLibrary.h"
#include <string>

namespace warpfort::openacc {

/// The levels of parallelism, as bits.
inline constexpr unsigned Gang = WARPDEV_ACC_GANG, Worker = WARPDEV_ACC_WORKER,
                          Vector = WARPDEV_ACC_VECTOR;

/// i32 attribute of an acc.loop: its levels, or-ed.
inline constexpr llvm::StringLiteral LevelsAttr = "warpfort.acc.levels";
/// i32 attribute of a gang loop in a nest with gang(dim:n): the dimensions of
/// the grid that it takes, 1, 2 and 4.
inline constexpr llvm::StringLiteral DimsAttr = "warpfort.acc.dims";
/// On the one loop of a kernel whose iterations make a grid of 1 to 3
/// dimensions.
inline constexpr llvm::StringLiteral GridAttr = "warpfort.acc.grid";
/// On a loop of which each thread takes few iterations.
inline constexpr llvm::StringLiteral FewIterationsAttr =
    "warpfort.acc.few_iterations";
/// On a loop that no loop of the source is behind: it makes first-private
/// copies.
inline constexpr llvm::StringLiteral CopyAttr = "warpfort.acc.copy";
/// i32 attribute of a kernel: levels that its loops and calls use.
inline constexpr llvm::StringLiteral UsedLevelsAttr = "warpfort.acc.used";
/// String attribute of a loop that the compiler leaves sequential: why.
inline constexpr llvm::StringLiteral DependenceAttr = "warpfort.acc.dependence";

struct LoopPlan {
  /// One thread runs everything; why, for messages.
  bool Serial = false;
  std::string SerialReason;
  /// Levels that some loop or called routine uses.
  unsigned Used = 0;
  /// Whether gangs have more dimensions than one.
  bool UsesDims = false;
};

/// Plans the loops below \p Ops, which are the body of \p Construct or, of a
/// kernels construct, a run of its statements; sets LevelsAttr on them.
/// \p Active levels are taken before it starts: those above a routine's.
LoopPlan planLoops(mlir::Operation *Construct,
                   llvm::ArrayRef<mlir::Operation *> Ops, unsigned Active = 0);

/// What -Minfo=accel says of the loops below \p Ops, after planning.
void reportLoops(mlir::Operation *Construct,
                 llvm::ArrayRef<mlir::Operation *> Ops, const LoopPlan &Plan);

/// Whether the iterations of a loop of a kernels construct run in order.
bool keepsOrder(mlir::acc::LoopOp Loop);

/// Levels of a loop, after planning.
unsigned levelsOf(mlir::acc::LoopOp Loop);

/// Its dimensions of the grid; 0 if it takes all of them.
unsigned dimsOf(mlir::acc::LoopOp Loop);

/// The n of gang(dim:n); 1 if there is none, and none if it is no constant.
std::optional<int64_t> gangDim(mlir::acc::LoopOp Loop);

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

/// Where a routine gives back the memory of an automatic array.
llvm::SmallVector<fir::FreeMemOp, 2> releasesOf(fir::AllocMemOp Op);

/// Whether an operation of a routine of level makes an array that all threads
/// which enter together share, as they do what stands outside of its loops.
bool isArrayOfRoutine(mlir::Operation *Op);

/// Erases the operations of a region that nothing uses, and that \p May allows.
void eraseUnused(mlir::Region &Body,
                 llvm::function_ref<bool(mlir::Operation *)> May);

/// What a reduction clause says, if upstream knows the operator.
mlir::acc::ReductionRecipeOp getReductionRecipe(mlir::acc::ReductionOp Op);
std::optional<ReductionKind> getReductionKind(mlir::acc::ReductionOp Op);

/// The same, if the device library has the operator for this type.
std::optional<ReductionKind> getLibraryReduction(mlir::acc::ReductionOp Op);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_LOOPPLAN_H
