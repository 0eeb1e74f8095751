//===-- Pipeline.h - The order of passes ------------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The only place that holds the order of passes, from HLFIR to the LLVM
/// modules of host and device. Used by the compiler and by warpfort-opt.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_PIPELINE_PIPELINE_H
#define WARPFORT_PIPELINE_PIPELINE_H

#include "mlir/IR/BuiltinOps.h"
#include "warpfort/Support/TripCountMode.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <string>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace warpfort {

struct PipelineOptions {
  unsigned OptLevel = 2;
  bool Debug = false;
  bool LineInfo = false;
  bool Check = false;       ///< -gpu=check: names of variables in line tables
  bool Bounds = false;      ///< -Mbounds
  bool Pointers = false;    ///< -Mchkptr
  TripCountMode TripCounts; ///< -gpu=tripcount:
  bool HostLines = false;   ///< line tables of host code
  bool StackArrays = false; ///< automatic arrays of host code on the stack
  /// What host code allocates is managed memory.
  bool ManagedAllocations = false;
  /// Verify the module after each pass: about half of the compile time. It is
  /// verified after each stage in any case.
  bool VerifyPasses = false;
  /// The pass after which the module is printed to standard error, by its
  /// command-line name; empty: none.
  std::string DumpAfter;
  std::string InputName;
  /// -fprovoke-fault=
  std::string Provoked;
  /// Called after each stage when set: "hlfir", "fir", "acc", "cuf",
  /// "device-fir", "device-llvm", "host-fir", "host-llvm".
  std::function<void(llvm::StringRef Stage, mlir::ModuleOp)> Dump;
};

/// Registers the dialects, passes and translations that the pipeline uses.
void registerDialects(mlir::DialectRegistry &Registry);
void registerPasses();

/// HLFIR, as the front end makes it, to FIR.
mlir::LogicalResult runHLFIRToFIR(mlir::ModuleOp, const PipelineOptions &);

/// FIR with OpenACC operations to FIR with kernels, in place.
mlir::LogicalResult runOpenACCLowering(mlir::ModuleOp Module,
                                       const PipelineOptions &);

/// FIR with CUF operations to host FIR (in place, launches lowered) and the
/// device part.
mlir::LogicalResult runCUFLowering(mlir::ModuleOp Host, DevicePart &,
                                   const PipelineOptions &);

/// Device part's FIR to the LLVM dialect.
mlir::LogicalResult runDeviceCodeGen(mlir::ModuleOp Device,
                                     const PipelineOptions &);

/// Host FIR to the LLVM dialect.
mlir::LogicalResult runHostCodeGen(mlir::ModuleOp Host,
                                   const PipelineOptions &);

} // namespace warpfort

#endif // WARPFORT_PIPELINE_PIPELINE_H
