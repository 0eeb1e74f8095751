// RUN: %warpfort-opt --warpfort-cuf-lower-launch --split-input-file --verify-diagnostics %s

func.func private @_QMmPk() attributes {cuf.proc_attr = #cuf.cuda_proc<global>}
func.func @_QMmPparent() attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  %c1 = arith.constant 1 : i32
  // expected-error @+1 {{launch of a kernel from device code is not supported}}
  cuf.kernel_launch @_QMmPk<<<%c1, %c1, %c1, %c1, %c1, %c1>>>()
  return
}
