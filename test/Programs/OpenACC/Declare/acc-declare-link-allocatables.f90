!===-- acc-declare-link-allocatables.f90 - declare link and ALLOCATE -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Allocatables and pointers that a LINK clause names get device memory where a
! data clause says so, not where they are allocated.
!
!===----------------------------------------------------------------------===!

module linked
  implicit none
  integer, allocatable :: row(:), number
  integer, pointer :: plane(:, :)
  !$acc declare link(row, number, plane)
contains
  subroutine add(i)
    !$acc routine seq
    integer, value :: i
    row(i) = row(i) + i
  end subroutine
end module

program main
  use testing
  use linked
  implicit none
  integer :: i, size_of_row
  do size_of_row = 5, 6
    allocate (row(size_of_row), number, plane(2, 3))
    row = 1
    number = 10
    plane = 7
    !$acc data copy(row, number) copyin(plane)
    !$acc parallel loop
    do i = 1, size_of_row
      call add(i)
    end do
    !$acc serial
    number = number + row(2)
    plane(2, 3) = number
    !$acc end serial
    !$acc update self(plane)
    !$acc end data
    call expect_equal(row, [(1 + i, i = 1, size_of_row)], 'copied')
    call expect_equal([number, plane(2, 3), plane(1, 1)], [13, 13, 7], 'a scalar and a pointer')
    !$acc parallel loop copy(row)
    do i = 1, size_of_row
      row(i) = row(i)*2
    end do
    call expect_equal(row, [(2 + 2*i, i = 1, size_of_row)], 'copied by the construct')
    !$acc parallel loop
    do i = 1, size_of_row
      row(i) = row(i) + 1
    end do
    call expect_equal(row, [(3 + 2*i, i = 1, size_of_row)], 'without a clause')
    !$acc enter data copyin(row)
    !$acc parallel loop present(row)
    do i = 1, size_of_row
      row(i) = 0
    end do
    !$acc update self(row(2:3))
    call expect_equal(row(:4), [5, 0, 0, 11], 'partly updated')
    !$acc exit data copyout(row)
    call expect(all(row == 0), 'copied out')
    deallocate (row, number, plane)
  end do
  call finish()
end program
