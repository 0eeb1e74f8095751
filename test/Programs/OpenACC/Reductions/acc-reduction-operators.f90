!===-- acc-reduction-operators.f90 - Every reduction operator on every type --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Sums, products, minima and maxima of all integer and real kinds, sums and
! products of complex numbers, bit and logical operators; the value that the
! variable had before takes part; many sizes, none included.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: sizes(7) = [0, 1, 31, 128, 129, 1000, 20000]
  integer :: k
  do k = 1, size(sizes)
    call integers(sizes(k))
    call small_integers(sizes(k))
    call wide_integers(sizes(k))
    call reals(sizes(k))
    call doubles(sizes(k))
    call complexes(sizes(k))
    call logicals(sizes(k))
    call few(sizes(k))
  end do
  call finish()
contains
  subroutine integers(n)
    integer, intent(in) :: n
    integer :: a(n), i, s, lo, hi, x, o, e, p
    do i = 1, n
      a(i) = mod(i*7919, 10007) - 5000
    end do
    s = 17
    lo = 9
    hi = -9
    x = not(0)
    o = 64
    e = 5
    !$acc parallel loop copyin(a) reduction(+:s) reduction(min:lo) &
    !$acc reduction(max:hi) reduction(iand:x) reduction(ior:o) reduction(ieor:e)
    do i = 1, n
      s = s + a(i)
      lo = min(lo, a(i))
      hi = max(hi, a(i))
      x = iand(x, ior(a(i), 12))
      o = ior(o, abs(a(i)))
      e = ieor(e, a(i))
    end do
    call expect_equal(s, 17 + sum(a), 'integer sum')
    call expect_equal(lo, min(9, minval(a)), 'integer min')
    call expect_equal(hi, max(-9, maxval(a)), 'integer max')
    call expect_equal(x, iall(ior(a, 12)), 'integer iand')
    call expect_equal(o, ior(64, iany(abs(a))), 'integer ior')
    call expect_equal(e, ieor(5, iparity(a)), 'integer ieor')
    p = 3
    !$acc parallel loop copyin(a) reduction(*:p)
    do i = 1, n
      if (mod(i, max(1, n/8)) == 0) p = p*(-2)
    end do
    x = 3
    do i = 1, n
      if (mod(i, max(1, n/8)) == 0) x = x*(-2)
    end do
    call expect_equal(p, x, 'integer product')
    ! A difference is a sum of what is taken away.
    s = 100
    !$acc parallel loop copyin(a) reduction(+:s)
    do i = 1, n
      s = s - a(i)
    end do
    call expect_equal(s, 100 - sum(a), 'integer difference')
  end subroutine

  subroutine small_integers(n)
    integer, intent(in) :: n
    integer(2) :: a(n), s, lo, hi
    integer(1) :: b(n), o, e, x
    integer :: i
    do i = 1, n
      a(i) = int(mod(i*31, 7) - 3, 2)
      b(i) = int(mod(i*13, 100), 1)
    end do
    s = 5
    lo = 32767
    hi = -32768
    o = 0
    e = 0
    x = -1
    !$acc parallel loop copyin(a, b) reduction(+:s) reduction(min:lo) &
    !$acc& reduction(max:hi) reduction(ior:o) reduction(ieor:e) reduction(iand:x)
    do i = 1, n
      s = s + a(i)
      lo = min(lo, a(i))
      hi = max(hi, a(i))
      o = ior(o, b(i))
      e = ieor(e, b(i))
      x = iand(x, b(i))
    end do
    call expect_equal(int(s), 5 + sum(int(a)), 'integer(2) sum')
    call expect_equal(int(lo), int(minval(a)), 'integer(2) min')
    call expect_equal(int(hi), max(-32768, int(maxval(a))), 'integer(2) max')
    call expect_equal(int(o), int(iany(b)), 'integer(1) ior')
    call expect_equal(int(e), int(iparity(b)), 'integer(1) ieor')
    call expect_equal(int(x), int(iall(b)), 'integer(1) iand')
  end subroutine

  subroutine wide_integers(n)
    integer, intent(in) :: n
    integer(8) :: a(n), s, lo, hi, p, x
    integer :: i
    do i = 1, n
      a(i) = (mod(i*7919, 10007) - 5000)*3000000000_8
    end do
    s = 1
    lo = huge(lo)
    hi = -huge(hi) - 1
    p = 1
    x = 0
    !$acc parallel loop copyin(a) reduction(+:s) reduction(min:lo) &
    !$acc& reduction(max:hi) reduction(*:p) reduction(ieor:x)
    do i = 1, n
      s = s + a(i)
      lo = min(lo, a(i))
      hi = max(hi, a(i))
      if (i <= 40) p = p*2
      x = ieor(x, a(i))
    end do
    call expect_equal(s, 1 + sum(a), 'integer(8) sum')
    call expect_equal(lo, minval(a), 'integer(8) min')
    call expect(hi == maxval(a), 'integer(8) max')
    call expect_equal(p, 2_8**min(n, 40), 'integer(8) product')
    call expect_equal(x, iparity(a), 'integer(8) ieor')
  end subroutine

  ! Sums of whole numbers are exact, in any order.
  subroutine reals(n)
    integer, intent(in) :: n
    real(4) :: a(n), s, lo, hi, p
    integer :: i
    do i = 1, n
      a(i) = mod(i*7919, 1009) - 500
    end do
    s = 2.5
    lo = 1e30
    hi = -1e30
    p = 1
    !$acc parallel loop copyin(a) reduction(+:s) reduction(min:lo) &
    !$acc& reduction(max:hi) reduction(*:p)
    do i = 1, n
      s = s + a(i)
      lo = min(lo, a(i))
      if (a(i) > hi) hi = a(i)
      if (mod(i, 2) == 0 .and. i < 60) p = p*0.5
    end do
    call expect_equal(s, 2.5 + sum(a), 'real sum')
    call expect_equal(lo, min(1e30, minval(a)), 'real min')
    call expect_equal(hi, max(-1e30, maxval(a)), 'real max')
    call expect_equal(p, 0.5**min(n/2, 29), 'real product')
  end subroutine

  subroutine doubles(n)
    integer, intent(in) :: n
    real(8) :: a(n), s, lo, hi, p
    integer :: i
    do i = 1, n
      a(i) = mod(i*7919, 10007) - 5000.5d0
    end do
    s = -1d15
    lo = huge(lo)
    hi = -huge(hi)
    p = -1
    !$acc kernels loop copyin(a) reduction(+:s) reduction(min:lo) &
    !$acc& reduction(max:hi) reduction(*:p)
    do i = 1, n
      s = s + a(i)
      if (a(i) < lo) lo = a(i)
      hi = max(a(i), hi)
      if (i <= 50) p = p*2
    end do
    call expect_equal(s, -1d15 + sum(a), 'real(8) sum')
    call expect_equal(lo, minval(a), 'real(8) min')
    call expect_equal(hi, maxval(a), 'real(8) max')
    call expect_equal(p, -2d0**min(n, 50), 'real(8) product')
  end subroutine

  subroutine complexes(n)
    integer, intent(in) :: n
    complex(4) :: a(n), s, p
    complex(8) :: b(n), t, q
    integer :: i
    do i = 1, n
      a(i) = cmplx(mod(i, 7), mod(i, 11))
      b(i) = cmplx(mod(i, 13), -mod(i, 5), 8)
    end do
    s = (1, 1)
    t = (0.5d0, 0)
    p = 1
    q = (0, 1)
    !$acc parallel loop copyin(a, b) reduction(+:s, t) reduction(*:p, q)
    do i = 1, n
      s = s + a(i)
      t = t + b(i)
      if (mod(i, 3) == 1 .and. i < 40) p = p*(0, 1)
      if (i < 20) q = q*(1, 1)
    end do
    call expect(s == (1, 1) + sum(a), 'complex sum')
    call expect(t == (0.5d0, 0) + sum(b), 'complex(8) sum')
    call expect(p == (0, 1)**((min(n, 39) + 2)/3), 'complex product')
    call expect(q == (0, 1)*(1, 1)**min(n, 19), 'complex(8) product')
  end subroutine

  subroutine logicals(n)
    integer, intent(in) :: n
    logical :: a(n), all_of, any_of, same, differ
    logical(1) :: small
    logical(8) :: big
    integer :: i
    do i = 1, n
      a(i) = mod(i, 3) /= 0
    end do
    all_of = .true.
    any_of = .false.
    same = .true.
    differ = .true.
    small = .true.
    big = .false.
    !$acc parallel loop copyin(a) reduction(.and.:all_of, small) &
    !$acc& reduction(.or.:any_of, big) reduction(.eqv.:same) reduction(.neqv.:differ)
    do i = 1, n
      all_of = all_of .and. a(i)
      any_of = any_of .or. a(i)
      same = same .eqv. a(i)
      differ = differ .neqv. a(i)
      small = small .and. i > 0
      big = big .or. i == 1000
    end do
    call expect(all_of .eqv. all(a), 'and')
    call expect(any_of .eqv. any(a), 'or')
    call expect(same .eqv. (mod(n/3, 2) == 0), 'eqv')
    call expect(differ .neqv. (mod(count(a), 2) == 1), 'neqv')
    call expect(logical(small), 'logical(1) and')
    call expect(logical(big) .eqv. n >= 1000, 'logical(8) or')
  end subroutine

  subroutine few(n)
    integer, intent(in) :: n
    integer :: i, s
    s = 0
    !$acc parallel loop reduction(+:s) num_gangs(3) vector_length(32)
    do i = 1, n
      s = s + mod(i, 10)
    end do
    call expect_equal(s, sum([(mod(i, 10), i = 1, n)]), 'three gangs')
    s = 1
    !$acc parallel loop gang reduction(+:s)
    do i = 1, n
      s = s + mod(i, 10)
    end do
    call expect_equal(s, 1 + sum([(mod(i, 10), i = 1, n)]), 'gang')
    s = 2
    !$acc parallel loop worker reduction(+:s) num_gangs(1)
    do i = 1, n
      s = s + mod(i, 10)
    end do
    call expect_equal(s, 2 + sum([(mod(i, 10), i = 1, n)]), 'worker')
    s = 3
    !$acc parallel loop vector reduction(+:s) num_gangs(1)
    do i = 1, n
      s = s + mod(i, 10)
    end do
    call expect_equal(s, 3 + sum([(mod(i, 10), i = 1, n)]), 'vector')
    s = 4
    !$acc parallel loop seq reduction(+:s) num_gangs(1)
    do i = 1, n
      s = s + mod(i, 10)
    end do
    call expect_equal(s, 4 + sum([(mod(i, 10), i = 1, n)]), 'seq')
    s = 5
    !$acc serial loop reduction(+:s)
    do i = 1, n
      s = s + mod(i, 10)
    end do
    call expect_equal(s, 5 + sum([(mod(i, 10), i = 1, n)]), 'serial')
  end subroutine
end program
