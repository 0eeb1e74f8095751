// RUN: %warpfort-opt --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=false --warpfort-describe-selected-objects %s | FileCheck %s
//
// The descriptor of the device's object is made of its address, not by
// converting that. (Flang's conversion is not valid: hence the options.)

// CHECK-LABEL: func.func @scalar(
// CHECK: %[[P:.*]] = acc.copyin
// CHECK: acc.parallel
// CHECK: %[[BOX:.*]] = fir.embox %[[P]] : (!fir.ref<!fir.type<_QFTt{x:f32}>>) -> !fir.box<!fir.type<_QFTt{x:f32}>>
// CHECK-NOT: fir.convert
// CHECK: fir.box_addr %[[BOX]]
func.func @scalar(%p: !fir.ref<!fir.type<_QFTt{x:f32}>>) {
  %0 = acc.copyin varPtr(%p : !fir.ref<!fir.type<_QFTt{x:f32}>>) -> !fir.ref<!fir.type<_QFTt{x:f32}>> {dataClause = #acc<data_clause acc_copy>, name = "p"}
  acc.parallel dataOperands(%0 : !fir.ref<!fir.type<_QFTt{x:f32}>>) {
    %1 = fir.convert %0 : (!fir.ref<!fir.type<_QFTt{x:f32}>>) -> !fir.box<!fir.type<_QFTt{x:f32}>>
    %2 = fir.box_addr %1 : (!fir.box<!fir.type<_QFTt{x:f32}>>) -> !fir.ref<!fir.type<_QFTt{x:f32}>>
    acc.yield
  }
  acc.copyout accPtr(%0 : !fir.ref<!fir.type<_QFTt{x:f32}>>) to varPtr(%p : !fir.ref<!fir.type<_QFTt{x:f32}>>) {dataClause = #acc<data_clause acc_copy>, name = "p"}
  return
}
