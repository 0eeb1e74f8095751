!===-- acc-declare-components.f90 - Components and constants in declare --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && split-file %s %t.dir
! RUN: cd %t.dir && %warpfort -acc %{testing} constants.f90 bounds.f90 main.f90 -o program
! RUN: %run %t.dir/program | %{check-pass}
!
! A module declares components of its records, some of them twice or beside the
! record, and named constants, its own and another file's. A routine of another
! file reads the components, and an update of one leaves the others alone.
!
!===----------------------------------------------------------------------===!

!--- constants.f90
module constants
  implicit none
  integer, parameter :: layers = 3
  real(8), parameter :: weights(2) = [1d0, 2d0]
end module

!--- bounds.f90
module bounds
  use constants
  implicit none
  type :: side
    integer :: first = 0, last = 0
    real(8) :: v(2) = 0
  end type
  integer, parameter :: halo = 2
  integer :: number
  type(side) :: west, east, both
  !$acc declare create(west%v(1), west%v(2), west%first)
  !$acc declare create(west%last, east%v)
  !$acc declare create(both%first, layers, number, halo) copyin(weights)
  !$acc declare create(both)
end module

!--- main.f90
module work
  use bounds
  implicit none
contains
  subroutine value(x, i)
    !$acc routine seq
    real(8), intent(out) :: x
    integer, value :: i
    x = west%v(1) * i + west%v(2) * east%v(2) + both%first + both%last + &
        number * layers + halo * weights(2)
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  real(8) :: x(100), expected(100)
  integer :: i
  west%v = [2d0, 0.5d0]
  east%v = [8d0, 16d0]
  both%first = 100
  both%last = 200
  number = 7
  !$acc update device(west%v, east%v(2), both, number, halo)
  do i = 1, size(x)
    expected(i) = 2 * i + 8 + 300 + 21 + 4
  end do
  call check('all', expected)
  both%first = 1
  both%last = 2
  west%v(1) = 3
  !$acc update device(both%last, west%v(1))
  do i = 1, size(x)
    expected(i) = 3 * i + 8 + 102 + 21 + 4
  end do
  call check('some', expected)
  call finish()
contains
  subroutine check(what, expected)
    character(*), intent(in) :: what
    real(8), intent(in) :: expected(:)
    x = -1
    !$acc parallel loop copy(x)
    do i = 1, size(x)
      call value(x(i), i)
    end do
    call expect_equal(x, expected, what)
  end subroutine
end program
