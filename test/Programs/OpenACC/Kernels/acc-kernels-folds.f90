!===-- acc-kernels-folds.f90 - SUM and the like in kernels constructs ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Functions that make a scalar of arrays, of all types, ranks and sizes, also of
! no elements, infinities and NaNs; their results used in the same construct and
! in later ones; and assignments to allocatable arrays.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  use, intrinsic :: ieee_arithmetic
  implicit none
  call folds(1000, 7)
  call folds(1, 1)
  call folds(0, 3)
  call folds(129, 33)
  call extremes(500)
  call allocatables(1000)
  call in_loops(100, 6)
  call elements(50)
  call finish()
contains
  subroutine folds(n, m)
    integer, intent(in) :: n, m
    integer :: a(n), b(n, m), s, t, c, lo, hi, p, i, j
    integer(8) :: w(n), ws
    real(8) :: x(n), y(n), xs, d
    real(4) :: z(n, m), zs
    complex(8) :: u(n), us
    logical :: l(n), any1, all1, odd
    a = [(mod(i*37, 101) - 30, i = 1, n)]
    w = 10000000000_8*a
    x = 0.5d0*a
    y = 0.25d0*[(mod(i*13, 11), i = 1, n)]
    u = cmplx(x, y, 8)
    l = mod(a, 3) == 0
    do j = 1, m
      b(:, j) = a*j
      z(:, j) = real(0.5*a)
    end do
    !$acc kernels
    s = sum(a)
    t = sum(b)
    ws = sum(w)
    xs = sum(x)
    zs = sum(z)
    us = sum(u)
    d = dot_product(x, y)
    d = d + dot_product(y, y)
    c = count(a > 3)
    any1 = any(a == 50)
    all1 = all(a < 71)
    odd = parity(l)
    lo = minval(a)
    hi = maxval(b)
    p = iand(iall(a), 255) + iany(a) + iparity(a)
    !$acc end kernels
    call expect_equal(s, sum(a), 'sum')
    call expect_equal(t, sum(b), 'sum of a matrix')
    call expect(ws == sum(w), 'wide sum')
    call expect_equal(xs, sum(x), 'real sum')
    call expect_equal(zs, sum(z), 'real sum of a matrix')
    call expect(us == sum(u), 'complex sum')
    call expect_equal(d, dot_product(x, y) + dot_product(y, y), 'dot products')
    call expect_equal(c, count(a > 3), 'count')
    call expect(any1 .eqv. any(a == 50), 'any')
    call expect(all1 .eqv. all(a < 71), 'all')
    call expect(odd .eqv. parity(l), 'parity')
    call expect_equal(lo, minval(a), 'minimum')
    call expect_equal(hi, maxval(b), 'maximum')
    call expect_equal(p, iand(iall(a), 255) + iany(a) + iparity(a), 'bits')

    ! What came before is seen, and what comes after sees it.
    s = 5
    !$acc kernels copyin(y) copy(x)
    x = x + y
    xs = sum(x)*2
    y = xs
    x = x - y
    if (n > 2) then
      d = sum(x(2:n - 1)) + 0.5d0*s
    else
      d = -1
    end if
    !$acc end kernels
    y = 0.25d0*[(mod(i*13, 11), i = 1, n)]
    call expect_equal(xs, 2*sum(0.5d0*a + y), 'a result')
    call expect_equal(x, 0.5d0*a + y - xs, 'used in a statement')
    if (n > 2) then
      call expect(abs(d - (sum(x(2:n - 1)) + 2.5d0)) <= 1d-12*abs(d), 'under a condition')
    else
      call expect_equal(d, -1d0, 'under a condition that is false')
    end if
  end subroutine

  subroutine extremes(n)
    integer, intent(in) :: n
    real(8) :: x(n), none(0), hi(8), lo(8), nan, inf
    real(4) :: z(n, 3), zhi, zlo
    integer :: i
    nan = ieee_value(nan, ieee_quiet_nan)
    inf = ieee_value(inf, ieee_positive_inf)
    x = [(mod(i*37, 101) - 50, i = 1, n)]
    z = spread(real(x), 2, 3)
    x(1) = nan
    x(77) = nan
    !$acc kernels
    hi(1) = maxval(x)
    lo(1) = minval(x)
    zhi = maxval(z)
    zlo = minval(z)
    hi(2) = maxval(none)
    lo(2) = minval(none)
    x = nan
    hi(3) = maxval(x)
    lo(3) = minval(x)
    x = -inf
    hi(4) = maxval(x)
    lo(4) = minval(x)
    x = inf
    hi(5) = maxval(x)
    lo(5) = minval(x)
    !$acc end kernels
    call expect_equal(hi(1), 50d0, 'a maximum beside NaNs')
    call expect_equal(lo(1), -50d0, 'a minimum beside NaNs')
    call expect_equal(zhi, maxval(z), 'real(4) maximum')
    call expect_equal(zlo, minval(z), 'real(4) minimum')
    call expect_equal(hi(2), -huge(1d0), 'the maximum of nothing')
    call expect_equal(lo(2), huge(1d0), 'the minimum of nothing')
    call expect(ieee_is_nan(hi(3)) .and. ieee_is_nan(lo(3)), 'of NaNs only')
    call expect(hi(4) == -inf .and. lo(4) == -inf, 'of negative infinities')
    call expect(hi(5) == inf .and. lo(5) == inf, 'of infinities')
  end subroutine

  subroutine allocatables(n)
    integer, intent(in) :: n
    real(8), allocatable :: a(:), b(:), c(:), m(:, :)
    real(8) :: s, w
    integer :: i, k
    allocate (a(0:n - 1), b(n), c(n), m(n, 4))
    a = [(i*0.5d0, i = 1, n)]
    b = 2
    c = 1
    m = 3
    s = 0.5d0
    !$acc enter data copyin(a, b, c, m)
    !$acc kernels
    c = a
    !$acc end kernels
    do k = 1, 3
      !$acc kernels
      c = a + b
      b = s*c
      a = b + s*c
      m = m*2
      m(:, 2) = m(:, 2) + c
      !$acc end kernels
    end do
    !$acc kernels
    w = dot_product(a, b) + sum(m)
    !$acc end kernels
    !$acc exit data copyout(a, b, c, m)
    call expect_equal(lbound(a, 1), 0, 'lower bound')
    block
      real(8) :: x(n), y(n), z(n), q(n, 4)
      x = [(i*0.5d0, i = 1, n)]
      y = 2
      q = 3
      do k = 1, 3
        z = x + y
        y = s*z
        x = y + s*z
        q = q*2
        q(:, 2) = q(:, 2) + z
      end do
      call expect_equal(a, x, 'a')
      call expect_equal(b, y, 'b')
      call expect_equal(c, z, 'c')
      call expect_equal([m], [q], 'm')
      call expect(abs(w - dot_product(x, y) - sum(q)) <= 1d-12*w, 'its sums')
    end block
  end subroutine

  ! Elements that the host assigned before have no value of their own in the
  ! construct.
  subroutine elements(n)
    integer, intent(in) :: n
    real(8) :: x(n), y
    real(8), allocatable :: z(:)
    allocate (z(n))
    x(1) = 5
    z(2) = 6
    !$acc kernels
    x = 7
    z = 8
    y = x(1) + z(2)
    !$acc end kernels
    call expect_equal(y, 15d0, 'elements')
  end subroutine

  ! In loops of the construct, and around constructs.
  subroutine in_loops(n, m)
    integer, intent(in) :: n, m
    integer :: a(n, m), s(m), t, k, j, i
    a = reshape([(mod(i*7, 23), i = 1, n*m)], [n, m])
    !$acc kernels copyin(a)
    do j = 1, m
      s(j) = sum(a(:, j))
    end do
    !$acc end kernels
    call expect_equal(s, sum(a, 1), 'sums of columns')
    k = 0
    do j = 1, m
      !$acc kernels copyin(a)
      t = sum(a(:, j)) + k
      !$acc end kernels
      k = t
    end do
    call expect_equal(k, sum(a), 'one after another')
  end subroutine
end program
