!===-- acc-loop-bounds.f90 - Limits, steps and index kinds of loops ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Negative and large steps, limits that are expressions, zero trips, limits
! near the ends of an integer kind, indices of every kind, and the index of a
! loop that is a dummy argument or a module variable.
!
!===----------------------------------------------------------------------===!

module indices
  implicit none
  integer :: shared_index
contains
  subroutine with_dummy(a, i)
    integer, intent(inout) :: a(:)
    integer :: i
    !$acc parallel loop copy(a)
    do i = 1, size(a)
      a(i) = 7*i
    end do
  end subroutine
end module

program main
  use testing
  use indices
  implicit none
  integer, parameter :: n = 100
  integer :: a(-n:n), b(-n:n), i, j, first, last, step, k
  integer(1) :: i1
  integer(2) :: i2
  integer(8) :: i8
  integer(8), parameter :: large = 5000000000_8

  do k = 1, 8
    select case (k)
    case (1); first = 1; last = n; step = 3
    case (2); first = n; last = 1; step = -1
    case (3); first = n; last = -n; step = -7
    case (4); first = -n; last = n; step = 150
    case (5); first = 5; last = 4; step = 1
    case (6); first = 4; last = 5; step = -1
    case (7); first = 9; last = 9; step = -4
    case (8); first = -n; last = -1; step = 2
    end select
    a = 0
    b = 0
    !$acc parallel loop copy(a)
    do i = first, last, step
      a(i) = a(i) + i + 1000
    end do
    do i = first, last, step
      b(i) = b(i) + i + 1000
    end do
    call expect_equal(a, b, 'steps')
    a = 0
    !$acc kernels copy(a)
    do i = first, last, step
      a(i) = a(i) + i + 1000
    end do
    !$acc end kernels
    call expect_equal(a, b, 'steps, kernels')
    a = 0
    !$acc parallel loop collapse(2) copy(a)
    do i = first, last, step
      do j = last, last
        a(i) = a(i) + i + 1000
      end do
    end do
    call expect_equal(a, b, 'steps, collapsed')
  end do

  a = 0
  !$acc parallel loop copy(a)
  do i1 = -30_1, 30_1, 15_1
    a(i1) = i1
  end do
  !$acc parallel loop copy(a)
  do i1 = 120_1, 127_1
    a(i1 - 40) = i1
  end do
  !$acc parallel loop copy(a)
  do i2 = 32760_2, 32767_2
    a(i2 - 32700) = -i2
  end do
  !$acc parallel loop copy(a)
  do i8 = large, large + 20
    a(i8 - large) = int(i8 - large)
  end do
  b = 0
  b(-30:30:15) = [-30, -15, 0, 15, 30]
  b(80:87) = [(i, i = 120, 127)]
  b(60:67) = [(-i, i = 32760, 32767)]
  b(0:20) = [(i, i = 0, 20)]
  call expect_equal(a, b, 'index kinds')

  a = 0
  !$acc parallel loop copy(a)
  do i = max(1, n/10), min(n, 5*n/7), mod(n, 7)
    a(i) = i
  end do
  b = 0
  do i = max(1, n/10), min(n, 5*n/7), mod(n, 7)
    b(i) = i
  end do
  call expect_equal(a, b, 'expressions as limits')

  a = 0
  !$acc parallel loop copy(a)
  do shared_index = 1, n
    a(shared_index) = shared_index
  end do
  call expect_equal(a(1:n), [(i, i = 1, n)], 'an index of a module')
  call with_dummy(a(1:n), j)
  call expect_equal(a(1:n), [(7*i, i = 1, n)], 'an index that is a dummy')

  ! The index ends as Fortran says when the loop is done on the host; in a
  ! parallel loop it is private and its host value does not matter. A limit
  ! that the body changes was taken before.
  last = 10
  a = 0
  !$acc serial copy(a, last)
  do i = 1, last
    a(i) = i
    if (i == 2) last = 3
  end do
  !$acc end serial
  call expect_equal(a(1:10), [(i, i = 1, 10)], 'a limit that changes')
  call expect_equal(last, 3, 'the limit')
  call finish()
end program
