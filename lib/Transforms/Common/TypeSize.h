//===-- TypeSize.h - Sizes of FIR types -------------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// fir::getTypeSizeAndAlignment() for types with descriptors in them too.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_COMMON_TYPESIZE_H
#define WARPFORT_LIB_TRANSFORMS_COMMON_TYPESIZE_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/Support/KindMapping.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Types.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include <optional>

namespace warpfort {

struct TypeSize {
  uint64_t Bytes;
  uint64_t Alignment;
};

/// Bytes are a multiple of the alignment. None for what has no size known to
/// the compiler.
std::optional<TypeSize> sizeOfType(mlir::Location Loc, mlir::Type T,
                                   const mlir::DataLayout &Layout,
                                   const fir::KindMapping &Kinds);

/// The bytes of \p T, computed before \p Op, which allocates it: \p Lengths and
/// \p Extents are those that the type does not say. Reports a type whose size
/// nobody knows.
mlir::FailureOr<mlir::Value> computeSize(fir::FirOpBuilder &Builder,
                                         mlir::Operation *Op, mlir::Type T,
                                         mlir::ValueRange Lengths,
                                         mlir::ValueRange Extents,
                                         const mlir::DataLayout &Layout);

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_COMMON_TYPESIZE_H
