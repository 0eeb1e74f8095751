//===-- LoopKernel.h - Kernels made of host code ----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What kernel loops and OpenACC's compute constructs make in the same way.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_COMMON_LOOPKERNEL_H
#define WARPFORT_LIB_TRANSFORMS_COMMON_LOOPKERNEL_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace warpfort {

/// The symbol of a kernel made of \p Parent's code, as debuggers and profilers
/// show it: that of a procedure, the main program's too.
std::string kernelSymbol(mlir::func::FuncOp Parent, const llvm::Twine &Suffix);

/// A kernel at the end of \p Module, with an entry block, in which \p Builder
/// continues. Messages name it by \p Parent's name and the line of \p Loc.
mlir::func::FuncOp createLoopKernel(fir::FirOpBuilder &Builder,
                                    mlir::ModuleOp Module, mlir::Location Loc,
                                    llvm::StringRef Name,
                                    llvm::ArrayRef<mlir::Type> Types,
                                    mlir::func::FuncOp Parent);

/// The variable that a value of the host is, or was loaded from; empty for
/// others.
std::string nameInSource(mlir::Value V);

/// Gives memory of a thread the name of the variable that it is for, which
/// debuggers are told (Pipeline/DeclareKernelVariables).
void nameVariable(mlir::Value Variable, llvm::StringRef Name);

/// Maps each host value to the kernel's parameter at its place: the value
/// itself where \p IsValue says so, else what is at that address, for which the
/// thread gets a variable.
void mapParameters(fir::FirOpBuilder &Builder, mlir::func::FuncOp Kernel,
                   llvm::ArrayRef<mlir::Value> HostValues,
                   llvm::function_ref<bool(mlir::Value)> IsValue,
                   mlir::IRMapping &Map);

/// Lets the real sums, products, minima and maxima that \p Accumulator runs
/// through be formed in any order, as a reduction may: LLVM can then keep
/// several at a time.
void allowAnyOrder(mlir::Value Accumulator);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_COMMON_LOOPKERNEL_H
