!===-- acc-data-condition.f90 - Data constructs with a condition ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! A compute construct without clauses in a data construct whose condition may
! be false: it then copies for itself, both ways.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 100
  integer :: a(n), b(n), i, pass
  logical :: on
  do pass = 1, 2
    on = pass + command_argument_count() > 1
    a = pass
    b = -1
    !$acc data copy(a) copyout(b) if(on)
    !$acc parallel loop
    do i = 1, n
      a(i) = a(i) + i
    end do
    !$acc kernels
    do i = 1, n
      b(i) = 2*a(i)
    end do
    !$acc end kernels
    if (.not. on) call expect_equal(a, [(pass + i, i = 1, n)], 'no data yet')
    !$acc end data
    call expect_equal(a, [(pass + i, i = 1, n)], 'copied back')
    call expect_equal(b, [(2*(pass + i), i = 1, n)], 'copied out')
  end do
  call finish
end program
