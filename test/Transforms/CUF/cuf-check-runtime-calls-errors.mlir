// RUN: %warpfort-opt --warpfort-cuf-check-runtime-calls --split-input-file --verify-diagnostics %s

func.func private @_FortranASystem(!fir.box<none>)
func.func @unknown(%b: !fir.box<none>) {
  // expected-error@+1 {{this needs 'System' of the Fortran run-time library, which device code does not have}}
  fir.call @_FortranASystem(%b) : (!fir.box<none>) -> ()
  return
}

// -----

!list = !fir.type<_QMmTlist{x:!fir.box<!fir.heap<!fir.array<?xf32>>>}>
func.func private @_FortranAAssign(!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32)
func.func @components(%to: !fir.ref<!fir.box<!fir.array<?x!list>>>, %from: !fir.box<!fir.array<?x!list>>, %file: !fir.ref<i8>, %line: i32) {
  %0 = fir.convert %to : (!fir.ref<!fir.box<!fir.array<?x!list>>>) -> !fir.ref<!fir.box<none>>
  %1 = fir.convert %from : (!fir.box<!fir.array<?x!list>>) -> !fir.box<none>
  // expected-error@+1 {{an operation of objects of derived type 'list', a type with allocatable components, is not supported in device code}}
  fir.call @_FortranAAssign(%0, %1, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32) -> ()
  return
}

// -----

!t = !fir.type<_QMmTt{x:f32}>
func.func private @_FortranAAssign(!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32)
func.func @dynamic(%to: !fir.ref<!fir.class<!fir.heap<!t>>>, %from: !fir.box<!t>, %file: !fir.ref<i8>, %line: i32) {
  %0 = fir.convert %to : (!fir.ref<!fir.class<!fir.heap<!t>>>) -> !fir.ref<!fir.box<none>>
  %1 = fir.convert %from : (!fir.box<!t>) -> !fir.box<none>
  // expected-error@+1 {{an operation on a polymorphic object is not supported in device code}}
  fir.call @_FortranAAssign(%0, %1, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32) -> ()
  return
}

// -----

module attributes {warpfort.finalized_types = ["_QMmTt"]} {
  func.func private @_FortranAAssign(!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32)
  func.func @final(%to: !fir.ref<!fir.box<!fir.array<?x!fir.type<_QMmTt{x:f32}>>>>, %from: !fir.box<!fir.array<?xf32>>, %file: !fir.ref<i8>, %line: i32) {
    %0 = fir.convert %to : (!fir.ref<!fir.box<!fir.array<?x!fir.type<_QMmTt{x:f32}>>>>) -> !fir.ref<!fir.box<none>>
    %1 = fir.convert %from : (!fir.box<!fir.array<?xf32>>) -> !fir.box<none>
    // expected-error@+1 {{an operation of objects of derived type 't', a type with a FINAL procedure, is not supported in device code}}
    fir.call @_FortranAAssign(%0, %1, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32) -> ()
    return
  }
}
