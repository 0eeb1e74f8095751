// RUN: %warpfort-opt --warpfort-cuf-drop-data-attributes %s | FileCheck %s
//
// CHECK: fir.global @_QMmEd : !fir.array<8xf32>
// CHECK: fir.global @_QMmEm : i32
fir.global @_QMmEd {data_attr = #cuf.cuda<device>} : !fir.array<8xf32>
fir.global @_QMmEm {data_attr = #cuf.cuda<managed>} : i32
