!===-- acc-routine-places.f90 - ROUTINE before procedures, without level --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! ROUTINE directives that stand before the module procedure which they name, as
! other compilers take them, and directives without a level of parallelism.
!
!===----------------------------------------------------------------------===!

module functions
  implicit none
  integer, parameter :: sp = 4
contains
  !$acc routine(twice)
  real(sp) pure function twice(x) result(r)
    real(sp), intent(in) :: x
    r = 2*x
  end function twice

  ! More is between the directive and the procedure.
  !$acc routine (increase) seq

  ! A comment.
  subroutine increase(x, &
                      step)
    use iso_c_binding, only: c_float
    real(c_float), intent(inout) :: x
    real, intent(in) :: step
    x = x + step
  end subroutine
  subroutine both(x)
    !$acc routine
    real, intent(inout) :: x
    x = twice(x)
    call increase(x, 1.0)
  end subroutine both
  !$acc routine(fill) vector
  subroutine fill(a, n)
    integer, intent(in) :: n
    real, intent(out) :: a(n)
    integer :: i
    !$acc loop vector
    do i = 1, n
      a(i) = i
    end do
  end subroutine
end module

program places
  use functions
  implicit none
  integer, parameter :: n = 100, m = 7
  real :: a(n, m), expected(n, m)
  integer :: i, j
  !$acc parallel copyout(a)
  !$acc loop gang
  do j = 1, m
    call fill(a(:, j), n)
  end do
  !$acc end parallel
  !$acc parallel loop collapse(2) copy(a)
  do j = 1, m
    do i = 1, n
      call both(a(i, j))
    end do
  end do
  do j = 1, m
    do i = 1, n
      expected(i, j) = 2*i + 1
    end do
  end do
  if (any(a /= expected)) error stop 'wrong values'
  print *, 'PASS'
end program
