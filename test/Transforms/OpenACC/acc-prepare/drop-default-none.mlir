// RUN: %warpfort-opt --warpfort-acc-prepare=steps=drop-default-none %s | FileCheck %s
//
// The front end has checked DEFAULT(NONE); upstream's passes would leave scalars
// without clauses for it. DEFAULT(PRESENT) is theirs.

// CHECK-LABEL: func.func @none(
// CHECK: acc.parallel {
// CHECK-NOT: defaultAttr
func.func @none() {
  acc.parallel {
    acc.yield
  } attributes {defaultAttr = #acc<defaultvalue none>}
  return
}

// CHECK-LABEL: func.func @present(
// CHECK: acc.kernels {
// CHECK: defaultAttr = #acc<defaultvalue present>
func.func @present() {
  acc.kernels {
    acc.terminator
  } attributes {defaultAttr = #acc<defaultvalue present>}
  return
}
