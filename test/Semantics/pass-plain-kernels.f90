!===-- pass-plain-kernels.f90 - Kernels of plain Fortran -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -Werror -fsyntax-only --kernel=first,second %s
!
! The index functions may have an interface, what kernels call may come before
! or behind them, and be in a module, and local variables may have the names of
! procedures elsewhere.
!
!===----------------------------------------------------------------------===!

real function before(x)
  real :: x
  before = x + 1
end function

module m
  implicit none
contains
  subroutine second(x)
    real :: x(*)
    x(1) = helper(x(1))
  end subroutine
  real function helper(x)
    real :: x
    helper = 2*x
  end function
end module

subroutine first(n, x)
  use m, only: helper
  implicit none
  interface
    integer function threadidxx()
    end function
    integer function blockdimx()
    end function
  end interface
  real, external :: before, behind
  integer, external :: blockidxx
  integer :: n, i, unrelated
  real :: x(n), both(64)
  save /shared_box/
  common /shared_box/ both
  unrelated = threadidxx() + 1
  i = unrelated + blockdimx()*blockidxx()
  if (i > n) return
  both(unrelated) = x(i)
  call syncthreads()
  x(i) = before(both(unrelated)) + behind(x(i)) + helper(x(i))
end subroutine

real function behind(x)
  real :: x
  behind = x - 1
end function

subroutine unrelated()
end subroutine
