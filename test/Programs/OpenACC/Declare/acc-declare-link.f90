!===-- acc-declare-link.f90 - declare link and device_resident -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Linked data gets device memory where a data clause says so, also a main
! program's and the saved variables of a procedure; device_resident data lives on
! the device only.
!
!===----------------------------------------------------------------------===!

module data
  implicit none
  integer, parameter :: n = 80
  integer :: linked(n), linked_scalar
  real(8) :: field(n, 4)
  integer :: resident(n), counter
  real(8), allocatable :: resident_array(:)
  !$acc declare link(linked, linked_scalar, field)
  !$acc declare device_resident(resident, counter, resident_array)
contains
  integer function from_linked(i)
    !$acc routine seq
    integer, value :: i
    from_linked = linked(i) + linked_scalar
  end function
  integer function from_resident(i)
    !$acc routine seq
    integer, value :: i
    from_resident = resident(i) + counter
  end function
end module

program main
  use testing
  use data
  implicit none
  integer :: a(n), i, j
  integer :: own(n)
  !$acc declare link(own)

  own = 4
  !$acc data copy(own)
  !$acc parallel loop
  do i = 1, n
    call add_to_own(i)
  end do
  !$acc end data
  call expect_equal(own, [(4 + i, i = 1, n)], 'linked data of the main program')
  call saved(1, a)
  call saved(2, a)
  call expect_equal(a, [(3 + 3*i + 2, i = 1, n)], 'linked data of a procedure')

  linked = [(i, i = 1, n)]
  linked_scalar = 1000
  !$acc enter data copyin(linked, linked_scalar)
  !$acc parallel loop copyout(a)
  do i = 1, n
    a(i) = from_linked(i)
  end do
  call expect_equal(a, [(i + 1000, i = 1, n)], 'linked data in a routine')
  !$acc parallel loop present(linked)
  do i = 1, n
    linked(i) = linked(i)*2
  end do
  !$acc exit data copyout(linked) delete(linked_scalar)
  call expect_equal(linked, [(2*i, i = 1, n)], 'linked data copied back')

  ! Anew, with other values.
  linked = 5
  linked_scalar = 1
  !$acc data copyin(linked, linked_scalar)
  !$acc parallel loop copyout(a)
  do i = 1, n
    a(i) = from_linked(i)
  end do
  !$acc end data
  call expect(all(a == 6), 'linked data in a data construct')
  field = 1
  !$acc parallel loop collapse(2) copy(field)
  do j = 1, 4
    do i = 1, n
      field(i, j) = field(i, j) + i*j
    end do
  end do
  call expect_equal([field], [((1d0 + i*j, i = 1, n), j = 1, 4)], 'linked data on a construct')

  !$acc parallel loop
  do i = 1, n
    resident(i) = 3*i
  end do
  !$acc serial
  counter = 7
  !$acc end serial
  !$acc parallel loop copyout(a)
  do i = 1, n
    a(i) = from_resident(i)
  end do
  call expect_equal(a, [(3*i + 7, i = 1, n)], 'resident data in a routine')
  !$acc parallel loop copyout(a)
  do i = 1, n
    a(i) = resident(n + 1 - i)
  end do
  call expect_equal(a, [(3*(n + 1 - i), i = 1, n)], 'resident data in a construct')
  allocate (resident_array(n))
  !$acc parallel loop
  do i = 1, n
    resident_array(i) = i*0.5d0
  end do
  !$acc parallel loop copyout(a)
  do i = 1, n
    a(i) = int(2*resident_array(i))
  end do
  call expect_equal(a, [(i, i = 1, n)], 'a resident allocatable array')
  deallocate (resident_array)
  call local()
  call local()
  call finish()
contains
  subroutine add_to_own(i)
    !$acc routine seq
    integer, value :: i
    own(i) = own(i) + i
  end subroutine
  subroutine saved(times, to)
    integer, intent(in) :: times
    integer, intent(out) :: to(n)
    integer, save :: sums(n) = 0, base(n) = 3
    integer :: more(n), i
    !$acc declare link(sums, base) create(more)
    !$acc parallel loop copy(sums) copyin(base)
    do i = 1, n
      more(i) = times
      sums(i) = sums(i) + times*i
      if (times == 2) sums(i) = sums(i) + base(i) + more(i)
    end do
    to = sums
  end subroutine
  subroutine local()
    integer :: w(n), i
    !$acc declare device_resident(w)
    !$acc parallel loop
    do i = 1, n
      w(i) = -i
    end do
    !$acc parallel loop copyout(a)
    do i = 1, n
      a(i) = w(i)
    end do
    call expect_equal(a, [(-i, i = 1, n)], 'a resident local array')
  end subroutine
end program
