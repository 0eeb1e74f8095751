!===-- fail-stdpar-allocate.f90 - Allocation in iterations ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -stdpar -fsyntax-only %s 2>&1 | FileCheck %s
!
! What the device allocates, the host has not.
!
!===----------------------------------------------------------------------===!

subroutine allocations(n, a, b, text)
  implicit none
  integer, intent(in) :: n, a(n)
  integer, allocatable, intent(inout) :: b(:)
  integer, intent(inout) :: text
  integer, allocatable :: once(:), own(:)
  character(:), allocatable :: name(:)
  integer, pointer :: p
  integer :: i
  do concurrent (i = 1:n)
    ! CHECK: :[[@LINE+1]]:29: error: 'once' may not be allocated or deallocated in DO CONCURRENT that runs on the device: it is known outside of the iteration
    if (a(i) == 3) allocate(once(5), source=i)
    ! CHECK: :[[@LINE+1]]:31: error: 'b' may not be allocated
    if (a(i) == 4) deallocate(b)
    ! CHECK: :[[@LINE+1]]:29: error: 'p' may not be allocated
    if (a(i) == 5) allocate(p)
  end do
  ! CHECK-NOT: error
  do concurrent (i = 1:n)
    allocate (own(4))
    own = a(i)
    b(i) = sum(own)
    deallocate (own)
  end do
  do concurrent (i = 1:n)
    block
      integer, allocatable :: inner(:)
      allocate (inner(3))
      inner = a(i)
      b(i) = b(i) + sum(inner)
    end block
  end do
  ! CHECK: :[[@LINE+2]]:5: error: Each iteration of DO CONCURRENT has its own 'name', a character variable of variable length or of the procedure's host: declare it in a BLOCK construct inside
  do concurrent (i = 1:n)
    name = [repeat('a', i)]
    b(i) = b(i) + len(name)
  end do
  text = sum(once)
end subroutine
