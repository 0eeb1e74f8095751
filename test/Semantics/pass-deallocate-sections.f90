!===-- pass-deallocate-sections.f90 - Subscripts in DEALLOCATE -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program 2>&1 | FileCheck %s
! RUN: %run %t.dir/program | FileCheck %s --check-prefix=OUTPUT
! RUN: not %{compile} -acc -Mstandard -fsyntax-only %s
!
! The reference takes them, as ALLOCATE does. Procedures with that name keep
! their arguments.
!
!===----------------------------------------------------------------------===!

module m
  type record
    real, allocatable :: x(:)
  contains
    procedure, nopass :: deallocate => deallocate
  end type
  integer :: calls = 0
contains
  subroutine deallocate(x)
    real :: x(:)
    calls = calls + size(x)
  end subroutine
end module

program main
  use m
  implicit none
  real, allocatable :: a(:), b(:, :)
  type(record) :: r(2)
  integer :: n, s(2)
  character(20) :: text
  n = 4
  allocate(a(0:n-1), b(n, 2), r(1)%x(n), r(2)%x(n))
  call deallocate(a(1:2))
  call r(1)%deallocate(a(1:3))
  text = 'deallocate(a(1))'
  ! CHECK: :[[#@LINE+1]]:15: warning: Subscripts in a DEALLOCATE statement are ignored: the whole array is deallocated
  deallocate(a(0:n-1), r(2)%x, stat=s(1))
  ! CHECK: :[[#@LINE+2]]:29: warning: Subscripts in a DEALLOCATE statement are ignored
  ! CHECK: :[[#@LINE+1]]:51: warning: Subscripts in a DEALLOCATE statement are ignored
  if (n == 4) deallocate (b (:, max(1, 2)), r(1)%x(2:n))
  ! CHECK-NOT: warning
  print *, allocated(a), allocated(b), allocated(r(1)%x), allocated(r(2)%x), calls, text
  ! OUTPUT: F F F F 5 deallocate(a(1))
end program
