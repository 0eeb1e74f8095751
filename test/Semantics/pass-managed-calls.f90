!===-- pass-managed-calls.f90 - Managed data for old procedures -----------===//
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %warpfort -acc -gpu=managed -c %s -o %t.o 2>&1 | count 0
! RUN: %warpfort -stdpar -c %s -o %t.o 2>&1 | count 0
! RUN: %warpfort -cuda -gpu=managed -c %s -o %t.o 2>&1 | count 0
!
! Where all allocatable variables are managed, procedures without an interface may get them,
! as they do on the host.
!
!===----------------------------------------------------------------------===!

subroutine fill(a, n)
  integer :: n, i
  real :: a(n)
  do i = 1, n
    a(i) = i
  end do
end subroutine

subroutine use_it(n)
  implicit none
  integer :: n
  real, allocatable :: a(:)
  external :: fill
  allocate (a(n))
  call fill(a, n)
  call other(a, n)
  print *, sum(a)
end subroutine
