!===-- acc-reduction-arrays.f90 - Reductions of arrays, elements and components --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Whole arrays of one and two dimensions, sections, elements, arrays in nested
! loops, and several at once: small ones of which each thread has its own, large
! ones and those of variable size, of all types; with and without a clause on
! inner loops.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 1000
  integer :: a(n), h(10), w(10), i, j, k, m(3, 4), v(3, 4)
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

  m = 0
  !$acc parallel loop reduction(+:m)
  do i = 1, n
    m(mod(i, 3) + 1, :) = m(mod(i, 3) + 1, :) + i
  end do
  do j = 1, 4
    call expect_equal(m(:, j), [(sum([(i, i = merge(3, k, k == 0), n, 3)]), k = 0, 2)], 'rows of an array')
  end do
  h = 0
  !$acc parallel loop reduction(+:h) private(j)
  do i = 1, n
    j = 1 + mod(i, 9)
    h(j:j + 1) = h(j:j + 1) + 1
  end do
  w = 0
  do i = 1, n
    j = 1 + mod(i, 9)
    w(j:j + 1) = w(j:j + 1) + 1
  end do
  call expect_equal(h, w, 'sections of an array')

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
  call of_size(300)
  call kinds(n)
  call assignments(500)
  call sections(40)
  call levels(30, 200)
  call in_kernels(60, 70)
  call with_dummies(h(:7), w(2:9:1))
  call finish()
contains
  subroutine of_size(k)
    integer, intent(in) :: k
    integer :: t(k), big(2000), u(-3:k), w(k), wanted(2000), i, j
    real(8), allocatable :: q(:, :)
    real(4), pointer :: p(:)
    t = 1; u = 5; big = 3
    allocate (q(0:2, k), p(k))
    q = 1; p = 2000
    !$acc parallel loop copyin(a) reduction(+:t, big)
    do i = 1, n
      t(1 + mod(i, k)) = t(1 + mod(i, k)) + a(i)
      big(2*i) = big(2*i) + i
      big(a(i) + 1) = big(a(i) + 1) - 1
    end do
    w = 1; wanted = 3
    do i = 1, n
      w(1 + mod(i, k)) = w(1 + mod(i, k)) + a(i)
      wanted(2*i) = wanted(2*i) + i
      wanted(a(i) + 1) = wanted(a(i) + 1) - 1
    end do
    call expect_equal(t, w, 'an automatic array')
    call expect_equal(big, wanted, 'a large array')

    !$acc parallel loop gang copyin(a) reduction(max:u)
    do i = 1, 10
      !$acc loop vector reduction(max:u)
      do j = 1, n/10
        u(mod(j, k + 1)) = max(u(mod(j, k + 1)), a(j + (i - 1)*n/10))
      end do
    end do
    wanted = 5
    do i = 1, 10
      do j = 1, n/10
        wanted(mod(j, k + 1) + 1) = max(wanted(mod(j, k + 1) + 1), a(j + (i - 1)*n/10))
      end do
    end do
    call expect_equal(u(-3:-1), [5, 5, 5], 'lower bounds')
    call expect_equal(u(0:), wanted(:k + 1), 'maxima of variable size')

    !$acc parallel copyin(a) num_gangs(4)
    !$acc loop gang vector reduction(+:q) reduction(min:p)
    do i = 1, n
      q(mod(i, 3), 1 + mod(i, k)) = q(mod(i, 3), 1 + mod(i, k)) + a(i)
      if (a(i) < p(1 + mod(i, k))) p(1 + mod(i, k)) = a(i)
    end do
    !$acc end parallel
    do i = 1, k
      do j = 0, 2
        call expect_equal(q(j, i), 1 + total_of(k, i, j), 'an allocatable')
      end do
      call expect_equal(p(i), real(least_of(k, i)), 'a pointer')
    end do
    deallocate (p)
  end subroutine

  real(8) function total_of(k, i, j)
    integer, intent(in) :: k, i, j
    integer :: l
    total_of = 0
    do l = 1, n
      if (1 + mod(l, k) == i .and. mod(l, 3) == j) total_of = total_of + a(l)
    end do
  end function

  integer function least_of(k, i)
    integer, intent(in) :: k, i
    integer :: l
    least_of = 2000
    do l = 1, n
      if (1 + mod(l, k) == i) least_of = min(least_of, a(l))
    end do
  end function

  ! Every type, of an array that each thread has and of one that it has not.
  subroutine kinds(m)
    integer, intent(in) :: m
    integer(1) :: b1(3), c1(m)
    integer(2) :: b2(3), c2(m)
    integer(8) :: b8(3), c8(m)
    real(4) :: r4(3), s4(m)
    real(8) :: r8(3), s8(m)
    complex(4) :: z4(3), y4(m)
    complex(8) :: z8(3), y8(m)
    logical(1) :: l1(3), k1(m)
    logical(8) :: l8(3), k8(m)
    integer :: i, j
    b1 = 1; c1 = 1; b2 = 2; c2 = 2; b8 = 3; c8 = 3; r4 = 4; s4 = 4; r8 = 5; s8 = 5
    z4 = (1, 2); y4 = (1, 2); z8 = (3, 4); y8 = (3, 4)
    l1 = .true.; k1 = .true.; l8 = .false.; k8 = .false.
    !$acc parallel loop reduction(+:b1, c1, b2, c2, b8, c8, r4, s4, r8, s8) reduction(.and.:l1, k1) &
    !$acc& reduction(.neqv.:l8, k8)
    do i = 1, m
      j = 1 + mod(i, 3)
      b1(j) = b1(j) + 1_1
      c1(i/2 + 1) = c1(i/2 + 1) + 1_1
      b2(j) = b2(j) + 1_2
      c2(i/2 + 1) = c2(i/2 + 1) + 1_2
      b8(j) = b8(j) + 10000000000_8
      c8(i/2 + 1) = c8(i/2 + 1) + 10000000000_8
      r4(j) = r4(j) + 0.5
      s4(i/2 + 1) = 0.5 + s4(i/2 + 1)
      r8(j) = r8(j) - 0.5d0
      s8(i/2 + 1) = s8(i/2 + 1) - 0.5d0
      l1(j) = l1(j) .and. i /= 500
      k1(i/2 + 1) = k1(i/2 + 1) .and. i /= 500
      l8(j) = l8(j) .neqv. i == 500
      k8(i/2 + 1) = k8(i/2 + 1) .neqv. i == 500
    end do
    !$acc parallel loop reduction(+:z4, y4, z8)
    do i = 1, m
      j = 1 + mod(i, 3)
      z4(j) = z4(j) + (1, -1)
      y4(i/2 + 1) = y4(i/2 + 1) + (1, -1)
      z8(j) = z8(j) + (2, -1)
    end do
    !$acc parallel loop reduction(+:y8)
    do i = 1, m
      y8(i/2 + 1) = y8(i/2 + 1) + (2, -1)
    end do
    do j = 1, 3
      i = (m + 4 - j)/3
      if (j == 1) i = m/3
      call expect_equal(int(b1(j)), iand(1 + i + 128, 255) - 128, 'integer(1)')
      call expect_equal(int(b2(j)), 2 + i, 'integer(2)')
      call expect(b8(j) == 3 + 10000000000_8*i, 'integer(8)')
      call expect_equal(r4(j), 4 + 0.5*i, 'real(4)')
      call expect_equal(r8(j), 5 - 0.5d0*i, 'real(8)')
      call expect(z4(j) == cmplx(1 + i, 2 - i), 'complex(4)')
      call expect(z8(j) == cmplx(3 + 2*i, 4 - i, 8), 'complex(8)')
      call expect(logical(l1(j)) .eqv. mod(500, 3) + 1 /= j, 'logical(1)')
      call expect(logical(l8(j)) .eqv. mod(500, 3) + 1 == j, 'logical(8)')
    end do
    do j = 1, m
      i = count([2*j - 2, 2*j - 1] >= 1 .and. [2*j - 2, 2*j - 1] <= m)
      call expect_equal(int(c1(j)), 1 + i, 'large integer(1)')
      call expect_equal(int(c2(j)), 2 + i, 'large integer(2)')
      call expect(c8(j) == 3 + 10000000000_8*i, 'large integer(8)')
      call expect_equal(s4(j), 4 + 0.5*i, 'large real(4)')
      call expect_equal(s8(j), 5 - 0.5d0*i, 'large real(8)')
      call expect(y4(j) == cmplx(1 + i, 2 - i), 'large complex(4)')
      call expect(y8(j) == cmplx(3 + 2*i, 4 - i, 8), 'large complex(8)')
      call expect(logical(k1(j)) .eqv. j /= 251, 'large logical(1)')
      call expect(logical(k8(j)) .eqv. j == 251, 'large logical(8)')
    end do
  end subroutine

  ! Not updates but assignments, of operators that may meet a value twice; and
  ! statements on whole arrays.
  subroutine assignments(m)
    integer, intent(in) :: m
    logical :: any1(4), all1(m), few(4)
    integer :: i, j, bits(m), hi(4), sums(5), rows(5)
    any1 = .false.; all1 = .true.; few = .true.; bits = 0; hi = -1; sums = 1
    !$acc parallel loop reduction(.or.:any1) reduction(.and.:all1, few) reduction(ior:bits) &
    !$acc& reduction(max:hi)
    do i = 1, m
      if (mod(i, 7) == 3) any1(1 + mod(i, 2)) = .true.
      if (mod(i, 5) == 0) all1(i) = .false.
      if (i == 9) few(4) = .false.
      bits(1 + i/4) = ior(bits(1 + i/4), ishft(1, mod(i, 4)))
      if (mod(i*13, 509) > hi(1 + mod(i, 4))) hi(1 + mod(i, 4)) = mod(i*13, 509)
    end do
    call expect(all(any1 .eqv. [.true., .true., .false., .false.]), 'assigned true')
    call expect(all(few .eqv. [.true., .true., .true., .false.]), 'assigned false')
    do i = 1, m
      call expect(all1(i) .eqv. mod(i, 5) /= 0, 'assigned false in a large array')
    end do
    call expect_equal(bits(1), 14, 'bits')
    call expect_equal(bits(m/4), 15, 'bits')
    do j = 0, 3
      call expect_equal(hi(1 + j), maxval([(merge(mod(i*13, 509), -1, mod(i, 4) == j), i = 1, m)]), 'conditional')
    end do
    rows = [1, 2, 3, 4, 5]
    !$acc parallel loop copyin(rows) reduction(+:sums)
    do i = 1, m
      sums = sums + rows*i
      sums(2:3) = sums(2:3) - 1
    end do
    call expect_equal(sums, 1 + [1, 2, 3, 4, 5]*(m*(m + 1)/2) - [0, m, m, 0, 0], 'whole arrays')
  end subroutine

  subroutine sections(m)
    integer, intent(in) :: m
    integer :: t(10), u(m, m), i, j
    t = [(i, i = 1, 10)]
    u = 0
    !$acc parallel loop reduction(+:t(3:5)) reduction(max:u(2:m, 1))
    do i = 1, 100
      t(3 + mod(i, 3)) = t(3 + mod(i, 3)) + i
      u(2 + mod(i, m - 1), 1) = max(u(2 + mod(i, m - 1), 1), i)
    end do
    call expect_equal(t, [1, 2, 3 + 1683, 4 + 1717, 5 + 1650, 6, 7, 8, 9, 10], 'a section')
    call expect_equal(u(1, 1), 0, 'a section in a matrix')
    do j = 2, m
      call expect_equal(u(j, 1), maxval([(merge(i, 0, 2 + mod(i, m - 1) == j), i = 1, 100)]), 'a section in a matrix')
    end do
    t = 0
    !$acc parallel loop reduction(+:t(7))
    do i = 1, 100
      t(7) = t(7) + i
    end do
    call expect_equal(t, [0, 0, 0, 0, 0, 0, 5050, 0, 0, 0], 'an element')
  end subroutine

  ! A clause on the outer, the inner or both loops, on the construct, inside of a
  ! sequential loop, for a private array.
  subroutine levels(k, m)
    integer, intent(in) :: k, m
    integer :: t(4), big(50), own(4), all_of(4, k), x(m, k), i, j, l, tw(4), bw(50)
    do j = 1, k
      do i = 1, m
        x(i, j) = mod(i*7 + j*13, 101)
      end do
    end do
    tw = 0; bw = 0
    do j = 1, k
      do i = 1, m
        tw(1 + mod(i, 4)) = tw(1 + mod(i, 4)) + x(i, j)
        bw(1 + mod(i + j, 50)) = bw(1 + mod(i + j, 50)) + x(i, j)
      end do
    end do
    t = 0; big = 0
    !$acc parallel loop gang reduction(+:t, big) copyin(x)
    do j = 1, k
      !$acc loop vector
      do i = 1, m
        t(1 + mod(i, 4)) = t(1 + mod(i, 4)) + x(i, j)
        big(1 + mod(i + j, 50)) = big(1 + mod(i + j, 50)) + x(i, j)
      end do
    end do
    call expect_equal(t, tw, 'a clause on the outer loop')
    call expect_equal(big, bw, 'a clause on the outer loop, large')

    t = 0; big = 0
    !$acc parallel loop gang worker reduction(+:t, big) copyin(x)
    do j = 1, k
      t(1) = t(1) + 1
      !$acc loop vector reduction(+:t, big)
      do i = 1, m
        t(1 + mod(i, 4)) = t(1 + mod(i, 4)) + x(i, j)
        big(1 + mod(i + j, 50)) = big(1 + mod(i + j, 50)) + x(i, j)
      end do
      big(3) = big(3) + 2
    end do
    call expect_equal(t, tw + [k, 0, 0, 0], 'workers')
    bw(3) = bw(3) + 2*k
    call expect_equal(big, bw, 'workers, large')
    bw(3) = bw(3) - 2*k

    t = 0; big = 0
    !$acc parallel reduction(+:t, big) copyin(x) num_gangs(5)
    !$acc loop gang reduction(+:t, big)
    do j = 1, k
      !$acc loop vector reduction(+:t, big)
      do i = 1, m
        t(1 + mod(i, 4)) = t(1 + mod(i, 4)) + x(i, j)
        big(1 + mod(i + j, 50)) = big(1 + mod(i + j, 50)) + x(i, j)
      end do
    end do
    !$acc end parallel
    call expect_equal(t, tw, 'on the construct')
    call expect_equal(big, bw, 'on the construct, large')

    t = 0
    !$acc parallel reduction(+:t) copyin(x) num_gangs(3)
    !$acc loop gang
    do j = 1, k
      !$acc loop vector
      do i = 1, m
        t(1 + mod(i, 4)) = t(1 + mod(i, 4)) + x(i, j)
      end do
    end do
    !$acc end parallel
    call expect_equal(t, tw, 'on the construct only')

    t = 0; big = 0
    !$acc parallel copyin(x) num_gangs(3)
    !$acc loop seq
    do l = 1, 3
      !$acc loop gang vector collapse(2) reduction(+:t, big)
      do j = 1, k
        do i = 1, m
          t(1 + mod(i, 4)) = t(1 + mod(i, 4)) + x(i, j)
          big(1 + mod(i + j, 50)) = big(1 + mod(i + j, 50)) + x(i, j)
        end do
      end do
    end do
    !$acc end parallel
    call expect_equal(t, 3*tw, 'in a sequential loop')
    call expect_equal(big, 3*bw, 'in a sequential loop, large')

    !$acc parallel loop gang private(own) copyin(x) copyout(all_of)
    do j = 1, k
      own = [1, 2, 3, j]
      !$acc loop vector reduction(+:own)
      do i = 1, m
        own(1 + mod(i, 4)) = own(1 + mod(i, 4)) + x(i, j)
      end do
      !$acc loop vector
      do i = 1, 4
        all_of(i, j) = own(i)
      end do
    end do
    do j = 1, k
      tw = [1, 2, 3, j]
      do i = 1, m
        tw(1 + mod(i, 4)) = tw(1 + mod(i, 4)) + x(i, j)
      end do
      call expect_equal(all_of(:, j), tw, 'a private array')
    end do
  end subroutine

  subroutine in_kernels(k, m)
    integer, intent(in) :: k, m
    integer :: t(5), big(0:100), i, j, tw(5), bw(0:100)
    t = 0; big = 0; tw = 0; bw = 0
    !$acc kernels
    !$acc loop independent reduction(+:t) reduction(ieor:big)
    do j = 1, k
      do i = 1, m
        t(1 + mod(i*j, 5)) = t(1 + mod(i*j, 5)) + i
        big(mod(i*j, 101)) = ieor(big(mod(i*j, 101)), i)
      end do
    end do
    !$acc end kernels
    do j = 1, k
      do i = 1, m
        tw(1 + mod(i*j, 5)) = tw(1 + mod(i*j, 5)) + i
        bw(mod(i*j, 101)) = ieor(bw(mod(i*j, 101)), i)
      end do
    end do
    call expect_equal(t, tw, 'kernels')
    call expect_equal(big, bw, 'kernels, large')
    t = 0; big = 0
    !$acc kernels loop reduction(+:t) reduction(ieor:big)
    do j = 1, k
      do i = 1, m
        t(1 + mod(i*j, 5)) = t(1 + mod(i*j, 5)) + i
        big(mod(i*j, 101)) = ieor(big(mod(i*j, 101)), i)
      end do
    end do
    call expect_equal(t, tw, 'a kernels loop')
    call expect_equal(big, bw, 'a kernels loop, large')
    t = 0
    !$acc serial loop reduction(+:t)
    do j = 1, k
      do i = 1, m
        t(1 + mod(i*j, 5)) = t(1 + mod(i*j, 5)) + i
      end do
    end do
    call expect_equal(t, tw, 'serial')
    t = 0
    !$acc parallel loop reduction(+:t) if(k < 0)
    do j = 1, k
      do i = 1, m
        t(1 + mod(i*j, 5)) = t(1 + mod(i*j, 5)) + i
      end do
    end do
    call expect_equal(t, tw, 'on the host')
  end subroutine

  subroutine with_dummies(x, y)
    integer, intent(inout) :: x(:), y(0:)
    integer :: i
    x = 0; y = 1
    !$acc parallel
    !$acc loop gang vector reduction(+:x) reduction(max:y)
    do i = 1, 700
      x(1 + mod(i, 7)) = x(1 + mod(i, 7)) + i
      y(mod(i, 8)) = max(y(mod(i, 8)), i)
    end do
    !$acc end parallel
    do i = 1, 7
      call expect_equal(x(i), sum([(merge(j, 0, 1 + mod(j, 7) == i), j = 1, 700)]), 'an assumed-shape dummy')
    end do
    do i = 0, 7
      call expect_equal(y(i), maxval([(merge(j, 0, mod(j, 8) == i), j = 1, 700)]), 'its lower bound')
    end do
  end subroutine
end program
