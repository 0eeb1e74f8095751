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
! the lanes get the variable along which neighbouring elements lie. Loops stay
! two where the inner bounds depend on the iteration or on what the nest
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
