!===-- jacobi_acc.f90 - Laplace's equation with OpenACC --------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! The temperature of a square plate whose left edge is hot. Both fields stay on
! the device during the iteration; only the largest change comes back in each
! step, as the result of a reduction.
!
!===----------------------------------------------------------------------===!

program main
  implicit none
  integer, parameter :: n = 64
  real(8), parameter :: tolerance = 1d-5
  real(8), allocatable :: t(:,:), next(:,:)
  real(8) :: change
  integer :: i, j, step

  allocate(t(0:n + 1, 0:n + 1), next(0:n + 1, 0:n + 1))
  t = 0
  t(0, :) = 1
  next = t

  !$acc data copy(t) copyin(next)
  do step = 1, 10000
    change = 0
    !$acc parallel loop collapse(2) reduction(max:change)
    do j = 1, n
      do i = 1, n
        next(i, j) = (t(i - 1, j) + t(i + 1, j) + t(i, j - 1) + t(i, j + 1))/4
        change = max(change, abs(next(i, j) - t(i, j)))
      end do
    end do
    !$acc parallel loop collapse(2)
    do j = 1, n
      do i = 1, n
        t(i, j) = next(i, j)
      end do
    end do
    if (change < tolerance) exit
  end do
  !$acc end data

  print '(a,i0)', 'steps: ', step
  print '(a,f6.4)', 'in the middle: ', t(n/2, n/2)
end program
