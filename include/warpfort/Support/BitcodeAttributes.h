//===-- BitcodeAttributes.h - What device bitcode says of itself -*- C++-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The string attributes and the metadata in LLVM IR that one part of the
// compiler leaves for another: what is known when a source is compiled, for
// code generation when the device program is linked. What passes on MLIR tell
// each other is in warpfort/IR/Attributes.def.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_SUPPORT_BITCODEATTRIBUTES_H
#define WARPFORT_SUPPORT_BITCODEATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace warpfort::bitcode {

/// Of functions that were compiled without fused operations or with -O0:
/// mathematics there has libm's accuracy.
inline constexpr llvm::StringLiteral ExactMathAttr = "warpfort.exact_math";

/// Of functions that were compiled with -Ktrap=; it counts where the code is
/// made for the CPU.
inline constexpr llvm::StringLiteral TrappingMathAttr =
    "warpfort.trapping_math";

/// Of arguments of kernels: while the kernel runs, the data changes through
/// this argument or not at all. LLVM's own `noalias` says more: that nothing
/// reads what is written through the argument, which threads deny that exchange
/// data across a barrier.
inline constexpr llvm::StringLiteral UnaliasedAttr = "warpfort.unaliased";

/// Of the variable of a texture pointer.
inline constexpr llvm::StringLiteral TextureAttr = "warpfort.texture";

/// Of device variables that have a name of C, by which CUDA C may know them.
inline constexpr llvm::StringLiteral CVariableAttr = "warpfort.c_variable";

/// Of device procedures that have a name of C, by which CUDA C may call them.
inline constexpr llvm::StringLiteral CProcedureAttr = "warpfort.c_procedure";

/// Of declared functions with a name of C that have complex numbers as values
/// or result: where they are declared, as "file:line". Code generation passes
/// their parts, so that the type does not tell.
inline constexpr llvm::StringLiteral ComplexValuesAttr =
    "warpfort.complex_values";

/// Of functions with VOLATILE texts or records, whose accesses Flang does not
/// make volatile; and the metadata of a module that has such a function, since
/// functions are inlined.
inline constexpr llvm::StringLiteral VolatileDataAttr =
    "warpfort.volatile_data";

/// Of a kernel that the compiler made of a loop or construct: its parameters
/// are nobody else's business.
inline constexpr llvm::StringLiteral OutlinedKernelAttr =
    "warpfort-outlined-kernel";

/// Of functions that stand for another one, which the device link knows: the
/// symbol of a kernel that is launched, or of a routine of OpenACC that all
/// threads of its level enter together, or that one thread enters alone.
inline constexpr llvm::StringLiteral LaunchOfAttr = "warpfort.launch_of";
inline constexpr llvm::StringLiteral TeamOfAttr = "warpfort.team_of";
inline constexpr llvm::StringLiteral AloneOfAttr = "warpfort.alone_of";

/// Of kernels: "x,y,z", the shape of block that a launch in the same file
/// probably has. Others may have another.
inline constexpr llvm::StringLiteral LaunchedShapeAttr =
    "warpfort.launched_shape";

/// Of kernels whose iterations ask for their range, on the CPU: the runtime
/// launches them with blocks of one thread, each doing a chunk of the
/// iterations.
inline constexpr llvm::StringLiteral ChunkedLoopAttr = "warpfort-kernel-loop";

/// Of kernels with a loop that all threads of the grid share, in which each has
/// several iterations.
inline constexpr llvm::StringLiteral FlatLoopAttr = "warpfort.flat_loop";

/// Of a kernel for grids that cover its loops: the kernel that it is a version
/// of, how many threads come before the first iteration, and a mask of the
/// parameters that are descriptors of 32 bits, or none. See
/// WarprtCoveredKernel.
inline constexpr llvm::StringLiteral CoversAttr = "warpfort.covers";
inline constexpr llvm::StringLiteral LeadAttr = "warpfort.lead";
inline constexpr llvm::StringLiteral NarrowAttr = "warpfort.narrow";

/// Of such a kernel whose threads take several rows of a nest: how many; the
/// other one until it is known whether that gains anything.
inline constexpr llvm::StringLiteral RowsAttr = "warpfort.rows";
inline constexpr llvm::StringLiteral WantsRowsAttr = "warpfort.wants_rows";

/// Metadata on values that are uniform whatever they are computed from.
inline constexpr llvm::StringLiteral UniformMetadata = "warpfort.uniform";

} // namespace warpfort::bitcode

#endif // WARPFORT_SUPPORT_BITCODEATTRIBUTES_H
