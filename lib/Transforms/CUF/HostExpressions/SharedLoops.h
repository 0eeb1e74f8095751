//===-- SharedLoops.h - Loops that threads of a block share -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel whose threads each compute an element of `sum(a, dim=1)` or
/// `matmul(a, x)` in a loop has few threads, and neighbours that read far apart
/// where the loop goes along columns. Here the threads of a block share such
/// loops: in x where neighbouring iterations read neighbouring elements, else
/// in y, with neighbouring results in x. How many share one, the launch
/// decides:
///
///     do k = 1 + lane, n, lanes              the thread's part
///       s = s + a(k, i)
///     do round = 0, rounds - 1               all have the result then
///       s = s + (s of the thread whose number differs in this bit)
///     if (lane == 0) r(i) = s
///
/// All threads of a block exchange values together: there are iterations
/// beyond the last element, which have the indices of that one, but neither
/// read in these loops nor store.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_SHAREDLOOPS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_SHAREDLOOPS_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"

namespace warpfort {

/// What takes the place of a kernel.
struct SharedKernel {
  cuf::KernelOp Kernel;
  mlir::Value IsElement; ///< whether the thread is one of an element's
  mlir::Value Stores;    ///< whether it stores the element
};

/// Has threads share the loops that have FoldsAttr. \p Indices, of the kernel's
/// element, become those of the new kernel. None, with nothing changed, where
/// there is no such loop or where threads that repeat an element might do harm.
std::optional<SharedKernel>
shareLoops(fir::FirOpBuilder &Builder, cuf::KernelOp Kernel,
           llvm::SmallVectorImpl<mlir::Value> &Indices);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_SHAREDLOOPS_H
