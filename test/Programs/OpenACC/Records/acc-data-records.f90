!===-- acc-data-records.f90 - Records in data clauses ----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc -gpu=managed %{testing} %s -o %t.dir/managed
! RUN: %run %t.dir/managed | %{check-pass}
!
! Components of components, class dummies, pointers, arrays of records, whole
! records assigned on the device.
!
!===----------------------------------------------------------------------===!

module types
  implicit none
  type :: inner
    integer :: n = 0
    real(8), allocatable :: v(:)
  end type
  type :: outer
    integer :: k = 0
    type(inner) :: one
    type(inner), allocatable :: many(:)
    real(8), pointer :: p(:) => null()
    character(4) :: name = 'abcd'
  end type
  type :: plain
    integer :: a = 1
    real(8) :: x(3) = 2
  end type
contains
  subroutine class_arg(o)
    class(outer), intent(inout) :: o
    integer :: i
    !$acc data copyin(o, o%one%v(:))
    !$acc parallel loop present(o)
    do i = 1, o%one%n
      o%one%v(i) = o%one%v(i) + o%k
    end do
    !$acc update self(o%one%v)
    !$acc end data
  end subroutine
end module
program main
  use testing
  use types
  implicit none
  type(outer) :: o, objs(3)
  type(outer), pointer :: po
  type(plain) :: a(5), b(5), s
  integer :: i, j
  real(8), target :: t(4)
  allocate (o%one%v(10), o%many(2))
  o%one%n = 10
  o%one%v = 1
  o%k = 7
  call class_arg(o)
  call expect(all(o%one%v == 8), 'class dummy')
  !$acc data copyin(o) copy(o%one%v)
  !$acc parallel loop
  do i = 1, 10
    o%one%v(i) = i
  end do
  !$acc end data
  call expect_equal(o%one%v, [(real(i,8), i=1,10)], 'nested component')
  t = 3
  o%p => t
  !$acc data copyin(o, o%p)
  !$acc parallel loop
  do i = 1, 4
    o%p(i) = o%p(i) * i
  end do
  !$acc update host(o%p)
  !$acc end data
  call expect_equal(t, [(3d0*i, i=1,4)], 'pointer component')
  ! whole records
  !$acc parallel loop copyin(a) copyout(b)
  do i = 1, 5
    b(i) = a(i)
    b(i)%a = i
    b(i)%x(2) = i
  end do
  call expect(all(b%a == [1,2,3,4,5]) .and. all(b%x(1) == 2), 'records')
  !$acc serial copyout(s) copyin(b)
  s = b(3)
  s%x = s%x + 1
  !$acc end serial
  call expect(s%a == 3 .and. all(s%x == [3,4,3]), 'a record')
  ! implicit
  !$acc parallel loop
  do i = 1, 5
    a(i)%x(1) = i
  end do
  call expect(all(a%x(1) == [1,2,3,4,5]), 'implicit')
  do j = 1, 3
    allocate (objs(j)%one%v(j))
    objs(j)%one%v = j
  end do
  !$acc enter data copyin(objs)
  do j = 1, 3
    !$acc enter data copyin(objs(j)%one%v)
  end do
  !$acc parallel loop present(objs)
  do j = 1, 3
    do i = 1, j
      objs(j)%one%v(i) = objs(j)%one%v(i)*10
    end do
  end do
  do j = 1, 3
    !$acc exit data copyout(objs(j)%one%v)
  end do
  !$acc exit data delete(objs)
  do j = 1, 3
    call expect(all(objs(j)%one%v == 10*j), 'array of records')
  end do
  call finish()
end program
