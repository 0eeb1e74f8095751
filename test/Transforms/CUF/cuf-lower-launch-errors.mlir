// RUN: %warpfort-opt --warpfort-cuf-lower-launch --split-input-file --verify-diagnostics %s

func.func private @_QMmPk(!fir.boxproc<() -> ()>) attributes {cuf.proc_attr = #cuf.cuda_proc<global>}
func.func @_QPhost(%p: !fir.boxproc<() -> ()>) {
  %c1 = arith.constant 1 : i32
  // expected-error @+1 {{a procedure as argument of a kernel is not supported}}
  cuf.kernel_launch @_QMmPk<<<%c1, %c1, %c1, %c1, %c1, %c1>>>(%p) : (!fir.boxproc<() -> ()>)
  return
}

// -----

func.func private @_QMmPk(!fir.boxproc<() -> ()>) attributes {cuf.proc_attr = #cuf.cuda_proc<global>}
func.func @_QMmPparent(%p: !fir.boxproc<() -> ()>) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
  %c1 = arith.constant 1 : i32
  // expected-error @+1 {{a procedure as argument of a kernel is not supported}}
  cuf.kernel_launch @_QMmPk<<<%c1, %c1, %c1, %c1, %c1, %c1>>>(%p) : (!fir.boxproc<() -> ()>)
  return
}
