// RUN: %warpfort-opt --warpfort-cuf-prepare-device --verify-diagnostics --split-input-file %s

// Not all threads need enter a device procedure.
module attributes {fir.defaultkind = "a1c4d8i4l4r4", fir.kindmap = "", fir.triple = "x86_64-unknown-linux-gnu", llvm.data_layout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"} {
  func.func @_QMmPf() attributes {cuf.proc_attr = #cuf.cuda_proc<device>} {
    // expected-error@+1 {{shared variable of a derived type with pointers or initial values is supported among the declarations of a kernel only, whose threads all wait for these}}
    %0 = cuf.shared_memory !fir.type<_QMmTr{q:i32}> {uniq_name = "_QMmFfEs"} -> !fir.ref<!fir.type<_QMmTr{q:i32}>>
    %1 = fir.declare %0 {uniq_name = "_QMmFfEs"} : (!fir.ref<!fir.type<_QMmTr{q:i32}>>) -> !fir.ref<!fir.type<_QMmTr{q:i32}>>
    %2 = fir.address_of(@_QQ_QMmTr.DerivedInit) : !fir.ref<!fir.type<_QMmTr{q:i32}>>
    fir.copy %2 to %1 no_overlap : !fir.ref<!fir.type<_QMmTr{q:i32}>>, !fir.ref<!fir.type<_QMmTr{q:i32}>>
    return
  }
  fir.global internal @_QQ_QMmTr.DerivedInit constant : !fir.type<_QMmTr{q:i32}>
}

// -----

// Nor a construct.
module attributes {fir.defaultkind = "a1c4d8i4l4r4", fir.kindmap = "", fir.triple = "x86_64-unknown-linux-gnu", llvm.data_layout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"} {
  func.func @_QMmPk(%c: i1) attributes {cuf.proc_attr = #cuf.cuda_proc<global>} {
    fir.if %c {
      // expected-error@+1 {{among the declarations of a kernel only}}
      %0 = cuf.shared_memory !fir.type<_QMmTr{q:i32}> {uniq_name = "_QMmFkEs"} -> !fir.ref<!fir.type<_QMmTr{q:i32}>>
      %1 = fir.declare %0 {uniq_name = "_QMmFkEs"} : (!fir.ref<!fir.type<_QMmTr{q:i32}>>) -> !fir.ref<!fir.type<_QMmTr{q:i32}>>
      %2 = fir.address_of(@_QQ_QMmTr.DerivedInit) : !fir.ref<!fir.type<_QMmTr{q:i32}>>
      fir.copy %2 to %1 no_overlap : !fir.ref<!fir.type<_QMmTr{q:i32}>>, !fir.ref<!fir.type<_QMmTr{q:i32}>>
    }
    return
  }
  fir.global internal @_QQ_QMmTr.DerivedInit constant : !fir.type<_QMmTr{q:i32}>
}
