!===-- host-own-procedures.f90 - Own procedures in the place of intrinsics -===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
! RUN: %{compile-and-run-acc}
!
! A program's own functions and operators tell an array from its
! section, also where both sides of an assignment name one array.
!
!===----------------------------------------------------------------------===!

module procedures
  implicit none
  type number
    integer :: i = 0
  end type
  interface abs
    procedure lowest
  end interface
  interface max
    procedure lowest_allocatable
  end interface
  interface operator(+)
    procedure add
  end interface
  interface operator(-)
    procedure negative
  end interface
contains
  function lowest(x) result(r)
    real, pointer, intent(in) :: x(:)
    real :: r(size(x))
    r = lbound(x, 1)
  end function
  function lowest_allocatable(x) result(r)
    real, allocatable, intent(in) :: x(:)
    real :: r(size(x))
    r = lbound(x, 1)
  end function
  function add(x, y) result(r)
    type(number), pointer, intent(in) :: x(:)
    integer, intent(in) :: y
    type(number) :: r(size(x))
    r%i = lbound(x, 1) + y
  end function
  function negative(x) result(r)
    type(number), allocatable, intent(in) :: x(:)
    type(number) :: r(size(x))
    r%i = -lbound(x, 1)
  end function
end module

! Names of CUDA Fortran's predefined variables, for a module's own.
module variables
  implicit none
  integer :: warpsize = 5, blockdim = 7
  interface
    module subroutine advance()
    end subroutine
  end interface
end module
submodule(variables) procedures_of_variables
contains
  module procedure advance
    warpsize = warpsize + blockdim
    blockdim = 1
  end procedure
end submodule

! A module openacc that others do not have.
module openacc
  implicit none
  type c_devptr
    integer :: i = 3
  end type
end module

program main
  use procedures
  use variables
  use openacc, only: c_devptr
  use testing
  implicit none
  real, pointer :: p(:)
  real, allocatable :: a(:)
  type(number), pointer :: n(:)
  type(number), allocatable :: m(:)
  type(c_devptr) :: d, e

  allocate(p(5:7), a(-2:0), n(5:6), m(3:4))
  p = 1
  p(:) = abs(p)
  call expect(all(p == 5), 'a function with a pointer')
  a = 1
  a(:) = 2*max(a) + a
  call expect(all(a == -3), 'a function with an allocatable')
  n(:) = n + 1
  call expect(all(n%i == 6), 'a binary operator')
  m(:) = -m
  call expect(all(m%i == -3), 'a unary operator')
  a(:) = sqrt(a*a) + size(a)
  call expect(all(a == 6), 'intrinsic functions')

  call advance()
  call expect(warpsize == 12 .and. blockdim == 1, 'variables of a submodule')
  e%i = 4
  d = e
  call expect(d%i == 4, 'a module openacc')
  call finish()
end program
