//===-- RuntimeCalls.h - Runtime entry points as FIR functions --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Call types of the runtime's entry points, derived from their C declarations
/// in abi/warprt/EntryPoints.h, so that compiler and runtime cannot disagree.
///
///   auto Fn = WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_launch_kernel);
///
/// Also builds what calls pass in memory: the argument arrays of launches, and
/// the struct of data clauses.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_RUNTIMECALLS_RUNTIMECALLS_H
#define WARPFORT_RUNTIMECALLS_RUNTIMECALLS_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "warprt/EntryPoints.h"

namespace warpfort {

/// Prefix of the WarprtKernel object that stands beside a kernel.
inline constexpr llvm::StringLiteral KernelHandlePrefix =
    WARPRT_KERNEL_HANDLE_PREFIX;

/// Opaque pointer of the ABI, at FIR level.
mlir::Type getAbiPointerType(mlir::MLIRContext *Context);

/// FIR type of a C type of the ABI.
template <typename T> struct AbiType;
template <> struct AbiType<int32_t> {
  static mlir::Type get(mlir::MLIRContext *C) {
    return mlir::IntegerType::get(C, 32);
  }
};
template <> struct AbiType<uint64_t> {
  static mlir::Type get(mlir::MLIRContext *C) {
    return mlir::IntegerType::get(C, 64);
  }
};
template <> struct AbiType<int64_t> {
  static mlir::Type get(mlir::MLIRContext *C) {
    return mlir::IntegerType::get(C, 64);
  }
};
template <typename T> struct AbiType<T *> {
  static mlir::Type get(mlir::MLIRContext *C) { return getAbiPointerType(C); }
};

template <typename T> struct AbiFunction;
template <typename... Args> struct AbiFunction<void(Args...)> {
  static mlir::FunctionType get(mlir::MLIRContext *C) {
    return mlir::FunctionType::get(C, {AbiType<Args>::get(C)...}, {});
  }
};
template <typename Result, typename... Args>
struct AbiFunction<Result(Args...)> {
  static mlir::FunctionType get(mlir::MLIRContext *C) {
    return mlir::FunctionType::get(C, {AbiType<Args>::get(C)...},
                                   {AbiType<Result>::get(C)});
  }
};

/// Returns the declaration of \p Name, adding it to the module if needed.
mlir::func::FuncOp getOrDeclareFunction(fir::FirOpBuilder &Builder,
                                        mlir::Location Loc,
                                        llvm::StringRef Name,
                                        mlir::FunctionType Type);

/// Calls \p Fn with \p Args converted to its parameter types.
fir::CallOp callRuntime(fir::FirOpBuilder &Builder, mlir::Location Loc,
                        mlir::func::FuncOp Fn,
                        llvm::ArrayRef<mlir::Value> Args);

#define WARPFORT_RUNTIME_FUNCTION(BUILDER, LOC, FN)                            \
  ::warpfort::getOrDeclareFunction(                                            \
      BUILDER, LOC, #FN,                                                       \
      ::warpfort::AbiFunction<decltype(FN)>::get((BUILDER).getContext()))

/// Stores each value to a temporary and returns the address of an array of
/// their addresses (`void **args` of a launch). A value that \p InPlace names
/// is itself the address of what the kernel gets.
mlir::Value createArgumentArray(fir::FirOpBuilder &Builder, mlir::Location Loc,
                                llvm::ArrayRef<mlir::Value> Values,
                                llvm::ArrayRef<bool> InPlace = {});

/// Stores values, converted to \p ElementType, to an array; returns its
/// address.
mlir::Value createValueArray(fir::FirOpBuilder &Builder, mlir::Location Loc,
                             mlir::Type ElementType,
                             llvm::ArrayRef<mlir::Value> Values);

/// The words of a WarprtAccData, integers and addresses; 0 where there is none.
struct AccDataWords {
  mlir::Value Flags, Async, Name, File, Function, Line;
  mlir::Value Base, ElementBytes, Rank, Section, Descriptor, DescriptorAddress;
};
/// Stores them for the next call, which reads them before it returns; returns
/// the struct's address. \p Number: of the struct, for a call of several.
mlir::Value createAccData(fir::FirOpBuilder &Builder, mlir::Location Loc,
                          const AccDataWords &Data, unsigned Number = 0);

/// Address of the WarprtKernel of \p Kernel; declares it if needed.
mlir::Value createKernelHandle(fir::FirOpBuilder &Builder, mlir::Location Loc,
                               llvm::StringRef Kernel);

/// `const int64_t *stream` of a launch from the operand of an operation, which
/// may be absent or refer to another integer kind.
mlir::Value createStreamArgument(fir::FirOpBuilder &Builder, mlir::Location Loc,
                                 mlir::Value Stream);

} // namespace warpfort

#endif // WARPFORT_RUNTIMECALLS_RUNTIMECALLS_H
