// RUN: %warpfort-opt --warpfort-name-accesses --mlir-print-debuginfo --mlir-print-local-scope %s | FileCheck %s
//
// A marked address, or else a marked access, gives the variable's name to the
// location's scope. Without line tables nothing changes.

#line = loc("a.f90":3:1)
#element = loc("subscripts of a"("a.f90":3:5))
#scalar = loc("subscripts of s"("a.f90":4:1))
#file = #llvm.di_file<"a.f90" in "">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_Fortran95, file = #file, producer = "warpfort", isOptimized = true, emissionKind = LineTablesOnly>
#procedure = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "named", file = #file, subprogramFlags = "Definition|Optimized">

// CHECK-LABEL: llvm.func @named(
llvm.func @named(%a: !llvm.ptr, %s: !llvm.ptr, %i: i64) {
  %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32 loc(#element)
  // CHECK: llvm.load {{.*}} loc(fused<#llvm.di_lexical_block_file<{{.*}}<"a" in "warpfort.variable">{{.*}}>["a.f90":3:1])
  %x = llvm.load %p : !llvm.ptr -> f32 loc(#line)
  // CHECK: llvm.store {{.*}} loc(fused<#llvm.di_lexical_block_file<{{.*}}<"s" in "warpfort.variable">{{.*}}>["a.f90":4:1])
  llvm.store %x, %s : f32, !llvm.ptr loc(#scalar)
  // The statement is an assignment to s, but the access is to a.
  // CHECK: llvm.load {{.*}} loc(fused<#llvm.di_lexical_block_file<{{.*}}<"a" in "warpfort.variable">{{.*}}>["a.f90":4:1])
  %y = llvm.load %p : !llvm.ptr -> f32 loc(#scalar)
  // CHECK: llvm.load {{.*}} loc("a.f90":3:1)
  %z = llvm.load %s : !llvm.ptr -> f32 loc(#line)
  llvm.return
} loc(fused<#procedure>["a.f90":1:1])

// CHECK-LABEL: llvm.func @without_lines(
llvm.func @without_lines(%s: !llvm.ptr, %x: f32) {
  // CHECK-NOT: warpfort.variable
  llvm.store %x, %s : f32, !llvm.ptr loc(#scalar)
  llvm.return
}
