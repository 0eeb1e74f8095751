!===-- acc-routine-optional.f90 - Optional arrays with lower bounds --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Optional assumed-shape dummy arguments that begin at another bound than 1, in
! constructs that copy them, find them present or hand them on; and absent ones.
!
!===----------------------------------------------------------------------===!
module work
  implicit none
contains
  subroutine fill(a, first, b, c)
    integer, intent(in) :: first
    integer, intent(inout) :: a(:)
    integer, optional, intent(inout) :: b(first:), c(first:, 0:)
    integer :: i
    !$acc parallel loop default(present)
    do i = 1, size(a)
      a(i) = i
      if (present(b)) b(first + i - 1) = b(first + i - 1) + first
      if (present(c)) c(first + i - 1, 1) = i
    end do
  end subroutine
  subroutine put(c, first, i)
    !$acc routine seq
    integer, intent(in) :: first, i
    integer, optional, intent(inout) :: c(first:, 0:)
    if (present(c)) c(first + i - 1, 0) = 3 * i
  end subroutine
  subroutine relay(c, first, n)
    integer, intent(in) :: first, n
    integer, optional, intent(inout) :: c(first:, 0:)
    integer :: i
    !$acc parallel loop default(present)
    do i = 1, n
      call put(c, first, i)
    end do
  end subroutine
  subroutine double(b)
    integer, optional, intent(inout) :: b(-2:)
    integer :: i
    if (.not. present(b)) return
    !$acc parallel loop
    do i = -2, ubound(b, 1)
      b(i) = 2 * b(i) + i
    end do
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  integer, parameter :: n = 20
  integer :: a(n), b(n), c(n, 2), i
  a = 0
  b = 5
  c = 0
  !$acc data copy(a, b, c)
  call fill(a, -3, b, c)
  call fill(a, 10, b)
  call fill(a, 0)
  call relay(c, -7, n)
  !$acc end data
  call expect_equal(a, [(i, i = 1, n)], 'always there')
  call expect_equal(b, [(12, i = 1, n)], 'present')
  call expect_equal(c(:, 2), [(i, i = 1, n)], 'of two dimensions')
  call expect_equal(c(:, 1), [(3 * i, i = 1, n)], 'passed on')
  call double(b)
  call double()
  call expect_equal(b, [(24 + i - 3, i = 1, n)], 'copied')
  call finish()
end program
