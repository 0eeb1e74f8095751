!===-- acc-declare-reused.f90 - Memory that declared data gave back ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Where a declared allocatable of the host was, other data are allocated, or the
! same one with another size: what the device had of it is not theirs.
!
!===----------------------------------------------------------------------===!

module fields
  implicit none
  integer, allocatable :: x(:), other(:)
  !$acc declare create(x, other)
contains
  subroutine fill(n, k)
    integer, intent(in) :: n, k
    integer :: i
    !$acc parallel loop default(present)
    do i = 1, n
      x(i) = k*i
    end do
  end subroutine

  !> Adds one to each element on the device, in a region of its own.
  subroutine add(y)
    integer, intent(inout) :: y(:)
    integer :: i
    !$acc parallel loop copy(y)
    do i = 1, size(y)
      y(i) = y(i) + 1
    end do
  end subroutine
end module

program main
  use testing
  use fields
  implicit none
  integer, parameter :: sizes(6) = [1000, 600, 200, 200, 600, 1000]
  integer, allocatable :: y(:), z(:)
  integer :: i, k, n, round
  do round = 1, 3
    ! Undeclared data where x was.
    allocate (x(1000))
    call fill(1000, round)
    deallocate (x)
    allocate (y(1000), source=[(-i, i=1, 1000)])
    call add(y)
    call expect(all(y == [(1 - i, i=1, 1000)]), 'undeclared data')
    ! A part of it.
    deallocate (y)
    allocate (x(1000))
    call fill(1000, round)
    deallocate (x)
    allocate (z(400), source=[(2*i, i=1, 400)])
    !$acc enter data copyin(z)
    !$acc parallel loop present(z)
    do i = 1, 400
      z(i) = z(i) + 1
    end do
    !$acc exit data copyout(z)
    call expect(all(z == [(2*i + 1, i=1, 400)]), 'a part')
    deallocate (z)
    ! The same variable, with other sizes.
    do k = 1, size(sizes)
      n = sizes(k)
      allocate (x(n))
      call fill(n, n)
      !$acc update host(x)
      call expect(all(x == [(n*i, i=1, n)]), 'other sizes')
      deallocate (x)
    end do
    ! Another declared one where it was.
    allocate (x(1000))
    call fill(1000, round)
    deallocate (x)
    allocate (other(1000), source=7)
    !$acc update device(other)
    call add(other)
    !$acc update host(other)
    call expect(all(other == 8), 'another declared one')
    deallocate (other)
  end do
  call finish()
end program
