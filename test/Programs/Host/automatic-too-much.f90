!===-- automatic-too-much.f90 - Automatic arrays that no memory can have --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
! RUN: not --crash %run %t.dir/program 1 2>&1 | FileCheck %s --check-prefix=BYTES
! RUN: not --crash %run %t.dir/program 2 2>&1 | FileCheck %s --check-prefix=BOUNDS
! RUN: not --crash %run %t.dir/program 3 2>&1 | FileCheck %s --check-prefix=TEXTS
! RUN: %{compile} -O0 -Mstack_arrays %{testing} %s -o %t.dir/plain
! RUN: %run %t.dir/plain | %{check-pass}
! RUN: not --crash %run %t.dir/plain 1 2>&1 | FileCheck %s --check-prefix=BYTES
! RUN: not --crash %run %t.dir/plain 2 2>&1 | FileCheck %s --check-prefix=BOUNDS
!
! Bytes and extents that wrap to small numbers end the program. Of no element
! there are never too many.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  character(4) :: argument
  integer(8), parameter :: n = 2_8**33
  integer :: which = 0
  call get_command_argument(1, argument)
  if (argument /= '') read (argument, *) which
  select case (which)
  case (0)
    call bytes(7_8, 5_8)
    call bytes(n, 0_8)
    call bytes(-n, n)
    call bounds(-3_8, 4_8, 8_8)
    call bounds(4_8, -4_8, 0_8)
    call texts(5_8, 3_8)
    call texts(n, -n)
    call finish()
  case (1)
    call bytes(n, n)
  case (2)
    call bounds(-huge(1_8), huge(1_8), 0_8)
  case (3)
    call texts(n, n)
  end select
contains
  subroutine bytes(n, m)
    integer(8), intent(in) :: n, m
    ! BYTES: fatal Fortran runtime error({{.*}}automatic-too-much.f90:[[@LINE+1]]): automatic array 'x' is too large
    real :: x(n, m)
    x = 1
    call expect(size(x, kind=8) == max(n, 0_8)*max(m, 0_8), 'bytes')
  end subroutine

  subroutine bounds(from, to, wanted)
    integer(8), intent(in) :: from, to, wanted
    ! BOUNDS: fatal Fortran runtime error({{.*}}automatic-too-much.f90:[[@LINE+1]]): automatic array 'y' is too large
    integer :: y(from:to)
    y = 2
    call expect(size(y, kind=8) == wanted, 'bounds')
  end subroutine

  subroutine texts(n, length)
    integer(8), intent(in) :: n, length
    ! TEXTS: fatal Fortran runtime error({{.*}}automatic-too-much.f90:[[@LINE+1]]): automatic array 't' is too large
    character(length) :: t(n)
    if (length > 0) t(1) = 'abc'
    call expect(len(t, kind=8) == max(length, 0_8), 'texts')
  end subroutine
end program
