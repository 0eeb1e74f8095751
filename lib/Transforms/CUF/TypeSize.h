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
#ifndef WARPFORT_LIB_TRANSFORMS_CUF_TYPESIZE_H
#define WARPFORT_LIB_TRANSFORMS_CUF_TYPESIZE_H

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

} // namespace warpfort

#endif // WARPFORT_LIB_TRANSFORMS_CUF_TYPESIZE_H
