!===-- acc-reduction-gangs.f90 - Sums over gangs that are no kernel's only work --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Gang loops with reductions inside other loops and conditions, where gangs add
! to the result whenever they come: every operator and type. More reductions
! than a launch has counters for. Sums of routines that threads enter together,
! in a variable that each of them has for itself.
!
!===----------------------------------------------------------------------===!

module sums
  implicit none
contains
  subroutine vector_sum(x, n, s)
    !$acc routine vector
    integer, value :: n
    integer :: x(n), s, i
    !$acc loop vector reduction(+:s)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
  subroutine worker_sum(x, n, m, s, most)
    !$acc routine worker
    integer, value :: n, m
    integer :: x(n, m), s, most, i, j, row
    !$acc loop worker reduction(+:s) reduction(max:most) private(row)
    do j = 1, m
      row = 0
      !$acc loop vector reduction(+:row)
      do i = 1, n
        row = row + x(i, j)
      end do
      s = s + row
      most = max(most, row)
    end do
  end subroutine
end module

program main
  use testing
  use sums
  implicit none
  call rounds(1, 1)
  call rounds(3, 500)
  call rounds(4, 1000)
  call rounds(0, 10)
  call rounds(2, 0)
  call narrow(5, 400)
  call many(300)
  call in_routines(10, 300, 7)
  call finish()
contains
  subroutine rounds(k, n)
    integer, intent(in) :: k, n
    integer :: i, r, s, lo, hi, bits, total, b
    integer(8) :: wide, product
    real(4) :: x, least
    real(8) :: y, most
    complex(4) :: c
    complex(8) :: d, e, wanted
    logical :: every, any1, same, odd
    s = 5; lo = 10000; hi = -10000; bits = 0; wide = 7; product = 1; x = 1; y = 2
    least = 1e6; most = -1e6; c = (1, 2); d = (3, 4); e = (1, 0); total = 0
    every = .true.; any1 = .false.; same = .true.; odd = .false.; b = -1
    !$acc parallel num_gangs(6) copyin(k, n)
    !$acc loop seq
    do r = 1, k
      !$acc loop gang vector reduction(+:s, wide, x, y, c, d) reduction(min:lo, least) &
      !$acc& reduction(max:hi, most) reduction(ior:bits) reduction(iand:b) reduction(*:product, e) &
      !$acc& reduction(.and.:every) reduction(.or.:any1) reduction(.eqv.:same) reduction(.neqv.:odd)
      do i = 1, n
        s = s + i*r
        wide = wide + int(i, 8)*100000000_8
        x = x + 0.5
        y = y + 0.25*i
        c = c + cmplx(1, i)
        d = d + cmplx(i, -r, 8)
        lo = min(lo, mod(i*7, 1009) - r)
        least = min(least, real(mod(i*13, 509)))
        hi = max(hi, mod(i*7, 1009) - r)
        most = max(most, mod(i*13, 509)*1d0 + r)
        bits = ior(bits, ishft(1, mod(i + r, 20)))
        b = iand(b, not(ishft(1, mod(i + r, 20))))
        if (mod(i, 100) == 0) product = product*3
        if (mod(i, 100) == 0) e = e*(0, 1)
        every = every .and. i /= 300
        any1 = any1 .or. i == 77
        same = same .eqv. mod(i, 3) == 0
        odd = odd .neqv. mod(i, 3) == 0
      end do
    end do
    !$acc end parallel
    call expect_equal(s, 5 + k*(k + 1)/2*(n*(n + 1)/2), 'integer sum')
    call expect(wide == 7 + 100000000_8*k*(n*(n + 1)/2), 'wide sum')
    call expect_equal(x, 1 + 0.5*k*n, 'real sum')
    call expect_equal(y, 2 + 0.25d0*k*(n*(n + 1)/2), 'real(8) sum')
    call expect(c == cmplx(1 + k*n, 2 + k*(n*(n + 1)/2)), 'complex sum')
    call expect(d == cmplx(3 + k*(n*(n + 1)/2), 4 - n*(k*(k + 1)/2), 8), 'complex(8) sum')
    lo = lo - min(10000, minval([((mod(i*7, 1009) - r, i = 1, n), r = 1, k)]))
    call expect_equal(lo, 0, 'minimum')
    hi = hi - max(-10000, maxval([((mod(i*7, 1009) - r, i = 1, n), r = 1, k)]))
    call expect_equal(hi, 0, 'maximum')
    if (k > 0) call expect_equal(least, min(1e6, minval([(real(mod(i*13, 509)), i = 1, n)])), 'real minimum')
    if (k > 0) call expect_equal(most, max(-1d6, maxval([(mod(i*13, 509)*1d0 + k, i = 1, n)])), 'real maximum')
    total = 0
    do r = 1, k
      do i = 1, n
        total = ior(total, ishft(1, mod(i + r, 20)))
      end do
    end do
    call expect_equal(bits, total, 'ior')
    call expect_equal(b, not(total), 'iand')
    call expect(product == 3_8**(k*(n/100)), 'product')
    wanted = 1
    do i = 1, k*(n/100)
      wanted = wanted*(0, 1)
    end do
    call expect(e == wanted, 'complex product')
    call expect(every .eqv. (n < 300 .or. k == 0), 'all')
    call expect(any1 .eqv. (n >= 77 .and. k > 0), 'any')
    call expect(same .eqv. mod(k*(n - n/3), 2) == 0, 'equivalent')
    call expect(odd .eqv. mod(k*(n/3), 2) == 1, 'not equivalent')
  end subroutine

  subroutine narrow(k, n)
    integer, intent(in) :: k, n
    integer :: i, r
    integer(1) :: a
    integer(2) :: h
    logical(1) :: l1
    logical(2) :: l2
    logical(8) :: l8
    a = 1; h = 2; l1 = .true.; l2 = .false.; l8 = .true.
    !$acc parallel num_gangs(5) copyin(k, n)
    !$acc loop seq
    do r = 1, k
      if (r /= 3) then
        !$acc loop gang vector reduction(max:a) reduction(+:h) &
        !$acc& reduction(.and.:l1) reduction(.or.:l2) reduction(.neqv.:l8)
        do i = 1, n
          a = max(a, int(mod(i + r, 100), 1))
          h = h + int(1, 2)
          l1 = l1 .and. i /= 399
          l2 = l2 .or. i == 399
          l8 = l8 .neqv. i == 399
        end do
      end if
    end do
    !$acc end parallel
    call expect_equal(int(a), 99, 'integer(1)')
    call expect_equal(int(h), 2 + 4*n, 'integer(2)')
    call expect(.not. logical(l1), 'logical(1)')
    call expect(logical(l2), 'logical(2)')
    call expect(logical(l8), 'logical(8)')
  end subroutine

  subroutine many(n)
    integer, intent(in) :: n
    integer :: i, a, b, c, d, e, f, g, h, k, l, m, o, p, q, r, s, t, u, v, w
    a = 1; b = 1; c = 1; d = 1; e = 1; f = 1; g = 1; h = 1; k = 1; l = 1
    m = 1; o = 1; p = 1; q = 1; r = 1; s = 1; t = 1; u = 1; v = 1; w = 1
    !$acc parallel loop reduction(+:a, b, c, d, e, f, g, h, k, l, m, o, p, q, r, s, t, u, v, w)
    do i = 1, n
      a = a + i; b = b + 2*i; c = c + 3*i; d = d + 4*i; e = e + 5*i
      f = f + 6*i; g = g + 7*i; h = h + 8*i; k = k + 9*i; l = l + 10*i
      m = m + 11*i; o = o + 12*i; p = p + 13*i; q = q + 14*i; r = r + 15*i
      s = s + 16*i; t = t + 17*i; u = u + 18*i; v = v + 19*i; w = w + 20*i
    end do
    call expect_equal([a, b, c, d, e, f, g, h, k, l, m, o, p, q, r, s, t, u, v, w], &
                      [(1 + i*(n*(n + 1)/2), i = 1, 20)], 'twenty sums')
  end subroutine

  subroutine in_routines(k, n, m)
    integer, intent(in) :: k, n, m
    integer :: x(n, m, k), y(n, k), z(m, k), i, j, l, s, most
    x = reshape([(mod(i*31, 101), i = 1, n*m*k)], [n, m, k])
    !$acc parallel loop gang copyin(x) copyout(y, z) private(s, most)
    do l = 1, k
      s = l
      call vector_sum(x(:, 1, l), n, s)
      !$acc loop vector
      do i = 1, n
        y(i, l) = s
      end do
    end do
    do l = 1, k
      call expect(all(y(:, l) == l + sum(x(:, 1, l))), 'a vector routine')
    end do
    !$acc parallel loop gang copyin(x) copyout(y, z) private(s, most)
    do l = 1, k
      s = l
      most = -1
      call worker_sum(x(1, 1, l), n, m, s, most)
      !$acc loop worker
      do j = 1, m
        z(j, l) = s
      end do
      !$acc loop vector
      do i = 1, n
        y(i, l) = most
      end do
    end do
    do l = 1, k
      call expect(all(z(:, l) == l + sum(x(:, :, l))), 'a worker routine')
      call expect(all(y(:, l) == maxval(sum(x(:, :, l), 1))), 'its maximum')
    end do
  end subroutine
end program
