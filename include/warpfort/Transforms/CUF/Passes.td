//===-- Passes.td - Passes on CUDA Fortran operations ------*- tablegen -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations, command-line flags, options and documentation (docs/passes.md)
// of the passes of lib/Transforms/CUF. lib/Pipeline/Pipeline.cpp has their
// order; test/Transforms has a test named like each flag.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TRANSFORMS_CUF_PASSES_TD
#define WARPFORT_TRANSFORMS_CUF_PASSES_TD

include "mlir/Pass/PassBase.td"

//===-- Host code on device data ------------------------------------------===//

def CUFHostExpressionsPass
    : Pass<"warpfort-cuf-host-expressions", "::mlir::ModuleOp"> {
  let summary = "Make transfers and kernel loops of host code on device data";
  let description = [{
    Works on HLFIR, before anything is bufferized. Assignments between host and
    device memory become `cuf.data_transfer`, array expressions on device data
    become `cuf.kernel`, and what host code reads of device data otherwise is
    read from a copy in host memory.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::hlfir::hlfirDialect", "::cuf::CUFDialect",
    "::mlir::arith::ArithDialect"
  ];
}

def MakeMaskedLoopsPass
    : Pass<"warpfort-make-masked-loops", "::mlir::ModuleOp"> {
  let summary = "Make loops of WHERE constructs in device code";
  let description = [{
    Flang makes temporary arrays for what reads the array that a WHERE construct
    assigns. Where each such read is of the element that is assigned, the
    construct becomes an unordered loop over the elements.
  }];
}

//===-- Kernel loops and launches -----------------------------------------===//

def CUFOutlineKernelLoopsPass
    : Pass<"warpfort-cuf-outline-kernel-loops", "::mlir::ModuleOp"> {
  let summary = "Make kernels and launches of kernel loops";
  let description = [{
    Makes an `attributes(global)` procedure of each `cuf.kernel` and replaces
    the operation by a call of `warprt_launch_loops`. Scalars of the loop become
    private, reductions are completed by the last block that finishes, and
    variables that code behind the loop may read get the values of the last
    iteration.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::func::FuncDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::arith::ArithDialect"
  ];
}

def CUFLowerLaunchPass : Pass<"warpfort-cuf-lower-launch", "::mlir::ModuleOp"> {
  let summary = "Lower kernel launches to runtime calls";
  let description = [{
    Replaces each `cuf.kernel_launch` of host code by a call of
    `warprt_launch_kernel` with the addresses of the arguments, and the address
    of a kernel in host code by that of its handle. A launch in device code
    becomes a call of a function that the device linker expands.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::func::FuncDialect"
  ];
}

//===-- Host and device module --------------------------------------------===//

def CUFSplitDevicePass : Pass<"warpfort-cuf-split-device", "::mlir::ModuleOp"> {
  let summary = "Move device code and its data to a module of their own";
  let description = [{
    Moves device procedures, device data and what they use to a module that is
    nested in the host's module as its last operation, and leaves in the host's
    what the host needs. A program without device code gets no such module.
    Device code that uses data or procedures of the host is refused.
  }];
}

def CUFVerifyLaunchesPass
    : Pass<"warpfort-cuf-verify-launches", "::mlir::ModuleOp"> {
  let summary = "Verify that no kernel loop or launch is left";
  let description = [{
    Fails, with the location, where a `cuf.kernel` or `cuf.kernel_launch` is
    left behind the split into host and device module.
  }];
}

def CUFVerifyLoweredPass
    : Pass<"warpfort-cuf-verify-lowered", "::mlir::ModuleOp"> {
  let summary = "Verify that no CUDA Fortran operation is left";
  let description = [{
    Fails, with the location, where an operation of the CUF dialect is left in
    front of the translation to LLVM IR.
  }];
}

//===-- Device module -----------------------------------------------------===//

def CUFWholePredefinedPass
    : Pass<"warpfort-cuf-whole-predefined", "::mlir::func::FuncOp"> {
  let summary = "Make variables of predefined variables that are used as a whole";
  let description = [{
    Flang makes registers of the components of `threadidx`, `blockidx`,
    `blockdim` and `griddim`, and fails where device code uses the variable
    itself. There it gets a variable with the three components.
  }];
}

def CUFDeviceIntrinsicsPass
    : Pass<"warpfort-cuf-device-intrinsics", "::mlir::ModuleOp"> {
  let summary = "Expand intrinsic functions that ask the host's library";
  let description = [{
    IEEE_RINT and IEEE_INT set the processor's rounding mode before they round,
    and LLVM takes two roundings of one value in different modes to be the same:
    they become operations that round in a given mode. REDUCE becomes loops in
    device code, and of logical values on the host, whose library ends there.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect"
  ];
}

def CUFSmallCopiesPass : Pass<"warpfort-cuf-small-copies", "::mlir::ModuleOp"> {
  let summary = "Make variables of the thread of small copies of arguments";
  let description = [{
    Flang copies arguments that are not contiguous to memory from the heap.
    Copies of a small known size become variables of the thread, and the calls
    of the run-time library become loops.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::arith::ArithDialect", "::mlir::DLTIDialect"
  ];
}

def CUFCheckRuntimeCallsPass
    : Pass<"warpfort-cuf-check-runtime-calls", "::mlir::ModuleOp"> {
  let summary = "Refuse what the device's Fortran run-time library does not have";
  let description = [{
    Reports, with the location in the source, calls of Flang's run-time library
    that the device library has no version of, or whose version does not do what
    the types ask for.
  }];
}

def CUFPrepareDevicePass
    : Pass<"warpfort-cuf-prepare-device", "::mlir::ModuleOp"> {
  let summary = "Lower shared memory and by-value kernel parameters";
  let description = [{
    Shared memory becomes globals of NVVM's address space, to which the first
    thread gives initial values where a type has some, predefined variables
    become NVVM operations, and parameters that are passed as a block of bytes
    (descriptors, derived types, complex numbers) become `byval` pointers.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::fir::FIROpsDialect",
    "::mlir::arith::ArithDialect", "::mlir::DLTIDialect",
    "::mlir::NVVM::NVVMDialect"
  ];
}

def CUFDeviceMemoryPass
    : Pass<"warpfort-cuf-device-memory", "::mlir::ModuleOp"> {
  let summary = "Place objects of variable size in the device's heap";
  let description = [{
    Automatic arrays and temporaries of variable size, and large ones of
    constant size, come from the device's heap and go back to it at the end of
    their block.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::fir::FIROpsDialect",
    "::mlir::arith::ArithDialect", "::mlir::DLTIDialect"
  ];
}

//===-- Host module -------------------------------------------------------===//

def CUFFoldOnDevicePass
    : Pass<"warpfort-cuf-fold-on-device", "::mlir::ModuleOp"> {
  let summary = "Drop what host code has for the device only";
  let description = [{
    Replaces `on_device()` by false in procedures for both sides, drops the
    branches that are never taken then, and refuses device code that is left.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::arith::ArithDialect"
  ];
}

def CUFPrepareHostPass : Pass<"warpfort-cuf-prepare-host", "::mlir::ModuleOp"> {
  let summary = "Complete allocations and character transfers of host code";
  let description = [{
    Runs before Flang's conversion, for what that gets wrong: the memory of
    allocatable components, the length of characters in transfers, default
    values of device variables, copies of managed components, and device data
    that procedures without an explicit interface get.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::func::FuncDialect"
  ];
}

def CUFLowerDescriptorsPass
    : Pass<"warpfort-cuf-lower-descriptors", "::mlir::ModuleOp"> {
  let summary = "Put the descriptors of local device data on the stack";
  let description = [{
    Flang's code generation puts each descriptor of device memory into memory of
    its own that the device sees, and never gives it back. The descriptors of
    local device data become variables on the stack.
  }];
  let dependentDialects = ["::fir::FIROpsDialect"];
}

def CUFLowerAllocPass : Pass<"warpfort-cuf-lower-alloc", "::mlir::ModuleOp"> {
  let summary = "Lower the allocation of local device data to run-time calls";
  let description = [{
    Flang's conversion asks for too little memory where an array has both
    constant and other extents, and for characters.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::func::FuncDialect"
  ];
}

def CUFLowerPointerDeallocatePass
    : Pass<"warpfort-cuf-lower-pointer-deallocate", "::mlir::ModuleOp"> {
  let summary = "Lower the deallocation of device pointers to a run-time call";
  let description = [{
    Flang's conversion calls the run-time library's function for allocatables,
    which stops with "Invalid descriptor". This pass calls that for pointers;
    the memory goes back through the allocator that the descriptor names.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::func::FuncDialect"
  ];
}

def CUFDeviceAddressesPass
    : Pass<"warpfort-cuf-device-addresses", "::mlir::ModuleOp"> {
  let summary = "Ask for the address of a device variable where it is used";
  let description = [{
    Each device has its own copy of a module's device data, and a host procedure
    may change the current device anywhere: the address is looked up at each
    use, not at the head of the procedure.
  }];
}

def CUFHideDeviceMemoryPass
    : Pass<"warpfort-cuf-hide-device-memory", "::mlir::ModuleOp"> {
  let summary = "Keep code generation from giving descriptors device memory";
  let description = [{
    Runs in front of code generation, for the same reason: arguments lose their
    data attributes, and what allocates memory goes by another name.
  }];
}

def CUFDropDataAttributesPass
    : Pass<"warpfort-cuf-drop-data-attributes", "::mlir::ModuleOp"> {
  let summary = "Make ordinary globals of the host's shadows of device data";
  let description = [{
    What is left of device data in the host's module is a shadow by whose
    address the runtime knows it. Without its data attribute, FIR's code
    generation gives it no address space.
  }];
}

def ManagedAllocationsPass
    : Pass<"warpfort-managed-allocations", "::mlir::ModuleOp"> {
  let summary = "Allocate the variables of host code in managed memory";
  let description = [{
    With `-gpu=managed` and `-stdpar`. ALLOCATE calls `warprt_allocate_managed`,
    and calls of Flang's runtime that may allocate a variable stand between two
    of `warprt_manage_allocations`. Temporaries remain ordinary memory.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::func::FuncDialect"
  ];
}

def HostMemoryPass : Pass<"warpfort-host-memory", "::mlir::ModuleOp"> {
  let summary = "Place large local variables of host procedures in the heap";
  let description = [{
    The stack has 8 MB, and static memory would make procedures forget
    recursion. Automatic arrays, and variables of more than 64 KB, are allocated
    on entry and freed on each exit.
  }];
  let options = [
    Option<"StackArrays", "stack-arrays", "bool", "false",
           "Keep automatic arrays on the stack">
  ];
  let dependentDialects = ["::fir::FIROpsDialect", "::mlir::DLTIDialect"];
}

#endif // WARPFORT_TRANSFORMS_CUF_PASSES_TD
