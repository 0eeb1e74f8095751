!===-- acc-data-returns-main.f90 - RETURN in DATA in a main program -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
! RUN: %run %t.dir/program | FileCheck %s
!
! A main program that returns from a DATA construct ends it and then itself. Its
! internal procedures, and those of a procedure, have nothing to do with it.
!
!===----------------------------------------------------------------------===!

program main
  implicit none
  integer :: a(4), i
  call host(a)
  ! CHECK: 3 4 5 6
  print '(4i2)', a
  ! CHECK-NEXT: inside
  call inside()
  !$acc data copy(a)
  !$acc parallel loop
  do i = 1, 4
    a(i) = a(i) + 1
  end do
  ! CHECK-NOT: behind
  if (a(1) == 3) return
  !$acc end data
  print '(a)', 'behind'
contains
  subroutine inside()
    print '(a)', 'inside'
  end subroutine
end program

subroutine host(a)
  implicit none
  integer :: a(4), i
  !$acc data copy(a)
  !$acc parallel loop
  do i = 1, 4
    a(i) = two() + i
  end do
  if (a(1) /= -1) return
  !$acc end data
  a = 0
contains
  integer function two()
    !$acc routine seq
    two = 2
  end function
end subroutine
