!===-- blocks.f90 - Twin of blocks with OpenMP -----------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! See blocks.cuf. What threads of a block do together there is a plain loop
! here.
!
!===----------------------------------------------------------------------===!

program main
  use measure
  implicit none
  integer, parameter :: threads = 256, bins = 128
  real(8), allocatable :: x(:), y(:), z(:), a(:), product(:)
  integer, allocatable :: b(:), first(:), column(:)
  real(8) :: times(timed_runs, 5), total, v, t
  integer :: n, m, i, j, k, run, wanted(bins), h(bins)
  logical :: right(3)
  n = 1024*argument(1, 65536)
  m = n/64
  allocate (x(n), y(n), z(n), b(n))
  do i = 1, n
    x(i) = random_value()
    b(i) = 1 + int(bins*random_value())
  end do
  allocate (first(m + 1))
  first(1) = 1
  do i = 1, m
    first(i + 1) = first(i) + 24 + mod(13*mod(i, 41), 41)
  end do
  allocate (column(first(m + 1) - 1), a(first(m + 1) - 1))
  do i = 1, m
    do k = first(i), first(i + 1) - 1
      column(k) = modulo(i + (k - first(i))*37 - 500, m) + 1
      a(k) = mod(k, 6)
    end do
  end do
  allocate (product(m))
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    !$omp parallel do private(v, i)
    do j = 1, n, threads
      v = 0
      do i = j, min(n, j + threads - 1)
        v = v + x(i)
        y(i) = v
      end do
    end do
    call keep(1, wall_clock() - t)
  end do
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    !$omp parallel do private(v, i)
    do j = 1, n, threads
      v = 0
      do i = j, min(n, j + threads - 1)
        z(i) = v
        v = v + x(i)
      end do
    end do
    call keep(2, wall_clock() - t)
  end do
  do run = 1 - warm_ups, timed_runs
    h = 0
    t = wall_clock()
    !$omp parallel do reduction(+:h)
    do i = 1, n
      h(b(i)) = h(b(i)) + 1
    end do
    call keep(3, wall_clock() - t)
  end do
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    total = 0
    !$omp parallel do reduction(+:total)
    do i = 1, n
      total = total + x(i)
    end do
    call keep(4, wall_clock() - t)
  end do
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    !$omp parallel do private(v, k)
    do i = 1, m
      v = 0
      do k = first(i), first(i + 1) - 1
        v = v + a(k)*x(column(k))
      end do
      product(i) = v
    end do
    call keep(5, wall_clock() - t)
  end do
  right = .true.
  v = 0
  do i = 1, n
    if (mod(i - 1, threads) == 0) v = 0
    right(2) = right(2) .and. abs(z(i) - v) <= 1d-10
    v = v + x(i)
    right(1) = right(1) .and. abs(y(i) - v) <= 1d-10
  end do
  wanted = 0
  do i = 1, n
    wanted(b(i)) = wanted(b(i)) + 1
  end do
  v = sum(x)
  call report('blocks', 'scan', times(:, 1), 16d0*n, 'B/s', right(1))
  call report('blocks', 'scan-tree', times(:, 2), 16d0*n, 'B/s', right(2))
  call report('blocks', 'histogram', times(:, 3), 4d0*n, 'B/s', all(h == wanted))
  call report('blocks', 'shuffles', times(:, 4), 8d0*n, 'B/s', &
    abs(total - v) <= 1d-9*v)
  do i = 1, m
    v = 0
    do k = first(i), first(i + 1) - 1
      v = v + a(k)*x(column(k))
    end do
    right(3) = right(3) .and. abs(product(i) - v) <= 1d-9
  end do
  call report('blocks', 'sparse', times(:, 5), 12d0*first(m + 1), 'B/s', right(3))
contains
  subroutine keep(which, seconds)
    integer, intent(in) :: which
    real(8), intent(in) :: seconds
    if (run >= 1) times(run, which) = seconds
  end subroutine
end program
