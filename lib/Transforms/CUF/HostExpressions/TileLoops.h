//===-- TileLoops.h - Kernels whose blocks compute tiles --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two kinds of kernels read the same memory in many threads, or read far apart
/// in neighbouring threads:
///
///     c(i,j) = matmul(a, b)(i,j)     each row of a for each column of b
///     b(i,j) = f(a(j,i), ...)        neighbours in i read different columns
///
/// Here a block computes a tile of elements, and has what its threads need of
/// the operands in shared memory. Of a product each thread has four by four
/// elements, so that what it reads there serves four times:
///
///     do first = 0, n - 1, threads along x
///       parts of a(rows, first + 1:), b(first + 1:, columns) to shared memory
///       do k = 1, ...
///         s(1:4,1:4) = s(1:4,1:4) + a_part(rows, k)*b_part(k, columns)
///
/// Terms are added in the order that they had. Of f(a(j,i)) a warp reads a row
/// of the tile and writes a column.
///
/// The kernel is one beside the one that it is made of, which the host launches
/// where tiles would be mostly empty. Where loops of kernels are those of one
/// thread, as on the CPU, both do the same.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_TILELOOPS_H
#define WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_TILELOOPS_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"

namespace warpfort {

/// Puts a kernel with tiles beside \p Kernel, which is complete, if it is one
/// of these kinds. The insertion point stays behind both.
void tileLoops(fir::FirOpBuilder &Builder, cuf::KernelOp Kernel);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_HOSTEXPRESSIONS_TILELOOPS_H
