!===-- collapse-nests.f90 - One loop of nests that name no level ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: %warpfort -acc -Minfo=accel -c %s -o a.o 2>&1 | FileCheck %s
! RUN: %warpfort -acc -c %s -o a.o -fdump-after=warpfort-acc-outline 2>&1 \
! RUN:   | FileCheck --check-prefix=IR %s
!
! Two loops with nothing between become one over both variables, up to three;
! the lanes get the variable along which neighbouring elements lie. So it is with
! reductions to the same scalars, which all threads then share in their order.
! Loops stay two where the inner bounds depend on the iteration or on what the nest
! changes, where something else stands in the outer one, where the program names
! a level, or where the inner one is short.
!
!===----------------------------------------------------------------------===!

! CHECK-LABEL: plane:
! CHECK: !$acc loop gang, vector(128) collapse(2) ! blockidx%x threadidx%x
! CHECK-NEXT: [[#@LINE+11]],   ! blockidx%x threadidx%x auto-collapsed
! IR-LABEL: func.func @_QPplane_acc_0(
! IR: acc.loop {{.*}} control(%[[J:.*]] : i32, %[[I:.*]] : i32) =
! IR-DAG: fir.store %[[J]] to
! IR-DAG: fir.store %[[I]] to
subroutine plane(a, n, m)
  integer :: n, m, i, j
  real :: a(n, m)
  !$acc parallel loop copy(a)
  do j = 1, m
    !$acc loop
    do i = 1, n
      a(i, j) = 2*a(i, j)
    end do
  end do
end subroutine

! The outer variable is the last one where it runs along the columns.
! CHECK-LABEL: across:
! CHECK: !$acc loop gang, vector(128) collapse(2)
! CHECK: !$acc loop gang, vector(128) collapse(2)
! IR-LABEL: func.func @_QPacross_acc_1(
! IR: acc.loop {{.*}} control(%{{.*}} : i64, %{{.*}} : i32) =
! IR-LABEL: func.func @_QPacross_acc_2(
! IR: acc.loop {{.*}} control(%{{.*}} : i32, %{{.*}} : i64) =
subroutine across(a, n, m)
  integer :: n, m, j
  integer(8) :: i
  real :: a(m, n)
  !$acc kernels copy(a)
  do i = 1, n
    do j = 1, m
      a(j, i) = 2*a(j, i)
    end do
  end do
  !$acc end kernels
  !$acc parallel loop copy(a)
  do i = 1, m
    !$acc loop
    do j = 1, n
      a(i, j) = 2*a(i, j)
    end do
  end do
end subroutine

! CHECK-LABEL: space:
! CHECK: !$acc loop gang collapse(3) ! blockidx%x
! CHECK: ! blockidx%x threadidx%x auto-collapsed
! CHECK: ! blockidx%x threadidx%x auto-collapsed
! CHECK: !$acc loop vector(128) ! threadidx%x
subroutine space(a, n)
  integer :: n, i, j, k, l
  real :: a(n, n, n, n)
  !$acc parallel loop copy(a)
  do l = 1, n
    !$acc loop
    do k = 1, n
      !$acc loop
      do j = 1, n
        !$acc loop
        do i = 1, n
          a(i, j, k, l) = 2*a(i, j, k, l)
        end do
      end do
    end do
  end do
end subroutine

! CHECK-LABEL: triangle:
! CHECK-NOT: collapse
! CHECK-LABEL: rows:
! CHECK-NOT: collapse
subroutine triangle(a, n)
  integer :: n, i, j
  real :: a(n, n)
  !$acc parallel loop copy(a)
  do j = 1, n
    !$acc loop
    do i = 1, j
      a(i, j) = 2*a(i, j)
    end do
  end do
end subroutine

subroutine rows(a, n, m)
  integer :: n, m, i, j
  real :: a(n, n)
  !$acc parallel loop copy(a, m)
  do j = 1, n
    !$acc loop
    do i = 1, m
      a(i, j) = 2*a(i, j)
      if (j == n .and. i == n) m = 1
    end do
  end do
end subroutine

! CHECK-LABEL: behind:
! CHECK-NOT: collapse
! CHECK-LABEL: named:
! CHECK-NOT: collapse
! CHECK-LABEL: short:
! CHECK-NOT: collapse
subroutine behind(a, b, n)
  integer :: n, i, j
  real :: a(n, n), b(n)
  !$acc parallel loop copy(a, b)
  do j = 1, n
    !$acc loop
    do i = 1, n
      a(i, j) = 2*a(i, j)
    end do
    b(j) = j
  end do
end subroutine

subroutine named(a, n)
  integer :: n, i, j
  real :: a(n, n)
  !$acc parallel loop gang copy(a)
  do j = 1, n
    !$acc loop
    do i = 1, n
      a(i, j) = 2*a(i, j)
    end do
  end do
end subroutine

subroutine short(a, n)
  integer :: n, i, j
  real :: a(n, 9)
  !$acc parallel loop copy(a)
  do i = 1, n
    !$acc loop
    do j = 1, 9
      a(i, j) = 2*a(i, j)
    end do
  end do
end subroutine

! CHECK-LABEL: sums:
! CHECK: !$acc loop gang, vector(128) collapse(2)
! CHECK-NEXT: Generating reduction(+:s)
! CHECK-NEXT: auto-collapsed
! CHECK: !$acc loop gang, vector(128) collapse(3)
! CHECK-NEXT: Generating implicit reduction(max:s)
! CHECK: !$acc loop gang, vector(128) collapse(2)
! CHECK-NEXT: Generating reduction(+:s)
! CHECK-LABEL: kept:
! CHECK-NOT: collapse
! IR-LABEL: func.func @_QPsums_acc_
! IR: acc.loop {{.*}} reduction(%[[S:.*]] : !fir.ref<f32>) control(%{{.*}} : i32, %{{.*}} : i32) =
! IR-NOT: acc.reduction
! IR: fir.store %{{.*}} to %[[S]] :
! IR: warpfort.acc.flat
! IR-LABEL: func.func @_QPsums_acc_
! IR: control(%{{.*}} : i32, %{{.*}} : i32, %{{.*}} : i32) =
! IR: warpfort.acc.flat
! Also what assigns.
! IR-LABEL: func.func @_QPsums_acc_
! IR: control(%{{.*}} : i32, %{{.*}} : i32) =
! IR: warpfort.acc.flat
! IR-LABEL: func.func @_QPkept_acc_
subroutine sums(a, c, n, m, s)
  integer :: n, m, i, j, k
  real :: a(n, m), c(n, n, m), s
  !$acc parallel loop copyin(a) reduction(+:s)
  do j = 1, m
    do i = 1, n
      s = s + a(i, j)
    end do
  end do
  !$acc kernels copyin(c)
  do k = 1, m
    do j = 1, n
      do i = 1, n
        s = max(s, c(i, j, k))
      end do
    end do
  end do
  !$acc end kernels
  !$acc parallel loop copy(a) reduction(+:s)
  do j = 1, m
    do i = 1, n
      a(i, j) = 2*a(i, j)
      s = s + a(i, j)
    end do
  end do
end subroutine

! Other reductions inside, or a sum that goes on beside the inner loop; a short
! inner loop whose neighbours lie apart.
subroutine kept(a, n, m, s, t)
  integer :: n, m, i, j
  real :: a(n, m), s, t
  !$acc parallel loop copyin(a) reduction(max:s)
  do j = 1, m
    t = 0
    !$acc loop reduction(+:t)
    do i = 1, n
      t = t + a(i, j)
    end do
    s = max(s, t)
  end do
  !$acc parallel loop copyin(a) reduction(+:s)
  do j = 1, m
    s = s + j
    do i = 1, n
      s = s + a(i, j)
    end do
  end do
  !$acc parallel loop copyin(a) reduction(+:s)
  do i = 1, n
    do j = 1, 9
      s = s + a(i, j)
    end do
  end do
end subroutine
