!===-- fail-acc-private-characters.f90 - Private characters --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -c %s -o %t.dir/o.o 2>&1 | FileCheck %s
!
! Those of variable length.
!
!===----------------------------------------------------------------------===!

subroutine work(a, n, given)
  implicit none
  integer :: n, j, a(n)
  character(*) :: given
  character(n) :: automatic
  character(:), allocatable :: deferred
  ! CHECK: :[[#@LINE+1]]:39: error: A PRIVATE or FIRSTPRIVATE character variable must have a constant length: 'automatic'
  !$acc parallel loop copy(a) private(automatic)
  do j = 1, n
    automatic = 'abcd'
    a(j) = iachar(automatic(2:2))
  end do
  ! CHECK: :[[#@LINE+1]]:39: error: A PRIVATE or FIRSTPRIVATE character variable must have a constant length: 'given'
  !$acc parallel loop copy(a) private(given)
  do j = 1, n
    a(j) = j
  end do
  ! CHECK: :[[#@LINE+1]]:34: error: A PRIVATE or FIRSTPRIVATE character variable must have a constant length: 'deferred'
  !$acc parallel copy(a) private(deferred)
  !$acc loop
  do j = 1, n
    a(j) = j
  end do
  !$acc end parallel
  ! CHECK: :[[#@LINE+1]]:44: error: A PRIVATE or FIRSTPRIVATE character variable must have a constant length: 'given'
  !$acc parallel loop copy(a) firstprivate(given)
  do j = 1, n
    a(j) = iachar(given(2:2))
  end do
end subroutine
