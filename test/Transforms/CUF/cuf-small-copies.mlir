// RUN: %warpfort-opt --warpfort-cuf-small-copies %s | FileCheck %s

module attributes {fir.defaultkind = "a1c4d8i4l4r4", fir.kindmap = "", fir.triple = "x86_64-unknown-linux-gnu", llvm.data_layout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"} {
  func.func private @_FortranAIsContiguous(!fir.box<none>) -> i1
  func.func private @_FortranACopyInAssign(!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32)
  func.func private @_FortranACopyOutAssign(!fir.ref<!fir.box<none>>, !fir.ref<!fir.box<none>>, !fir.ref<i8>, i32)
  func.func private @use(!fir.ref<!fir.array<4xf64>>)
  func.func private @use_large(!fir.ref<!fir.array<200xf64>>)

  // What may be contiguous is copied back only if it was copied.
  // CHECK-LABEL: func.func @asked
  // CHECK-SAME: %[[SECTION:.*]]: !fir.box<!fir.array<4xf64>>
  // CHECK: %[[COPY:.*]] = fir.alloca !fir.array<4xf64>
  // CHECK: %[[C:.*]] = fir.call @_FortranAIsContiguous
  // CHECK: fir.if %[[C]] -> (!fir.box<!fir.array<4xf64>>) {
  // CHECK-NEXT: fir.result %[[SECTION]]
  // CHECK-NEXT: } else {
  // CHECK-NOT: fir.call
  // CHECK: fir.do_loop %[[I:.*]] = %c1{{.*}} to %c4{{.*}} step %c1
  // CHECK-NEXT: %[[FROM:.*]] = fir.array_coor %[[SECTION]] %[[I]]
  // CHECK-NEXT: %[[TO:.*]] = fir.array_coor %[[COPY]](%{{.*}}) %[[I]]
  // CHECK-NEXT: %[[X:.*]] = fir.load %[[FROM]]
  // CHECK-NEXT: fir.store %[[X]] to %[[TO]]
  // CHECK: %[[HEAP:.*]] = fir.convert %[[COPY]]
  // CHECK: fir.embox %[[HEAP]]
  // CHECK: fir.call @use
  // CHECK: fir.if
  // CHECK-NOT: fir.call
  // CHECK: %[[BACK:.*]] = fir.load %{{.*}} : !fir.ref<!fir.box<!fir.array<4xf64>>>
  // CHECK: fir.do_loop %[[I:.*]] = %c1{{.*}} to %c4{{.*}} step %c1
  // CHECK-NEXT: %[[TO:.*]] = fir.array_coor %[[BACK]] %[[I]]
  // CHECK-NEXT: %[[FROM:.*]] = fir.array_coor %[[COPY]](%{{.*}}) %[[I]]
  // CHECK-NEXT: %[[X:.*]] = fir.load %[[FROM]]
  // CHECK-NEXT: fir.store %[[X]] to %[[TO]]
  // CHECK-NOT: fir.call
  func.func @asked(%section: !fir.box<!fir.array<4xf64>>, %file: !fir.ref<i8>, %line: i32) {
    %slot = fir.alloca !fir.box<!fir.heap<!fir.array<4xf64>>>
    %target = fir.alloca !fir.box<!fir.array<4xf64>>
    %any = fir.convert %section : (!fir.box<!fir.array<4xf64>>) -> !fir.box<none>
    %c = fir.call @_FortranAIsContiguous(%any) : (!fir.box<none>) -> i1
    %b = fir.if %c -> (!fir.box<!fir.array<4xf64>>) {
      fir.result %section : !fir.box<!fir.array<4xf64>>
    } else {
      %to = fir.convert %slot : (!fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>) -> !fir.ref<!fir.box<none>>
      %from = fir.convert %section : (!fir.box<!fir.array<4xf64>>) -> !fir.box<none>
      fir.call @_FortranACopyInAssign(%to, %from, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32) -> ()
      %heap = fir.load %slot : !fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>
      %copy = fir.rebox %heap : (!fir.box<!fir.heap<!fir.array<4xf64>>>) -> !fir.box<!fir.array<4xf64>>
      fir.result %copy : !fir.box<!fir.array<4xf64>>
    }
    %false = arith.constant false
    %was = arith.cmpi eq, %c, %false : i1
    %data = fir.box_addr %b : (!fir.box<!fir.array<4xf64>>) -> !fir.ref<!fir.array<4xf64>>
    fir.call @use(%data) : (!fir.ref<!fir.array<4xf64>>) -> ()
    fir.if %was {
      fir.store %section to %target : !fir.ref<!fir.box<!fir.array<4xf64>>>
      %out = fir.convert %target : (!fir.ref<!fir.box<!fir.array<4xf64>>>) -> !fir.ref<!fir.box<none>>
      %in = fir.convert %slot : (!fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>) -> !fir.ref<!fir.box<none>>
      fir.call @_FortranACopyOutAssign(%out, %in, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.ref<!fir.box<none>>, !fir.ref<i8>, i32) -> ()
    }
    return
  }

  // What is only read is always copied.
  // CHECK-LABEL: func.func @read
  // CHECK: %[[FALSE:.*]] = arith.constant false
  // CHECK-NOT: @_FortranAIsContiguous
  // CHECK: fir.if %[[FALSE]]
  // CHECK: fir.do_loop
  // CHECK: fir.call @use
  // CHECK-NOT: fir.do_loop
  // CHECK: return
  func.func @read(%section: !fir.box<!fir.array<4xf64>>, %file: !fir.ref<i8>, %line: i32) {
    %slot = fir.alloca !fir.box<!fir.heap<!fir.array<4xf64>>>
    %any = fir.convert %section : (!fir.box<!fir.array<4xf64>>) -> !fir.box<none>
    %c = fir.call @_FortranAIsContiguous(%any) : (!fir.box<none>) -> i1
    %b = fir.if %c -> (!fir.box<!fir.array<4xf64>>) {
      fir.result %section : !fir.box<!fir.array<4xf64>>
    } else {
      %to = fir.convert %slot : (!fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>) -> !fir.ref<!fir.box<none>>
      fir.call @_FortranACopyInAssign(%to, %any, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32) -> ()
      %heap = fir.load %slot : !fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>
      %copy = fir.rebox %heap : (!fir.box<!fir.heap<!fir.array<4xf64>>>) -> !fir.box<!fir.array<4xf64>>
      fir.result %copy : !fir.box<!fir.array<4xf64>>
    }
    %false = arith.constant false
    %was = arith.cmpi eq, %c, %false : i1
    %data = fir.box_addr %b : (!fir.box<!fir.array<4xf64>>) -> !fir.ref<!fir.array<4xf64>>
    fir.call @use(%data) : (!fir.ref<!fir.array<4xf64>>) -> ()
    fir.if %was {
      %null = fir.zero_bits !fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>
      %out = fir.convert %null : (!fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>) -> !fir.ref<!fir.box<none>>
      %in = fir.convert %slot : (!fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>) -> !fir.ref<!fir.box<none>>
      fir.call @_FortranACopyOutAssign(%out, %in, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.ref<!fir.box<none>>, !fir.ref<i8>, i32) -> ()
    }
    return
  }

  // A section with a subscript in front has gaps.
  // CHECK-LABEL: func.func @gaps
  // CHECK-NOT: @_FortranAIsContiguous
  // CHECK: fir.do_loop
  // CHECK: fir.call @use
  // CHECK: fir.do_loop
  // CHECK: return
  func.func @gaps(%array: !fir.box<!fir.array<?x?xf64>>, %i: index, %file: !fir.ref<i8>, %line: i32) {
    %slot = fir.alloca !fir.box<!fir.heap<!fir.array<4xf64>>>
    %target = fir.alloca !fir.box<!fir.array<4xf64>>
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %u = fir.undefined index
    %slice = fir.slice %i, %u, %u, %c1, %c4, %c1 : (index, index, index, index, index, index) -> !fir.slice<2>
    %section = fir.rebox %array [%slice] : (!fir.box<!fir.array<?x?xf64>>, !fir.slice<2>) -> !fir.box<!fir.array<4xf64>>
    %any = fir.convert %section : (!fir.box<!fir.array<4xf64>>) -> !fir.box<none>
    %c = fir.call @_FortranAIsContiguous(%any) : (!fir.box<none>) -> i1
    %b = fir.if %c -> (!fir.box<!fir.array<4xf64>>) {
      fir.result %section : !fir.box<!fir.array<4xf64>>
    } else {
      %to = fir.convert %slot : (!fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>) -> !fir.ref<!fir.box<none>>
      fir.call @_FortranACopyInAssign(%to, %any, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32) -> ()
      %heap = fir.load %slot : !fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>
      %copy = fir.rebox %heap : (!fir.box<!fir.heap<!fir.array<4xf64>>>) -> !fir.box<!fir.array<4xf64>>
      fir.result %copy : !fir.box<!fir.array<4xf64>>
    }
    %false = arith.constant false
    %was = arith.cmpi eq, %c, %false : i1
    %data = fir.box_addr %b : (!fir.box<!fir.array<4xf64>>) -> !fir.ref<!fir.array<4xf64>>
    fir.call @use(%data) : (!fir.ref<!fir.array<4xf64>>) -> ()
    fir.if %was {
      fir.store %section to %target : !fir.ref<!fir.box<!fir.array<4xf64>>>
      %out = fir.convert %target : (!fir.ref<!fir.box<!fir.array<4xf64>>>) -> !fir.ref<!fir.box<none>>
      %in = fir.convert %slot : (!fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>) -> !fir.ref<!fir.box<none>>
      fir.call @_FortranACopyOutAssign(%out, %in, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.ref<!fir.box<none>>, !fir.ref<i8>, i32) -> ()
    }
    return
  }

  // A descriptor that others set, and a copy that is not small.
  // CHECK-LABEL: func.func @shared
  // CHECK: fir.call @_FortranACopyInAssign
  // CHECK: fir.call @_FortranACopyOutAssign
  func.func @shared(%section: !fir.box<!fir.array<4xf64>>, %other: !fir.box<!fir.heap<!fir.array<4xf64>>>, %file: !fir.ref<i8>, %line: i32) {
    %slot = fir.alloca !fir.box<!fir.heap<!fir.array<4xf64>>>
    %any = fir.convert %section : (!fir.box<!fir.array<4xf64>>) -> !fir.box<none>
    %to = fir.convert %slot : (!fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>) -> !fir.ref<!fir.box<none>>
    fir.call @_FortranACopyInAssign(%to, %any, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32) -> ()
    fir.store %other to %slot : !fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>
    %heap = fir.load %slot : !fir.ref<!fir.box<!fir.heap<!fir.array<4xf64>>>>
    %data = fir.box_addr %heap : (!fir.box<!fir.heap<!fir.array<4xf64>>>) -> !fir.heap<!fir.array<4xf64>>
    %ref = fir.convert %data : (!fir.heap<!fir.array<4xf64>>) -> !fir.ref<!fir.array<4xf64>>
    fir.call @use(%ref) : (!fir.ref<!fir.array<4xf64>>) -> ()
    %null = fir.zero_bits !fir.ref<!fir.box<none>>
    fir.call @_FortranACopyOutAssign(%null, %to, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.ref<!fir.box<none>>, !fir.ref<i8>, i32) -> ()
    return
  }

  // CHECK-LABEL: func.func @large
  // CHECK: fir.call @_FortranACopyInAssign
  // CHECK: fir.call @_FortranACopyOutAssign
  func.func @large(%section: !fir.box<!fir.array<200xf64>>, %file: !fir.ref<i8>, %line: i32) {
    %slot = fir.alloca !fir.box<!fir.heap<!fir.array<200xf64>>>
    %any = fir.convert %section : (!fir.box<!fir.array<200xf64>>) -> !fir.box<none>
    %to = fir.convert %slot : (!fir.ref<!fir.box<!fir.heap<!fir.array<200xf64>>>>) -> !fir.ref<!fir.box<none>>
    fir.call @_FortranACopyInAssign(%to, %any, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.box<none>, !fir.ref<i8>, i32) -> ()
    %heap = fir.load %slot : !fir.ref<!fir.box<!fir.heap<!fir.array<200xf64>>>>
    %data = fir.box_addr %heap : (!fir.box<!fir.heap<!fir.array<200xf64>>>) -> !fir.heap<!fir.array<200xf64>>
    %ref = fir.convert %data : (!fir.heap<!fir.array<200xf64>>) -> !fir.ref<!fir.array<200xf64>>
    fir.call @use_large(%ref) : (!fir.ref<!fir.array<200xf64>>) -> ()
    %null = fir.zero_bits !fir.ref<!fir.box<none>>
    fir.call @_FortranACopyOutAssign(%null, %to, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.ref<!fir.box<none>>, !fir.ref<i8>, i32) -> ()
    return
  }

  // Flang's own loop, for an argument that is not changed.
  // CHECK-LABEL: func.func @looped
  // CHECK-SAME: %[[SECTION:.*]]: !fir.box<!fir.array<4xf64>>
  // CHECK: %[[COPY:.*]] = fir.alloca !fir.array<4xf64>
  // CHECK: fir.if %false{{.*}} -> (!fir.box<!fir.array<4xf64>>, i1) {
  // CHECK: } else {
  // CHECK-NEXT: %[[HEAP:.*]] = fir.convert %[[COPY]]
  // CHECK: %[[REF:.*]] = fir.convert %[[HEAP]]
  // CHECK: fir.embox %[[REF]]
  // CHECK: fir.call @use
  // CHECK-NOT: fir.if
  // CHECK-NOT: CopyOutAssign
  // CHECK: return
  func.func @looped(%section: !fir.box<!fir.array<4xf64>>, %file: !fir.ref<i8>, %line: i32) {
    %false = arith.constant false
    %true = arith.constant true
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %slot = fir.alloca !fir.box<!fir.array<4xf64>>
    %shape = fir.shape %c4 : (index) -> !fir.shape<1>
    %c = fir.is_contiguous_box %section whole : (!fir.box<!fir.array<4xf64>>) -> i1
    %b:2 = fir.if %c -> (!fir.box<!fir.array<4xf64>>, i1) {
      fir.result %section, %false : !fir.box<!fir.array<4xf64>>, i1
    } else {
      %m = fir.allocmem !fir.array<4xf64>
      fir.do_loop %i = %c1 to %c4 step %c1 unordered {
        %from = fir.array_coor %section %i : (!fir.box<!fir.array<4xf64>>, index) -> !fir.ref<f64>
        %x = fir.load %from : !fir.ref<f64>
        %to = fir.array_coor %m(%shape) %i : (!fir.heap<!fir.array<4xf64>>, !fir.shape<1>, index) -> !fir.ref<f64>
        fir.store %x to %to : !fir.ref<f64>
      }
      %r = fir.convert %m : (!fir.heap<!fir.array<4xf64>>) -> !fir.ref<!fir.array<4xf64>>
      %e = fir.embox %r(%shape) : (!fir.ref<!fir.array<4xf64>>, !fir.shape<1>) -> !fir.box<!fir.array<4xf64>>
      fir.result %e, %true : !fir.box<!fir.array<4xf64>>, i1
    }
    fir.store %b#0 to %slot : !fir.ref<!fir.box<!fir.array<4xf64>>>
    %a = fir.box_addr %b#0 : (!fir.box<!fir.array<4xf64>>) -> !fir.ref<!fir.array<4xf64>>
    fir.call @use(%a) : (!fir.ref<!fir.array<4xf64>>) -> ()
    fir.if %b#1 {
      %null = fir.zero_bits !fir.ref<!fir.box<!fir.array<4xf64>>>
      %to = fir.convert %null : (!fir.ref<!fir.box<!fir.array<4xf64>>>) -> !fir.ref<!fir.box<none>>
      %of = fir.convert %slot : (!fir.ref<!fir.box<!fir.array<4xf64>>>) -> !fir.ref<!fir.box<none>>
      fir.call @_FortranACopyOutAssign(%to, %of, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.ref<!fir.box<none>>, !fir.ref<i8>, i32) -> ()
    }
    return
  }

  // What the end copies back to stays in the heap.
  // CHECK-LABEL: func.func @copied_back
  // CHECK: fir.allocmem
  // CHECK: CopyOutAssign
  func.func @copied_back(%section: !fir.box<!fir.array<4xf64>>, %target: !fir.ref<!fir.box<!fir.array<4xf64>>>, %file: !fir.ref<i8>, %line: i32) {
    %false = arith.constant false
    %true = arith.constant true
    %c4 = arith.constant 4 : index
    %slot = fir.alloca !fir.box<!fir.array<4xf64>>
    %shape = fir.shape %c4 : (index) -> !fir.shape<1>
    %c = fir.is_contiguous_box %section whole : (!fir.box<!fir.array<4xf64>>) -> i1
    %b:2 = fir.if %c -> (!fir.box<!fir.array<4xf64>>, i1) {
      fir.result %section, %false : !fir.box<!fir.array<4xf64>>, i1
    } else {
      %m = fir.allocmem !fir.array<4xf64>
      %r = fir.convert %m : (!fir.heap<!fir.array<4xf64>>) -> !fir.ref<!fir.array<4xf64>>
      %e = fir.embox %r(%shape) : (!fir.ref<!fir.array<4xf64>>, !fir.shape<1>) -> !fir.box<!fir.array<4xf64>>
      fir.result %e, %true : !fir.box<!fir.array<4xf64>>, i1
    }
    fir.store %b#0 to %slot : !fir.ref<!fir.box<!fir.array<4xf64>>>
    %a = fir.box_addr %b#0 : (!fir.box<!fir.array<4xf64>>) -> !fir.ref<!fir.array<4xf64>>
    fir.call @use(%a) : (!fir.ref<!fir.array<4xf64>>) -> ()
    fir.if %b#1 {
      %to = fir.convert %target : (!fir.ref<!fir.box<!fir.array<4xf64>>>) -> !fir.ref<!fir.box<none>>
      %of = fir.convert %slot : (!fir.ref<!fir.box<!fir.array<4xf64>>>) -> !fir.ref<!fir.box<none>>
      fir.call @_FortranACopyOutAssign(%to, %of, %file, %line) : (!fir.ref<!fir.box<none>>, !fir.ref<!fir.box<none>>, !fir.ref<i8>, i32) -> ()
    }
    return
  }
}
