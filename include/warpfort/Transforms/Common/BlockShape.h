//===-- BlockShape.h - Blocks of a size that is known -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the planner of launches tells the conversion to LLVM of a kernel's
/// blocks.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TRANSFORMS_COMMON_BLOCKSHAPE_H
#define WARPFORT_TRANSFORMS_COMMON_BLOCKSHAPE_H

#include "llvm/ADT/StringRef.h"

namespace warpfort {

/// array<i32: x, y, z> on a kernel: the one block shape that a GPU launches it
/// with.
inline constexpr llvm::StringLiteral BlockShapeAttr = "warpfort.block_shape";

/// On a kernel that only ever has one thread. That thread runs the iterations
/// of parallel loops in order, also where they depend on each other.
inline constexpr llvm::StringLiteral OneThreadAttr = "warpfort.one_thread";

} // namespace warpfort

#endif // WARPFORT_TRANSFORMS_COMMON_BLOCKSHAPE_H
