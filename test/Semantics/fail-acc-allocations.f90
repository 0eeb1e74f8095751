!===-- fail-acc-allocations.f90 - ALLOCATE in compute constructs ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! What the device allocates, the host has not.
!
!===----------------------------------------------------------------------===!

subroutine allocations(n, a, b, c)
  implicit none
  integer, intent(in) :: n, a(n)
  integer, allocatable, intent(inout) :: b(:), c(:)
  integer, allocatable :: work(:), own(:)
  integer, pointer :: p(:)
  integer :: i
  !$acc parallel loop
  do i = 1, n
    if (a(i) == 3) then
      ! CHECK: :[[@LINE+1]]:17: error: 'b' may not be allocated or deallocated in a compute construct, unless it is private: the host would not know of it
      allocate (b(5))
      b = i
    end if
  end do
  !$acc serial
  ! CHECK: :[[@LINE+1]]:13: error: 'p' may not be allocated
  allocate (p(3))
  p = 4
  !$acc end serial
  !$acc kernels
  ! CHECK: :[[@LINE+1]]:15: error: 'c' may not be allocated or deallocated
  deallocate (c)
  !$acc end kernels
  ! CHECK-NOT: error
  !$acc parallel loop private(own)
  do i = 1, n
    allocate (own(4))
    own = a(i)
    c(i) = sum(own)
  end do
  !$acc serial
  allocate (work(4))
  work = a(1)
  c(1) = sum(work)
  deallocate (work)
  !$acc end serial
  !$acc parallel loop
  do i = 1, n
    block
      integer, allocatable :: inner(:)
      allocate (inner(3))
      inner = a(i)
      c(i) = c(i) + sum(inner)
    end block
  end do
  allocate (work(3))
  deallocate (c)
end subroutine
