!===-- acc-loop-sums.f90 - Reductions over nests -------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Nests of reductions that name no level, and collapsed ones: threads share the
! iterations in their order, or a thread has a part of the nest. Rows are shorter
! and longer than the number of threads, there are few and many, and none; steps
! are negative, variables short and long, and the body has conditions, loops,
! private arrays, and variables of its own.
!
!===----------------------------------------------------------------------===!

module sums
  use testing
  implicit none
contains
  integer pure function twice(i)
    !$acc routine seq
    integer, intent(in) :: i
    twice = 2*i
  end function

  subroutine planes(n, m)
    integer, intent(in) :: n, m
    integer :: a(n, m), i, j, least
    integer(8) :: s, odd, want, wantOdd
    logical :: all
    do j = 1, m
      do i = 1, n
        a(i, j) = mod(i*7 + j*13, 101)
      end do
    end do
    want = 0; wantOdd = 0
    do j = 1, m
      do i = 1, n
        want = want + int(a(i, j), 8)*i + j
        if (mod(a(i, j), 2) == 1) wantOdd = wantOdd + 1
      end do
    end do
    !$acc data copyin(a)
    s = 3
    odd = 5
    !$acc parallel loop reduction(+:s, odd)
    do j = 1, m
      do i = 1, n
        s = s + int(a(i, j), 8)*i + j
        if (mod(a(i, j), 2) == 1) odd = odd + 1
      end do
    end do
    call expect_equal(s, want + 3, 'parallel')
    call expect_equal(odd, wantOdd + 5, 'odd')
    s = 4
    !$acc kernels
    do i = 1, n
      do j = 1, m
        s = s + int(a(i, j), 8)*i + j
      end do
    end do
    !$acc end kernels
    call expect_equal(s, want + 4, 'across')
    s = 0
    !$acc parallel loop collapse(2) reduction(+:s)
    do j = m, 1, -1
      do i = n, 1, -1
        s = s + int(a(i, j), 8)*i + j
      end do
    end do
    call expect_equal(s, want, 'backwards')
    least = 1000
    all = .true.
    !$acc parallel loop reduction(min:least) reduction(.and.:all)
    do j = 1, m
      !$acc loop reduction(min:least) reduction(.and.:all)
      do i = 1, n
        least = min(least, a(i, j) - i)
        all = all .and. a(i, j) < 101
      end do
    end do
    !$acc end data
    if (n > 0 .and. m > 0) then
      want = minval([((a(i, j) - i, i = 1, n), j = 1, m)])
    else
      want = 1000
    end if
    call expect_equal(int(least, 8), want, 'least')
    call expect_equal(merge(1_8, 0_8, all), 1_8, 'all')
  end subroutine

  subroutine spaces(n, m, l)
    integer(2), intent(in) :: n
    integer(8), intent(in) :: m
    integer, intent(in) :: l
    integer(8) :: s, want, j
    integer(2) :: i
    integer :: k, q, own(3)
    integer :: a(n, m, l)
    want = 0
    do k = 1, l
      do j = 1, m
        do i = 1_2, n
          a(i, j, k) = int(mod(i*3_8 + j*5 + k*7, 97_8))
        end do
      end do
    end do
    do k = 2, l, 3
      do j = m, 1, -2
        do i = 1_2, n, 2_2
          want = want + a(i, j, k) + 1000*i + 10*j + k
        end do
      end do
    end do
    s = 0
    !$acc parallel loop reduction(+:s) copyin(a)
    do k = 2, l, 3
      do j = m, 1, -2
        do i = 1_2, n, 2_2
          s = s + a(i, j, k) + 1000*i + 10*j + k
        end do
      end do
    end do
    call expect_equal(s, want, 'steps')
    s = 0
    !$acc parallel loop collapse(3) reduction(+:s) copyin(a) private(own, q)
    do k = 2, l, 3
      do j = m, 1, -2
        do i = 1_2, n, 2_2
          if (i < 0) cycle
          block
            integer :: kept
            kept = a(i, j, k)
            do q = 1, 3
              own(q) = q*kept
            end do
            s = s + own(3) - twice(kept) + 1000*i + 10*j + k
          end block
        end do
      end do
    end do
    call expect_equal(s, want, 'body')
    s = 0
    do concurrent (k = 2:l:3, j = 1:m, i = 1_2:n) reduce(+:s)
      s = s + a(i, j, k)
    end do
    want = sum(int(a(:, :, 2:l:3), 8))
    call expect_equal(s, want, 'concurrent')
    s = 0
    !$acc kernels copyin(a)
    do k = 2, l, 3
      do j = 1, m
        do i = 1_2, n
          do q = 1, 4
            s = s + a(i, j, k)*q
          end do
        end do
      end do
    end do
    !$acc end kernels
    call expect_equal(s, want*10, 'four')
  end subroutine

  ! A loop that also assigns is no flat one; a sum that only one of the loops has
  ! keeps them apart.
  subroutine others(n, m)
    integer, intent(in) :: n, m
    integer :: a(n, m), i, j
    integer(8) :: s, row, histogram(0:3), want
    s = 0
    !$acc parallel loop reduction(+:s) copyout(a)
    do j = 1, m
      do i = 1, n
        a(i, j) = i - j
        s = s + a(i, j)
      end do
    end do
    call expect_equal(s, sum(int(a, 8)), 'assigned')
    want = 0
    do j = 1, m
      want = max(want, sum(int(a(:, j), 8)))
    end do
    s = 0
    !$acc parallel loop reduction(max:s) copyin(a) private(row)
    do j = 1, m
      row = 0
      do i = 1, n
        row = row + a(i, j)
      end do
      s = max(s, row)
    end do
    call expect_equal(s, want, 'rows')
    histogram = 0
    !$acc parallel loop collapse(2) reduction(+:histogram) copyin(a)
    do j = 1, m
      do i = 1, n
        histogram(modulo(a(i, j), 4)) = histogram(modulo(a(i, j), 4)) + 1
      end do
    end do
    do i = 0, 3
      call expect_equal(histogram(i), count(modulo(a, 4) == i, kind=8), 'histogram')
    end do
  end subroutine

  !> Where no outer iteration asks for the inner step, it may be zero.
  subroutine steps(n, by, want)
    integer, intent(in) :: n, by
    integer(8), intent(in) :: want
    integer(8) :: s
    integer :: i, j
    s = 0
    !$acc parallel loop reduction(+:s)
    do i = 1, n
      !$acc loop reduction(+:s)
      do j = 1, 10, by
        s = s + i*j
      end do
    end do
    call expect_equal(s, want, 'step')
  end subroutine
end module

program p
  use sums
  implicit none
  call planes(1, 1)
  call planes(16, 3000)
  call planes(100, 77)
  call planes(7777, 5)
  call planes(129, 257)
  call planes(0, 5)
  call planes(5, 0)
  call spaces(5_2, 7_8, 11)
  call spaces(64_2, 33_8, 20)
  call spaces(1_2, 3000_8, 2)
  call spaces(301_2, 2_8, 9)
  call spaces(0_2, 2_8, 9)
  call others(50, 60)
  call others(3, 2000)
  call steps(0, 0, 0_8)
  call steps(4, 3, 220_8)
  call finish()
end program
