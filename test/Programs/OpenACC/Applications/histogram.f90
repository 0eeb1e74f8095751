!===-- histogram.f90 - A histogram and a list of what is rare --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Counters that are on the device only are updated, read, written and captured by
! atomics; a linked table is on the device for a while only; gangs, workers and vector
! lanes, a queue.
!
!===----------------------------------------------------------------------===!

module counting
  implicit none
  integer, parameter :: bins = 16, most = 400
  integer :: table(0:255)
  integer :: counts(0:bins - 1), used
  integer :: list(most)
  !$acc declare link(table)
  !$acc declare device_resident(counts, used, list)
contains
  integer function bin_of(value)
    !$acc routine seq
    integer, value :: value
    bin_of = table(iand(value, 255))
  end function

  subroutine clear(queue)
    integer, intent(in) :: queue
    integer :: i
    !$acc parallel loop async(queue)
    do i = 0, bins - 1
      counts(i) = 0
    end do
    !$acc serial async(queue)
    used = 0
    !$acc end serial
  end subroutine
end module

program main
  use testing
  use counting
  use openacc
  implicit none
  integer, parameter :: rows = 40, columns = 90
  integer :: data(columns, rows), found(0:bins - 1), rare(most), number, i, j, k, at, limit, seen
  integer :: wanted(0:bins - 1), wanted_number, wanted_sum
  logical :: only(bins)

  !$acc init
  !$acc set default_async(3)
  table = [(mod(i*i, bins), i = 0, 255)]
  data = reshape([(mod(i*97, 1013), i = 1, rows*columns)], [columns, rows])
  !$acc data copyin(data)
  !$acc enter data copyin(table)
  call clear(2)
  !$acc wait(2)
  !$acc parallel loop gang num_gangs(10) num_workers(4) vector_length(32)
  do j = 1, rows
    !$acc loop worker vector private(k)
    do i = 1, columns
      k = bin_of(data(i, j))
      !$acc atomic update
      counts(k) = counts(k) + 1
    end do
  end do
  ! The fullest bin's count, by an atomic maximum; then what is in rare bins.
  limit = 0
  !$acc parallel loop copy(limit) private(seen)
  do k = 0, bins - 1
    !$acc atomic read
    seen = counts(k)
    !$acc atomic update
    limit = max(limit, seen)
  end do
  !$acc parallel loop collapse(2) private(at, k) copyin(limit) async
  do j = 1, rows
    do i = 1, columns
      k = bin_of(data(i, j))
      if (counts(k) < limit/20) then
        !$acc atomic capture
        used = used + 1
        at = used
        !$acc end atomic
        list(at) = data(i, j)
      end if
    end do
  end do
  !$acc wait
  !$acc exit data delete(table)
  only = .false.
  !$acc kernels copyout(found, rare, number) copy(only)
  number = used
  do k = 0, bins - 1
    found(k) = counts(k)
    if (counts(k) == 0) then
      !$acc atomic write
      only(k + 1) = .true.
    end if
  end do
  do i = 1, most
    rare(i) = 0
    if (i <= used) rare(i) = list(i)
  end do
  !$acc end kernels
  !$acc end data

  wanted = 0
  do j = 1, rows
    do i = 1, columns
      k = table(iand(data(i, j), 255))
      wanted(k) = wanted(k) + 1
    end do
  end do
  wanted_number = 0
  wanted_sum = 0
  do j = 1, rows
    do i = 1, columns
      if (wanted(table(iand(data(i, j), 255))) < maxval(wanted)/20) then
        wanted_number = wanted_number + 1
        wanted_sum = wanted_sum + data(i, j)
      end if
    end do
  end do
  call expect_equal(found, wanted, 'counts')
  call expect_equal(limit, maxval(wanted), 'atomic maximum')
  call expect_equal(number, wanted_number, 'number of rare values')
  call expect_equal(sum(rare), wanted_sum, 'rare values')
  call expect(all(only .eqv. wanted == 0), 'empty bins')
  !$acc enter data copyin(wanted)
  call expect_equal(acc_get_default_async(), 3, 'the default queue')
  !$acc shutdown
  call expect(.not. acc_is_present(wanted), 'nothing is left')
  call finish
end program
