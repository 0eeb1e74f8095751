!===-- pass-acc-routines.f90 - Calls that routine information allows -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -fsyntax-only %s
! RUN: %{compile} -acc -cuda -fsyntax-only %s
!
! Intrinsic procedures, statement functions, named constants with DEFAULT(NONE),
! directives for external procedures, device procedures of CUDA Fortran; ROUTINE
! directives among USE and IMPORT statements.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
  integer, parameter :: n = 10
contains
  subroutine work(x)
    integer :: x(n), i, doubled
    integer, external :: outside
    !$acc routine(outside) seq
    interface
      integer function described(i)
        !$acc routine seq
        integer, value :: i
      end function
    end interface
    real, parameter :: pi = 3.25
    doubled(i) = 2*i
    !$acc parallel loop default(none) copy(x)
    do i = 1, n
      x(i) = max(i, n) + int(sin(pi)) + doubled(i) + outside(i) + described(i) + popcnt(i)
    end do
    !$acc parallel loop gang
    do i = 1, n
      call row(x)
    end do
    call row(x)
  end subroutine
  subroutine row(x)
    !$acc routine vector
    integer :: x(n), i
    integer, parameter :: weights(3) = [1, 2, 3]
    !$acc loop vector
    do i = 1, n
      x(i) = weights(1 + mod(i, 3))
    end do
  end subroutine
end module

module kinds
  integer, parameter :: wp = 8
end module
module variables
  use kinds
  integer :: used
  !$acc declare create(used)
end module
module types
  implicit none
  type pair
    integer :: i, j
  end type
  interface
    subroutine imports(x)
      use kinds
      !$acc routine seq
      import :: pair
      implicit none
      type(pair) :: x
    end subroutine
    real(wp) function uses(x)
      use kinds
      !$acc routine
      !$acc& seq
      use m, only: n
      import
      type(pair) :: x(n)
    end function
  end interface
contains
  subroutine own(x)
    use kinds
    !$acc routine seq
    use m, only: n
    real(wp) :: x(n)
    x = 1
  end subroutine
  ! An assignment, not a USE statement.
  subroutine assigns
    use variables
    !$acc routine seq
    used = wp
  end subroutine
end module
