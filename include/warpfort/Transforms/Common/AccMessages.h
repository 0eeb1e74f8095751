//===-- AccMessages.h - What -Minfo=accel says ------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes note what they do with OpenACC's directives, kernel loops and
/// launches in an attribute of the module, in any order; the driver prints it
/// by procedure and line:
///
///     saxpy:
///          12, Generating copy(y(:)) [if not already present]
///              Generating NVIDIA GPU code
///              13, !$acc loop gang, vector(128) ! blockidx%x threadidx%x
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TRANSFORMS_COMMON_ACCMESSAGES_H
#define WARPFORT_TRANSFORMS_COMMON_ACCMESSAGES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace warpfort {

/// Notes \p Text about line \p Loc of the procedure that \p In is or is part
/// of.
void addAccMessage(mlir::Operation *In, mlir::Location Loc,
                   const llvm::Twine &Text);

/// Notes \p Text about a loop; it is printed below the lines of \p Kernel. At
/// no location, it goes on about the last loop there.
void addAccLoopMessage(mlir::Operation *In, mlir::Location Kernel,
                       std::optional<mlir::Location> Loop,
                       const llvm::Twine &Text);

/// Where the loop of the directive at \p Op's place begins.
mlir::Location getLoopLocation(mlir::Operation *Op);

/// Whether the loop \p Op, or the construct, is a DO CONCURRENT without a
/// directive.
bool isDoConcurrent(mlir::Operation *Op);

/// Where the construct \p Op ends.
mlir::Location getEndLocation(mlir::Operation *Op);

/// The name of the procedure that \p In is or is part of, as the source has it;
/// "main" for a main program without one.
std::string sourceProcedure(mlir::Operation *In);

/// Prints what was noted, procedures in the order of the source.
void printAccMessages(mlir::ModuleOp Module, llvm::raw_ostream &OS);

} // namespace warpfort

#endif // WARPFORT_TRANSFORMS_COMMON_ACCMESSAGES_H
