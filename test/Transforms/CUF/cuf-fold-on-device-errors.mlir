// RUN: %warpfort-opt --warpfort-cuf-fold-on-device --split-input-file --verify-diagnostics %s

func.func private @warprt_on_device() -> !fir.logical<4>
func.func private @_QMmPonly_there() attributes {cuf.proc_attr = #cuf.cuda_proc<device>}
func.func @_QPboth(%flag: i1) attributes {cuf.proc_attr = #cuf.cuda_proc<host_device>} {
  %0 = fir.call @warprt_on_device() : () -> !fir.logical<4>
  %1 = fir.convert %0 : (!fir.logical<4>) -> i1
  %2 = arith.ori %flag, %1 : i1
  fir.if %2 {
    // expected-error @+1 {{device procedure 'only_there' may be reached on the host: in a procedure for both sides it must stand under IF (on_device())}}
    fir.call @_QMmPonly_there() : () -> ()
    // expected-error @+1 {{this device procedure may be reached on the host}}
    nvvm.barrier0
  }
  return
}

// -----

fir.global @_QM__fortran_builtinsE__builtin_warpsize : i32
func.func @_QPvariable() -> i32 attributes {cuf.proc_attr = #cuf.cuda_proc<host_device>} {
  %0 = fir.address_of(@_QM__fortran_builtinsE__builtin_warpsize) : !fir.ref<i32>
  %1 = fir.declare %0 {uniq_name = "_QM__fortran_builtinsE__builtin_warpsize"} : (!fir.ref<i32>) -> !fir.ref<i32>
  // expected-error @+1 {{a predefined variable of device code may be reached on the host}}
  %2 = fir.load %1 : !fir.ref<i32>
  return %2 : i32
}
