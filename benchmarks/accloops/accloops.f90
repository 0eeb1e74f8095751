!===-- accloops.f90 - Nests of loops, in OpenACC and OpenMP ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! A seven-point stencil with private scalars, collapse(3); and sums over the
! rows of each plane: gang, worker and vector loops with reductions. Argument:
! edge of the cube. The directives of OpenMP are for the twin on the CPU.
!
!===----------------------------------------------------------------------===!

program main
  use measure
  implicit none
  real(8), allocatable :: u(:, :, :), v(:, :, :), sums(:)
  real(8) :: times(timed_runs, 2), t, side, centre, plane, row, wanted
  integer :: n, i, j, k, run
  logical :: right

  n = argument(1, 512)
  allocate(u(n, n, n), v(n, n, n), sums(n))
  do k = 1, n
    do j = 1, n
      do i = 1, n
        u(i, j, k) = random_value()
      end do
    end do
  end do
  v = u
  !$acc enter data copyin(u, v) create(sums)
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    !$acc parallel loop collapse(3) private(side, centre) default(present)
    !$omp parallel do collapse(2) private(side, centre)
    do k = 2, n - 1
      do j = 2, n - 1
        do i = 2, n - 1
          centre = u(i, j, k)
          side = u(i - 1, j, k) + u(i + 1, j, k) + u(i, j - 1, k) &
               + u(i, j + 1, k) + u(i, j, k - 1) + u(i, j, k + 1)
          v(i, j, k) = centre + 0.1d0*(side - 6*centre)
        end do
      end do
    end do
    if (run >= 1) times(run, 1) = wall_clock() - t

    t = wall_clock()
    !$acc parallel loop gang default(present) private(plane)
    !$omp parallel do private(plane, row)
    do k = 1, n
      plane = 0
      !$acc loop worker reduction(+:plane) private(row)
      do j = 1, n
        row = 0
        !$acc loop vector reduction(+:row)
        !$omp simd reduction(+:row)
        do i = 1, n
          row = row + u(i, j, k)*v(i, j, k)
        end do
        plane = plane + sqrt(row)
      end do
      sums(k) = plane
    end do
    if (run >= 1) times(run, 2) = wall_clock() - t
  end do
  !$acc exit data copyout(v, sums) delete(u)

  right = .true.
  do k = 2, n - 1, max(1, n/16)
    do j = 2, n - 1
      do i = 2, n - 1
        wanted = u(i, j, k) + 0.1d0*(u(i - 1, j, k) + u(i + 1, j, k) &
          + u(i, j - 1, k) + u(i, j + 1, k) + u(i, j, k - 1) &
          + u(i, j, k + 1) - 6*u(i, j, k))
        if (abs(v(i, j, k) - wanted) > 1d-14) right = .false.
      end do
    end do
  end do
  call report('accloops', 'stencil', times(:, 1), 16d0*n**3, 'B/s', right)
  right = .true.
  do k = 1, n, max(1, n/16)
    wanted = 0
    do j = 1, n
      wanted = wanted + sqrt(dot_product(u(:, j, k), v(:, j, k)))
    end do
    if (abs(sums(k) - wanted) > 1d-10*wanted) right = .false.
  end do
  call report('accloops', 'nest', times(:, 2), 16d0*n**3, 'B/s', right)
end program
