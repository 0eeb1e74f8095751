!===-- acc-loop-volatile.f90 - Volatile variables in compute constructs --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Loop variables, private, first-private and shared variables, and reductions.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 100
  integer, volatile :: j, t, s, list(4), outer
  integer :: a(n), i
  s = 0
  outer = 7
  list = 3
  !$acc parallel loop private(t) copyout(a)
  do j = 1, n
    t = j
    a(j) = t + outer + list(2)
  end do
  call expect_equal(a, [(i + 10, i=1, n)], 'a loop variable')
  !$acc parallel loop private(list) copyout(a) firstprivate(outer)
  do i = 1, n
    list = i
    a(i) = list(3) + outer
  end do
  call expect_equal(a, [(i + 7, i=1, n)], 'a private array')
  !$acc parallel loop reduction(+:s) if(s == 0)
  do i = 1, n
    s = s + a(i)
  end do
  call expect_equal(s + 0, sum(a), 'a sum')
  !$acc kernels
  do j = 1, n
    t = j
    a(j) = t
  end do
  !$acc end kernels
  call expect_equal(a, [(i, i=1, n)], 'a kernels construct')
  !$acc parallel num_gangs(1) copyout(a)
  call twice(a)
  !$acc end parallel
  call expect_equal(a, [(2*i, i=1, n)], 'a routine')
  call finish()
contains
  subroutine twice(b)
    !$acc routine worker
    integer, intent(out) :: b(n)
    integer, volatile :: k
    !$acc loop worker
    do k = 1, n
      b(k) = 2*k
    end do
  end subroutine
end program
