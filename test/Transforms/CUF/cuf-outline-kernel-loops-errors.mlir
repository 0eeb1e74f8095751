// RUN: %warpfort-opt --warpfort-cuf-outline-kernel-loops --split-input-file --verify-diagnostics %s

// r = x - r is no reduction: each iteration needs the one before.
func.func @_QPalternate(%arg0: !fir.ref<!fir.array<10xf32>> {cuf.data_attr = #cuf.cuda<device>}, %arg1: !fir.ref<f32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %shape = fir.shape %c10 : (index) -> !fir.shape<1>
  %a = fir.declare %arg0(%shape) {data_attr = #cuf.cuda<device>, uniq_name = "_QFalternateEa"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<10xf32>>
  %r = fir.declare %arg1 {uniq_name = "_QFalternateEr"} : (!fir.ref<f32>) -> !fir.ref<f32>
  cuf.kernel<<<*, *>>> (%i : index) = (%c1 : index) to (%n : index) step (%c1 : index) {
    %p = fir.array_coor %a(%shape) %i : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>, index) -> !fir.ref<f32>
    %x = fir.load %p : !fir.ref<f32>
    // expected-error @+1 {{scalar 'r' carries a value from one iteration of the kernel loop to another}}
    %old = fir.load %r : !fir.ref<f32>
    %new = arith.subf %x, %old : f32
    fir.store %new to %r : !fir.ref<f32>
    "fir.end"() : () -> ()
  }
  return
}

// -----

// The sum's intermediate values are used: no reduction either.
func.func @_QPscan(%arg0: !fir.ref<!fir.array<10xf32>> {cuf.data_attr = #cuf.cuda<device>}, %arg1: !fir.ref<f32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %shape = fir.shape %c10 : (index) -> !fir.shape<1>
  %a = fir.declare %arg0(%shape) {data_attr = #cuf.cuda<device>, uniq_name = "_QFscanEa"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<10xf32>>
  %r = fir.declare %arg1 {uniq_name = "_QFscanEr"} : (!fir.ref<f32>) -> !fir.ref<f32>
  cuf.kernel<<<*, *>>> (%i : index) = (%c1 : index) to (%n : index) step (%c1 : index) {
    %p = fir.array_coor %a(%shape) %i : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>, index) -> !fir.ref<f32>
    %x = fir.load %p : !fir.ref<f32>
    // expected-error @+1 {{scalar 'r' carries a value}}
    %old = fir.load %r : !fir.ref<f32>
    %new = arith.addf %old, %x : f32
    fir.store %new to %r : !fir.ref<f32>
    fir.store %new to %p : !fir.ref<f32>
    "fir.end"() : () -> ()
  }
  return
}

// -----

// An array in host memory.
func.func @_QPhostarray(%arg0: !fir.ref<!fir.array<10xf32>>, %n: index) {
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %shape = fir.shape %c10 : (index) -> !fir.shape<1>
  %a = fir.declare %arg0(%shape) {uniq_name = "_QFhostarrayEa"} : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>) -> !fir.ref<!fir.array<10xf32>>
  %zero = arith.constant 0.0 : f32
  // expected-error @+1 {{'a' is in host memory and cannot be used in a kernel loop}}
  cuf.kernel<<<*, *>>> (%i : index) = (%c1 : index) to (%n : index) step (%c1 : index) {
    %p = fir.array_coor %a(%shape) %i : (!fir.ref<!fir.array<10xf32>>, !fir.shape<1>, index) -> !fir.ref<f32>
    fir.store %zero to %p : !fir.ref<f32>
    "fir.end"() : () -> ()
  }
  return
}
