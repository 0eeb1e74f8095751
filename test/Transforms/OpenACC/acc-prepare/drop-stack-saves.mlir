// RUN: %warpfort-opt --warpfort-acc-prepare=steps=drop-stack-saves %s | FileCheck %s
//
// A BLOCK construct saves the stack for nothing where its variables have a size
// that is known: each part of a kernels construct is a kernel.

// CHECK-LABEL: func.func @kernels(
// CHECK: acc.kernels {
// CHECK-NEXT: fir.alloca i32
// CHECK-NEXT: acc.terminator
func.func @kernels() {
  acc.kernels {
    %0 = llvm.intr.stacksave : !llvm.ptr
    %1 = fir.alloca i32
    llvm.intr.stackrestore %0 : !llvm.ptr
    acc.terminator
  }
  return
}

// An array of unknown size needs it, and host code is left alone.
// CHECK-LABEL: func.func @unknown(
// CHECK: acc.kernels {
// CHECK-NEXT: llvm.intr.stacksave
// CHECK: llvm.intr.stacksave
func.func @unknown(%n: index) {
  acc.kernels {
    %0 = llvm.intr.stacksave : !llvm.ptr
    %1 = fir.alloca !fir.array<?xi32>, %n
    llvm.intr.stackrestore %0 : !llvm.ptr
    acc.terminator
  }
  %2 = llvm.intr.stacksave : !llvm.ptr
  %3 = fir.alloca i32
  llvm.intr.stackrestore %2 : !llvm.ptr
  return
}

// A DO CONCURRENT in another one saves the stack for its index variable.
// CHECK-LABEL: func.func @parallel(
// CHECK: acc.parallel {
// CHECK-NEXT: fir.alloca i32
// CHECK-NEXT: acc.yield
func.func @parallel() {
  acc.parallel {
    %0 = llvm.intr.stacksave : !llvm.ptr
    %1 = fir.alloca i32
    llvm.intr.stackrestore %0 : !llvm.ptr
    acc.yield
  }
  return
}
