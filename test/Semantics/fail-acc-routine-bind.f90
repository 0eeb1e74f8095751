!===-- fail-acc-routine-bind.f90 - What BIND may not name ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/a.o 2>&1 | FileCheck %s
!
! A procedure that a BIND clause names must be called as the routine is. Arrays
! may have other bounds.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
contains
  subroutine by_value(x)
    !$acc routine seq bind(by_reference)
    integer, value :: x
  end subroutine
  subroutine by_reference(x)
    !$acc routine seq
    integer :: x
    x = 1
  end subroutine
  subroutine one(x, n)
    !$acc routine seq bind("fewer_")
    real :: x
    integer :: n
  end subroutine
  real function single(x)
    !$acc routine seq bind(whole)
    real :: x
    single = x
  end function
  integer function whole(x)
    !$acc routine seq
    real :: x
    whole = int(x)
  end function
  subroutine bounds(x, n)
    !$acc routine seq bind(other_bounds)
    integer :: n
    real :: x(n)
  end subroutine
  subroutine other_bounds(x, n)
    !$acc routine seq
    integer :: n
    real :: x(0:*)
    x(0) = n
  end subroutine
end module
subroutine fewer(x)
  !$acc routine seq
  real :: x
  x = 3
end subroutine

subroutine s(z)
  use m
  implicit none
  integer :: i
  real :: z(4)
  !$acc parallel loop copy(z)
  do i = 1, 4
    ! CHECK: :[[#@LINE+1]]:5: error: the BIND clause of 'by_value' names 'by_reference', whose arguments or result are of other types
    call by_value(i)
    ! CHECK: :[[#@LINE+1]]:5: error: the BIND clause of 'one' names 'fewer', whose arguments or result are of other types
    call one(z(i), i)
    ! CHECK: :[[#@LINE+1]]:5: error: the BIND clause of 'single' names 'whole', whose arguments or result are of other types
    z(i) = single(z(i))
    ! CHECK-NOT: error
    call bounds(z, 4)
  end do
end subroutine
