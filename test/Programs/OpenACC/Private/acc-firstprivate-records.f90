!===-- acc-firstprivate-records.f90 - First-private arrays of records ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! One that is larger than the parameters of a kernel may be.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  type t
    real(8) :: x(10)
    integer :: k = 4
  end type
  integer, parameter :: n = 90
  type(t) :: big(200)
  integer :: i
  real(8) :: s(n)
  do i = 1, 200
    big(i)%x = i
  end do
  !$acc parallel loop firstprivate(big) copyout(s)
  do i = 1, n
    big(i + 1)%x(3) = big(i)%x(2) + i
    s(i) = big(i + 1)%x(3) + big(200)%k
  end do
  call expect_equal(s, [(2d0*i + 4, i = 1, n)], 'large')
  call expect_equal(big(5)%x(3), 5d0, 'host')
  !$acc parallel loop gang firstprivate(big) copyout(s)
  do i = 1, n
    big(i + 1)%x(3) = big(i)%x(2) + i
    s(i) = big(i + 1)%x(3) + big(200)%k
  end do
  call expect_equal(s, [(2d0*i + 4, i = 1, n)], 'large gang')
  call finish()
end program
