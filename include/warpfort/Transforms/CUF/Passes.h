//===-- Passes.h - Rewriting of CUDA Fortran operations ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes on FIR that stand between Flang's lowering and code generation of the
/// host's and the device's module. Passes.td describes them.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TRANSFORMS_CUF_PASSES_H
#define WARPFORT_TRANSFORMS_CUF_PASSES_H

#include "warpfort/Transforms/Common/DeviceCode.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace warpfort {

struct DevicePart;

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "warpfort/Transforms/CUF/Passes.h.inc"

/// The pass that splits the module, which also fills in what the host must
/// register of \p Part. The device module itself stays nested until
/// takeDeviceModule().
std::unique_ptr<mlir::Pass> createCUFSplitDevicePass(DevicePart &Part);

/// A device variable that the host registers with the runtime.
struct DeviceVariable {
  std::string Name;
  uint32_t Kind; ///< WARPRT_VAR_*
  bool IsTexture = false;
  bool IsCVariable = false; ///< CUDA C may know it by its name
};

/// A kernel that the host registers with the runtime.
struct DeviceKernel {
  std::string Name;
  std::string DisplayName;
  bool IsLoop = false;
  bool IsOutlined = false;              ///< made of a loop or construct
  bool HasOneThread = false;            ///< see OneThreadAttr
  bool IsCooperative = false;           ///< attributes(grid_global)
  std::array<uint32_t, 3> Cluster = {}; ///< zeros: no clusters
  unsigned Reductions = 0; ///< of an OpenACC construct, over the grid
};

/// Device code of one source file.
struct DevicePart {
  mlir::OwningOpRef<mlir::ModuleOp> Module; ///< null if there is none
  std::vector<DeviceVariable> Variables;
  std::vector<DeviceKernel> Kernels;
  /// Constant-memory variables, defined here or elsewhere.
  std::vector<std::string> Constants;
};

/// The device module that warpfort-cuf-split-device nested in \p Host; null if
/// there is no device code.
mlir::ModuleOp findDeviceModule(mlir::ModuleOp Host);

/// Makes a module of its own of the device module.
mlir::OwningOpRef<mlir::ModuleOp> takeDeviceModule(mlir::ModuleOp Host);

} // namespace warpfort

#endif // WARPFORT_TRANSFORMS_CUF_PASSES_H
