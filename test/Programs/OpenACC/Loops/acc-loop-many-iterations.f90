!===-- acc-loop-many-iterations.f90 - Plans for many iterations ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/object.o 2>&1 | FileCheck %s
!
! Who gets the lanes of a nest that names no level depends on how many iterations
! its outer loop has: there are two kernels, of which the launch takes one.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
contains
  subroutine add_rows(n, m, a, x, y)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m), x(m)
    real(8), intent(out) :: y(n)
    real(8) :: s
    integer :: i, k
    ! CHECK: [[#@LINE+2]], With 65536 iterations or more the loop takes gang and vector, and those inside are sequential
    !$acc parallel loop copyin(a, x) copyout(y)
    do i = 1, n
      s = 0
      do k = 1, m
        s = s + a(i, k)*x(k)
      end do
      y(i) = s
    end do
  end subroutine

  ! Also sums over both loops, and statements behind the inner one.
  subroutine count_rows(n, m, a, y, total, last)
    integer, intent(in) :: n, m
    integer, intent(in) :: a(n, m)
    integer, intent(out) :: y(n), total, last
    integer :: i, k, s
    total = 0
    last = 0
    !$acc parallel loop copyin(a) copyout(y) reduction(+:total) reduction(max:last)
    do i = 1, n
      s = 0
      do k = 1, m
        s = s + a(i, k)
      end do
      y(i) = s - i
      total = total + mod(s, 7)
      last = max(last, y(i))
    end do
  end subroutine

  ! A kernels construct with two nests, the second of which needs the first.
  subroutine twice(n, m, a, b, y)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m)
    real(8), intent(out) :: b(n), y(n)
    real(8) :: s, t
    integer :: i, k
    !$acc kernels copyin(a) copyout(b, y)
    do i = 1, n
      s = 1
      do k = 1, m
        s = s + a(i, k)
      end do
      b(i) = s
    end do
    do i = 1, n
      t = 0
      do k = 1, m
        t = max(t, a(i, k)*b(n + 1 - i))
      end do
      y(i) = t
    end do
    !$acc end kernels
  end subroutine

  ! Rows of a sparse matrix.
  subroutine multiply(n, first, column, a, x, y)
    integer, intent(in) :: n, first(n + 1), column(:)
    real(8), intent(in) :: a(:), x(n)
    real(8), intent(out) :: y(n)
    real(8) :: s
    integer :: i, k
    ! CHECK: [[#@LINE+2]], With 1048576 iterations or more the loop takes gang, worker(16), and those inside vector(8)
    !$acc parallel loop copyin(first, column, a, x) copyout(y)
    do i = 1, n
      s = 0
      do k = first(i), first(i + 1) - 1
        s = s + a(k)*x(column(k))
      end do
      y(i) = s
    end do
  end subroutine

  ! Rows of blocks, whose elements in a column are neighbours: the lanes take
  ! them, a thread its row.
  subroutine multiply_blocks(n, first, column, a, x, y)
    integer, intent(in) :: n, first(n + 1), column(:)
    real(8), intent(in) :: a(3, 3, *), x(3, n)
    real(8), intent(out) :: y(3, n)
    real(8) :: s
    integer :: i, k, r, c
    !$acc parallel loop copyin(first, column, a(:, :, 1:size(column)), x) copyout(y)
    ! CHECK: [[#@LINE+1]], !$acc loop gang, vector(128) collapse(2)
    do i = 1, n
      !$acc loop
      do r = 1, 3
        s = 0
        ! CHECK: [[#@LINE+1]], !$acc loop seq
        do k = first(i), first(i + 1) - 1
          do c = 1, 3
            s = s + a(r, c, k)*x(c, column(k))
          end do
        end do
        y(r, i) = s
      end do
    end do
  end subroutine

  ! Rows that begin with the iteration are long: a gang has each.
  subroutine fill_triangle(n, x, d)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n, 3)
    real(8), intent(inout) :: d(n, n)
    real(8) :: s
    integer :: i, j, k
    !$acc parallel loop copyin(x) copy(d)
    ! CHECK: [[#@LINE+1]], !$acc loop gang ! blockidx%x
    do j = 1, n
      !$acc loop
      ! CHECK: [[#@LINE+1]], !$acc loop vector(128)
      do i = j, n
        s = 0
        do k = 1, 3
          s = s + (x(i, k) - x(j, k))**2
        end do
        d(i, j) = s
      end do
    end do
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  integer, parameter :: sizes(5) = [1, 1000, 65535, 65536, 70001], m = 5
  real(8), allocatable :: a(:, :), y(:), b(:), wanted(:), values(:), x(:)
  integer, allocatable :: c(:, :), counts(:), first(:), column(:)
  real(8), allocatable :: blocks(:, :, :), sources(:, :), results(:, :), d(:, :)
  real(8) :: sums(3)
  integer :: case, n, i, k, total, last
  do case = 1, size(sizes)
    n = sizes(case)
    allocate (a(n, m), y(n), b(n), wanted(n), c(n, m), counts(n))
    do k = 1, m
      do i = 1, n
        c(i, k) = mod(i*k, 11)
      end do
    end do
    a = c
    call add_rows(n, m, a, [(real(k, 8), k=1, m)], y)
    wanted = matmul(a, [(real(k, 8), k=1, m)])
    call expect(all(y == wanted), 'sums over rows')
    call count_rows(n, m, c, counts, total, last)
    call expect(all(counts == sum(c, 2) - [(i, i=1, n)]), 'counts')
    call expect(total == sum(mod(sum(c, 2), 7)), 'total')
    call expect(last == max(0, maxval(counts)), 'largest')
    call twice(n, m, a, b, y)
    wanted = 1 + sum(a, 2)
    call expect(all(b == wanted), 'first nest')
    call expect(all(y == maxval(a, 2)*wanted(n:1:-1)), 'second nest')
    deallocate (a, y, b, wanted, c, counts)
  end do
  do n = 1000, 1100000, 1099000
    allocate (first(n + 1), y(n), x(n), wanted(n))
    first(1) = 1
    do i = 1, n
      first(i + 1) = first(i) + mod(i, 4)
      if (mod(i, 1000) == 3) first(i + 1) = first(i) + 40
    end do
    allocate (column(first(n + 1) - 1), values(first(n + 1) - 1))
    column = [(1 + mod(7*k, n), k=1, size(column))]
    values = [(mod(k, 5), k=1, size(values))]
    x = [(mod(i, 3), i=1, n)]
    call multiply(n, first, column, values, x, y)
    do i = 1, n
      wanted(i) = sum(values(first(i):first(i + 1) - 1)*x(column(first(i):first(i + 1) - 1)))
    end do
    call expect(all(y == wanted), 'sparse product')
    if (n == 1000) then
      blocks = reshape([(real(mod(k, 9), 8), k=1, 9*size(column))], [3, 3, size(column)])
      sources = reshape([(real(mod(k, 5), 8), k=1, 3*n)], [3, n])
      allocate (results(3, n))
      call multiply_blocks(n, first, column, blocks, sources, results)
      do i = 1, n
        sums = 0
        do k = first(i), first(i + 1) - 1
          sums = sums + matmul(blocks(:, :, k), sources(:, column(k)))
        end do
        call expect(all(results(:, i) == sums), 'product of blocks')
      end do
    end if
    deallocate (first, column, values, x, y, wanted)
  end do
  a = reshape([(real(mod(k, 13), 8), k=1, 210)], [70, 3])
  allocate (d(70, 70), source=-1d0)
  call fill_triangle(70, a, d)
  do i = 1, 70
    do k = 1, 70
      call expect(d(i, k) == merge(sum((a(i, :) - a(k, :))**2), -1d0, i >= k), 'triangle')
    end do
  end do
  call finish()
end program
