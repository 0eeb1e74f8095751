// RUN: %warpfort-opt --warpfort-cuf-lower-launch %s | FileCheck %s

// What launches say of the shape of blocks, if all that are known agree: one of
// constants and one that only the program knows (@shaped), two of constants
// (@apart), a variable that is given an extent (@stored).
// CHECK: func.func @_QMmPshaped({{.*}}warpfort.launched_shape = array<i32: 32, 8, 1>
// CHECK: func.func @_QMmPapart({{.*}}attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
// CHECK: func.func @_QMmPstored({{.*}}warpfort.launched_shape = array<i32: 128, 1, 1>
// CHECK: func.func @_QMmPlarge({{.*}}attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
func.func @_QMmPshaped(%n: i32) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  return
}
func.func @_QMmPapart(%n: i32) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  return
}
func.func @_QMmPstored(%n: i32) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  return
}
func.func @_QMmPlarge(%n: i32) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  return
}
func.func @_QPshapes(%n: i32) {
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %c32 = arith.constant 32 : i32
  %c128 = arith.constant 128 : i32
  %0 = fir.alloca i32 {bindc_name = "threads"}
  %1 = fir.declare %0 {uniq_name = "_QFshapesEthreads"} : (!fir.ref<i32>) -> !fir.ref<i32>
  fir.store %c128 to %1 : !fir.ref<i32>
  %threads = fir.load %1 : !fir.ref<i32>
  cuf.kernel_launch @_QMmPshaped<<<%c1, %c1, %c1, %c32, %c8, %c1>>>(%n) : (i32)
  cuf.kernel_launch @_QMmPshaped<<<%c1, %c1, %c1, %n, %c8, %c1>>>(%n) : (i32)
  cuf.kernel_launch @_QMmPapart<<<%c1, %c1, %c1, %c32, %c8, %c1>>>(%n) : (i32)
  cuf.kernel_launch @_QMmPapart<<<%c1, %c1, %c1, %c32, %c1, %c1>>>(%n) : (i32)
  cuf.kernel_launch @_QMmPstored<<<%c1, %c1, %c1, %threads, %c1, %c1>>>(%n) : (i32)
  cuf.kernel_launch @_QMmPlarge<<<%c1, %c1, %c1, %c128, %c32, %c1>>>(%n) : (i32)
  return
}
