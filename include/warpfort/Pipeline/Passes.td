//===-- Passes.td - Pipelines and the passes between them --*- tablegen -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations, command-line flags, options and documentation (docs/passes.md)
// of the pipelines that the compiler runs, as passes, and of the passes of
// lib/Pipeline. test/Transforms has a test named like each flag.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_PIPELINE_PASSES_TD
#define WARPFORT_PIPELINE_PASSES_TD

include "mlir/Pass/PassBase.td"

//===-- Pipelines ---------------------------------------------------------===//

def HLFIRToFIRPass : Pass<"warpfort-hlfir-to-fir", "::mlir::ModuleOp"> {
  let summary = "Run the compiler's passes from HLFIR to FIR";
  let description = [{
    Input: `a.hlfir.mlir`; output: `a.fir.mlir` of `warpfort -gpu=keep`.
  }];
  let options = [
    Option<"OptLevel", "opt-level", "unsigned", "2",
           "Optimization level, 0 to 3">,
    Option<"Bounds", "bounds", "bool", "false",
           "Check array bounds, as with -Mbounds">
  ];
}

def ACCLoweringPass : Pass<"warpfort-acc-lowering", "::mlir::ModuleOp"> {
  let summary = "Run the compiler's passes from OpenACC operations to kernels";
  let description = [{
    Input: `a.fir.mlir`; output: `a.acc.mlir` of `warpfort -gpu=keep`.
  }];
}

def CUFLoweringPass : Pass<"warpfort-cuf-lowering", "::mlir::ModuleOp"> {
  let summary = "Run the compiler's passes from kernel loops and launches to two modules";
  let description = [{
    Input: `a.acc.mlir`, or `a.fir.mlir` without OpenACC. The device's module is
    nested in the host's. The compiler writes `a.cuf.mlir` in front of the
    split.
  }];
}

def DeviceCodeGenPass : Pass<"warpfort-device-codegen", "::mlir::ModuleOp"> {
  let summary = "Run the compiler's passes from the device's FIR to the LLVM dialect";
  let description = [{
    Input: a device module, or a host module with one nested in it; output:
    `a.device-llvm.mlir` of `warpfort -gpu=keep`. The compiler writes
    `a.device-fir.mlir` in between.
  }];
  let options = [
    Option<"OptLevel", "opt-level", "unsigned", "2",
           "What the debug information says of optimization, 0 to 3">,
    Option<"Debug", "debug", "bool", "false",
           "Debug information, as with -g">,
    Option<"LineInfo", "line-info", "bool", "false",
           "Line tables, as with -gpu=lineinfo">,
    Option<"Check", "check", "bool", "false",
           "Names of variables in line tables, as with -gpu=check">,
    Option<"Bounds", "bounds", "bool", "false",
           "Check array bounds, as with -Mbounds">,
    Option<"Pointers", "pointers", "bool", "false",
           "Check pointers, as with -Mchkptr">
  ];
}

def HostCodeGenPass : Pass<"warpfort-host-codegen", "::mlir::ModuleOp"> {
  let summary = "Run the compiler's passes from the host's FIR to the LLVM dialect";
  let description = [{
    Input: a host module, from which a nested device module is dropped; output:
    `a.host-llvm.mlir` of `warpfort -gpu=keep`. The compiler writes
    `a.host-fir.mlir` in between.
  }];
  let options = [
    Option<"OptLevel", "opt-level", "unsigned", "2",
           "Optimization level, 0 to 3">,
    Option<"Bounds", "bounds", "bool", "false",
           "Check array bounds, as with -Mbounds">,
    Option<"Pointers", "pointers", "bool", "false",
           "Check pointers, as with -Mchkptr">,
    Option<"StackArrays", "stack-arrays", "bool", "false",
           "Keep automatic arrays on the stack">,
    Option<"ManagedAllocations", "managed-allocations", "bool", "false",
           "What host code allocates is managed memory">
  ];
}

//===-- Faster forms of host code -----------------------------------------===//

def ExpandConstantAssignmentsPass
    : Pass<"warpfort-expand-constant-assignments", "::mlir::func::FuncOp"> {
  let summary = "Make stores of assignments of constants to small arrays";
  let description = [{
    Tables are often filled by thousands of assignments of constants to small
    sections. A loop for each makes LLVM slow, which is quadratic in the loops
    of a procedure: a contiguous array constructor becomes one copy, anything
    else up to eight stores.
  }];
  let dependentDialects = ["::fir::FIROpsDialect"];
}

def LowerCharacterComparisonsPass
    : Pass<"warpfort-lower-character-comparisons", "::mlir::func::FuncOp"> {
  let summary = "Search for the case of SELECT CASE on characters";
  let description = [{
    Flang compares the selector with one case after the other, each with a loop
    over the characters in line: LLVM's time is more than linear in the cases.
    In host code the cases are sorted and searched by halves, with a call of the
    run-time library for each comparison. Where a procedure has many comparisons
    otherwise, they are calls as well.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect"
  ];
}

//===-- Between upstream's passes -----------------------------------------===//

def ExpandDeviceCodePass
    : Pass<"warpfort-expand-device-code", "::mlir::func::FuncOp"> {
  let summary = "Expand array operations of device code in line with -O0";
  let description = [{
    With -O0 Flang calls its run-time library for every array operation, also
    where that fails (real(2)) or costs a temporary in the device's heap: device
    code gets what the other levels do on HLFIR.
  }];
}

def FoldConstantsPass
    : Pass<"warpfort-fold-constants", "::mlir::func::FuncOp"> {
  let summary = "Fold constants and drop unreachable code, without merging blocks";
  let description = [{
    Branches that look alike stay apart: as one block they would have the data
    and shapes in which they differ as arguments, and transfers, launches and
    FIR's conversions need to see what these are.
  }];
}

def SetDeviceTargetPass
    : Pass<"warpfort-set-device-target", "::mlir::ModuleOp"> {
  let summary = "Give the device module the triple and data layout of NVPTX";
  let description = [{
    The device's module is the one that is nested in the host's.
  }];
}

//===-- Array bounds ------------------------------------------------------===//

def MarkSubscriptsPass
    : Pass<"warpfort-mark-subscripts", "::mlir::func::FuncOp"> {
  let summary = "Note in locations which subscripts the program wrote";
  let description = [{
    For `warpfort-check-bounds`: the location of an element or section gets a
    name, `subscripts of x%a`, which lowering and outlining keep. With `scalars`,
    for `warpfort-name-accesses`, so do accesses of scalars.
  }];
  let options = [
    Option<"Scalars", "scalars", "bool", "false",
           "Mark accesses of scalars, too">
  ];
}

def DeclareKernelVariablesPass : Pass<"warpfort-declare-kernel-variables", "::mlir::ModuleOp"> {
  let summary = "Declare the variables of kernels of loops for debuggers";
  let description = [{
    With `-g`, on device code. What a loop has of the procedure that it is in
    comes to its kernel as a parameter, or as memory of the thread, which have
    the variable's name. Debug information is made of declarations.

    ```
    func @loop_kernel(%a : !fir.ref<!fir.array<?xf32>> {fir.bindc_name = "a"})
      %t = fir.alloca f32 {bindc_name = "t"}
    -> fir.declare %t {uniq_name = "_QEt"}
       fir.declare %a(%shape) {uniq_name = "_QEa"}
    ```
  }];
  let dependentDialects = ["::fir::FIROpsDialect"];
}

def NameAccessesPass : Pass<"warpfort-name-accesses", "::mlir::ModuleOp"> {
  let summary = "Keep the names of variables in the debug information of accesses";
  let description = [{
    With `-gpu=check`, on the LLVM dialect of device code. Loads and stores whose
    address or own location was marked by `warpfort-mark-subscripts` get a scope
    whose file has the variable's name. LLVM keeps it as it keeps lines; the
    device linker takes it away again.
  }];
}

def CheckBoundsPass : Pass<"warpfort-check-bounds", "::mlir::ModuleOp"> {
  let summary = "Compare subscripts with the bounds of arrays";
  let description = [{
    With `-Mbounds`, `-C` and `-fcheck=bounds`. Before each element or section
    that `warpfort-mark-subscripts` marked, a subscript outside of the bounds is
    reported by a call of the runtime or of the device library, which ends the
    program. The last dimension of an assumed-size array has no upper bound.
  }];
  let options = [
    Option<"Device", "device", "bool", "false",
           "The procedures are device code">
  ];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

def CheckSubstringsPass
    : Pass<"warpfort-check-substrings", "::mlir::ModuleOp"> {
  let summary = "Compare substrings with the lengths of characters";
  let description = [{
    With `-Mbounds`. Before each substring that the program wrote, of a variable
    whose length is known there, one with characters outside of it is reported
    by a call of the runtime, which ends the program. In kernel loops and OpenACC
    constructs the call compares, so that there are no branches in their bodies.
    `warpfort-check-bounds` makes calls of the device library of those in device
    code.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

def CheckPointersPass : Pass<"warpfort-check-pointers", "::mlir::ModuleOp"> {
  let summary = "Report uses of pointers that are null";
  let description = [{
    With `-Mchkptr`. Before each use of what a pointer or an allocatable leads
    to, one without a target or memory is reported by a call of the runtime or
    of the device library, which ends the program. Uses are elements, sections,
    values, and actual arguments whose dummy arguments are not pointers; not
    ALLOCATED, ASSOCIATED and other inquiries.
  }];
  let options = [
    Option<"Device", "device", "bool", "false",
           "The procedures are device code">
  ];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

//===-- For tests ---------------------------------------------------------===//

def ProvokeFaultPass : Pass<"warpfort-provoke-fault", "::mlir::ModuleOp"> {
  let summary = "Go wrong, for tests of the report";
  let description = [{
    What `-fprovoke-fault=` asks for, at the last assignment of the module:
    `pass` fails without a message, `message` with one that is not for users,
    `verifier` makes code that does not verify; all else is what provokeFault()
    knows at the point `pass`.
  }];
  let options = [
    Option<"Kind", "kind", "std::string", "\"\"", "What goes wrong">
  ];
}

#endif // WARPFORT_PIPELINE_PASSES_TD
