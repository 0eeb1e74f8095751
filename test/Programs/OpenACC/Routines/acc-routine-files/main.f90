!===-- main.f90 - Routines in other files --------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -acc %{testing} %S/Inputs/tools.f90 %S/Inputs/external.f90 %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -acc -c %S/Inputs/external.f90 -o %t.dir/external.o
! RUN: llvm-ar rc %t.dir/libexternal.a %t.dir/external.o
! RUN: %{compile} -acc %{testing} %S/Inputs/tools.f90 %s -L%t.dir -lexternal -o %t.dir/archived
! RUN: %run %t.dir/archived | %{check-pass}
!
! Routines of a module in another file, an external function with an interface
! block that has the directive, external ones that routine(name) names, and
! module data that they read.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  use tools
  implicit none
  interface
    real(8) function half(x)
      !$acc routine seq
      real(8), intent(in) :: x
    end function
    subroutine spread_row(a, n, x)
      !$acc routine vector
      integer, value :: n
      real(8), intent(in) :: x
      real(8), intent(inout) :: a(n)
    end subroutine
  end interface
  real(8), external :: third
  !$acc routine(third) seq
  real(8), external :: by_string, by_name
  !$acc routine(by_string) seq bind("third_")
  !$acc routine(by_name) device_type(host) seq device_type(nvidia) seq bind(third)
  external :: fill_row
  !$acc routine(fill_row) vector bind("spread_row_by_reference_")
  external :: bump
  !$acc routine(bump) seq
  integer, parameter :: n = 100
  real(8) :: x(n), m(33, n)
  integer :: i, k(n)

  offset = 4
  !$acc update device(offset)
  !$acc parallel loop copyout(x)
  do i = 1, n
    x(i) = with_offset(i)
  end do
  call expect_equal(x, [(i + 4d0, i = 1, n)], 'a module of another file')
  !$acc parallel loop copyout(x)
  do i = 1, n
    x(i) = half(real(i, 8)) + third(3d0*i)
  end do
  call expect_equal(x, [(1.5d0*i, i = 1, n)], 'external functions')
  !$acc parallel loop copyout(x)
  do i = 1, n
    x(i) = by_string(3d0*i) + by_name(3d0*i)
  end do
  call expect_equal(x, [(2d0*i, i = 1, n)], 'bound to external functions')
  call expect_equal(by_string(3d0) + by_name(3d0), -2d0, 'the same on the host')
  m = 0
  !$acc parallel loop gang copy(m)
  do i = 1, n
    call fill_row(m(1, i), 33, real(i, 8))
  end do
  do i = 1, n
    call expect(all(m(:, i) == i), 'bound to an external vector routine')
  end do
  k = 0
  !$acc parallel loop copy(k)
  do i = 1, n
    call bump(k(i), i)
  end do
  call expect_equal(k, [(i, i = 1, n)], 'an external subroutine')
  m = 0
  !$acc parallel loop gang copy(m)
  do i = 1, n
    call spread_row(m(1, i), 33, real(i, 8))
  end do
  do i = 1, n
    call expect(all(m(:, i) == i), 'an external vector routine')
  end do
  !$acc parallel loop gang copy(m)
  do i = 1, n
    call add_row(m(:, i), 33)
  end do
  do i = 1, n
    call expect(all(m(:, i) == i + 4), 'a vector routine of a module')
  end do
  call expect_equal(half(4d0) + third(9d0), 5d0, 'on the host')
  call finish()
end program
