!===-- acc-array-statements.f90 - Array statements and intrinsics in compute constructs --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Assignments of whole arrays and sections, where, forall, constructors,
! transformational intrinsics of private arrays, and overlapping sides.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 90
  integer :: a(n), b(n), m(4, 5), p(5, 4), v(4), i, j, s
  real(8) :: x(n), y(n), z(n)

  b = [(mod(i*7, 11), i = 1, n)]
  !$acc kernels copyin(b) copyout(a)
  a = 2*b + 1
  !$acc end kernels
  call expect_equal(a, 2*b + 1, 'kernels')
  !$acc kernels copy(a)
  a(2:n) = a(1:n - 1)
  !$acc end kernels
  call expect_equal(a, [2*b(1) + 1, 2*b(1:n - 1) + 1], 'overlapping sides')
  !$acc kernels copy(a) copyin(b)
  a(n:1:-1) = b
  where (b > 5)
    a = -a
  elsewhere (b == 0)
    a = 100
  end where
  !$acc end kernels
  do i = 1, n
    s = b(n + 1 - i)
    if (b(i) > 5) s = -s
    if (b(i) == 0) s = 100
    call expect_equal(a(i), s, 'where')
  end do
  !$acc serial copy(a)
  forall (i = 1:n/2) a(2*i) = i
  !$acc end serial
  call expect_equal(a(2::2), [(i, i = 1, n/2)], 'forall')

  !$acc parallel loop copyout(a) private(v, m)
  do i = 1, n
    v = [1, 2, 3, 4]*i
    m = 1
    m(:, 2) = v
    m(3, :) = m(3, :) + 1
    a(i) = sum(v) + sum(m(:, 2)) + maxval(m(3, :)) + product(v(1:1)) + count(v > 2*i)
  end do
  call expect_equal(a, [(10*i + 10*i + 1 + max(3*i + 1, 2) + i + 2, i = 1, n)], 'private arrays')

  m = reshape([(i, i = 1, 20)], [4, 5])
  !$acc parallel copyin(m) copyout(p) num_gangs(1)
  p = transpose(m)
  !$acc end parallel
  call expect_equal([p], [transpose(m)], 'transpose')

  x = [(i, i = 1, n)]
  !$acc kernels copyin(x) copyout(y, z)
  y = sqrt(x*x) + abs(-x) + mod(x, 3d0)
  z = merge(x, -x, x > 10) + min(x, 5d0)
  !$acc end kernels
  call expect_equal(y, 2*x + mod(x, 3d0), 'elemental intrinsics')
  call expect_equal(z, merge(x, -x, x > 10) + min(x, 5d0), 'merge and min')
  s = 0
  !$acc kernels copyin(b) copy(s)
  s = s + sum(b)
  s = s + maxval(b)*1000 + minval(b)
  !$acc end kernels
  call expect_equal(s, sum(b) + 10000, 'reductions of whole arrays')
  !$acc parallel loop gang copyin(m) copyout(p)
  do j = 1, 4
    p(:, j) = m(j, :)*2
  end do
  call expect_equal([p], [2*transpose(m)], 'rows in gangs')
  call finish()
end program
