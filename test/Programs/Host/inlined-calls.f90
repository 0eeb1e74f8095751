!===-- inlined-calls.f90 - Recurrences through small procedures -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
!
! What one call writes the next one reads, each time through another dummy
! argument, or through a module variable: once the procedure is inlined nothing
! may take them for different variables.
!
!===----------------------------------------------------------------------===!

module steps
  implicit none
  integer, parameter :: n = 500
  integer :: shared(n)
contains
  pure subroutine step(old, new)
    integer, intent(in) :: old
    integer, intent(out) :: new
    new = mod(old*3 + 1, 1009)
  end subroutine
  ! Reads the module's array, writes an element of it through the dummy.
  subroutine step_shared(i, new)
    integer, intent(in) :: i
    integer, intent(inout) :: new
    new = mod(shared(i - 1)*3 + 1, 1009)
  end subroutine
  subroutine copy_row(from, to)
    real(8), intent(in) :: from(:)
    real(8), intent(out) :: to(:)
    to = from + 1
  end subroutine
end module

program main
  use steps
  use testing
  implicit none
  integer :: w(n), wanted, i
  real(8) :: rows(4, n)

  w = 1
  shared = 1
  do i = 2, n
    call step(w(i - 1), w(i))
  end do
  do i = 2, n
    call step_shared(i, shared(i))
  end do
  rows = 0
  do i = 2, n
    call copy_row(rows(:, i - 1), rows(:, i))
  end do
  wanted = 1
  do i = 2, n
    wanted = mod(wanted*3 + 1, 1009)
    call expect_equal(w(i), wanted, 'dummy to dummy')
    call expect_equal(shared(i), wanted, 'module variable to dummy')
    call expect_equal(nint(rows(3, i)), i - 1, 'array to array')
  end do
  call finish()
end program
