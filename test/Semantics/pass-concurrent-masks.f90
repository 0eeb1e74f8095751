!===-- pass-concurrent-masks.f90 - Masks that change on the host ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: %{fresh-folder} && %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! Iterations that run in order evaluate the mask when those before have run.
!
!===----------------------------------------------------------------------===!

subroutine masks(n, a, b, flags)
  implicit none
  integer, intent(in) :: n, a(n)
  integer, intent(inout) :: b(n)
  logical, intent(inout) :: flags(n)
  integer :: i
  type :: particles
    logical :: alive(100)
    integer :: x(100)
  end type
  type(particles) :: all

  ! CHECK: :[[@LINE+1]]:27: warning: 'b(i-1)' is in the mask of DO CONCURRENT, and other iterations may define it before the mask is evaluated: assign it to another variable before
  do concurrent (i = 2:n, b(i-1) > 0)
    b(i) = 0
  end do
  ! CHECK-NOT: warning
  do concurrent (i = 1:n, flags(i) .and. a(i) > 0 .and. all%alive(i))
    flags(i) = .false.
    all%x(i) = b(i)
  end do
end subroutine
