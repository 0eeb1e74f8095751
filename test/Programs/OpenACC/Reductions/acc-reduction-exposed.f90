!===-- acc-reduction-exposed.f90 - Reductions that their construct goes on using --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! A scalar that a loop of a parallel or serial construct reduces is copied, also
! where other statements of the construct set or read it; scalars of a nested
! loop stay each iteration's own.

program main
  use testing
  implicit none
  integer, parameter :: n = 20000
  integer :: i, j, s, m, t, last, a(n), b(n)
  real(8) :: x
  logical :: l

  a = [(mod(i, 7), i = 1, n)]
  s = 0
  !$acc parallel num_gangs(1)
  !$acc loop reduction(+:s)
  do i = 1, n
    s = s + a(i)
  end do
  b(1) = s
  !$acc end parallel
  call expect(s == sum(a) .and. b(1) == sum(a), 'read after the loop')

  s = 7
  !$acc serial copy(last)
  !$acc loop reduction(+:s)
  do i = 1, n
    s = s + a(i)
  end do
  last = s
  !$acc end serial
  call expect(s == 7 + sum(a) .and. last == s, 'serial')

  s = 9
  !$acc parallel copyout(b)
  s = 0
  !$acc loop reduction(+:s)
  do i = 1, n
    s = s + a(i)
  end do
  !$acc loop
  do i = 1, n
    b(i) = i
  end do
  !$acc end parallel
  call expect(s == sum(a), 'set in the construct')
  call expect_equal(b, [(i, i = 1, n)], 'another loop')

  m = 3
  x = 1
  l = .true.
  !$acc parallel
  m = 4
  !$acc loop reduction(max:m) reduction(*:x) reduction(.and.:l)
  do i = 1, n
    m = max(m, a(i) + i)
    x = x*merge(1.5d0, 1d0, mod(i, 5000) == 0)
    l = l .and. a(i) < 7
  end do
  if (x > 100) b(1) = -1
  if (.not. l) b(2) = -1
  !$acc end parallel
  call expect(m == maxval(a + [(i, i = 1, n)]) .and. x == 1.5d0**4 .and. l, 'operators')

  ! Without a clause.
  s = 1
  !$acc parallel num_gangs(1) copy(last)
  !$acc loop
  do i = 1, n
    s = s + a(i)
  end do
  last = s
  !$acc end parallel
  call expect(s == 1 + sum(a) .and. last == s, 'without a clause')

  b = 0
  !$acc parallel copyout(b(1:100))
  !$acc loop gang
  do j = 1, 100
    t = 0
    !$acc loop vector reduction(+:t)
    do i = 1, n
      t = t + a(i)*j
    end do
    b(j) = t
  end do
  !$acc end parallel
  call expect_equal(b(:100), [(j*sum(a), j = 1, 100)], 'nested loops')
  call optional_one(s)
  call expect(s == 5 + n, 'an optional argument')
  call finish
contains
  subroutine optional_one(k)
    integer, optional :: k
    integer :: c
    k = 5
    !$acc parallel
    !$acc loop reduction(+:k)
    do c = 1, n
      k = k + 1
    end do
    if (k < 0) b(1) = 1
    !$acc end parallel
  end subroutine
end program
