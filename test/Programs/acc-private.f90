!===-- acc-private.f90 - Private arrays: bounds, records -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Lower bounds other than 1, two dimensions, arrays of records; the variables
! outside keep their values.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 50
  type pair
    integer :: left
    real :: right(3)
  end type
  type(pair) :: list(4)
  integer :: low(-2:3), two(3, 4), b(n), j, k
  low = -1
  list%left = -5
  !$acc parallel loop private(low, two, k) copyout(b)
  do j = 1, n
    low = j
    low(-2) = 2*j
    do k = 1, 4
      two(:, k) = [k, j, 1]
    end do
    b(j) = sum(low) + two(2, 3) + two(1, 4) + size(low)
  end do
  call expect_equal(b, [(8*j + 10, j=1, n)], 'bounds and ranks')
  call expect_equal(low, [-1, -1, -1, -1, -1, -1], 'the array outside')
  !$acc parallel loop private(list) copyout(b)
  do j = 1, n
    list(2)%left = j
    list(3)%right(1) = 2
    b(j) = list(2)%left + int(list(3)%right(1))
  end do
  call expect_equal(b, [(j + 2, j=1, n)], 'records')
  call expect_equal(list%left, [-5, -5, -5, -5], 'the records outside')
  call finish()
end program
