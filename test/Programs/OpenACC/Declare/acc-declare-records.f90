!===-- acc-declare-records.f90 - Components of declared records ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Allocatable and pointer components of records that DECLARE puts on the device
! are attached there by ENTER DATA, though nothing else named the records before:
! a record, an array of records, one in another; read by routines and by
! constructs.
!
!===----------------------------------------------------------------------===!
module vars
  implicit none
  type :: box
    integer, allocatable :: x(:)
    integer, pointer :: q(:)
  end type
  type :: crate
    integer :: number
    type(box) :: inside(2)
  end type
  type(box) :: one, some(3)
  type(crate) :: deep
  !$acc declare create(one, some, deep)
end module

module work
  use vars
  implicit none
contains
  integer function of_one(i)
    !$acc routine seq
    integer, value :: i
    of_one = one%x(i) + 10 * one%q(i)
  end function
  integer function of_some(i, k)
    !$acc routine seq
    integer, value :: i, k
    of_some = some(k)%x(i) + some(k)%q(i)
  end function
  subroutine of_deep(r, n)
    !$acc routine vector
    integer, value :: n
    integer, intent(out) :: r(n)
    integer :: i
    !$acc loop vector
    do i = 1, n
      r(i) = deep%inside(2)%x(i) * deep%number
    end do
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  integer, parameter :: n = 50
  integer :: r(n), s(n, 3), i, k
  allocate(one%x(n), one%q(n))
  one%x = [(i, i = 1, n)]
  one%q = 1
  !$acc enter data copyin(one%x, one%q)
  one%x = 0
  one%q = 0
  r = -1
  !$acc parallel loop copyout(r)
  do i = 1, n
    r(i) = of_one(i)
  end do
  call expect_equal(r, [(i + 10, i = 1, n)], 'one, by a routine')
  one%q = 2
  !$acc update device(one%q)
  !$acc parallel loop copyout(r)
  do i = 1, n
    r(i) = one%x(i) - one%q(i)
  end do
  call expect_equal(r, [(i - 2, i = 1, n)], 'one, by a construct')

  do k = 1, 3
    allocate(some(k)%x(n), some(k)%q(n))
    some(k)%x = k
    some(k)%q = 100 * k
    !$acc enter data copyin(some(k)%x) create(some(k)%q)
    !$acc update device(some(k)%q)
    some(k)%q = 0
  end do
  !$acc parallel loop collapse(2) copyout(s)
  do k = 1, 3
    do i = 1, n
      s(i, k) = of_some(i, k)
    end do
  end do
  do k = 1, 3
    call expect_equal(s(:, k), [(101 * k, i = 1, n)], 'an array')
  end do

  deep%number = 7
  allocate(deep%inside(2)%x(n))
  deep%inside(2)%x = [(i, i = 1, n)]
  !$acc enter data copyin(deep%inside(2)%x)
  !$acc update device(deep%number)
  deep%inside(2)%x = 0
  !$acc parallel copyout(r)
  call of_deep(r, n)
  !$acc end parallel
  call expect_equal(r, [(7 * i, i = 1, n)], 'one in another')
  !$acc exit data delete(deep%inside(2)%x)
  call finish()
end program
