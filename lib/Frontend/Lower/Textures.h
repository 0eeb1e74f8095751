//===-- Textures.h - Pointers to read-only device data ----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `real, texture, pointer :: t(:)` in a module is a device pointer whose data
// no kernel changes while it runs. Flang knows the attribute and refuses it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWER_TEXTURES_H
#define WARPFORT_LIB_FRONTEND_LOWER_TEXTURES_H

#include "warpfort/Frontend/Checker.h"

namespace mlir {
class ModuleOp;
}
namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// Makes texture pointers device pointers. Call it before names are resolved.
TextureNames declareTextures(Fortran::parser::Program &Program);

/// Marks the variables of texture pointers in FIR (TextureAttr).
void markTextures(const TextureNames &Textures, mlir::ModuleOp Module);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LOWER_TEXTURES_H
