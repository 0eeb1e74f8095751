!===-- grids.f90 - Twin of grids with OpenMP --------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! See grids.cuf.
!
!===----------------------------------------------------------------------===!

module steps
  implicit none
contains
  subroutine advect(u, v, w, q, r, c)
    real(8), intent(in) :: u(:, :, :), v(:, :, :), w(:, :, :), q(:, :, :)
    real(8), intent(inout) :: r(:, :, :)
    real(8), value :: c
    integer :: i, j, k
    !$omp parallel do collapse(2)
    do k = 2, size(q, 3) - 1
      do j = 2, size(q, 2) - 1
        do i = 2, size(q, 1) - 1
          r(i, j, k) = q(i, j, k) - c*(u(i, j, k)*(q(i + 1, j, k) - &
            q(i - 1, j, k)) + v(i, j, k)*(q(i, j + 1, k) - q(i, j - 1, k)) &
            + w(i, j, k)*(q(i, j, k + 1) - q(i, j, k - 1)))
        end do
      end do
    end do
  end subroutine

  subroutine jacobi(a, b, change, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n)
    real(8), intent(inout) :: b(n, n)
    real(8), intent(out) :: change
    integer :: i, j
    change = 0
    !$omp parallel do reduction(max:change)
    do j = 2, n - 1
      do i = 2, n - 1
        b(i, j) = 0.25d0*(a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
        change = max(change, abs(b(i, j) - a(i, j)))
      end do
    end do
  end subroutine
end module

program main
  use steps
  use measure
  implicit none
  real(8), allocatable :: a(:, :), b(:, :), wanted(:, :)
  real(8), allocatable, dimension(:, :, :) :: u, v, w, q, r, p
  real(8) :: times(timed_runs, 4), change(2), c, t, e
  integer :: n, m, i, j, k, run
  n = argument(1, 8192)
  m = n/16
  c = 0.1d0
  allocate (a(n, n), b(n, n), wanted(n, n))
  allocate (u(m, m, m), v(m, m, m), w(m, m, m), q(m, m, m))
  do j = 1, n
    do i = 1, n
      a(i, j) = random_value()
    end do
  end do
  do k = 1, m
    do j = 1, m
      do i = 1, m
        u(i, j, k) = random_value()
        v(i, j, k) = random_value()
        w(i, j, k) = random_value()
        q(i, j, k) = random_value()
      end do
    end do
  end do
  b = a
  r = q
  p = q
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    call jacobi(a, b, change(1), n)
    call keep(1, wall_clock() - t)
  end do
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    call jacobi(a, b, change(2), n)
    call keep(2, wall_clock() - t)
  end do
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    call advect(u, v, w, q, r, c)
    call keep(3, wall_clock() - t)
  end do
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    call advect(u, v, w, q, p, c)
    call keep(4, wall_clock() - t)
  end do
  wanted = a
  do j = 2, n - 1
    do i = 2, n - 1
      wanted(i, j) = 0.25d0*(a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
    end do
  end do
  e = maxval(abs(wanted - a))
  call report('grids', 'jacobi', times(:, 1), 16d0*n*n, 'B/s', &
    maxval(abs(b - wanted)) <= 1d-14 .and. abs(change(1) - e) <= 1d-14)
  call report('grids', 'jacobi-loop', times(:, 2), 16d0*n*n, 'B/s', &
    abs(change(2) - e) <= 1d-14)
  call report('grids', 'advection', times(:, 3), 40d0*m**3, 'B/s', right(r))
  call report('grids', 'advect-points', times(:, 4), 40d0*m**3, 'B/s', right(p))
contains
  logical function right(r)
    real(8), intent(in) :: r(:, :, :)
    right = .true.
    do k = 2, m - 1
      do j = 2, m - 1
        do i = 2, m - 1
          right = right .and. abs(r(i, j, k) - (q(i, j, k) - &
            c*(u(i, j, k)*(q(i + 1, j, k) - q(i - 1, j, k)) + &
            v(i, j, k)*(q(i, j + 1, k) - q(i, j - 1, k)) + &
            w(i, j, k)*(q(i, j, k + 1) - q(i, j, k - 1))))) <= 1d-14
        end do
      end do
    end do
  end function
  subroutine keep(which, seconds)
    integer, intent(in) :: which
    real(8), intent(in) :: seconds
    if (run >= 1) times(run, which) = seconds
  end subroutine
end program
