!===-- acc-kernels-nested-gangs.f90 - Gang loops in gang loops -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -c %s -o %t.o 2>&1 | FileCheck %s
! RUN: not %{compile} -acc -Mstandard -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=STANDARD
!
! The inner loop of a kernels construct asks for gangs that the outer one has.
!
!===----------------------------------------------------------------------===!

program nested_gangs
  use testing
  implicit none
  integer, parameter :: n = 30, m = 40
  integer :: i, j, a(m, n), b(m, n)
  a = 0
  b = 0
  !$acc kernels loop gang
  do j = 1, n
    ! CHECK: :[[# @LINE + 2]]:16: warning: The GANG clause is dropped: a loop around it leaves no threads for it
    ! STANDARD: :[[# @LINE + 1]]:16: error: Nested GANG loops are not allowed in the region of a KERNELS construct
    !$acc loop gang
    do i = 1, m
      a(i, j) = i*j
    end do
  end do
  !$acc kernels
  !$acc loop gang worker
  do j = 1, n
    !$acc loop gang vector
    do i = 1, m
      b(i, j) = i - j
    end do
  end do
  !$acc end kernels
  do j = 1, n
    call expect_equal(a(:, j), [(i*j, i = 1, m)], "gang in gang")
    call expect_equal(b(:, j), [(i - j, i = 1, m)], "gang vector in gang worker")
  end do
  call finish
end program
