// RUN: %warpfort-opt --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=false --warpfort-describe-selected-objects --verify-diagnostics %s

func.func @array(%p: !fir.ref<!fir.array<8x!fir.type<_QFTt{x:f32}>>>) {
  %0 = acc.copyin varPtr(%p : !fir.ref<!fir.array<8x!fir.type<_QFTt{x:f32}>>>) -> !fir.ref<!fir.array<8x!fir.type<_QFTt{x:f32}>>> {dataClause = #acc<data_clause acc_copy>, name = "p"}
  // expected-error @below {{a data clause with the associate name of an array in SELECT TYPE is not supported}}
  %1 = fir.convert %0 : (!fir.ref<!fir.array<8x!fir.type<_QFTt{x:f32}>>>) -> !fir.box<!fir.array<8x!fir.type<_QFTt{x:f32}>>>
  acc.parallel dataOperands(%0 : !fir.ref<!fir.array<8x!fir.type<_QFTt{x:f32}>>>) {
    acc.yield
  }
  return
}
