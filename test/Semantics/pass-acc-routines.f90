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
! 
! Intrinsic procedures, statement functions, named constants with DEFAULT(NONE),
! directives for external procedures, device procedures of CUDA Fortran.
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
