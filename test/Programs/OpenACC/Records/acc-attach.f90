!===-- acc-attach.f90 - attach and detach --------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Pointers inside of data on the device that are made to point to what is there,
! are moved to other targets and come back.
!
!===----------------------------------------------------------------------===!

module types
  implicit none
  type :: node
    integer :: n
    integer, pointer :: p(:) => null()
    integer, allocatable :: a(:)
  end type
end module

program main
  use testing
  use types
  implicit none
  integer, parameter :: n = 30
  type(node) :: x, y(2)
  integer, target :: t(n), u(n)
  integer :: i, k
  integer(8) :: address
  t = 1
  u = 2
  x%n = n

  ! The target first, then the record, then attach.
  x%p => t
  !$acc enter data copyin(t)
  !$acc enter data copyin(x)
  !$acc enter data attach(x%p)
  !$acc parallel loop present(x)
  do i = 1, n
    x%p(i) = x%p(i) + i
  end do
  !$acc update host(t)
  call expect_equal(t, [(1 + i, i = 1, n)], 'attach')
  !$acc exit data detach(x%p)
  call expect(associated(x%p, t), 'the host pointer')
  !$acc serial present(x) copyout(address)
  address = loc(x%p)
  !$acc end serial
  call expect(address == loc(x%p), 'the host''s address')
  !$acc exit data delete(x, t)

  ! In a structured region, with the clause on the construct.
  !$acc data copy(t) copyin(x) attach(x%p)
  !$acc parallel loop present(x)
  do i = 1, n
    x%p(i) = x%p(i)*2
  end do
  !$acc end data
  call expect_equal(t, [(2*(1 + i), i = 1, n)], 'on a data construct')
  !$acc data copy(t) copyin(x)
  !$acc parallel loop attach(x%p) present(x)
  do i = 1, n
    x%p(i) = x%p(i) - 2
  end do
  !$acc end data
  call expect_equal(t, [(2*i, i = 1, n)], 'on a compute construct')

  ! Another target.
  !$acc data copy(t, u) copyin(x)
  x%p => t
  !$acc enter data attach(x%p)
  !$acc serial present(x)
  x%p(1) = -1
  !$acc end serial
  !$acc exit data detach(x%p)
  x%p => u
  !$acc enter data attach(x%p)
  !$acc serial present(x)
  x%p(1) = -2
  !$acc end serial
  !$acc exit data detach(x%p)
  !$acc end data
  call expect_equal(t(1), -1, 'the first target')
  call expect_equal(u(1), -2, 'the second target')
  call expect_equal(t(2), 4, 'the rest of the first')

  ! Another target, without a DETACH before: attachments of the first one do not
  ! count any more.
  !$acc data copy(t, u) copyin(x)
  x%p => t
  !$acc enter data attach(x%p)
  !$acc enter data attach(x%p)
  x%p => u
  !$acc enter data attach(x%p)
  !$acc serial present(x)
  x%p(2) = -3
  !$acc end serial
  !$acc exit data detach(x%p)
  !$acc serial present(x) copyout(address)
  address = loc(x%p)
  !$acc end serial
  !$acc end data
  call expect_equal([t(2), u(2)], [4, -3], 'the third target')
  call expect(address == loc(x%p), 'detached once')

  ! Two records that share a target, and part of an array as one.
  u = 10
  y(1)%p => u(1:10)
  y(2)%p => u(11:20)
  y%n = 10
  !$acc data copy(u) copyin(y)
  !$acc enter data attach(y(1)%p, y(2)%p)
  !$acc parallel loop collapse(2) present(y)
  do k = 1, 2
    do i = 1, 10
      y(k)%p(i) = y(k)%p(i) + 100*k + i
    end do
  end do
  !$acc exit data detach(y(1)%p, y(2)%p)
  !$acc end data
  call expect_equal(u, [(110 + i, i = 1, 10), (210 + i, i = 1, 10), (10, i = 1, 10)], &
                    'parts of one array')

  ! Allocatable components are attached as they are copied, as often as that is.
  allocate (x%a(n))
  x%a = 3
  nullify (x%p)
  !$acc enter data copyin(x)
  !$acc enter data copyin(x%a)
  !$acc enter data copyin(x%a)
  !$acc exit data delete(x%a)
  !$acc parallel loop present(x)
  do i = 1, n
    x%a(i) = x%a(i)*i
  end do
  !$acc exit data copyout(x%a)
  !$acc exit data delete(x)
  call expect_equal(x%a, [(3*i, i = 1, n)], 'counted attachments')
  call finish()
end program
