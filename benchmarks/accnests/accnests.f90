!===-- accnests.f90 - Nests that name no level, OpenACC and OpenMP --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
!
! What most programs write: loops of which none says gang, worker or vector, so
! that the mapping is the compiler's. A matrix product with directives and one
! in a kernels construct; the product of a sparse matrix with a vector; and a
! loop over nine directions in each cell. Argument: edge of the matrix. The
! directives of OpenMP are for the twin on the CPU.
!
!===----------------------------------------------------------------------===!

module nests
  implicit none
contains
  subroutine product_named(n, a, b, c)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n, n)
    real(8), intent(out) :: c(n, n)
    integer :: i, j, k
    real(8) :: s
    !$acc parallel loop default(present)
    !$omp parallel do private(s)
    do j = 1, n
      !$acc loop
      do i = 1, n
        s = 0
        !$acc loop reduction(+:s)
        do k = 1, n
          s = s + a(i, k)*b(k, j)
        end do
        c(i, j) = s
      end do
    end do
  end subroutine

  subroutine product_found(n, a, b, c)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n, n)
    real(8), intent(out) :: c(n, n)
    integer :: i, j, k
    real(8) :: s
    !$acc kernels default(present)
    !$omp parallel do private(s)
    do j = 1, n
      do i = 1, n
        s = 0
        do k = 1, n
          s = s + a(i, k)*b(k, j)
        end do
        c(i, j) = s
      end do
    end do
    !$acc end kernels
  end subroutine

  subroutine sparse(m, first, column, a, x, y)
    integer, intent(in) :: m, first(m + 1), column(*)
    real(8), intent(in) :: a(*), x(m)
    real(8), intent(out) :: y(m)
    integer :: i, k
    real(8) :: s
    !$acc parallel loop default(present)
    !$omp parallel do private(s)
    do i = 1, m
      s = 0
      !$acc loop reduction(+:s)
      do k = first(i), first(i + 1) - 1
        s = s + a(k)*x(column(k))
      end do
      y(i) = s
    end do
  end subroutine

  subroutine directions(m, f, g)
    integer, intent(in) :: m
    real(8), intent(in) :: f(m, 9)
    real(8), intent(out) :: g(m, 9)
    integer :: i, q
    !$acc parallel loop default(present)
    !$omp parallel do
    do i = 1, m
      !$acc loop
      do q = 1, 9
        g(i, q) = f(i, 10 - q)*0.5d0 + q
      end do
    end do
  end subroutine
end module

program main
  use measure
  use nests
  implicit none
  real(8), allocatable :: a(:, :), b(:, :), c(:, :), d(:, :)
  real(8), allocatable :: values(:), x(:), y(:), f(:, :), g(:, :)
  integer, allocatable :: first(:), column(:)
  real(8) :: times(timed_runs, 4), t
  integer :: n, m, i, k, run

  n = argument(1, 1024)
  m = 512*n
  allocate(a(n, n), b(n, n), c(n, n), d(n, n), first(m + 1), x(m), y(m))
  allocate(f(m, 9), g(m, 9))
  do k = 1, n
    do i = 1, n
      a(i, k) = random_value()
      b(i, k) = random_value()
    end do
  end do
  first(1) = 1
  do i = 1, m
    first(i + 1) = first(i) + 24 + mod(13*mod(i, 41), 41)
  end do
  allocate(values(first(m + 1) - 1), column(first(m + 1) - 1))
  do i = 1, m
    x(i) = mod(i, 9)
    do k = first(i), first(i + 1) - 1
      column(k) = 1 + modulo(i + (k - first(i))*37 - 500, m)
      values(k) = mod(k, 6)
    end do
  end do
  do k = 1, 9
    do i = 1, m
      f(i, k) = mod(i, 100) + k
    end do
  end do

  !$acc enter data copyin(a, b, first, column, values, x, f) create(c, d, y, g)
  do run = 1 - warm_ups, timed_runs
    t = wall_clock()
    call product_named(n, a, b, c)
    if (run >= 1) times(run, 1) = wall_clock() - t
    t = wall_clock()
    call product_found(n, a, b, d)
    if (run >= 1) times(run, 2) = wall_clock() - t
    t = wall_clock()
    call sparse(m, first, column, values, x, y)
    if (run >= 1) times(run, 3) = wall_clock() - t
    t = wall_clock()
    call directions(m, f, g)
    if (run >= 1) times(run, 4) = wall_clock() - t
  end do
  !$acc exit data copyout(c, d, y, g) delete(a, b, first, column, values, x, f)

  call report('accnests', 'product', times(:, 1), 2d0*n**3, 'flop/s', &
    check_product(c))
  call report('accnests', 'kernels', times(:, 2), 2d0*n**3, 'flop/s', &
    check_product(d))
  call report('accnests', 'sparse', times(:, 3), 12d0*size(values), 'B/s', &
    check_sparse())
  call report('accnests', 'short', times(:, 4), 144d0*m, 'B/s', &
    all([(all(g(:, i) == f(:, 10 - i)*0.5d0 + i), i = 1, 9)]))
contains
  logical function check_product(c)
    real(8), intent(in) :: c(:, :)
    integer :: j, step
    check_product = .true.
    step = max(1, n/16)
    do j = 1, n, step
      if (any(abs(c(::step, j) - matmul(a(::step, :), b(:, j))) &
          > 1d-10*n)) check_product = .false.
    end do
  end function
  logical function check_sparse()
    integer :: i
    check_sparse = .true.
    do i = 1, m
      if (y(i) /= dot_product(values(first(i):first(i + 1) - 1), &
          x(column(first(i):first(i + 1) - 1)))) check_sparse = .false.
    end do
  end function
end program
