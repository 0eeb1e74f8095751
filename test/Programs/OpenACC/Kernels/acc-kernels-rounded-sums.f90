!===-- acc-kernels-rounded-sums.f90 - Sums that are rounded in each iteration --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! An integer to which real numbers are added is cut in each iteration, as is a
! real number whose integer part is used: no reduction gives that.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 300
  integer :: k, i, m(n)
  integer(8) :: l
  real :: x(n), r
  real(8) :: d
  x = 0.5
  k = 1000
  !$acc kernels copyin(x)
  do i = 1, n
    k = k - x(i)
  end do
  !$acc end kernels
  call expect_equal(k, 700, 'a difference')
  k = 3
  !$acc kernels
  do i = 1, 10
    k = k*1.5
  end do
  !$acc end kernels
  call expect_equal(k, 141, 'a product')
  r = 0.75
  !$acc kernels copyin(x)
  do i = 1, n
    r = int(r) + x(i)
  end do
  !$acc end kernels
  call expect(r == 0.5, 'the integer part')
  x(1:3) = [1.5, 1.875, 0.25]
  r = 0.75
  !$acc kernels copyin(x)
  do i = 1, n
    if (int(x(i)) > r) r = x(i)
  end do
  !$acc end kernels
  call expect(r == 1.5, 'a maximum of integer parts')
  r = 2.5
  m = 1
  !$acc kernels copyin(m)
  do i = 1, n
    r = max(int(r), m(i))
  end do
  !$acc end kernels
  call expect(r == 2, 'the integer part of a maximum')
  ! Sums of other kinds are reductions.
  l = 5
  d = 1
  m = [(i, i = 1, n)]
  !$acc kernels copyin(m)
  do i = 1, n
    l = l + m(i)
    d = d + m(i)
  end do
  !$acc end kernels
  call expect(l == 5 + n*(n + 1)/2 .and. d == 1 + n*(n + 1)/2, 'sums of integers')
  call finish()
end program
