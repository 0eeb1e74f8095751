!===-- connected-components.f90 - Connected regions of a picture -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Labels spread until none changes: a logical reduction that the host reads, a routine of
! level vector and one of level worker, an external routine that is named only, atomic
! minima with captures, tiles of kernels loops, a region of the picture by host_data
! if_present, reductions ieor, iand, min.
!
!===----------------------------------------------------------------------===!

module pictures
  implicit none
  integer, parameter :: nothing = huge(0)
contains
  integer function smallest(row, first, last)
    !$acc routine vector
    integer, value :: first, last
    integer, intent(in) :: row(*)
    integer :: i
    smallest = nothing
    !$acc loop vector reduction(min:smallest)
    do i = first, last
      smallest = min(smallest, row(i))
    end do
  end function

  ! Runs of equal colour in a row get the run's smallest label.
  subroutine spread_rows(picture, label, nx, ny, changed)
    integer, intent(in) :: nx, ny, picture(nx, ny)
    integer, intent(inout) :: label(nx, ny)
    logical, intent(inout) :: changed
    integer :: j, first, last, least, i
    !$acc parallel loop gang present(picture, label) reduction(.or.:changed) private(first, last, least)
    do j = 1, ny
      first = 1
      do while (first <= nx)
        last = first
        do while (last < nx)
          if (picture(last + 1, j) /= picture(first, j)) exit
          last = last + 1
        end do
        least = smallest(label(:, j), first, last)
        !$acc loop vector reduction(.or.:changed)
        do i = first, last
          changed = changed .or. label(i, j) /= least
          label(i, j) = least
        end do
        first = last + 1
      end do
    end do
  end subroutine

  ! Neighbours above and below of one colour share the smaller label.
  subroutine spread_columns(picture, label, nx, ny, changes)
    integer, intent(in) :: nx, ny, picture(nx, ny)
    integer, intent(inout) :: label(nx, ny)
    integer, intent(inout) :: changes
    integer :: i, j, before, other
    !$acc kernels present(picture, label) copy(changes)
    !$acc loop independent tile(16, 2) private(before, other)
    do j = 1, ny - 1
      do i = 1, nx
        if (picture(i, j) == picture(i, j + 1)) then
          !$acc atomic read
          other = label(i, j + 1)
          !$acc atomic capture
          before = label(i, j)
          label(i, j) = min(label(i, j), other)
          !$acc end atomic
          if (before < other) then
            !$acc atomic
            label(i, j + 1) = min(label(i, j + 1), before)
          end if
          if (before /= other) then
            !$acc atomic
            changes = changes + 1
          end if
        end if
      end do
    end do
    !$acc end kernels
  end subroutine

  subroutine blacken(picture, n)
    integer, intent(in) :: n
    integer, intent(inout) :: picture(n)
    integer :: i
    !$acc declare deviceptr(picture)
    !$acc parallel loop default(none)
    do i = 1, n
      picture(i) = 0
    end do
  end subroutine
end module

! How many of a row's places bear a label that is their own number.
subroutine count_roots(label, nx, row, number)
  implicit none
  !$acc routine worker
  integer, intent(in) :: nx, row, label(nx)
  integer, intent(inout) :: number
  integer :: i, found
  found = 0
  !$acc loop worker vector reduction(+:found)
  do i = 1, nx
    if (label(i) == i + nx*(row - 1)) found = found + 1
  end do
  !$acc atomic
  number = number + found
end subroutine

program main
  use testing
  use pictures
  implicit none
  external :: count_roots
  !$acc routine(count_roots) worker
  integer, parameter :: nx = 45, ny = 33
  integer :: picture(nx, ny), label(nx, ny), wanted(nx, ny), i, j, number, changes, rounds, mix, common_bits, first
  logical :: changed, again
  picture = reshape([(mod(i*i/11 + i/91, 3), i = 1, nx*ny)], [nx, ny])
  label = reshape([(i, i = 1, nx*ny)], [nx, ny])
  wanted = label
  !$acc data copyin(picture, label)
  !$acc host_data use_device(picture) if_present
  call blacken(picture(:, 8), 2*nx)
  !$acc end host_data
  rounds = 0
  changed = .true.
  changes = 1
  do while (changed .or. changes > 0)
    changed = .false.
    changes = 0
    call spread_rows(picture, label, nx, ny, changed)
    call spread_columns(picture, label, nx, ny, changes)
    rounds = rounds + 1
    if (rounds > nx*ny) exit
  end do
  number = 0
  !$acc parallel num_gangs(5) num_workers(4) vector_length(32) copy(number)
  !$acc loop gang
  do j = 1, ny
    call count_roots(label(:, j), nx, j, number)
  end do
  !$acc end parallel
  mix = 0
  common_bits = -1
  first = nothing
  !$acc parallel loop collapse(2) present(label) reduction(ieor:mix) reduction(iand:common_bits) reduction(min:first)
  do j = 1, ny
    do i = 1, nx
      mix = ieor(mix, label(i, j)*i + j)
      common_bits = iand(common_bits, label(i, j) + 4096)
      first = min(first, label(i, j) + merge(nothing/2, 0, label(i, j) == 1))
    end do
  end do
  !$acc update self(label)
  !$acc end data

  picture(:, 8:9) = 0
  again = .true.
  do while (again)
    again = .false.
    do j = 1, ny
      do i = 1, nx
        if (i > 1) call join(i - 1, j)
        if (i < nx) call join(i + 1, j)
        if (j > 1) call join(i, j - 1)
        if (j < ny) call join(i, j + 1)
      end do
    end do
  end do
  call expect_equal([label], [wanted], 'labels')
  call expect_equal(number, count(wanted == reshape([(i, i = 1, nx*ny)], [nx, ny])), 'regions')
  call expect_equal(mix, iparity(wanted*reshape([((i, i = 1, nx), j = 1, ny)], [nx, ny]) &
                                 + reshape([((j, i = 1, nx), j = 1, ny)], [nx, ny])), 'ieor')
  call expect_equal(common_bits, iall(wanted + 4096), 'iand')
  call expect_equal(first, minval(wanted, wanted /= 1), 'min')
  call finish
contains
  subroutine join(x, y)
    integer, intent(in) :: x, y
    if (picture(x, y) /= picture(i, j) .or. wanted(x, y) >= wanted(i, j)) return
    wanted(i, j) = wanted(x, y)
    again = .true.
  end subroutine
end program
