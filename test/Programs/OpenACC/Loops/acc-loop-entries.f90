!===-- acc-loop-entries.f90 - ENTRY and OpenACC constructs ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! A procedure with ENTRY statements begins with a construct, and constructs are
! the first thing behind such statements.
!
!===----------------------------------------------------------------------===!

subroutine fill(a, n, x)
  implicit none
  integer :: n, x, i
  integer :: a(n)
  !$acc parallel loop
  do i = 1, n
    a(i) = x
  end do
  return
entry scale(a, n, x)
  !$acc data copy(a)
  !$acc kernels
  do i = 1, n
    a(i) = a(i)*x
  end do
  !$acc end kernels
  !$acc end data
entry shift(a, n)
  !$acc parallel copy(a)
  !$acc loop
  do i = 1, n
    a(i) = a(i) + i
  end do
  !$acc end parallel
entry nothing(a, n)
end subroutine

integer function first(a, n)
  implicit none
  integer :: n, second, i
  integer :: a(n)
  entry second(a, n)
  !$acc enter data copyin(a)
  first = 0
  !$acc serial present(a)
  do i = 1, n
    a(i) = -a(i)
  end do
  !$acc end serial
  !$acc exit data copyout(a)
  first = sum(a)
end function

subroutine concurrent(a, n)
  implicit none
  integer :: n, i
  integer :: a(n)
  !$acc update self(a) if_present
  a = a + 1
  return
entry waiting(a, n)
  !$acc wait
  !$acc parallel loop
  do i = 1, n
    a(i) = a(i) + 5
  end do
end subroutine

program main
  use testing
  implicit none
  integer, parameter :: n = 777
  integer :: a(n), i
  integer, external :: first, second
  call fill(a, n, 3)
  call expect(all(a == 3), 'the beginning')
  call scale(a, n, 4)
  call expect_equal(a, [(12 + i, i = 1, n)], 'the first ENTRY')
  call shift(a, n)
  call expect_equal(a, [(12 + 2*i, i = 1, n)], 'the second ENTRY')
  call nothing(a, n)
  call expect_equal(a, [(12 + 2*i, i = 1, n)], 'the last ENTRY')
  call expect_equal(first(a, n), -12*n - n*(n + 1), 'a function')
  call expect_equal(second(a, n), 12*n + n*(n + 1), 'its ENTRY')
  call concurrent(a, n)
  call expect_equal(a, [(13 + 2*i, i = 1, n)], 'a directive of its own')
  call waiting(a, n)
  call expect_equal(a, [(18 + 2*i, i = 1, n)], 'behind ENTRY')
  call finish()
end program
