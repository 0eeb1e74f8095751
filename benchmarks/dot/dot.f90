!===-- dot.f90 - Scalar product, with OpenMP ------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! The twin of dot.cuf for the CPU.
!
!===----------------------------------------------------------------------===!

program main
  use measure
  implicit none
  real(8), allocatable :: x(:), y(:)
  real(8) :: times(timed_runs), t, total, wanted
  integer :: n, i, run

  n = 1024*argument(1, 131072)
  allocate(x(n), y(n))
  do i = 1, n
    x(i) = random_value()
    y(i) = random_value()
  end do
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    total = 0
    !$omp parallel do reduction(+:total)
    do i = 1, n
      total = total + x(i)*y(i)
    end do
    if (run >= 1) times(run) = wall_clock() - t
  end do
  wanted = reference()
  call report('dot', 'openmp', times, 16d0*n, 'B/s', &
              abs(total - wanted) <= 1d-11*wanted)

contains

  ! In blocks, so that the reference itself is accurate.
  real(8) function reference()
    integer :: i, first
    real(8) :: part
    reference = 0
    do first = 1, n, 4096
      part = 0
      do i = first, min(n, first + 4095)
        part = part + x(i)*y(i)
      end do
      reference = reference + part
    end do
  end function
end program
