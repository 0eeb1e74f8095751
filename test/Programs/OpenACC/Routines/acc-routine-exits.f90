!===-- acc-routine-exits.f90 - Loops that EXIT leaves in routines --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! A loop with a directive and an EXIT in a vector or worker routine is sequential:
! all threads of the gang repeat it. Its results are the bounds of loops that
! threads share, and of other such loops, among them one that changes an array.
!
!===----------------------------------------------------------------------===!
module m
  implicit none
contains
  subroutine split(x, n, limit, first)
    !$acc routine vector
    integer, intent(in) :: n, limit
    integer, intent(inout) :: x(n)
    integer, intent(out) :: first
    integer :: i
    first = n + 1
    !$acc loop vector
    do i = 1, n
      if (x(i) > limit) then
        first = i
        exit
      end if
    end do
    !$acc loop vector
    do i = 1, first - 1
      x(i) = -x(i)
    end do
    if (first > n) return
    !$acc loop vector
    do i = first, n
      x(i) = x(i) - limit
    end do
  end subroutine
  subroutine fill(x, n, limit, last)
    !$acc routine worker
    integer, intent(in) :: n, limit
    integer, intent(inout) :: x(n)
    integer, intent(out) :: last
    integer :: i
    last = 0
    !$acc loop seq
    do i = 2, n
      x(i) = x(i) + x(i - 1)
      if (x(i) > limit) exit
      last = i
    end do
    !$acc loop worker vector
    do i = 1, n
      x(i) = x(i) + last
    end do
  end subroutine
end module

program main
  use testing
  use m
  implicit none
  integer, parameter :: n = 200, m_ = 30
  integer :: x(n, m_), y(n, m_), first(m_), last(m_), i, j, k
  do j = 1, m_
    x(:, j) = [(mod(i*j, 97), i = 1, n)]
  end do
  y = x
  !$acc parallel loop gang copy(x) copyout(first)
  do j = 1, m_
    call split(x(:, j), n, 5*j, first(j))
  end do
  do j = 1, m_
    k = n + 1
    do i = n, 1, -1
      if (y(i, j) > 5*j) k = i
    end do
    call expect_equal(first(j), k, 'where it is above')
    call expect(all(x(:k - 1, j) == -y(:k - 1, j)) .and. &
        all(x(k:, j) == y(k:, j) - 5*j), 'on both sides')
  end do

  x = y
  !$acc parallel loop gang copy(x) copyout(last)
  do j = 1, m_
    call fill(x(:, j), n, 100*j, last(j))
  end do
  do j = 1, m_
    call fill(y(:, j), n, 100*j, k)
    call expect_equal(last(j), k, 'the last sum')
    call expect(all(x(:, j) == y(:, j)), 'sums')
  end do
  call finish()
end program
