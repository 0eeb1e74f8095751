!===-- fail-concurrent-masks.f90 - Masks that change ----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: %{fresh-folder} && not %{compile} -stdpar -fsyntax-only %s 2>&1 | FileCheck %s
!
! The mask tells which iterations there are, before any of them: what they
! define may not be in it, but for the element of the iteration itself.
!
!===----------------------------------------------------------------------===!

subroutine masks(n, a, b, flags)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: a(n), b(n)
  logical, intent(inout) :: flags(n)
  integer :: i, t
  type :: particle
    logical :: alive
    integer :: x
  end type
  type(particle) :: p(n)
  type :: particles
    logical :: alive(100)
    integer :: x(100)
    type(particle) :: last
  end type
  type(particles) :: all
  t = 50
  ! CHECK: :[[@LINE+2]]:34: error: 't' is in the mask of DO CONCURRENT, and iterations that run on the device define it: assign it to another variable before
  !$acc parallel loop
  do concurrent (i = 1:n, a(i) > t)
    t = a(i)*2
    b(i) = t + 1
  end do
  ! CHECK: :[[@LINE+2]]:27: error: 'b(i-1)' is in the mask of DO CONCURRENT
  !$acc kernels loop
  do concurrent (i = 2:n, b(i-1) > 0)
    b(i) = 0
  end do
  ! CHECK: :[[@LINE+2]]:27: error: 'all%x(i-1)' is in the mask of DO CONCURRENT
  !$acc kernels loop
  do concurrent (i = 2:n, all%x(i-1) > 0) shared(all)
    all%x(i) = 0
  end do
  ! CHECK: :[[@LINE+2]]:27: error: 'all%last%alive' is in the mask of DO CONCURRENT
  !$acc kernels loop
  do concurrent (i = 2:n, all%last%alive)
    if (i == 2) all%last = particle(.false., 1)
  end do
  ! CHECK-NOT: error
  !$acc parallel loop
  do concurrent (i = 1:n, all%alive(i))
    all%x(i) = 1
  end do
  !$acc parallel loop
  do concurrent (i = 1:n, flags(i) .and. p(i)%alive)
    flags(i) = .false.
    p(i)%x = 1
  end do
end subroutine
