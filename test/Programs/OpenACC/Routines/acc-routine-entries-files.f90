!===-- acc-routine-entries-files.f90 - ENTRY in acc routines of modules ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && split-file %s %t.dir
! RUN: cd %t.dir && %warpfort -acc %{testing} module.f90 main.f90 -o program
! RUN: %run %t.dir/program | %{check-pass}
!
! A construct of another file calls what ENTRY statements of acc routines define.
!
!===----------------------------------------------------------------------===!

!--- module.f90
module routines
  implicit none
contains
  subroutine add(a, k)
    !$acc routine seq
    integer, intent(inout) :: a
    integer, intent(in) :: k
    a = a + k
    return
    entry multiply(a)
    a = a*10
  end subroutine
  integer function next(i)
    !$acc routine seq
    integer, intent(in) :: i
    integer :: double
    next = i + 1
    return
    entry double(i)
    double = i*2
  end function
end module

!--- main.f90
program main
  use routines, only: add, multiply, next, twice => double
  use testing
  implicit none
  integer :: a(8), i
  a = 1
  !$acc parallel loop copy(a)
  do i = 1, 8
    call add(a(i), i)
    call multiply(a(i))
    a(i) = a(i) + next(i) + twice(i)
  end do
  call expect_equal(a, [((1 + i)*10 + 3*i + 1, i = 1, 8)], 'entries')
  call finish()
end program
