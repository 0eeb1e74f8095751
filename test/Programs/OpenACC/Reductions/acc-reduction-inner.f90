!===-- acc-reduction-inner.f90 - Reductions of loops in loops with the same --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Gang loops whose inner loops have the same variable in a reduction. The
! threads' values may be combined when the gang loop ends, but not where the
! gang loop updates or reads the variable itself, or where inner loops are
! shared by different levels.
!
!===----------------------------------------------------------------------===!
program main
  use testing
  implicit none
  call sums(1, 1)
  call sums(70, 300)
  call sums(1000, 33)
  call sums(0, 5)
  call sums(5, 0)
  call finish()
contains
  subroutine sums(m, n)
    integer, intent(in) :: m, n
    integer :: a(n, m), i, j, k, s, t, most, least, twice, own, mixed, rows
    integer :: deep, some, chain, after, construct
    logical :: all_positive
    real(8) :: r
    do j = 1, m
      do i = 1, n
        a(i, j) = mod(i * 7 + j * 13, 11) + 1
      end do
    end do
    s = 5; most = -1; least = 100; twice = 0; own = 0; mixed = 0; rows = 0
    deep = 0; some = 0; chain = 0; construct = 3; all_positive = .true.; r = 0.5d0
    !$acc data copyin(a)
    ! One inner loop, several operators.
    !$acc parallel loop gang reduction(+:s, r) reduction(max:most) reduction(min:least) reduction(.and.:all_positive)
    do j = 1, m
      !$acc loop vector reduction(+:s, r) reduction(max:most) reduction(min:least) reduction(.and.:all_positive)
      do i = 1, n
        s = s + a(i, j)
        r = r + a(i, j) * 0.25d0
        most = max(most, a(i, j))
        least = min(least, a(i, j))
        all_positive = all_positive .and. a(i, j) > 0
      end do
    end do
    ! Two inner loops, one of them for some gangs only.
    !$acc parallel loop gang num_workers(4) reduction(+:twice)
    do j = 1, m
      !$acc loop vector reduction(+:twice)
      do i = 1, n
        twice = twice + a(i, j)
      end do
      if (mod(j, 3) == 0) then
        !$acc loop vector reduction(+:twice)
        do i = 1, n
          twice = twice + 2 * a(i, j)
        end do
      end if
    end do
    ! An update by the gang loop itself.
    !$acc parallel loop gang reduction(+:own)
    do j = 1, m
      own = own + 1
      !$acc loop vector reduction(+:own)
      do i = 1, n
        own = own + a(i, j)
      end do
    end do
    ! Inner loops of different levels.
    !$acc parallel loop gang num_workers(4) vector_length(32) reduction(+:mixed)
    do j = 1, m
      !$acc loop vector reduction(+:mixed)
      do i = 1, n
        mixed = mixed + a(i, j)
      end do
      !$acc loop worker vector reduction(+:mixed)
      do i = 1, n
        mixed = mixed + 3 * a(i, j)
      end do
      !$acc loop worker reduction(+:mixed)
      do i = 1, n
        mixed = mixed + 5 * a(i, j)
      end do
    end do
    ! Three levels.
    !$acc parallel loop gang num_workers(4) vector_length(32) reduction(+:deep)
    do j = 1, m
      !$acc loop worker reduction(+:deep)
      do k = 1, 3
        !$acc loop vector reduction(+:deep)
        do i = 1, n
          deep = deep + k * a(i, j)
        end do
      end do
    end do
    ! Three levels, of which the second has updates of its own.
    !$acc parallel loop gang num_workers(4) vector_length(32) reduction(+:some)
    do j = 1, m
      !$acc loop worker reduction(+:some)
      do k = 1, 3
        some = some + 1
        !$acc loop vector reduction(+:some)
        do i = 1, n
          some = some + k * a(i, j)
        end do
      end do
    end do
    ! A sequential loop between.
    !$acc parallel loop gang vector_length(64) reduction(+:chain)
    do j = 1, m
      !$acc loop seq
      do k = 1, 2
        !$acc loop vector reduction(+:chain)
        do i = k, n, 2
          chain = chain + a(i, j)
        end do
      end do
    end do
    ! A reduction of the construct.
    !$acc parallel num_gangs(7) reduction(+:construct)
    !$acc loop gang reduction(+:construct)
    do j = 1, m
      !$acc loop vector reduction(+:construct)
      do i = 1, n
        construct = construct + a(i, j)
      end do
    end do
    !$acc end parallel
    ! A variable of each gang, which is read between.
    !$acc parallel loop gang private(t) reduction(+:rows)
    do j = 1, m
      t = 0
      !$acc loop vector reduction(+:t)
      do i = 1, n
        t = t + a(i, j)
      end do
      rows = rows + mod(t, 17)
    end do
    !$acc end data
    call expect(s == 5 + sum(a) .and. r == 0.5d0 + 0.25d0 * sum(a), 'one inner loop')
    call expect(most == max(-1, maxval(a)) .and. least == min(100, minval(a)) .and. all_positive, 'extrema')
    call expect(twice == sum(a) + 2 * sum(a(:, 3:m:3)), 'two inner loops')
    call expect(own == m + sum(a), 'own update')
    call expect(mixed == 9 * sum(a), 'different levels')
    call expect(deep == 6 * sum(a), 'three levels')
    call expect(some == 3 * m + 6 * sum(a), 'three levels, own updates')
    call expect(chain == sum(a), 'sequential between')
    call expect(construct == 3 + sum(a), 'construct')
    after = 0
    do j = 1, m
      after = after + mod(sum(a(:, j)), 17)
    end do
    call expect(rows == after, 'read between')
  end subroutine
end program
