!===-- acc-records-assigned.f90 - Records assigned in constructs -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: rm -rf %t.dir && mkdir -p %t.dir
! RUN: %{compile} -acc %{testing} %s -o %t.dir/other
! RUN: not %run %t.dir/other shape 2>&1 | FileCheck %s
! RUN: %{compile} -acc -gpu=managed %{testing} %s -o %t.dir/managed
! RUN: %run %t.dir/managed | %{check-pass}
! RUN: not %run %t.dir/managed shape 2>&1 | FileCheck %s
!
! Compute constructs assign records with allocatable components, which operators
! have as well. Components keep the memory that they have on the device.
!
! CHECK: an allocatable that the host has allocated is deallocated or allocated anew on the device
!
!===----------------------------------------------------------------------===!

module sets
  implicit none
  type part_t
    integer :: k = 0
    real, allocatable :: w(:)
  end type
  type set_t
    integer :: n = 0
    real, allocatable :: x(:)
    type(part_t) :: pair(2)
    type(part_t), allocatable :: parts(:)
  end type
  interface operator(+)
    module procedure add
  end interface
contains
  real function add(a, b)
    !$acc routine seq
    type(set_t), intent(in) :: a, b
    add = a%x(1) + b%x(2) + a%parts(2)%w(1) - b%pair(1)%w(3)
  end function

  subroutine make(s, n, from)
    type(set_t), intent(inout) :: s
    integer, intent(in) :: n
    real, intent(in) :: from
    integer :: i
    s%n = nint(from)
    allocate(s%x(n), s%pair(1)%w(n), s%pair(2)%w(2), s%parts(2))
    do i = 1, 2
      allocate(s%parts(i)%w(n))
      s%parts(i)%w = from*10 + i
      s%parts(i)%k = nint(from) + i
      s%pair(i)%w = from*100 + i
    end do
    s%x = [(from + i, i = 1, n)]
  end subroutine

  logical function same(a, b)
    type(set_t), intent(in) :: a, b
    integer :: i
    same = a%n == b%n .and. all(a%x == b%x)
    do i = 1, 2
      same = same .and. all(a%pair(i)%w == b%pair(i)%w) .and. &
        all(a%parts(i)%w == b%parts(i)%w) .and. a%parts(i)%k == b%parts(i)%k
    end do
  end function
end module

program records_assigned
  use sets
  use testing
  implicit none
  type(set_t) :: a, b, g(4), h(4)
  real :: y(10)
  integer :: i
  call make(a, 10, 1.0)
  call make(b, 10, 2.0)
  !$acc parallel loop
  do i = 1, 10
    y(i) = i*(a + b)
  end do
  call expect_equal(y, [(i*(2.0 + 4.0 + 12.0 - 201.0), i = 1, 10)], "operator")

  if (command_argument_count() > 0) then
    call make(g(1), 5, 3.0)
    !$acc serial
    g(1) = a
    !$acc end serial
    stop
  end if
  !$acc serial
  b = a
  !$acc end serial
  call expect(same(a, b), "one record")
  call expect(a%x(1) == 2, "the record that is assigned")

  do i = 1, 4
    call make(g(i), 10, 10.0*i)
    call make(h(i), 10, 20.0*i)
  end do
  !$acc parallel loop
  do i = 1, 4
    g(i) = h(5 - i)
    g(i)%x(1) = -i
  end do
  do i = 1, 4
    h(5 - i)%x(1) = -i
    call expect(same(g(i), h(5 - i)), "elements")
  end do

  !$acc serial
  g = a
  !$acc end serial
  do i = 1, 4
    call expect(same(g(i), a), "a scalar to an array")
  end do
  !$acc serial
  g(2:4) = h(1:3)
  g(1:3) = g(2:4)
  !$acc end serial
  do i = 1, 3
    call expect(same(g(i), h(i)), "sections")
  end do
  call expect(same(g(4), h(3)), "the last element")
  call finish
end program
