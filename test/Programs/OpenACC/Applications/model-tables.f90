!===-- model-tables.f90 - A model with tables ------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Tables of a subroutine declared copyin, which the host overwrites while the device keeps
! what they were; allocatable records held twice and released by finalize; a section of a
! pointer that no_create leaves alone; first-private arrays and scalars that change.
!
!===----------------------------------------------------------------------===!
module forecast
  implicit none
  type station
    integer :: id
    real, allocatable :: temperature(:)
  end type
contains
  subroutine correct(t, table, offset, log)
    real, intent(inout) :: t(:)
    integer, intent(inout) :: table(0:)
    integer, value :: offset
    integer, pointer, intent(in) :: log(:)
    integer :: i, shift(2), last(2)
    !$acc declare copyin(table)
    shift = [offset, -offset]
    last = -2
    table = 0
    !$acc parallel loop gang vector num_gangs(4) present(t) no_create(log(3:6)) firstprivate(shift) private(last)
    do i = 1, size(t)
      shift(1) = offset + i
      last = [i, shift(1)]
      t(i) = t(i) + table(mod(i, size(table))) + last(2)*2 + shift(2)
      if (offset == 3 .and. i >= 3 .and. i <= 6) log(i) = nint(t(i))
    end do
    if (any(shift /= [offset, -offset]) .or. any(last /= -2)) stop 2
    table = [(-i, i = 1, size(table))]
  end subroutine
end module

program main
  use testing
  use forecast
  implicit none
  type(station), allocatable :: s(:)
  integer, pointer :: log(:)
  integer :: table(0:4), day, i, k, n
  integer :: copies(5)
  real, allocatable :: wanted(:)
  allocate(s(3), log(9))
  log = 7
  do k = 1, 3
    s(k)%id = k
    n = 10*k + 1
    allocate(s(k)%temperature(n))
    s(k)%temperature = [(real(mod(i*k, 13)), i = 1, n)]
  end do
  !$acc enter data copyin(s)
  do k = 1, 3
    !$acc enter data copyin(s(k)%temperature)
    !$acc enter data copyin(s(k)%temperature)
  end do
  do day = 1, 3
    if (day == 3) then
      !$acc enter data copyin(log(3:6))
    end if
    do k = 1, 3
      table = [(i*day + k, i = 0, 4)]
      call correct(s(k)%temperature, table, day, log)
      copies(:) = table
      call expect_equal(copies, [-1, -2, -3, -4, -5], 'the host''s table')
    end do
  end do
  do k = 1, 3
    n = size(s(k)%temperature)
    wanted = [(real(mod(i*k, 13)), i = 1, n)]
    do day = 1, 3
      do i = 1, n
        wanted(i) = wanted(i) + mod(i, 5)*day + k + 2*(day + i) - day
      end do
    end do
    !$acc exit data copyout(s(k)%temperature) finalize
    call expect_equal(s(k)%temperature, wanted, 'temperatures')
    !$acc enter data copyin(s(k)%temperature)
    s(k)%temperature = -1
    !$acc exit data copyout(s(k)%temperature)
    call expect_equal(s(k)%temperature, wanted, 'after finalize it is copied anew')
  end do
  call expect_equal(log, [7, 7, 7, 7, 7, 7, 7, 7, 7], 'the host''s log')
  !$acc exit data copyout(log(3:6))
  call expect_equal(log, [7, 7, nint(wanted(3:6)), 7, 7, 7], 'the device''s log')
  !$acc exit data delete(s)
  call finish
end program
