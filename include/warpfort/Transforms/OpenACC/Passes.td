//===-- Passes.td - OpenACC passes -------------------------*- tablegen -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations, command-line flags, options and documentation (docs/passes.md)
// of the passes of lib/Transforms/OpenACC. lib/Pipeline/Pipeline.cpp has their
// order; test/Transforms has a test named like each flag.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TRANSFORMS_OPENACC_PASSES_TD
#define WARPFORT_TRANSFORMS_OPENACC_PASSES_TD

include "mlir/Pass/PassBase.td"

//===-- On HLFIR ----------------------------------------------------------===//

def ACCUseDeviceCanonicalizerPass
    : Pass<"warpfort-acc-use-device-canonicalizer", "::mlir::ModuleOp"> {
  let summary = "Have HOST_DATA constructs use device addresses in all places";
  let description = [{
    Does for HLFIR what LLVM's main branch has `acc-use-device-canonicalizer`
    for: of the two results of a declaration USE_DEVICE has the first, and both
    are the device's in the construct. An absent argument is absent there. With
    upstream's pass this one goes.
  }];
  let dependentDialects = ["::fir::FIROpsDialect", "::hlfir::hlfirDialect"];
}

def KeepAllocationsPass
    : Pass<"warpfort-keep-allocations", "::mlir::ModuleOp"> {
  let summary = "Keep the allocation of variables that compute constructs assign";
  let description = [{
    An assignment to a whole allocatable variable of the host may allocate it
    anew, which device code cannot do. In compute constructs it assigns the
    elements of the array that is there; without the allocation most need no
    temporary array. An assignment that would have to allocate ends the program;
    array statements of kernels constructs are not checked.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect"
  ];
}

def KeepCapturesPass : Pass<"warpfort-keep-captures", "::mlir::ModuleOp"> {
  let summary = "Keep updates of atomic captures from being folded away";
  let description = [{
    Canonicalization drops an `acc.atomic.update` whose value does not change,
    and what is left of the `acc.atomic.capture` around it is invalid (seen in
    MLIR 22). `fir.no_reassoc` around the value keeps it.
  }];
  let dependentDialects = ["::fir::FIROpsDialect"];
}

def RecoverLoopsPass : Pass<"warpfort-recover-loops", "::mlir::ModuleOp"> {
  let summary = "Give loops that Flang made basic blocks of their bounds back";
  let description = [{
    Where the body of a loop branches, Flang makes basic blocks of all loops
    around it: their `acc.loop` has no bounds, or, where no directive names them,
    there is none. The blocks that count are recognised and removed; those of the
    body remain, in one operation of a loop with the bounds of all loops that
    COLLAPSE counts, or of an `acc.loop` that is `auto`.
  }];
  let dependentDialects = [
    "::mlir::cf::ControlFlowDialect", "::mlir::scf::SCFDialect"
  ];
}

//===-- On FIR ------------------------------------------------------------===//

def ACCPreparePass : Pass<"warpfort-acc-prepare", "::mlir::ModuleOp"> {
  let summary = "Bring OpenACC constructs into the form that the passes expect";
  let description = [{
    Runs in front of the upstream passes. Its steps, with the reason for the
    order of each, stand in one table in ACCPrepare.cpp. The option `steps` runs
    the named ones only, for tests.
  }];
  let options = [
    ListOption<"OnlySteps", "steps", "std::string",
               "Run these steps only, in this order">,
    Option<"DumpAfter", "dump-after", "std::string", /*default=*/"",
           "Print the IR after the step of this name to standard error">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::acc::OpenACCDialect",
    "::fir::FIROpsDialect", "::mlir::scf::SCFDialect"
  ];
}

def ACCRoutinesPass : Pass<"warpfort-acc-routines", "::mlir::ModuleOp"> {
  let summary = "Make device procedures of OpenACC routines";
  let description = [{
    A procedure with a routine directive becomes a device procedure, and gets a
    form for each level whose threads enter it together. Calls in device code
    are checked against the levels of the routine.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::func::FuncDialect", "::cuf::CUFDialect"
  ];
}

def ACCLegalizeSerialPass
    : Pass<"warpfort-acc-legalize-serial", "::mlir::func::FuncOp"> {
  let summary = "Make PARALLEL constructs with one thread of SERIAL constructs";
  let description = [{
    Folds constants, too, as upstream's `acc-legalize-serial` does. That pass
    also merges blocks of a procedure that look alike (seen in MLIR 22): the
    shapes in which they differ become arguments of the one block, and these
    FIR cannot convert.
  }];
  let dependentDialects = [
    "::mlir::acc::OpenACCDialect", "::mlir::arith::ArithDialect"
  ];
}

def ACCSectionsPass : Pass<"warpfort-acc-sections", "::mlir::func::FuncOp"> {
  let summary = "Ask for an array that clauses name several sections of";
  let description = [{
    Device code finds an array at one address, but its sections in clauses may
    be in several places. Upstream takes one of the sections for all that a
    construct uses. Here, the construct asks for the array, of which a part that
    is present will do, if it is the only one: sections in two places end the
    program with a message.
  }];
  let dependentDialects = ["::mlir::acc::OpenACCDialect"];
}

def ACCDeclareGlobalsPass
    : Pass<"warpfort-acc-declare-globals", "::mlir::ModuleOp"> {
  let summary = "Declare globals that device code uses, as upstream does";
  let description = [{
    Runs upstream's `acc-implicit-declare` on the module without the recipes
    that use no global: it searches the module for the uses of each recipe,
    before it looks at what is in it.
  }];
  let dependentDialects = [
    "::mlir::acc::OpenACCDialect", "::fir::FIROpsDialect"
  ];
}

def ACCImplicitCopiesPass
    : Pass<"warpfort-acc-implicit-copies", "::mlir::ModuleOp"> {
  let summary = "Copy arrays that a construct only reads to the device only";
  let description = [{
    Upstream's pass gives an array without a clause the clause `copy`. One that
    the construct only reads is not copied back. Scalars of an asynchronous
    construct, as results of reductions are, are copied in its queue.
  }];
  let dependentDialects = [
    "::mlir::acc::OpenACCDialect", "::fir::FIROpsDialect"
  ];
}

def ACCReportDataPass : Pass<"warpfort-acc-report-data", "::mlir::ModuleOp"> {
  let summary = "Note what OpenACC data clauses do, for messages";
  let description = [{
    Attaches to each function what `-Minfo=accel` says of its data clauses.
  }];
}

def ACCInferPurePass : Pass<"warpfort-acc-infer-pure", "::mlir::ModuleOp"> {
  let summary = "Find functions that are pure and do not say so";
  let description = [{
    In loops of OpenACC, calls of functions that assign to nothing but local
    variables get the attribute that calls of PURE functions have, so that the
    dependence test knows that they change nothing.
  }];
  let dependentDialects = ["::fir::FIROpsDialect"];
}

def ACCSeparatePointersPass
    : Pass<"warpfort-acc-separate-pointers", "::mlir::ModuleOp"> {
  let summary = "Make versions of constructs for pointers that are apart";
  let description = [{
    Where all that stands against the independence of a loop's iterations is
    that pointers may lead to the same data, the construct gets a second
    version, in which they do not. `warprt_acc_are_apart` says which one runs.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::scf::SCFDialect"
  ];
}

def ACCOutlinePass : Pass<"warpfort-acc-outline", "::mlir::ModuleOp"> {
  let summary = "Make kernels of OpenACC compute constructs";
  let description = [{
    Makes an `attributes(global)` procedure of each compute construct, or of
    each part of a kernels construct, and launches it with `warprt_acc_launch`.

    With `host-trips` loops whose bounds are computed from variables of data
    clauses get the host's values of these, as far as they are known before the
    launch; with `compare-trips` kernels compare the trip counts that both have
    and warn of differences or end the program.
  }];
  let options = [
    Option<"HostTrips", "host-trips", "bool", "false",
           "Evaluate bounds of loops on the host (-gpu=tripcount:host)">,
    Option<"CompareTrips", "compare-trips", "::warpfort::TripComparison",
           "::warpfort::TripComparison::None",
           "What a kernel does where the host's trip count differs",
           [{::llvm::cl::values(
               clEnumValN(::warpfort::TripComparison::None, "none", "nothing"),
               clEnumValN(::warpfort::TripComparison::Warn, "warn",
                          "a warning"),
               clEnumValN(::warpfort::TripComparison::Check, "check",
                          "it ends the program"))}]>
  ];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::func::FuncDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::acc::OpenACCDialect", "::cuf::CUFDialect"
  ];
}

def ACCLowerKernelsPass
    : Pass<"warpfort-acc-lower-kernels", "::mlir::ModuleOp"> {
  let summary = "Distribute the loops of OpenACC kernels";
  let description = [{
    Distributes the loops of kernels and routines over gangs, workers and vector
    lanes, completes their reductions and gives their threads private variables.
    Loops that are left in host code are sequential.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::func::FuncDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

def ACCLowerDataPass : Pass<"warpfort-acc-lower-data", "::mlir::ModuleOp"> {
  let summary = "Lower OpenACC data constructs and clauses to runtime calls";
  let description = [{
    Replaces data constructs and clauses, update, wait, init, shutdown and set
    directives by calls of the runtime. No OpenACC operation is left.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::func::FuncDialect",
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def ACCStructuredControlPass
    : Pass<"warpfort-acc-structured-control", "::mlir::ModuleOp"> {
  let summary = "Convert loops and conditions of OpenACC code to FIR's";
  let description = [{
    OpenACC lowering, upstream's and ours, makes `scf.for` and `scf.if` around
    code with `fir.do_loop` and `fir.if`. Those become branches first, which an
    SCF region may not hold: the outer ones become FIR's as well.
  }];
  let dependentDialects = [
    "::fir::FIROpsDialect", "::mlir::arith::ArithDialect"
  ];
}

def ACCVerifyLoweredPass
    : Pass<"warpfort-acc-verify-lowered", "::mlir::ModuleOp"> {
  let summary = "Verify that no OpenACC operation is left";
  let description = [{
    Fails, with the location, where an operation of the OpenACC dialect is left
    behind OpenACC lowering.
  }];
}

//===-- Behind the split into host and device module ----------------------===//

def ACCBindDeviceCallsPass
    : Pass<"warpfort-acc-bind-device-calls", "::mlir::ModuleOp"> {
  let summary = "Call in device code what the bind clauses of routines name";
  let description = [{
    Device code, in the module that is nested in the host's, calls what the bind
    clause names; host code calls the routine itself. Procedures of other files
    that may be routines get the form that one thread may call; only the link
    knows whether there is one.
  }];
}

#endif // WARPFORT_TRANSFORMS_OPENACC_PASSES_TD
