// RUN: %warpfort-opt --warpfort-cuf-verify-lowered %s | FileCheck %s
//
// Attributes may be left: they are no operations.

// CHECK: func.func @kernel() attributes {cuf.proc_attr
func.func @kernel() attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  return
}
