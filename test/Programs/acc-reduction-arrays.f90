!===-- acc-reduction-arrays.f90 - Reductions of arrays, elements and components --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Whole arrays of one and two dimensions, sections, arrays in nested loops, and
! several at once.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 1000
  integer :: a(n), h(10), w(10), i, j, m(3, 4), v(3, 4)
  real(8) :: x(4), y(4)
  real(4) :: lo(2), hi(2)
  logical :: seen(0:9)

  a = [(mod(i*37, 1009), i = 1, n)]
  h = [(i, i = 1, 10)]
  !$acc parallel loop copyin(a) reduction(+:h)
  do i = 1, n
    j = 1 + mod(a(i), 10)
    h(j) = h(j) + 1
  end do
  w = [(i, i = 1, 10)]
  do i = 1, n
    j = 1 + mod(a(i), 10)
    w(j) = w(j) + 1
  end do
  call expect_equal(h, w, 'a histogram')

  x = [1, 2, 3, 4]
  y = x
  !$acc parallel loop gang vector copyin(a) reduction(+:x) num_gangs(5)
  do i = 1, n
    do j = 1, 4
      x(j) = x(j) + a(i)*j
    end do
  end do
  do j = 1, 4
    y(j) = y(j) + sum(a)*j
  end do
  call expect_equal(x, y, 'sums')

  m = 0
  !$acc parallel loop collapse(2) copyin(a) reduction(max:m)
  do i = 1, n/4
    do j = 1, 4
      m(1 + mod(i, 3), j) = max(m(1 + mod(i, 3), j), a(4*(i - 1) + j))
    end do
  end do
  v = 0
  do i = 1, n/4
    do j = 1, 4
      v(1 + mod(i, 3), j) = max(v(1 + mod(i, 3), j), a(4*(i - 1) + j))
    end do
  end do
  call expect_equal([m], [v], 'two dimensions')

  lo = 1e9
  hi = -1e9
  !$acc parallel loop copyin(a) reduction(min:lo) reduction(max:hi)
  do i = 1, n
    lo(1 + mod(i, 2)) = min(lo(1 + mod(i, 2)), real(a(i)))
    hi(1 + mod(i, 2)) = max(hi(1 + mod(i, 2)), real(a(i)))
  end do
  call expect_equal(lo, [real(minval(a(2::2))), real(minval(a(1::2)))], 'minima')
  call expect_equal(hi, [real(maxval(a(2::2))), real(maxval(a(1::2)))], 'maxima')

  seen = .false.
  !$acc parallel loop copyin(a) reduction(.or.:seen)
  do i = 1, 5
    seen(mod(a(i), 10)) = .true. .or. seen(mod(a(i), 10))
  end do
  do i = 0, 9
    call expect(seen(i) .eqv. any(mod(a(:5), 10) == i), 'logical array')
  end do

  h = 0
  !$acc parallel loop gang copyin(a) reduction(+:h)
  do i = 1, 10
    !$acc loop vector reduction(+:h)
    do j = 1, n/10
      h(1 + mod(j, 10)) = h(1 + mod(j, 10)) + a(j + (i - 1)*n/10)
    end do
  end do
  w = 0
  do i = 1, n
    j = 1 + mod(mod(i - 1, n/10) + 1, 10)
    w(j) = w(j) + a(i)
  end do
  call expect_equal(h, w, 'nested loops')
  call of_size(6)
  call finish()
contains
  subroutine of_size(k)
    integer, intent(in) :: k
    integer :: t(k), i
    t = 1
    !$acc parallel loop copyin(a) reduction(+:t)
    do i = 1, n
      t(1 + mod(i, k)) = t(1 + mod(i, k)) + a(i)
    end do
    do i = 1, k
      call expect_equal(t(i), 1 + sum(a, mod([(j, j = 1, n)], k) + 1 == i), 'automatic array')
    end do
  end subroutine
end program
