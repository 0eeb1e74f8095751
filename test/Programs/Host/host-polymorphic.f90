!===-- host-polymorphic.f90 - Results that are polymorphic --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
!
! A function that gives a polymorphic allocatable object, as constructors do;
! nothing of it is for a device.
!
!===----------------------------------------------------------------------===!

module mm
  implicit none
  type c
    integer :: k = 1
    integer, allocatable :: x(:)
  end type
contains
  function make(k) result(r)
    integer, intent(in) :: k
    class(c), allocatable :: r
    allocate (r)
    r%k = k
    r%x = [k, k + 1]
  end function
  integer function total(k)
    integer, intent(in) :: k
    type(c) :: m
    m = make(k)
    total = m%k + sum(m%x)
  end function
end module
program n
  use testing
  use mm
  implicit none
  call expect_equal(total(7), 22, 'a polymorphic local variable')
  call finish()
end program
