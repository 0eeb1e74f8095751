!===-- gang-work-queues.f90 - Gangs that fetch their own work --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! As many gangs as num_gangs, or a device type, says take numbers by atomic capture until
! no job is left; how many gangs came is a result. Jobs are priced by tables of a module
! (link), statistics are on the device only, best offers are captured after the update,
! and an order book of which a call may have a part (no_create) or nothing.
!
!===----------------------------------------------------------------------===!
module workshop
  implicit none
  integer, parameter :: jobs = 300, size_of = 24
  integer(2) :: price(0:9, 2)
  integer :: tickets, arrivals
  logical :: busy(jobs)
  !$acc declare link(price)
  !$acc declare device_resident(tickets, arrivals, busy)
contains
  integer function cost(kind, x)
    !$acc routine seq
    integer, value :: kind, x
    cost = price(modulo(kind, 10), 1)*x + price(modulo(kind, 10), 2)
  end function

  subroutine open_shop()
    integer :: i
    !$acc serial
    tickets = 0
    arrivals = 0
    !$acc end serial
    !$acc parallel loop
    do i = 1, jobs
      busy(i) = .false.
    end do
  end subroutine

  !> Each gang works until there is no ticket left.
  subroutine work(stock, twice)
    integer, intent(inout) :: stock(size_of, jobs)
    integer, intent(inout) :: twice
    integer :: mine, i, round
    !$acc declare present(stock, twice)
    !$acc parallel num_gangs(2) default(none) private(mine, round) &
    !$acc   device_type(nvidia) num_gangs(7) vector_length(32)
    !$acc atomic update
    arrivals = arrivals + 1
    do round = 1, jobs + 1
      !$acc atomic capture
      tickets = tickets + 1
      mine = tickets
      !$acc end atomic
      if (mine <= jobs) then
        if (busy(mine)) twice = twice + 1
        busy(mine) = .true.
        !$acc loop vector
        do i = 1, size_of
          stock(i, mine) = cost(mine, stock(i, mine))
        end do
      end if
    end do
    !$acc end parallel
  end subroutine

  subroutine look(came, done, left)
    integer, intent(out) :: came, done, left
    integer :: i
    left = 0
    !$acc serial copyout(came, done)
    came = arrivals
    done = tickets
    !$acc end serial
    !$acc parallel loop reduction(+:left)
    do i = 1, jobs
      if (.not. busy(i)) left = left + 1
    end do
  end subroutine

  !> The best offer so far, as each bidder saw it.
  subroutine offer(bids, n, best, seen, book, kept)
    integer, intent(in) :: n
    integer, intent(in) :: bids(n)
    integer, intent(inout) :: best(0:2), seen(n), book(n)
    logical, intent(in) :: kept
    integer :: i, after
    !$acc declare copyin(bids) copy(best, seen)
    best = -huge(best)
    !$acc parallel loop num_gangs(20) private(after) no_create(book(n/2:n))
    do i = 1, n
      !$acc atomic capture
      best(mod(i, 3)) = max(best(mod(i, 3)), bids(i))
      after = best(mod(i, 3))
      !$acc end atomic
      seen(i) = after
      if (kept .and. i >= n/2) book(i) = bids(i)
    end do
    best = huge(best)
  end subroutine
end module

program main
  use testing
  use workshop
  implicit none
  integer, parameter :: n = 30000
  integer :: stock(size_of, jobs), wanted(size_of, jobs), twice, came, done, left, i, j, day
  integer :: bids(n), seen(n), book(n), best(0:2)
  price = reshape([(int(i, 2), i = 3, 22)], [10, 2])
  stock = reshape([(mod(i*i, 50), i = 1, size(stock))], shape(stock))
  wanted = stock
  twice = 0
  !$acc data copy(stock, twice) copyin(price)
  do day = 1, 2
    call open_shop
    call work(stock, twice)
    call look(came, done, left)
    call expect_equal(came, 7, 'gangs')
    call expect_equal(done, 7*(jobs + 1), 'tickets')
    call expect_equal(left, 0, 'jobs left')
  end do
  !$acc end data
  do day = 1, 2
    do j = 1, jobs
      wanted(:, j) = (3 + mod(j, 10))*wanted(:, j) + 13 + mod(j, 10)
    end do
  end do
  call expect_equal([stock], [wanted], 'stock')
  call expect_equal(twice, 0, 'jobs done twice')

  bids = [(mod(i, 7919)*3 + i/100, i = 1, n)]
  book = -4
  do day = 1, 2
    best = [100, 200, 300]
    seen = -1
    if (day == 2) then
      !$acc enter data create(book(n/2:n))
    end if
    call offer(bids, n, best, seen, book, day == 2)
    do i = 0, 2
      call expect_equal(best(i), max(100*(i + 1), maxval(bids(merge(3, i, i == 0)::3))), 'best')
    end do
    do i = 1, n
      call expect(seen(i) >= bids(i) .and. seen(i) <= best(mod(i, 3)), 'what a bidder saw')
    end do
    call expect(all(book == -4), 'the host''s book')
  end do
  !$acc exit data copyout(book(n/2:n))
  call expect_equal(book, [(-4, i = 1, n/2 - 1), bids(n/2:)], 'the book')
  call finish
end program
