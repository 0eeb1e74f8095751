!===-- string-waves.f90 - Waves on a string --------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Data in common blocks declared create, arguments declared copyin, copyout and copy, one
! declared deviceptr, self(condition) and serial for what is too small for a device,
! queues that wait for each other, host_data if_present, clauses of old names.
!
!===----------------------------------------------------------------------===!

module strings
  implicit none
  integer, parameter :: longest = 400
contains
  ! Adds to the shape what has been plucked at one place; the address is the device's or the host's.
  subroutine pluck(shape, n, at, high, small)
    integer, intent(in) :: n, at, high
    integer, intent(inout) :: shape(0:n)
    logical, intent(in) :: small
    integer :: i
    !$acc declare deviceptr(shape)
    !$acc parallel loop self(small) async(1)
    do i = 1, n - 1
      if (i <= at) then
        shape(i) = shape(i) + high*i/at
      else
        shape(i) = shape(i) + high*(n - i)/(n - at)
      end if
    end do
    !$acc wait(1)
  end subroutine

  subroutine swing(before, now, n, steps)
    integer, intent(in) :: n, steps
    integer, intent(inout) :: before(0:n), now(0:n)
    integer :: i, k, next(0:n)
    !$acc declare present(before, now) create(next)
    do k = 1, steps
      !$acc parallel loop async(2) wait(3)
      do i = 1, n - 1
        next(i) = now(i - 1) + now(i + 1) - before(i)
      end do
      !$acc kernels async(3) wait(2)
      before(1:n - 1) = now(1:n - 1)
      now(1:n - 1) = next(1:n - 1)
      !$acc end kernels
    end do
    !$acc wait
  end subroutine
end module

! Energy of the string, by places; the string is data of a common block.
subroutine energies(n, energy, calls, tension)
  implicit none
  integer :: n, i, calls, energy(400), tension
  integer :: now(0:400), before(0:400), total
  common /state/ now, before
  common /counts/ total
  !$acc declare create(/state/, total) copyout(energy) copy(calls) copyin(tension)
  !$acc update device(now(:n), before(:n))
  !$acc parallel loop default(present)
  do i = 1, 400
    energy(i) = 0
    if (i < n) energy(i) = (now(i) - before(i))**2 + (now(i) - now(i - 1))*(before(i) - before(i - 1))
    if (i == n) energy(i) = (now(i) - now(i - 1))*(before(i) - before(i - 1))
    energy(i) = energy(i)*tension
  end do
  !$acc serial
  calls = calls + 1
  total = 0
  do i = 1, n
    total = total + energy(i)
  end do
  !$acc end serial
  !$acc update self(total)
end subroutine

program main
  use testing
  use strings
  implicit none
  integer :: now(0:400), before(0:400), total, calls
  common /state/ now, before
  common /counts/ total
  calls = 10
  call check(400, 37, .true.)
  call check(31, 8, .true.)
  call check(12, 30, .false.)
  call expect_equal(calls, 13, 'calls')
  call finish
contains
  subroutine check(n, steps, on_device)
    integer, intent(in) :: n, steps
    logical, intent(in) :: on_device
    integer :: shape(0:n), last(0:n), start(0:n), mid(0:n), old(0:n), new(0:n), energy(400)
    integer :: i, k, first_energy
    now = 0
    before = 0
    shape = 0
    if (on_device) then
      !$acc enter data pcopyin(shape)
    end if
    !$acc host_data use_device(shape) if_present
    call pluck(shape, n, n/3, 30, .not. on_device)
    call pluck(shape, n, n/2, -12, .not. on_device)
    !$acc end host_data
    if (on_device) then
      !$acc exit data copyout(shape) finalize
    end if
    start = 0
    do i = 1, n - 1
      start(i) = merge(30*i/(n/3), 30*(n - i)/(n - n/3), i <= n/3)
      start(i) = start(i) + merge(-12*i/(n/2), -12*(n - i)/(n - n/2), i <= n/2)
    end do
    call expect_equal(shape, start, 'plucked')

    last = shape
    !$acc data present_or_copy(shape, last)
    call swing(last, shape, n, steps)
    !$acc end data
    old = start
    mid = start
    do k = 1, steps
      new = 0
      new(1:n - 1) = mid(0:n - 2) + mid(2:n) - old(1:n - 1)
      old = mid
      mid = new
    end do
    call expect_equal(shape, mid, 'the string')
    call expect_equal(last, old, 'a step before')

    now(0:n) = start
    before(0:n) = start
    energy = -1
    call energies(n, energy, calls, 2)
    first_energy = total
    now(0:n) = shape
    before(0:n) = last
    call energies(n, energy, calls, 2)
    calls = calls - 1
    call expect_equal(total, first_energy, 'energy is kept')
    call expect_equal(energy(1:n - 1), 2*((mid(1:n - 1) - old(1:n - 1))**2 &
                      + (mid(1:n - 1) - mid(0:n - 2))*(old(1:n - 1) - old(0:n - 2))), 'energies')
    call expect(all(energy(n + 1:) == 0), 'beyond the end')
  end subroutine
end program
