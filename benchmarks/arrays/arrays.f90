!===-- arrays.f90 - Twin of arrays with OpenMP ------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! See arrays.cuf.
!
!===----------------------------------------------------------------------===!

program main
  use measure
  implicit none
  real(8), allocatable :: x(:), e(:), y(:), z(:)
  real(8) :: times(timed_runs, 5), a, s(3), wanted, t, v
  integer :: n, i, run
  n = 1024*argument(1, 131072)
  allocate(x(n), e(n), y(n), z(n))
  do i = 1, n
    x(i) = random_value()
    e(i) = random_value()
  end do
  a = 3
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    v = 0
    !$omp parallel do reduction(+:v)
    do i = 1, n
      v = v + (x(i) - e(i))**2
    end do
    s(1) = v
    call keep(1, wall_clock() - t)
  end do
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    v = 0
    !$omp parallel do reduction(max:v)
    do i = 1, n
      v = max(v, abs(x(i) - e(i)))
    end do
    s(2) = v
    call keep(2, wall_clock() - t)
  end do
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    v = 0
    !$omp parallel do reduction(+:v)
    do i = 1, n
      v = v + x(i)**2
    end do
    s(3) = sqrt(v)
    call keep(3, wall_clock() - t)
  end do
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    !$omp parallel do
    do i = 1, n
      z(i) = sqrt(x(i)*x(i) + e(i)*e(i))
    end do
    call keep(4, wall_clock() - t)
  end do
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    !$omp parallel do
    do i = 1, n
      y(i) = a*x(i) + e(i)
    end do
    call keep(5, wall_clock() - t)
  end do
  wanted = 0
  do i = 1, n
    wanted = wanted + (x(i) - e(i))**2
  end do
  call report('arrays', 'squares', times(:, 1), 16d0*n, 'B/s', &
    abs(s(1) - wanted) <= 1d-10*wanted)
  call report('arrays', 'distance', times(:, 2), 16d0*n, 'B/s', &
    s(2) == maxval(abs(x - e)))
  wanted = 0
  do i = 1, n
    wanted = wanted + x(i)**2
  end do
  call report('arrays', 'norm2', times(:, 3), 8d0*n, 'B/s', &
    abs(s(3) - sqrt(wanted)) <= 1d-10*s(3))
  call report('arrays', 'roots', times(:, 4), 24d0*n, 'B/s', &
    maxval(abs(z - sqrt(x**2 + e**2))) <= 1d-15)
  call report('arrays', 'axpy', times(:, 5), 24d0*n, 'B/s', &
    maxval(abs(y - (a*x + e))) <= 1d-15)
contains
  subroutine keep(which, seconds)
    integer, intent(in) :: which
    real(8), intent(in) :: seconds
    if (run >= 1) times(run, which) = seconds
  end subroutine
end program
