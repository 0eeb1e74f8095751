!===-- stdpar-unread.f90 - Variables that iterations only write -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -gpu=nomanaged,check %{testing} %s -o %t.dir/program
! RUN: env WARPFORT_DEVICE=cpu %t.dir/program > %t.dir/output 2>&1
! RUN: FileCheck %s < %t.dir/output
! CHECK-NOT: race
! CHECK: PASS
!
! Each iteration writes all of an array, a record and a text that nobody reads: they
! are its own, and the checker finds no race.
!
!===----------------------------------------------------------------------===!

module unread
  implicit none
  type :: point
    integer :: x, y
  end type
contains
  subroutine work(n, a, b)
    integer, intent(in) :: n, a(n)
    integer, intent(out) :: b(n)
    integer :: row(2), i
    character(3) :: word
    type(point) :: p
    do concurrent (i = 1:n)
      row = a(i)
      word = achar(65 + mod(i, 26)) // 'xy'
      p = point(i, a(i))
      b(i) = a(i) + 1
    end do
  end subroutine
end module

program main
  use testing
  use unread
  implicit none
  integer, parameter :: n = 1000
  integer :: a(n), b(n), i
  a = [(3*i, i = 1, n)]
  call work(n, a, b)
  call expect_equal(b, a + 1, 'beside what nobody reads')
  call finish
end program
