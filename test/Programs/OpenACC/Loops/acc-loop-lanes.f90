!===-- acc-loop-lanes.f90 - Which loop of a nest gets the lanes -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/report.o 2>&1 | FileCheck %s
!
! Loops that name no level: a sum down a column leaves the lanes to the rows,
! where rows and columns are both parallel; a sum over a short loop leaves them
! to whatever is around, and so do sums over short loops in short loops; rows of
! different lengths get a warp each.
!
!===----------------------------------------------------------------------===!

module kernels
  implicit none
contains
  ! CHECK-LABEL: product_of_matrices:
  ! CHECK: [[@LINE+9]], !$acc loop gang, vector(128) collapse(2) !
  ! CHECK: [[@LINE+10]],   ! blockidx%x threadidx%x auto-collapsed
  ! CHECK: [[@LINE+12]], !$acc loop seq
  subroutine product_of_matrices(n, a, b, c)
    integer, intent(in) :: n
    integer, intent(in) :: a(n, n), b(n, n)
    integer, intent(out) :: c(n, n)
    integer :: i, j, k, s
    !$acc parallel loop copyin(a, b) copyout(c)
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

  ! The transposed matrix is read in order by the lanes of the inner loop.
  ! CHECK-LABEL: product_with_transposed:
  ! CHECK: [[@LINE+9]], !$acc loop gang collapse(2) !
  ! CHECK: [[@LINE+9]],   ! blockidx%x threadidx%x auto-collapsed
  ! CHECK: [[@LINE+10]], !$acc loop vector(128) !
  subroutine product_with_transposed(n, a, b, c)
    integer, intent(in) :: n
    integer, intent(in) :: a(n, n), b(n, n)
    integer, intent(out) :: c(n, n)
    integer :: i, j, k, s
    !$acc kernels copyin(a, b) copyout(c)
    do j = 1, n
      do i = 1, n
        s = 0
        do k = 1, n
          s = s + a(k, i)*b(k, j)
        end do
        c(i, j) = s
      end do
    end do
    !$acc end kernels
  end subroutine

  ! CHECK-LABEL: sparse_product:
  ! CHECK: [[@LINE+8]], !$acc loop gang, worker !
  ! CHECK: [[@LINE+10]], !$acc loop vector(32) !
  subroutine sparse_product(n, first, column, a, x, y)
    integer, intent(in) :: n, first(n + 1), column(:)
    integer, intent(in) :: a(:), x(n)
    integer, intent(out) :: y(n)
    integer :: i, k, s
    !$acc parallel loop copyin(first, column, a, x) copyout(y)
    do i = 1, n
      s = 0
      !$acc loop reduction(+:s)
      do k = first(i), first(i + 1) - 1
        s = s + a(k)*x(column(k))
      end do
      y(i) = s
    end do
  end subroutine

  ! CHECK-LABEL: moments:
  ! CHECK: [[@LINE+8]], !$acc loop gang, vector(128) !
  ! CHECK: [[@LINE+9]], !$acc loop seq
  subroutine moments(n, f, m)
    integer, intent(in) :: n
    integer, intent(in) :: f(n, 9)
    integer, intent(out) :: m(n, 9)
    integer :: i, q
    !$acc parallel loop copyin(f) copyout(m)
    do i = 1, n
      !$acc loop
      do q = 1, 9
        m(i, q) = f(i, 10 - q)*q
      end do
    end do
  end subroutine

  ! CHECK-LABEL: box_sums:
  ! CHECK: [[@LINE+9]], !$acc loop gang, vector(128) collapse(2) !
  ! CHECK: [[@LINE+11]], !$acc loop seq
  ! CHECK: [[@LINE+11]], !$acc loop seq
  subroutine box_sums(n, a, c)
    integer, intent(in) :: n
    integer, intent(in) :: a(n, n)
    integer, intent(inout) :: c(n, n)
    integer :: i, j, p, q, s
    !$acc parallel loop collapse(2) copyin(a) copy(c)
    do j = 2, n - 1
      do i = 2, n - 1
        s = 0
        do q = -1, 1
          do p = -1, 1
            s = s + (2*q + p)*a(i + p, j + q)
          end do
        end do
        c(i, j) = s
      end do
    end do
  end subroutine

  ! The long loop in the short one keeps the lanes.
  ! CHECK-LABEL: three_rows:
  ! CHECK: [[@LINE+8]], !$acc loop gang !
  ! CHECK: [[@LINE+10]], !$acc loop vector(128) !
  subroutine three_rows(n, a, y)
    integer, intent(in) :: n
    integer, intent(in) :: a(n, n)
    integer, intent(inout) :: y(n)
    integer :: i, k, q, s
    !$acc parallel loop copyin(a) copy(y)
    do i = 2, n - 1
      s = 0
      do q = -1, 1
        do k = 1, n
          s = s + q*a(k, i + q)
        end do
      end do
      y(i) = s
    end do
  end subroutine

  ! One loop around alone: more threads count more than their order.
  ! CHECK-LABEL: sums_of_rows:
  ! CHECK: [[@LINE+8]], !$acc loop gang !
  ! CHECK: [[@LINE+10]], !$acc loop vector(128) !
  subroutine sums_of_rows(n, a, y)
    integer, intent(in) :: n
    integer, intent(in) :: a(n, n)
    integer, intent(out) :: y(n)
    integer :: i, k, s
    !$acc parallel loop copyin(a) copyout(y)
    do i = 1, n
      s = 0
      !$acc loop reduction(+:s)
      do k = 1, n
        s = s + a(i, k)
      end do
      y(i) = s
    end do
  end subroutine

  ! Bounds that the iteration computes, and an array of its own for each.
  subroutine triangles(n, a, y)
    integer, intent(in) :: n
    integer, intent(in) :: a(n, n)
    integer, intent(out) :: y(n)
    integer :: i, k, s, last, own(4)
    !$acc parallel loop copyin(a) copyout(y) private(own)
    do i = 1, n
      s = 0
      last = mod(i*7, n) + 1
      own = [i, -i, 2*i, 0]
      !$acc loop reduction(+:s)
      do k = i, last
        s = s + a(k, i) + own(1 + mod(k, 4))
      end do
      y(i) = s + own(3)
    end do
  end subroutine
end module

program main
  use testing
  use kernels
  implicit none
  integer, parameter :: n = 67
  integer :: a(n, n), b(n, n), c(n, n), y(n), x(n), wanted(n), i, k
  integer, parameter :: moment(3, 3) = reshape([-3, -2, -1, -1, 0, 1, 1, 2, 3], &
    [3, 3])
  integer :: first(n + 1), own(4)
  integer, allocatable :: column(:), values(:)
  integer :: f(n, 9), m(n, 9)
  a = reshape([(mod(i*7, 23) - 11, i = 1, n*n)], [n, n])
  b = reshape([(mod(i*5, 19) - 9, i = 1, n*n)], [n, n])
  call product_of_matrices(n, a, b, c)
  call expect_equal([c], [matmul(a, b)], 'product')
  c = 5
  call box_sums(n, a, c)
  call expect(all(c(1, :) == 5) .and. all(c(:, n) == 5), 'edges of box sums')
  do i = 2, n - 1
    do k = 2, n - 1
      b(i, k) = sum(a(i - 1:i + 1, k - 1:k + 1)*moment)
    end do
  end do
  call expect_equal([c(2:n - 1, 2:n - 1)], [b(2:n - 1, 2:n - 1)], 'box sums')
  y = 5
  call three_rows(n, a, y)
  wanted = 5
  wanted(2:n - 1) = [(sum(a(:, i + 1)) - sum(a(:, i - 1)), i = 2, n - 1)]
  call expect_equal(y, wanted, 'three rows')
  b = reshape([(mod(i*5, 19) - 9, i = 1, n*n)], [n, n])
  call product_with_transposed(n, a, b, c)
  call expect_equal([c], [matmul(transpose(a), b)], 'product with transposed')

  first(1) = 1
  do i = 1, n
    first(i + 1) = first(i) + mod(i*11, 70)
  end do
  allocate (column(first(n + 1)), values(first(n + 1)))
  column = [(1 + mod(k*13, n), k = 1, size(column))]
  values = [(mod(k, 9) - 4, k = 1, size(values))]
  x = [(3*i, i = 1, n)]
  do i = 1, n
    wanted(i) = sum([(values(k)*x(column(k)), k = first(i), first(i + 1) - 1)])
  end do
  call sparse_product(n, first, column, values, x, y)
  call expect_equal(y, wanted, 'sparse product')

  f = reshape([(i, i = 1, 9*n)], [n, 9])
  call moments(n, f, m)
  do k = 1, 9
    call expect_equal(m(:, k), f(:, 10 - k)*k, 'moments')
  end do
  call sums_of_rows(n, a, y)
  call expect_equal(y, sum(a, 2), 'sums of rows')
  do i = 1, n
    own = [i, -i, 2*i, 0]
    wanted(i) = own(3)
    do k = i, mod(i*7, n) + 1
      wanted(i) = wanted(i) + a(k, i) + own(1 + mod(k, 4))
    end do
  end do
  call triangles(n, a, y)
  call expect_equal(y, wanted, 'triangles')
  call finish
end program
