!===-- acc-atomic-updates.f90 - atomic update ----------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Every form of update on integers, reals and logicals, from
! many threads at once.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 10000
  integer :: i, k, s, d, lo, hi, x, o, e, counts(0:9), m(2, 3)
  integer(8) :: s8
  integer(2) :: s2
  real(4) :: r4, lo4, p4
  real(8) :: r8, hi8, q8
  logical :: l_and, l_or, l_eqv, l_neqv

  counts = 0
  !$acc parallel loop copy(counts)
  do i = 1, n
    !$acc atomic update
    counts(mod(i, 10)) = counts(mod(i, 10)) + 1
  end do
  call expect(all(counts == n/10), 'a histogram')

  s = 1
  d = 1
  lo = huge(lo)
  hi = -huge(hi)
  x = not(0)
  o = 0
  e = 0
  !$acc parallel loop copy(s, d, lo, hi, x, o, e)
  do i = 1, n
    !$acc atomic
    s = s + mod(i, 7)
    !$acc atomic update
    d = d - mod(i, 5)
    !$acc atomic
    lo = min(lo, mod(i*7919, 10007))
    !$acc atomic
    hi = max(mod(i*7919, 10007), hi)
    !$acc atomic
    x = iand(x, not(ishft(1, mod(i, 9))))
    !$acc atomic
    o = ior(ishft(1, mod(i, 9)), o)
    !$acc atomic
    e = ieor(e, i)
  end do
  call expect_equal(s, 1 + sum([(mod(i, 7), i = 1, n)]), 'plus')
  call expect_equal(d, 1 - sum([(mod(i, 5), i = 1, n)]), 'minus')
  call expect_equal(lo, minval([(mod(i*7919, 10007), i = 1, n)]), 'min')
  call expect_equal(hi, maxval([(mod(i*7919, 10007), i = 1, n)]), 'max')
  call expect_equal(x, not(511), 'iand')
  call expect_equal(o, 511, 'ior')
  call expect_equal(e, iparity([(i, i = 1, n)]), 'ieor')

  s8 = 0
  s2 = 0
  r4 = 0
  r8 = 0
  lo4 = 1e9
  hi8 = -1d9
  !$acc parallel loop copy(s8, s2, r4, r8, lo4, hi8)
  do i = 1, n
    !$acc atomic
    s8 = s8 + i*1000000_8
    !$acc atomic
    s2 = s2 + 1_2
    !$acc atomic
    r4 = r4 + 0.5
    !$acc atomic
    r8 = 2d0 + r8
    !$acc atomic
    lo4 = min(lo4, real(i - 5000))
    !$acc atomic
    hi8 = max(hi8, i*0.25d0)
  end do
  call expect_equal(s8, 1000000_8*n*(n + 1)/2, 'integer(8)')
  call expect_equal(int(s2), n, 'integer(2)')
  call expect_equal(r4, 0.5*n, 'real')
  call expect_equal(r8, 2d0*n, 'real(8)')
  call expect_equal(lo4, -4999.0, 'real min')
  call expect_equal(hi8, 0.25d0*n, 'real(8) max')

  k = 3
  p4 = 1
  q8 = 1
  !$acc parallel loop copy(k, p4, q8)
  do i = 1, 20
    !$acc atomic
    k = k*2
    !$acc atomic
    p4 = p4/2
    !$acc atomic
    q8 = 2*q8
  end do
  call expect_equal(k, 3*2**20, 'times')
  call expect_equal(p4, 0.5**20, 'divided by')
  call expect_equal(q8, 2d0**20, 'real times')

  ! The variable on the right of - and /.
  k = 5
  q8 = 8
  !$acc serial loop copy(k, q8)
  do i = 1, 3
    !$acc atomic
    k = i - k
    !$acc atomic
    q8 = 64/q8
  end do
  call expect_equal(k, -3, 'taken from')
  call expect_equal(q8, 8d0, 'dividing')

  l_and = .true.
  l_or = .false.
  l_eqv = .true.
  l_neqv = .false.
  !$acc parallel loop copy(l_and, l_or, l_eqv, l_neqv)
  do i = 1, 1001
    !$acc atomic
    l_and = l_and .and. i > 0
    !$acc atomic
    l_or = l_or .or. i == 700
    !$acc atomic
    l_eqv = l_eqv .eqv. i > 500
    !$acc atomic
    l_neqv = l_neqv .neqv. mod(i, 2) == 1
  end do
  call expect(l_and .and. l_or, 'and, or')
  call expect(l_eqv, 'eqv')
  call expect(l_neqv, 'neqv')

  m = 0
  !$acc kernels loop copy(m) independent collapse(2)
  do k = 1, 100
    do i = 1, 60
      !$acc atomic update
      m(1 + mod(i, 2), 1 + mod(i, 3)) = m(1 + mod(i, 2), 1 + mod(i, 3)) + k
      !$acc end atomic
    end do
  end do
  call expect_equal([m], [(50500, i = 1, 6)], 'elements of a matrix')
  call finish()
end program
