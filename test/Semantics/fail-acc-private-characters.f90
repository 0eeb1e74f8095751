!===-- fail-acc-private-characters.f90 - Private characters --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/o.o 2>&1 | FileCheck %s
!
! Arrays and pointers of variable length.
!
!===----------------------------------------------------------------------===!

module texts
  implicit none
  character(:), pointer :: shared
end module

subroutine work(a, n)
  use texts
  implicit none
  integer :: n, j, a(n)
  character(:), allocatable :: deferred(:)
  ! CHECK: :[[#@LINE+1]]:34: error: A PRIVATE or FIRSTPRIVATE character variable must have a constant length: 'deferred'
  !$acc parallel copy(a) private(deferred)
  !$acc loop
  do j = 1, n
    a(j) = j
  end do
  !$acc end parallel
  ! CHECK: :[[#@LINE+1]]:39: error: A PRIVATE or FIRSTPRIVATE character variable must have a constant length: 'deferred'
  !$acc parallel loop copy(a) private(deferred)
  do j = 1, n
    a(j) = j
  end do
  ! CHECK: :[[#@LINE+1]]:44: error: A PRIVATE or FIRSTPRIVATE character variable must have a constant length: 'shared'
  !$acc parallel loop copy(a) firstprivate(shared)
  do j = 1, n
    a(j) = iachar(shared(2:2))
  end do
end subroutine

subroutine absent(a, n, given)
  implicit none
  integer :: n, j, a(n)
  character(*), optional :: given
  ! CHECK: :[[#@LINE+1]]:39: error: A PRIVATE or FIRSTPRIVATE character variable must have a constant length: 'given'
  !$acc parallel loop copy(a) private(given)
  do j = 1, n
    if (present(given)) given = 'x'
    a(j) = j
  end do
end subroutine
