//===-- Passes.td - Repairs of what Flang makes -----------*- tablegen -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations, command-line flags, options and documentation (docs/passes.md)
// of the passes of lib/Flang. lib/Pipeline/Pipeline.cpp has their order;
// test/Transforms has a test named like each flag.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_FLANG_PASSES_TD
#define WARPFORT_FLANG_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckAutomaticArraysPass
    : Pass<"warpfort-check-automatic-arrays", "::mlir::func::FuncOp"> {
  let summary = "End the program where an automatic array is too large";
  let description = [{
    The extents and bytes of automatic arrays wrap in Flang's code (seen in
    Flang 22): the array gets memory for what is left of them. What the bounds
    say is counted in floating point beside that.
  }];
  let dependentDialects = ["::fir::FIROpsDialect"];
}

def DescribeSelectedObjectsPass
    : Pass<"warpfort-describe-selected-objects", "::mlir::ModuleOp"> {
  let summary = "Make descriptors of associate names of SELECT TYPE in data clauses";
  let description = [{
    Where a data clause names what SELECT TYPE knows the type of, Flang makes
    the descriptor of the device's object by converting its address (seen in
    Flang 22). A scalar gets `fir.embox`; an array is refused.
  }];
  let dependentDialects = ["::fir::FIROpsDialect"];
}

def EmptyReductionRecipesPass
    : Pass<"warpfort-empty-reduction-recipes", "::mlir::ModuleOp"> {
  let summary = "Drop the bodies of OpenACC reduction recipes";
  let description = [{
    Of what reduction clauses refer to, only the operator counts: the device
    library combines. Flang's code there is not always valid (seen in Flang 22:
    logical arrays get values of another type).
  }];
  let dependentDialects = ["::mlir::acc::OpenACCDialect"];
}

def EquivalencedLocalsPass
    : Pass<"warpfort-equivalenced-locals", "::mlir::ModuleOp"> {
  let summary = "Make variables of what LOCAL names of an EQUIVALENCE";
  let description = [{
    Flang addresses variables of an EQUIVALENCE by pointers, and makes a pointer
    of what LOCAL and LOCAL_INIT name of them, in place of a variable, which its
    own passes cannot expand (seen in Flang 22).
  }];
  let dependentDialects = ["::fir::FIROpsDialect"];
}

def KeepBoundsOfLocalsPass
    : Pass<"warpfort-keep-bounds-of-locals", "::mlir::func::FuncOp"> {
  let summary = "Keep lower bounds of variables in LOCAL and LOCAL_INIT";
  let description = [{
    Where something leaves a loop in a DO CONCURRENT of host code, Flang's
    variables for what LOCAL and LOCAL_INIT name begin with 1 in place of dummy
    arrays of assumed shape that begin elsewhere (seen in Flang 22).
  }];
  let dependentDialects = ["::fir::FIROpsDialect"];
}

def OrderStackArraysPass
    : Pass<"warpfort-order-stack-arrays", "::mlir::func::FuncOp"> {
  let summary = "Put arrays on the stack into the order of their use";
  let description = [{
    Flang's pass that moves arrays from the heap to the stack visits them in the
    order of their addresses in the compiler's memory (seen in Flang 22), so two
    runs of the compiler would make two programs. Allocations that stand together
    are put into the order in which they are used.
  }];
}

def RestoreAssumedSizesPass
    : Pass<"warpfort-restore-assumed-sizes", "::mlir::ModuleOp"> {
  let summary = "Give arrays of assumed size no last extent in internal procedures";
  let description = [{
    An internal procedure gets the descriptors of its host's arrays. The last
    extent of an array of assumed size is -1 there, and Flang declares the array
    with it as with any other (seen in Flang 22), which OpenACC would take for
    one without elements. It becomes `fir.assumed_size_extent`, as in the host.
  }];
  let dependentDialects = ["::fir::FIROpsDialect"];
}

def ShapedDescriptorsPass
    : Pass<"warpfort-shaped-descriptors", "::mlir::func::FuncOp"> {
  let summary = "Give descriptors of arrays with constant extents a shape";
  let description = [{
    Flang makes the descriptor of a component with lower bounds and constant
    extents without a shape, and the canonicalization of `fir.array_coor` takes
    its address without one (seen in Flang 22): addresses of elements are wrong
    from the second dimension on.
  }];
  let dependentDialects = ["::fir::FIROpsDialect",
                           "::mlir::arith::ArithDialect"];
}

def ShiftFromOnePass : Pass<"warpfort-shift-from-one", "::mlir::func::FuncOp"> {
  let summary = "Give arguments of CSHIFT and EOSHIFT lower bounds of 1";
  let description = [{
    Flang's expansion of CSHIFT and EOSHIFT takes sections of their arrays whose
    subscripts begin with 1 (seen in Flang 22): pointers, allocatables and dummy
    arguments that begin elsewhere get a descriptor that does.
  }];
  let dependentDialects = ["::fir::FIROpsDialect"];
}

def SplitInitialValuesPass
    : Pass<"warpfort-split-initial-values", "::mlir::ModuleOp"> {
  let summary = "Make parts of the initial values of large arrays";
  let description = [{
    The translation to LLVM IR makes a constant of the whole array for each
    element of a static array of records or characters, which takes minutes for
    100 000 elements (seen in Flang 22). The elements of larger arrays become
    variables of some elements each; `join-initial-values` makes the constant
    of them.
  }];
  let dependentDialects = ["::fir::FIROpsDialect"];
}

def VectorSubscriptBoundsPass
    : Pass<"warpfort-vector-subscript-bounds", "::mlir::func::FuncOp"> {
  let summary = "Correct the bounds of READ with vector subscripts";
  let description = [{
    READ into an array with vector subscripts is a loop over `fir.array_coor`
    with a slice, which Flang makes for arrays that begin with 1 (seen in Flang
    22): dimensions with a vector subscript begin with 1, triplets without their
    last subscript end with the extent, also those that run backwards, in arrays
    that begin with 1, too. What is read went to other memory. These bounds are
    those of the array here.
  }];
  let dependentDialects = ["::fir::FIROpsDialect",
                           "::mlir::arith::ArithDialect"];
}

def WidenHalfReductionsPass
    : Pass<"warpfort-widen-half-reductions", "::mlir::func::FuncOp"> {
  let summary = "Compute transformational functions of REAL(2) in kind 4";
  let description = [{
    Flang's run-time library has no SUM, MAXVAL, MATMUL and the like of REAL(2)
    and COMPLEX(2). Those of host code that are not expanded in line work on
    copies of kind 4.
  }];
}

def WidenTripCountsPass
    : Pass<"warpfort-widen-trip-counts", "::mlir::func::FuncOp"> {
  let summary = "Count the rounds of loops of basic blocks in 64 bits";
  let description = [{
    Flang computes how many rounds a loop of basic blocks has, one with an EXIT
    for example, in the kind of its variable, where the distance between the
    limits may wrap around: such a loop has no round at all (seen in Flang 22).
    Those of other loops are counted in 64 bits.
  }];
  let dependentDialects = ["::fir::FIROpsDialect",
                           "::mlir::arith::ArithDialect"];
}

def DropUnsignedClaimsPass
    : Pass<"warpfort-drop-unsigned-claims", "::mlir::ModuleOp"> {
  let summary = "Drop claims that sums do not wrap as unsigned numbers";
  let description = [{
    Flang's expansion of CSHIFT and EOSHIFT claims that sums with a negative
    shift do not wrap as unsigned numbers (seen in Flang 22): LLVM then makes
    loops that write too much.
  }];
}

def YieldedLengthsPass : Pass<"warpfort-yielded-lengths", "::mlir::func::FuncOp"> {
  let summary = "Yield characters with the length that their expression has";
  let description = [{
    An array of characters in parentheses is an elemental expression of unknown
    length to Flang, though the elements of a component have a constant one (seen
    in Flang 22). Where a WHERE or FORALL puts the element in place of its use,
    as the argument of an elemental function, the types differ and compilation
    ends. The element is yielded with the length that the expression has, and
    as a value where parentheses are around it.
  }];
  let dependentDialects = ["::fir::FIROpsDialect"];
}

#endif // WARPFORT_FLANG_PASSES_TD
