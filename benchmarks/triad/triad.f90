!===-- triad.f90 - a = b + s*c, with OpenMP -------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! The twin of triad.cuf for the CPU.
!
!===----------------------------------------------------------------------===!

program main
  use measure
  implicit none
  real(8), parameter :: s = 0.375d0
  real(8), allocatable :: a(:), b(:), c(:)
  real(8) :: times(timed_runs), t
  logical :: right
  integer :: n, i, run

  n = 1024*argument(1, 131072)
  allocate(a(n), b(n), c(n))
  do i = 1, n
    b(i) = random_value()
    c(i) = random_value()
  end do
  a = 0
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    !$omp parallel do
    do i = 1, n
      a(i) = b(i) + s*c(i)
    end do
    if (run >= 1) times(run) = wall_clock() - t
  end do
  right = .true.
  do i = 1, n
    if (abs(a(i) - (b(i) + s*c(i))) > spacing(2d0)) right = .false.
  end do
  call report('triad', 'openmp', times, 24d0*n, 'B/s', right)
end program
