//===-- WarpfortDialect.h - The dialect of our attributes -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The dialect `warpfort` has the attributes that passes leave on other
/// dialects' operations for each other (Attributes.def). It exists so that
/// MLIR's verifier refuses a name that no pass reads, a value of another type,
/// and an operation on which no pass looks for it.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_IR_WARPFORTDIALECT_H
#define WARPFORT_IR_WARPFORTDIALECT_H

#include "mlir/IR/Dialect.h"

namespace warpfort {

class WarpfortDialect : public mlir::Dialect {
public:
  explicit WarpfortDialect(mlir::MLIRContext *Context);
  ~WarpfortDialect() override;

  static constexpr llvm::StringLiteral getDialectNamespace() {
    return "warpfort";
  }
  mlir::LogicalResult
  verifyOperationAttribute(mlir::Operation *Op,
                           mlir::NamedAttribute Attr) override;
  mlir::LogicalResult
  verifyRegionArgAttribute(mlir::Operation *Op, unsigned Region,
                           unsigned Argument,
                           mlir::NamedAttribute Attr) override;
  mlir::LogicalResult
  verifyRegionResultAttribute(mlir::Operation *Op, unsigned Region,
                              unsigned Result,
                              mlir::NamedAttribute Attr) override;
};

/// Adds the dialect to those that may be loaded, and has it loaded with FIR's:
/// an attribute of a dialect that is not loaded is not verified.
void registerWarpfortDialect(mlir::DialectRegistry &Registry);

} // namespace warpfort

MLIR_DECLARE_EXPLICIT_TYPE_ID(warpfort::WarpfortDialect)

#endif // WARPFORT_IR_WARPFORTDIALECT_H
