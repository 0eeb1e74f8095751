!===-- accstream.f90 - STREAM and a dot product, in OpenACC and OpenMP ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! Five loops over 2**27 elements, bound by memory, each timed on the host with
! the wait for its end. Argument: elements in units of 2**10. The directives of
! OpenMP are for the twin on the CPU.
!
!===----------------------------------------------------------------------===!

program main
  use measure
  implicit none
  real(8), parameter :: s = 0.4d0
  real(8), allocatable :: a(:), b(:), c(:)
  real(8) :: times(timed_runs, 5), t, total, wanted(3)
  integer :: n, i, run

  n = 1024*argument(1, 131072)
  allocate(a(n), b(n), c(n))
  !$omp parallel do
  do i = 1, n
    a(i) = 0.1d0
    b(i) = 0.2d0
    c(i) = 0
  end do
  wanted = [0.1d0, 0.2d0, 0d0]
  total = 0
  !$acc enter data copyin(a, b, c)
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    !$acc parallel loop default(present)
    !$omp parallel do simd
    do i = 1, n
      c(i) = a(i)
    end do
    if (run >= 1) times(run, 1) = wall_clock() - t

    t = wall_clock()
    !$acc parallel loop default(present)
    !$omp parallel do simd
    do i = 1, n
      b(i) = s*c(i)
    end do
    if (run >= 1) times(run, 2) = wall_clock() - t

    t = wall_clock()
    !$acc parallel loop default(present)
    !$omp parallel do simd
    do i = 1, n
      c(i) = a(i) + b(i)
    end do
    if (run >= 1) times(run, 3) = wall_clock() - t

    t = wall_clock()
    !$acc parallel loop default(present)
    !$omp parallel do simd
    do i = 1, n
      a(i) = b(i) + s*c(i)
    end do
    if (run >= 1) times(run, 4) = wall_clock() - t

    total = 0
    t = wall_clock()
    !$acc parallel loop default(present) reduction(+:total)
    !$omp parallel do simd reduction(+:total)
    do i = 1, n
      total = total + a(i)*b(i)
    end do
    if (run >= 1) times(run, 5) = wall_clock() - t

    wanted(3) = wanted(1)
    wanted(2) = s*wanted(3)
    wanted(3) = wanted(1) + wanted(2)
    wanted(1) = wanted(2) + s*wanted(3)
  end do
  !$acc exit data copyout(a, b, c)

  call report('accstream', 'copy', times(:, 1), 16d0*n, 'B/s', near(c, wanted(3)))
  call report('accstream', 'mul', times(:, 2), 16d0*n, 'B/s', near(b, wanted(2)))
  call report('accstream', 'add', times(:, 3), 24d0*n, 'B/s', near(c, wanted(3)))
  call report('accstream', 'triad', times(:, 4), 24d0*n, 'B/s', near(a, wanted(1)))
  call report('accstream', 'dot', times(:, 5), 16d0*n, 'B/s', &
              abs(total/(wanted(1)*wanted(2)*n) - 1) < 1d-8)

contains

  logical function near(x, value)
    real(8), intent(in) :: x(:), value
    near = maxval(abs(x - value)) <= 1d-12*abs(value)
  end function
end program
