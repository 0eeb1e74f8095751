!===-- pass-acc-mapping.f90 - Loops that get other threads than asked for --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -c %s -o %t.dir/a.o 2>&1 | FileCheck %s
!
! A warning where one thread runs what has parallel loops, and where a vector
! has fewer lanes than its clause says.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
contains
  complex function sum_of(a, n)
    !$acc routine vector
    integer, intent(in) :: n, a(n)
    integer :: i
    complex :: t
    t = 0
    !$acc loop vector reduction(+:t)
    do i = 1, n
      t = t + a(i)
    end do
    sum_of = t
  end function
  subroutine work(a, n)
    !$acc routine worker
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    integer :: i
    !$acc loop worker vector
    do i = 1, n
      a(i) = i
    end do
  end subroutine
end module

subroutine s(a, n)
  use m
  implicit none
  integer, intent(in) :: n
  integer :: a(n, n), i, k
  complex :: t
  ! CHECK: :[[#@LINE+1]]:9: warning: one thread runs this construct, in spite of its parallel loops: a call of a vector routine beside loops over workers
  !$acc parallel loop gang copy(a)
  do k = 1, n
    t = sum_of(a(:, k), n)
    !$acc loop worker
    do i = 1, n
      a(i, k) = int(t)
    end do
  end do
  ! CHECK: :[[#@LINE+1]]:9: warning: a vector length of 64 is taken as 32: more than 15 workers have at most as many lanes
  !$acc parallel loop gang copy(a) num_workers(16) vector_length(64)
  do k = 1, n
    call work(a(:, k), n)
  end do
  ! CHECK-NOT: warning
  !$acc parallel loop gang copy(a) num_workers(15) vector_length(64)
  do k = 1, n
    call work(a(:, k), n)
  end do
  ! CHECK-NOT: warning
  !$acc parallel loop gang copy(a) vector_length(64)
  do k = 1, n
    !$acc loop vector
    do i = 1, n
      a(i, k) = 0
    end do
  end do
end subroutine
