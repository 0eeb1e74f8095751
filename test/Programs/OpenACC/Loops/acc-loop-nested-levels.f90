!===-- acc-loop-nested-levels.f90 - Levels that are taken already ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: not %{compile} -acc -Mstandard -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=STANDARD
!
! Loops with levels that a loop around takes: gangs and lanes of both become
! gangs and lanes, other loops get what is left.
!
! STANDARD: error: Nested GANG loops are not allowed in the region of a KERNELS construct
! STANDARD: error: VECTOR clause is not allowed in the region of a loop with the VECTOR clause
!
!===----------------------------------------------------------------------===!

module nests
  implicit none
contains
  subroutine tiles(a, n, m)
    integer, intent(in) :: n, m
    integer, intent(inout) :: a(n, m)
    integer :: i, j
    !$acc kernels
    ! CHECK: :[[#@LINE+1]]:34: warning: The VECTOR clause is dropped: a loop inside has it
    !$acc loop independent gang, vector(4)
    do j = 1, m
      ! CHECK: :[[#@LINE+1]]:30: warning: The GANG clause is dropped: a loop around it leaves no threads for it
      !$acc loop independent gang, vector(32)
      do i = 1, n
        a(i, j) = a(i, j) + 10*i + j
      end do
    end do
    !$acc end kernels
  end subroutine

  subroutine lanes(a, n, m)
    integer, intent(in) :: n, m
    integer, intent(inout) :: a(n, m)
    integer :: i, j, k, s
    !$acc parallel loop gang
    do j = 1, m
      ! CHECK-NOT: warning
      !$acc loop vector
      do i = 1, n
        s = 0
        ! CHECK: :[[#@LINE+1]]:20: warning: The VECTOR clause is dropped: a loop around it leaves no threads for it
        !$acc loop vector reduction(+:s)
        do k = 1, i
          s = s + k
        end do
        a(i, j) = a(i, j) + s
      end do
    end do
  end subroutine

  subroutine gangs(a, n, m)
    integer, intent(in) :: n, m
    integer, intent(inout) :: a(n, m)
    integer :: i, j
    !$acc parallel loop gang num_workers(4)
    do j = 1, m
      ! CHECK: :[[#@LINE+1]]:18: warning: The GANG clause is dropped
      !$acc loop gang worker
      do i = 1, n
        a(i, j) = a(i, j) + j
      end do
    end do
    !$acc parallel loop worker
    do j = 1, m
      ! CHECK: :[[#@LINE+1]]:18: warning: The WORKER clause is dropped
      !$acc loop worker vector
      do i = 1, n
        a(i, j) = a(i, j) + j
      end do
    end do
    ! CHECK: :[[#@LINE+1]]:30: warning: The VECTOR clause is dropped: a loop inside has it
    !$acc parallel loop gang vector
    do j = 1, m
      ! CHECK: :[[#@LINE+1]]:18: warning: The GANG clause is dropped
      !$acc loop gang vector
      do i = 1, n
        a(i, j) = a(i, j) + j
      end do
    end do
    ! CHECK-NOT: warning
  end subroutine
end module

program levels
  use nests
  implicit none
  integer, parameter :: n = 70, m = 45
  integer :: a(n, m), i, j
  a = 0
  call tiles(a, n, m)
  call lanes(a, n, m)
  call gangs(a, n, m)
  do j = 1, m
    do i = 1, n
      if (a(i, j) /= 10*i + j + i*(i + 1)/2 + 3*j) error stop 'sums'
    end do
  end do
  print *, 'PASS'
end program
