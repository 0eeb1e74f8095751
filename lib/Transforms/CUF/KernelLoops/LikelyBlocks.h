//===-- LikelyBlocks.h - The blocks that launches ask for -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The shape of a launch's blocks, as far as the procedure says it: code for
/// that shape is worth a version of its own, which is chosen at run time. So
/// this may be wrong, and what is assigned in which order does not matter.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_LIKELYBLOCKS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_LIKELYBLOCKS_H

#include "Transforms/Common/Places.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <optional>
#include <utility>

namespace warpfort {

class LikelyBlocks {
public:
  /// For the launches in \p In, which must not change meanwhile.
  explicit LikelyBlocks(mlir::func::FuncOp In) : In(In) {}

  /// The extents in x, y and z; none if one of them is not known, or if no
  /// device has blocks of that shape.
  std::optional<std::array<int32_t, 3>> find(cuf::KernelLaunchOp Launch);

private:
  std::optional<int64_t> valueOf(mlir::Value V, unsigned Depth);
  std::optional<int64_t> contentOf(mlir::Value Address, unsigned Depth);

  mlir::func::FuncOp In;
  /// What integers the procedure stores where, by the memory.
  using Store = std::pair<Place, mlir::Value>;
  std::optional<llvm::DenseMap<const void *, llvm::SmallVector<Store, 2>>>
      Stores;
};

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_KERNELLOOPS_LIKELYBLOCKS_H
