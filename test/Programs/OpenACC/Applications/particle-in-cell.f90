!===-- particle-in-cell.f90 - Particles in cells ---------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Declared data in procedures (copyin, copyout, present, create), a linked table
! of the cells, a device_resident list, attached components, no_create for data
! that is there in some calls, tiles, a cache, atomic operations of each kind.
!
!===----------------------------------------------------------------------===!

module particles
  implicit none
  integer, parameter :: count = 240, cells = 12
  type :: cloud
    integer :: n = 0
    integer, allocatable :: place(:)
    integer, pointer :: mass(:) => null()
  end type
  integer :: bounds(0:cells)
  integer :: first(cells), filled(cells), order(count)
  !$acc declare link(bounds)
  !$acc declare device_resident(first, filled, order)
contains
  subroutine sort_into_cells(c)
    type(cloud), intent(inout) :: c
    integer :: i, k, at
    !$acc parallel loop present(c)
    do k = 1, cells
      filled(k) = 0
    end do
    !$acc parallel loop present(c) private(k)
    do i = 1, c%n
      k = cell_of(c%place(i))
      !$acc atomic
      filled(k) = filled(k) + 1
    end do
    !$acc serial
    first(1) = 1
    do k = 2, cells
      first(k) = first(k - 1) + filled(k - 1)
    end do
    do k = 1, cells
      filled(k) = 0
    end do
    !$acc end serial
    !$acc parallel loop present(c) private(k, at)
    do i = 1, c%n
      k = cell_of(c%place(i))
      !$acc atomic capture
      at = filled(k)
      filled(k) = filled(k) + 1
      !$acc end atomic
      order(first(k) + at) = i
    end do
  end subroutine

  integer function cell_of(place)
    !$acc routine seq
    integer, value :: place
    integer :: k
    cell_of = cells
    do k = cells, 1, -1
      if (place < bounds(k)) cell_of = k
    end do
  end function

  ! The masses of each cell; those of the heaviest particles where asked for.
  subroutine weigh(c, total, heaviest)
    type(cloud), intent(in) :: c
    integer, intent(out) :: total(cells)
    integer, intent(inout) :: heaviest(cells)
    integer :: k, i, most
    !$acc declare present(c)
    !$acc parallel loop gang copyout(total) no_create(heaviest) private(most)
    do k = 1, cells
      total(k) = 0
      most = 0
      !$acc loop vector reduction(max:most)
      do i = first(k), first(k) + filled(k) - 1
        !$acc atomic
        total(k) = total(k) + c%mass(order(i))
        most = max(most, c%mass(order(i)))
      end do
      if (most > 90) heaviest(k) = most
    end do
  end subroutine

  subroutine smooth(total, smoothed)
    integer, intent(in) :: total(cells)
    integer, intent(out) :: smoothed(cells, 2)
    integer :: padded(0:cells + 1), i, j
    !$acc declare copyin(total) copyout(smoothed) create(padded)
    !$acc parallel loop
    do i = 0, cells + 1
      padded(i) = 0
      if (i >= 1 .and. i <= cells) padded(i) = total(i)
    end do
    !$acc parallel loop tile(4, 2) present(smoothed)
    do j = 1, 2
      do i = 1, cells
        !$acc cache(padded(i-1:i+1))
        smoothed(i, j) = padded(i - 1) + j*padded(i) + padded(i + 1)
      end do
    end do
  end subroutine
end module

program main
  use testing
  use particles
  implicit none
  type(cloud) :: c
  integer, target :: mass(count), lighter(count)
  integer :: i, k, total(cells), heaviest(cells), smoothed(cells, 2), flag, seen
  integer :: wanted(cells), padded(0:cells + 1), wanted_heaviest(cells)
  integer(8) :: address
  c%n = count
  allocate (c%place(count))
  c%place = [(mod(i*i*7, 1000), i = 1, count)]
  mass = [(mod(i*31, 97), i = 1, count)]
  lighter = mass/2
  bounds = [0, (k*90, k = 1, cells - 1), 1000]
  !$acc enter data copyin(bounds, mass, lighter)
  !$acc enter data copyin(c)
  !$acc enter data copyin(c%place)
  c%mass => mass
  !$acc enter data attach(c%mass)
  call sort_into_cells(c)
  heaviest = -1
  !$acc data copy(heaviest)
  call weigh(c, total, heaviest)
  !$acc end data
  wanted = 0
  wanted_heaviest = -1
  do i = 1, count
    k = findloc(c%place(i) < bounds(1:), .true., dim=1)
    wanted(k) = wanted(k) + mass(i)
    if (mass(i) > 90) wanted_heaviest(k) = max(wanted_heaviest(k), mass(i))
  end do
  call expect_equal(total, wanted, 'masses')
  call expect_equal(heaviest, wanted_heaviest, 'heaviest')
  call smooth(total, smoothed)
  padded = 0
  padded(1:cells) = wanted
  do k = 1, 2
    call expect_equal(smoothed(:, k), padded(0:cells - 1) + k*wanted + padded(2:), 'smoothed')
  end do

  ! Other masses, none heavy: what is not on the device is not looked at.
  !$acc exit data detach(c%mass)
  !$acc serial present(c) copyout(address)
  address = loc(c%mass)
  !$acc end serial
  call expect(address == loc(c%mass), 'the host''s address')
  c%mass => lighter
  !$acc enter data attach(c%mass)
  call weigh(c, total, heaviest)
  wanted = 0
  do i = 1, count
    k = findloc(c%place(i) < bounds(1:), .true., dim=1)
    wanted(k) = wanted(k) + lighter(i)
  end do
  call expect_equal(total, wanted, 'masses after attaching others')
  call expect_equal(heaviest, wanted_heaviest, 'as before')
  !$acc exit data detach(c%mass)
  !$acc exit data delete(c%place)
  !$acc exit data delete(c, mass, lighter, bounds)

  ! A flag that one iteration sets and another construct reads.
  flag = 0
  seen = 0
  !$acc data copyin(flag)
  !$acc parallel loop
  do i = 1, count
    if (i == 77) then
      !$acc atomic write
      flag = i
    end if
  end do
  !$acc parallel copyout(seen)
  !$acc atomic read
  seen = flag
  !$acc end parallel
  !$acc end data
  call expect_equal(seen, 77, 'a flag')
  call finish
end program
