!===-- acc-data-constants.f90 - Named constants in data clauses -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Device code has the values of named constants: clauses that name them are not
! followed. A copy back would go to memory that may not be written.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 10
  integer, parameter :: table(n) = [7, 6, 5, 4, 3, 2, 1, 0, -1, -2]
  integer :: a(n), i
  a = 0
  !$acc data copy(table) create(a)
  !$acc parallel loop present(table) copyout(a)
  do i = 1, n
    a(i) = table(i)
  end do
  !$acc update self(a)
  !$acc end data
  call expect_equal(a, table, 'data copy, present')
  a = 0
  !$acc parallel loop copy(table, a)
  do i = 1, n
    a(i) = a(i) + 2*table(n + 1 - i)
  end do
  call expect_equal(a, 2*table(n:1:-1), 'copy')
  a = 0
  !$acc kernels create(table) copy(a)
  a = table
  !$acc end kernels
  call expect_equal(a, table, 'create')
  a = 0
  !$acc serial no_create(table) firstprivate(n) copy(a)
  do i = 1, n
    a(i) = table(i)*n
  end do
  !$acc end serial
  call expect_equal(a, table*n, 'no_create, firstprivate')
  !$acc enter data copyin(table)
  !$acc update device(table)
  a = 0
  !$acc parallel loop present(table)
  do i = 1, n
    a(i) = table(i)
  end do
  !$acc exit data delete(table)
  call expect_equal(a, table, 'enter data')
  call finish()
end program
