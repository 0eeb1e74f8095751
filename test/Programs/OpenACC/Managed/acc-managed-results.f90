!===-- acc-managed-results.f90 - Records that functions return -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -gpu=managed %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -O0 %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! Allocatable results of functions with managed components: the caller frees them.
!
!===----------------------------------------------------------------------===!

module records
  implicit none
  type :: row
    integer :: n = 1
    integer, allocatable :: a(:)
  end type
contains
  function one(n) result(r)
    integer, intent(in) :: n
    type(row), allocatable :: r
    allocate (r)
    r%a = [1, 2, n]
  end function
  function several(n) result(r)
    integer, intent(in) :: n
    type(row), allocatable :: r(:)
    integer :: i
    allocate (r(n))
    do i = 1, n
      r(i) = one(i)
    end do
  end function
  function some_class(n) result(r)
    integer, intent(in) :: n
    class(row), allocatable :: r
    allocate (r)
    r%n = n
  end function
end module

program main
  use testing
  use records
  implicit none
  type(row) :: x
  type(row), allocatable :: y(:), z
  class(row), allocatable :: c
  integer :: i, j
  do j = 1, 20
    x = one(8)
    y = several(5)
    z = one(9)
    c = some_class(7)
  end do
  !$acc parallel loop
  do i = 1, 5
    y(i)%a(1) = x%a(3) + i
  end do
  do concurrent (i = 1:5)
    y(i)%a(2) = z%a(3) + y(i)%a(1)
  end do
  call expect_equal(x%a, [1, 2, 8], 'a record')
  call expect_equal(z%a, [1, 2, 9], 'an allocatable record')
  call expect_equal(c%n, 7, 'a polymorphic one')
  do i = 1, 5
    call expect_equal(y(i)%a, [8 + i, 17 + i, i], 'an array of records')
  end do
  call finish
end program
