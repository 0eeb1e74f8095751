!===-- acc-one-thread.f90 - Constructs with a single thread --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! One gang with a vector length of one is one thread: also loops whose
! iterations need each other are right then.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 50
  integer :: a(n), b(n), i, j, s, wanted
  a = [(mod(7*i, 11), i = 1, n)]

  s = 3
  wanted = 3
  !$acc parallel num_gangs(1) vector_length(1) copy(s) copyin(a)
  !$acc loop seq
  do j = 1, 3
    !$acc loop
    do i = 1, n
      if (a(i) > j) s = mod(5*s + a(i), 997)
    end do
  end do
  !$acc end parallel
  do j = 1, 3
    do i = 1, n
      if (a(i) > j) wanted = mod(5*wanted + a(i), 997)
    end do
  end do
  call expect_equal(s, wanted, 'a recurrence')

  b = 1
  !$acc parallel loop num_gangs(1) vector_length(1) copy(b) copyin(a)
  do i = 2, n
    b(i) = mod(b(i - 1)*3 + a(i), 101)
  end do
  do i = 2, n
    a(i) = mod(merge(1, a(i - 1), i == 2)*3 + a(i), 101)
  end do
  call expect_equal(b(2:), a(2:), 'a chain')
  call finish()
end program
