!===-- dgemm16.f90 - Matrix product, with OpenMP --------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! The twin of dgemm16.cuf for the CPU: the same 16 columns at a time, so that
! each element of a is used 16 times when it has been read.
!
!===----------------------------------------------------------------------===!

program main
  use measure
  implicit none
  real(8), allocatable :: a(:, :), b(:, :), c(:, :)
  real(8) :: times(timed_runs), t
  integer :: n, i, j, run

  n = argument(1, 4096)
  if (mod(n, 256) /= 0) error stop 'the number of rows is no multiple of 256'
  allocate(a(n, n), b(n, n), c(n, n))
  do j = 1, n
    do i = 1, n
      a(i, j) = random_value()
      b(i, j) = random_value()
    end do
  end do
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    call multiply()
    if (run >= 1) times(run) = wall_clock() - t
  end do
  call report('dgemm16', 'openmp', times, 2d0*n*n*n, 'flop/s', right())

contains

  subroutine multiply()
    integer, parameter :: rows = 256
    real(8) :: sums(rows, 16)
    integer :: row, column, i, j, k
    !$omp parallel do collapse(2) private(sums, i, j, k)
    do column = 0, n - 1, 16
      do row = 0, n - 1, rows
        sums = 0
        do k = 1, n
          do j = 1, 16
            do i = 1, rows
              sums(i, j) = sums(i, j) + a(row + i, k)*b(k, column + j)
            end do
          end do
        end do
        c(row + 1:row + rows, column + 1:column + 16) = sums
      end do
    end do
  end subroutine

  ! A sample of elements; products of numbers below one, so k*epsilon bounds
  ! the difference between two orders of summation.
  logical function right()
    integer :: sample, i, j
    right = .true.
    do sample = 0, 499
      i = 1 + mod(7919*sample, n)
      j = 1 + mod(104729*sample, n)
      if (abs(c(i, j) - dot_product(a(i, :), b(:, j))) > n*epsilon(1d0)*n) &
        right = .false.
    end do
  end function
end program
