!===-- counting-sort.f90 - Sorting by digits -------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Counting by atomic updates, prefix sums in one gang, places by atomic captures of three
! forms, atomic reads and writes of flags, clauses for kinds of devices under their old
! names, memory of acc_malloc by declare deviceptr.
!
!===----------------------------------------------------------------------===!

module sorting
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: digits = 16
contains
  subroutine count_digits(keys, n, shift, counts)
    integer, intent(in) :: n, shift
    integer, intent(in) :: keys(n)
    integer, intent(inout) :: counts(0:digits - 1)
    integer :: i, d
    !$acc declare deviceptr(counts)
    !$acc parallel loop present(keys) device_type(tesla) num_gangs(4) vector_length(64) device_type(host) &
    !$acc& num_gangs(1)
    do d = 0, digits - 1
      counts(d) = 0
    end do
    !$acc parallel loop gang vector private(d) present(keys)
    do i = 1, n
      d = iand(ishft(keys(i), -shift), digits - 1)
      !$acc atomic
      counts(d) = counts(d) + 1
    end do
  end subroutine

  ! Counts become places, in order, whatever the loop over digits would say.
  subroutine sum_up(counts)
    integer, intent(inout) :: counts(0:digits - 1)
    integer :: d, before, now
    !$acc declare deviceptr(counts)
    before = 0
    !$acc parallel num_gangs(1) firstprivate(before) private(now)
    !$acc loop independent dtype(tesla) seq device_type(radeon, xeonphi) gang
    do d = 0, digits - 1
      now = counts(d)
      counts(d) = before
      before = before + now
    end do
    !$acc end parallel
  end subroutine

  ! Not in the order of the input: whoever comes takes the next place of his digit.
  subroutine scatter(keys, sorted, n, shift, counts)
    integer, intent(in) :: n, shift
    integer, intent(in) :: keys(n)
    integer, intent(inout) :: sorted(n), counts(0:digits - 1)
    integer :: i, d, at
    !$acc declare deviceptr(counts)
    !$acc parallel loop private(d, at) present(keys, sorted) default(none)
    do i = 1, n
      d = iand(ishft(keys(i), -shift), digits - 1)
      !$acc atomic capture
      counts(d) = counts(d) + 1
      at = counts(d)
      !$acc end atomic
      sorted(at) = keys(i)
    end do
  end subroutine
end module

program main
  use testing
  use openacc
  use sorting
  implicit none
  integer, parameter :: n = 1500
  integer :: keys(n), sorted(n), wanted(0:digits - 1), i, d, bad, seen, first_bad, stamp(n), last, previous, shift
  integer, pointer :: counts(:)
  type(c_ptr) :: memory
  !$acc init device_type(tesla)
  keys = [(mod(i*7919, 4093), i = 1, n)]
  memory = acc_malloc(digits*4_c_size_t)
  call c_f_pointer(memory, counts, [digits])
  do shift = 0, 8, 4
    !$acc data copyin(keys) copyout(sorted)
    call count_digits(keys, n, shift, counts)
    call sum_up(counts)
    call scatter(keys, sorted, n, shift, counts)
    !$acc end data
    do d = 0, digits - 1
      wanted(d) = count(iand(ishft(keys, -shift), digits - 1) == d)
      call expect_equal(count(iand(ishft(sorted, -shift), digits - 1) == d), wanted(d), 'as many')
    end do
    call expect_equal(sum(sorted), sum(keys), 'the same keys')
    call expect(all(iand(ishft(sorted(2:), -shift), digits - 1) >= iand(ishft(sorted(:n - 1), -shift), digits - 1)), 'sorted')

    ! Whether it is, on the device, and who saw it first.
    bad = 0
    first_bad = n + 1
    sorted(n/2) = 0
    !$acc parallel loop copyin(sorted) copy(bad, first_bad) private(seen)
    do i = 2, n
      if (iand(ishft(sorted(i), -shift), digits - 1) < iand(ishft(sorted(i - 1), -shift), digits - 1)) then
        !$acc atomic write
        bad = 1
        !$acc atomic
        first_bad = min(first_bad, i)
      end if
      !$acc atomic read
      seen = bad
      if (seen < 0) first_bad = -1
    end do
    call expect_equal(bad, 1, 'out of order')
    call expect_equal(first_bad, n/2, 'the first')
  end do

  ! Tickets: the value before, and the one that was there when another is put in.
  stamp = 0
  last = 0
  !$acc parallel loop copy(stamp, last) private(previous)
  do i = 1, n
    !$acc atomic capture
    previous = last
    last = i
    !$acc end atomic
    ! Every number but the last has exactly one successor.
    if (previous > 0) stamp(previous) = stamp(previous) + 1
  end do
  call expect_equal(stamp(last), 0, 'nobody came after the last')
  stamp(last) = 1
  call expect(all(stamp == 1), 'one successor each')
  call acc_free(memory)
  !$acc enter data copyin(stamp)
  !$acc shutdown device_type(tesla)
  call expect(.not. acc_is_present(stamp), 'nothing is left')
  call finish
end program
