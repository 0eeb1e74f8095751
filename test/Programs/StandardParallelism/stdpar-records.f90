!===-- stdpar-records.f90 - Copies of records in DO CONCURRENT ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! Components that assignments of whole records and SOURCE= have allocated are where loops
! on the device find them.
!
!===----------------------------------------------------------------------===!

program p
  use testing
  implicit none
  type :: t
    integer, allocatable :: v(:)
  end type
  type(t), allocatable :: h(:), a(:), s(:)
  integer :: i
  allocate (a(2))
  do i = 1, 2
    a(i)%v = [i, 2]
  end do
  h = a
  do concurrent (i = 1:2)
    h(i)%v(2) = 10*h(i)%v(1)
  end do
  call expect_equal([h(1)%v, h(2)%v], [1, 10, 2, 20], 'assigned')
  allocate (s(2), source=h(2))
  do concurrent (i = 1:2)
    s(i)%v(1) = s(i)%v(2) + i
  end do
  call expect_equal([s(1)%v, s(2)%v], [21, 20, 22, 20], 'source')
  call finish
end program
