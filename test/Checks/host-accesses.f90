! Host code that is compiled with -gpu=check asks before each access to memory
! that the device may see whether there is work that it has not waited for.
! RUN: %warpfort -gpu=check -O0 -S -emit-llvm %s -o - | FileCheck %s
! RUN: %warpfort -target=cpu -O0 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=WITHOUT
! WITHOUT-NOT: warprt_cpu_check

! CHECK: @warpfort.source = private {{.*}}c"{{.*}}host-accesses.f90\00"
! CHECK: @warpfort.source.1 = private {{.*}}c"x\00"
! CHECK: @warpfort.site = private constant { ptr, ptr, i64 } { ptr @warpfort.source, ptr @warpfort.source.1, i64 [[#@LINE+13]] }
! CHECK-LABEL: define void @double_(
! CHECK: %[[PENDING:.*]] = load atomic i32, ptr @warprt_cpu_check_pending monotonic
! CHECK: %[[ANY:.*]] = icmp ne i32 %[[PENDING]], 0
! CHECK: br i1 %[[ANY]]
! CHECK: call void @warprt_cpu_check_host(ptr %[[READ:.*]], i64 4, i32 0, ptr @warpfort.site)
! CHECK: load float, ptr %[[READ]]
! CHECK: call void @warprt_cpu_check_host(ptr %[[WRITTEN:.*]], i64 4, i32 1, ptr @warpfort.site)
! CHECK: store float %{{.*}}, ptr %[[WRITTEN]]
! CHECK-NOT: warprt_cpu_check_host
! CHECK: ret void
subroutine double(x)
  real :: x(10), local
  x(3) = 2*x(3)
  local = 1
end subroutine
