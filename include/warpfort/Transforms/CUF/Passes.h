//===-- Passes.h - Rewriting of CUDA Fortran operations ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes on FIR that stand between Flang's lowering and the split into host
/// and device module. Each has the flag `-warpfort-<name>` in warpfort-opt.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TRANSFORMS_CUF_PASSES_H
#define WARPFORT_TRANSFORMS_CUF_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"
#include <memory>
#include <string>
#include <vector>

namespace warpfort {

/// Attribute of a kernel made from a kernel loop.
inline constexpr llvm::StringLiteral KernelLoopAttr = "warpfort.kernel_loop";
/// Attribute of a kernel made from an OpenACC compute construct.
inline constexpr llvm::StringLiteral AccKernelAttr = "warpfort.acc.kernel";
/// i32 attribute of such a kernel: reductions over its grid, for which the
/// runtime gives it scratch memory as a last parameter.
inline constexpr llvm::StringLiteral AccReductionsAttr =
    "warpfort.acc.reductions";
/// i32 attribute of a global that an OpenACC declare directive puts into the
/// device program: its kind, WARPRT_VAR_*.
inline constexpr llvm::StringLiteral DeclaredDataAttr = "warpfort.acc.declared";
/// String attribute of a kernel: its name in messages.
inline constexpr llvm::StringLiteral DisplayNameAttr = "warpfort.display_name";
/// Array attribute of a device module: names of the derived types that have
/// finalizers.
inline constexpr llvm::StringLiteral FinalizedTypesAttr =
    "warpfort.finalized_types";

/// -warpfort-cuf-host-expressions: on HLFIR, makes transfers, kernel loops and
/// copies of what host code does with device data.
std::unique_ptr<mlir::Pass> createCUFHostExpressionsPass();

/// -warpfort-cuf-outline-kernel-loops: makes a kernel of every cuf.kernel and
/// replaces it by a call of warprt_launch_loops.
std::unique_ptr<mlir::Pass> createCUFOutlineKernelLoopsPass();

/// -warpfort-cuf-lower-launch: replaces cuf.kernel_launch by calls of
/// warprt_launch_kernel.
std::unique_ptr<mlir::Pass> createCUFLowerLaunchPass();

/// -warpfort-cuf-fold-on-device: on a host module, takes on_device() for false
/// in procedures for both sides, and refuses device code that is left there.
std::unique_ptr<mlir::Pass> createCUFFoldOnDevicePass();

/// -warpfort-cuf-lower-alloc: allocates local device data with its full size.
std::unique_ptr<mlir::Pass> createCUFLowerAllocPass();

/// -warpfort-cuf-lower-pointer-deallocate: calls the run-time library's
/// function for pointers where Flang would call that for allocatables.
std::unique_ptr<mlir::Pass> createCUFLowerPointerDeallocatePass();

/// -warpfort-cuf-lower-descriptors: puts the descriptors of local device data
/// of host procedures on the stack.
std::unique_ptr<mlir::Pass> createCUFLowerDescriptorsPass();

/// -warpfort-cuf-hide-device-memory: last before code generation of the host's
/// module; keeps Flang from giving descriptors memory that the device sees
/// (warpfort-cuf-prepare-device does so for the device's).
std::unique_ptr<mlir::Pass> createCUFHideDeviceMemoryPass();

/// -warpfort-cuf-prepare-device: on a device module, turns shared memory and
/// predefined variables into NVVM, and parameters that are passed by value as
/// a block of bytes (descriptors, derived types, complex) into byval pointers.
std::unique_ptr<mlir::Pass> createCUFPrepareDevicePass();

/// -warpfort-cuf-whole-predefined: before Flang makes registers of the
/// components of threadidx and the like, gives those that are used as a whole
/// memory.
std::unique_ptr<mlir::Pass> createCUFWholePredefinedPass();

/// -warpfort-cuf-device-intrinsics: on a device module, rewrites what Flang
/// makes of some intrinsic functions for the host: rounding modes.
std::unique_ptr<mlir::Pass> createCUFDeviceIntrinsicsPass();

/// -warpfort-cuf-check-runtime-calls: on a device module, refuses calls of the
/// Fortran run-time library that the device library has no version of, or
/// whose version does not do what the types ask for.
std::unique_ptr<mlir::Pass> createCUFCheckRuntimeCallsPass();

/// -warpfort-cuf-small-copies: on a device module, makes variables of the
/// thread of the copies that small arguments with gaps need, in place of memory
/// of the device's heap.
std::unique_ptr<mlir::Pass> createCUFSmallCopiesPass();

/// -warpfort-cuf-device-memory: on a device module, places automatic arrays and
/// temporaries whose size is not constant in the device's heap.
std::unique_ptr<mlir::Pass> createCUFDeviceMemoryPass();

/// -warpfort-cuf-prepare-host: completes allocations and the transfers of
/// characters for Flang's cuf-convert.
std::unique_ptr<mlir::Pass> createCUFPrepareHostPass();

/// -warpfort-cuf-device-addresses: asks for the address of a module's device
/// variable where it is used, on the device that is current there.
std::unique_ptr<mlir::Pass> createCUFDeviceAddressesPass();

/// -warpfort-host-memory: on a host module, places large local variables in the
/// heap, and automatic arrays too unless \p StackArrays.
std::unique_ptr<mlir::Pass> createHostMemoryPass(bool StackArrays = false);

void registerCUFTransformPasses();

/// True if the procedure runs on the device (global, device, host_device).
bool isDeviceProcedure(mlir::Operation *Function);
/// True for attributes(global).
bool isKernel(mlir::Operation *Function);

/// What the launch copies for parameter \p Index of a kernel though FIR passes
/// its address, which is the host's: a derived type with the VALUE attribute,
/// or the descriptor of a dummy argument that is a pointer or allocatable. Null
/// for other parameters.
mlir::Type typeCopiedAtLaunch(mlir::func::FuncOp Kernel, unsigned Index);

/// The 32-bit word of a descriptor that holds its version, which is zero in
/// what the launch passes for an absent argument.
inline constexpr unsigned DescriptorVersionWord = 4;

/// A device variable that the host registers with the runtime.
struct DeviceVariable {
  std::string Name;
  uint32_t Kind; ///< WARPRT_VAR_*
  bool IsTexture = false;
};

/// A kernel that the host registers with the runtime.
struct DeviceKernel {
  std::string Name;
  std::string DisplayName;
  bool IsLoop = false;
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

/// Moves all device procedures and the data they use to a module of their own
/// and leaves in \p Host what the host needs. Run after the passes above that
/// lower launches. Fails, with messages, where device code uses host data or
/// procedures.
mlir::LogicalResult splitDeviceModule(mlir::ModuleOp Host, DevicePart &Part);

} // namespace warpfort

#endif // WARPFORT_TRANSFORMS_CUF_PASSES_H
