!===-- madd.f90 - a = b + c on matrices, with OpenMP ----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! The twin of madd.cuf for the CPU.
!
!===----------------------------------------------------------------------===!

program main
  use measure
  implicit none
  real, allocatable :: a(:, :), b(:, :), c(:, :)
  real(8) :: times(timed_runs), t
  integer :: n, i, j, run

  n = argument(1, 16384)
  allocate(a(n, n), b(n, n), c(n, n))
  do j = 1, n
    do i = 1, n
      b(i, j) = real(random_value())
      c(i, j) = real(random_value())
    end do
  end do
  a = 0
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    !$omp parallel do private(i)
    do j = 1, n
      do i = 1, n
        a(i, j) = b(i, j) + c(i, j)
      end do
    end do
    if (run >= 1) times(run) = wall_clock() - t
  end do
  call report('madd', 'openmp', times, 12d0*n*n, 'B/s', all(a == b + c))
end program
