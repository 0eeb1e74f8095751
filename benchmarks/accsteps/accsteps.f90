!===-- accsteps.f90 - Steps and small loops, OpenACC and OpenMP ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! A Jacobi step with the largest change, and fifty loops over 16,384 elements in
! one asynchronous queue. The twin on the CPU is the same source, with OpenMP.
! Argument: points along a side.
!
!===----------------------------------------------------------------------===!

program main
  use measure
  implicit none
  integer, parameter :: short = 16384, loops = 50
  real(8), allocatable :: a(:, :), b(:, :), wanted(:, :), x(:)
  real(8) :: times(timed_runs, 2), change, t, e
  integer :: n, i, j, k, run
  n = argument(1, 8192)
  allocate (a(n, n), b(n, n), wanted(n, n), x(short))
  do j = 1, n
    do i = 1, n
      a(i, j) = random_value()
    end do
  end do
  b = a
  x = 0
  !$acc data copyin(a) copy(b, x)
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    change = 0
    !$acc parallel loop collapse(2) reduction(max:change) present(a, b)
    !$omp parallel do reduction(max:change)
    do j = 2, n - 1
      do i = 2, n - 1
        b(i, j) = 0.25d0*(a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
        change = max(change, abs(b(i, j) - a(i, j)))
      end do
    end do
    call keep(1, wall_clock() - t)
    t = wall_clock()
    do k = 1, loops
      !$acc parallel loop present(x) async(1)
      !$omp parallel do
      do i = 1, short
        x(i) = x(i) + k
      end do
    end do
    !$acc wait(1)
    call keep(2, wall_clock() - t)
  end do
  !$acc end data
  wanted = a
  do j = 2, n - 1
    do i = 2, n - 1
      wanted(i, j) = 0.25d0*(a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
    end do
  end do
  e = maxval(abs(wanted - a))
  call report('accsteps', 'jacobi', times(:, 1), 16d0*n*n, 'B/s', &
    maxval(abs(b - wanted)) <= 1d-14 .and. abs(change - e) <= 1d-14)
  call report('accsteps', 'queue', times(:, 2), 16d0*short*loops, 'B/s', &
    all(x == (timed_runs + warm_ups)*(loops*(loops + 1)/2)))
contains
  subroutine keep(which, seconds)
    integer, intent(in) :: which
    real(8), intent(in) :: seconds
    if (run >= 1) times(run, which) = seconds
  end subroutine
end program
