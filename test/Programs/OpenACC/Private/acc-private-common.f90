!===-- acc-private-common.f90 - Private arrays of COMMON blocks -----------===//
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Arrays of COMMON blocks, and of an EQUIVALENCE, with lower bounds other than 1: private,
! first private, reduced, copied. The construct takes nothing else of the block along: its
! neighbour is present, with other values than the host has.
!
!===----------------------------------------------------------------------===!

subroutine squares(e, n)
  implicit none
  integer :: n, i, j
  real :: e(n, n), before, work, start, after
  common /scratch/ before(4), work(0:20), start(-1:2), after(4)
  !$acc parallel loop gang private(work) firstprivate(start) present(e)
  do i = 1, n
    !$acc loop seq
    do j = 1, n
      work(j - 1) = i + start(mod(j, 3) - 1)
    end do
    start(2) = 0
    !$acc loop seq
    do j = 1, n
      e(j, i) = work(n - j)**2 + start(2)
    end do
  end do
end subroutine

program private_common
  use testing
  implicit none
  integer, parameter :: n = 9
  integer :: i, j
  real :: e(n, n), before, work, start, after, total(0:1), both(2), want(n, n)
  common /scratch/ before(4), work(0:20), start(-1:2), after(4)
  equivalence (total, both)
  before = 1
  after = 2
  work = 3
  start = [10, 20, 30, 40]
  !$acc data copyin(before, after) copyout(e)
  before = -1
  after = -2
  call squares(e, n)
  total = 1
  !$acc parallel loop reduction(+:total) copyin(work) present(after)
  do i = 1, n
    total(0) = total(0) + work(i)
    total(1) = total(1) + after(mod(i, 4) + 1)
  end do
  !$acc end data
  do i = 1, n
    do j = 1, n
      want(j, i) = (i + start(mod(n - j + 1, 3) - 1))**2
    end do
  end do
  call expect_equal([e], [want], 'private arrays')
  call expect_equal(total, [1 + 3.0*n, 1 + 2.0*n], 'reduced')
  call expect_equal([before, after], [(-1.0, i = 1, 4), (-2.0, i = 1, 4)], 'neighbours')
  call expect_equal(work, [(3.0, i = 0, 20)], 'the array itself')
  call expect_equal(start, [10.0, 20.0, 30.0, 40.0], 'the start')
  call finish()
end program
