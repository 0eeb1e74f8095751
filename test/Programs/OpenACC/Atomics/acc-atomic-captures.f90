!===-- acc-atomic-captures.f90 - atomic read, write and capture ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Tickets are all different; every form of capture gives the value before or
! after; reads and writes are whole.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 5000, one = 1
  integer :: i, k, s, ticket(n), sorted(n), flag, got(n)
  integer(8) :: wide, wides(n)
  real(8) :: x, y(n)
  real(4) :: r, old(n)

  s = 0
  !$acc parallel loop copy(s) copyout(ticket) private(k)
  do i = 1, n
    !$acc atomic capture
    s = s + 1
    k = s
    !$acc end atomic
    ticket(i) = k
  end do
  call all_of(ticket, 1, 'the value after')
  call expect_equal(s, n, 'the counter')

  s = 0
  !$acc parallel loop copy(s) copyout(ticket) private(k)
  do i = 1, n
    !$acc atomic capture
    k = s
    s = s + 1
    !$acc end atomic
    ticket(i) = k
  end do
  call all_of(ticket, 0, 'the value before')

  s = n
  !$acc parallel loop copy(s) copyout(ticket)
  do i = 1, n
    !$acc atomic capture
    ticket(i) = s
    s = s - 1
    !$acc end atomic
  end do
  call all_of(ticket, 1, 'into an element, downwards')

  wide = 5000000000_8
  x = 0
  r = 0
  !$acc parallel loop copy(wide, x, r) copyout(wides, y, old)
  do i = 1, n
    !$acc atomic capture
    wides(i) = wide
    wide = wide + 3
    !$acc end atomic
    !$acc atomic capture
    x = x + 2
    y(i) = x
    !$acc end atomic
    !$acc atomic capture
    old(i) = r
    r = r + 1.0
    !$acc end atomic
  end do
  call all_of(int((wides - 5000000000_8)/3), 0, 'integer(8)')
  call all_of(nint(y/2), 1, 'real(8)')
  call all_of(nint(old), 0, 'real')

  ! Exchange: every value is seen by exactly one other thread.
  s = 0
  !$acc parallel loop copy(s) copyout(ticket)
  do i = 1, n
    !$acc atomic capture
    ticket(i) = s
    s = i
    !$acc end atomic
  end do
  got = ticket
  do i = 1, n
    if (got(i) == 0) got(i) = s
  end do
  call all_of(got, 1, 'exchange')

  s = 0
  !$acc parallel loop copy(s) copyout(ticket)
  do i = 1, n
    !$acc atomic capture
    ticket(i) = s
    s = max(s, i)
    !$acc end atomic
  end do
  call expect_equal(s, n, 'capture of a maximum')
  do i = 1, n
    call expect(ticket(i) >= 0 .and. ticket(i) <= n, 'values before a maximum')
  end do

  flag = 0
  !$acc parallel loop copy(flag)
  do i = 1, n
    !$acc atomic write
    flag = 12345
  end do
  call expect_equal(flag, 12345, 'write')
  x = 2.5d0
  !$acc parallel loop copyin(x, flag) copyout(y, got)
  do i = 1, n
    !$acc atomic read
    y(i) = x
    !$acc atomic read
    got(i) = flag
  end do
  call expect(all(y == 2.5d0) .and. all(got == 12345), 'read')

  ! Values written whole: never a mixture.
  wide = 0
  !$acc parallel loop copy(wide) copyout(wides)
  do i = 1, n
    !$acc atomic write
    wide = i*4294967297_8
    !$acc atomic read
    wides(i) = wide
  end do
  do i = 1, n
    call expect(iand(wides(i), 4294967295_8) == ishft(wides(i), -32), 'whole values')
  end do

  ! What does not change the value, or does not depend on it, is a capture, too.
  s = 7
  wide = -5
  r = 2.5
  flag = 0
  !$acc parallel loop copy(s, wide, r) copyout(ticket, got, wides, old) private(k) reduction(+:flag)
  do i = 1, n
    !$acc atomic capture
    k = s
    s = s + 0
    !$acc end atomic
    ticket(i) = k
    !$acc atomic capture
    s = s*1
    k = s
    !$acc end atomic
    got(i) = k
    !$acc atomic capture
    s = iand(s, -1)
    k = s
    !$acc end atomic
    flag = flag + k
    !$acc atomic capture
    wides(i) = wide
    wide = (-1)*wide
    !$acc end atomic
    !$acc atomic capture
    old(i) = r
    r = r/1.0
    !$acc end atomic
    !$acc atomic update
    s = one*s
  end do
  call expect(all(ticket == 7) .and. all(got == 7), 'no change')
  call expect_equal(flag, 7*n, 'no bits')
  call expect(s == 7 .and. wide == -5 .and. r == 2.5 .and. all(old == 2.5), 'the variables')
  call expect(count(wides == 5) == n/2 .and. count(wides == -5) == n/2, 'changes of the sign')
  s = 7
  !$acc parallel loop copy(s) copyout(ticket) private(k)
  do i = 1, n
    !$acc atomic capture
    s = iand(s, 0)
    k = s
    !$acc end atomic
    ticket(i) = k
  end do
  call expect(s == 0 .and. all(ticket == 0), 'a constant')
  s = 7
  !$acc parallel loop copy(s) copyout(ticket) private(k)
  do i = 1, n
    !$acc atomic capture
    k = s
    s = iand(s, 0)
    !$acc end atomic
    ticket(i) = k
  end do
  call expect(s == 0 .and. count(ticket == 7) == 1 .and. count(ticket == 0) == n - 1, 'a constant, captured before')
  call finish()
contains
  subroutine all_of(values, first, what)
    integer, intent(in) :: values(:), first
    character(*), intent(in) :: what
    integer :: i
    sorted = 0
    do i = 1, n
      call expect(values(i) >= first .and. values(i) < first + n, what)
      sorted(values(i) - first + 1) = sorted(values(i) - first + 1) + 1
    end do
    call expect(all(sorted == 1), what)
  end subroutine
end program
