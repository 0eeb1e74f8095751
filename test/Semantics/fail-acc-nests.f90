!===-- fail-acc-nests.f90 - Loops that OpenACC clauses ask for -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! 
! collapse and tile need as many tightly nested counted loops as they say, with
! limits that do not depend on each other.
!
!===----------------------------------------------------------------------===!

subroutine nests(a, b, n, m)
  implicit none
  integer :: n, m, i, j, k
  integer, parameter :: two = 2
  real :: a(n, m), b(m)

  !$acc parallel loop collapse(2)
  do j = 1, m
    do i = 1, n
      a(i, j) = 1
    end do
    ! CHECK: :[[#@LINE+1]]:5: error: The 2 loops of the collapse clause must be tightly nested: this stands between loop 1 and loop 2
    b(j) = 2
  end do

  !$acc kernels loop collapse(two)
  do j = 1, m
    ! CHECK: :[[#@LINE+1]]:5: error: The 2 loops of the collapse clause must be tightly nested: this stands between loop 1 and loop 2
    b(j) = 2
    do i = 1, n
      a(i, j) = 1
    end do
  end do

  !$acc parallel loop collapse(2)
  do j = 1, m
    do i = 1, n
      a(i, j) = 1
    end do
    ! CHECK: :[[#@LINE+1]]:5: error: The 2 loops of the collapse clause must be tightly nested: this stands between loop 1 and loop 2
    do i = 1, n
      a(i, j) = 1
    end do
  end do

  !$acc parallel
  !$acc loop collapse(3)
  do j = 1, m
    do i = 1, n
      ! CHECK: :[[#@LINE+1]]:7: error: The 3 loops of the collapse clause must be tightly nested: this stands between loop 2 and loop 3
      if (j > 1) then
        a(i, j) = 1
      end if
      do k = 1, n
        a(k, j) = 1
      end do
    end do
  end do
  !$acc end parallel

  ! CHECK: :[[#@LINE+1]]:23: error: The collapse clause must be followed by 2 tightly nested DO loops, not 1
  !$acc parallel loop collapse(2)
  do j = 1, m
    b(j) = 2
  end do

  ! CHECK: :[[#@LINE+1]]:23: error: The collapse clause must be followed by 3 tightly nested DO loops, not 1
  !$acc parallel loop collapse(2*(3 - 1) - 1)
  do j = 1, m
    b(j) = 2
  end do

  ! CHECK: :[[#@LINE+1]]:23: error: The argument of collapse must be a sum, difference or product of integer literals and named constants that are initialised by such
  !$acc parallel loop collapse(digits(1) - 29)
  do j = 1, m
    do i = 1, n
      a(i, j) = 1
    end do
  end do

  ! CHECK: :[[#@LINE+1]]:23: error: The collapse clause must be followed by 3 tightly nested DO loops, not 2
  !$acc parallel loop collapse(force: 3)
  do j = 1, m
    do i = 1, n
      a(i, j) = 1
    end do
  end do

  ! CHECK: :[[#@LINE+1]]:9: error: The loop construct with the TILE clause must be followed by 2 tightly-nested loops
  !$acc parallel loop tile(4, *)
  do j = 1, m
    b(j) = 2
  end do

  !$acc parallel loop
  ! CHECK: :[[#@LINE+1]]:3: error: A DO loop with limits must follow the parallel loop directive
  do while (i < n)
    i = i + 1
  end do

  ! CHECK: :[[#@LINE+1]]:9: error: A DO loop must follow the PARALLEL LOOP directive
  !$acc parallel loop
  a(1, 1) = 1

  ! CHECK: :[[#@LINE+1]]:23: error: The collapse clause must be followed by 9223372036854775807 tightly nested DO loops, not 1
  !$acc parallel loop collapse(99999999999999999999)
  do i = 1, n
    a(i, 1) = 1
  end do
end subroutine
