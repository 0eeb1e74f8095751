!===-- acc-firstprivate-components.f90 - First-private records -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: sed 's/! SHARED //' %s > %t.f90
! RUN: not %{compile} -acc -c %t.f90 -o %t.o 2>&1 | FileCheck %s
!
! First-private variables with allocatable components: each thread has
! components of its own, which begin with the host's values.
!
!===----------------------------------------------------------------------===!

module sets
  implicit none
  type part_t
    integer :: k = 3
    real, allocatable :: w(:)
  end type
  type set_t
    integer :: n = 0
    real, allocatable :: x(:), never(:)
    type(part_t) :: part
    type(part_t), allocatable :: parts(:)
  end type
contains
  real function total(s)
    !$acc routine seq
    type(set_t), intent(in) :: s
    integer :: i
    total = s%part%w(2)
    do i = 1, s%n
      total = total + s%x(i)
    end do
    if (allocated(s%never)) total = -1
  end function
end module

program firstprivate_components
  use sets
  use testing
  implicit none
  integer, parameter :: n = 50
  type(set_t) :: s
  real :: y(n)
  integer :: i
  s%n = 3
  allocate(s%x(0:3), s%part%w(2), s%parts(2))
  s%x = [5.0, 1.0, 2.0, 3.0]
  s%part%w = 100
  allocate(s%parts(2)%w(1))
  s%parts(2)%w = 7

  !$acc parallel loop firstprivate(s) copyout(y)
  do i = 1, n
    s%x(1) = i
    s%parts(2)%w(1) = s%parts(2)%k
    y(i) = total(s) + s%x(0) + s%parts(2)%w(1)
  end do
  call expect_equal(y, [(i + 2.0 + 3.0 + 100.0 + 5.0 + 3.0, i = 1, n)], "changed")
  call expect_equal(s%x(1), 1.0, "the host's")
  call expect_equal(s%parts(2)%w(1), 7.0, "the host's part")

  ! The host's value counts, also where the device has another one.
  !$acc enter data copyin(s, s%x)
  s%x = 10*s%x
  !$acc parallel loop gang vector firstprivate(s) copyout(y) async
  do i = 1, n
    y(i) = s%x(2)*i
  end do
  !$acc wait
  call expect_equal(y, [(20.0*i, i = 1, n)], "present")
  !$acc exit data delete(s%x, s)

  !$acc parallel firstprivate(s) copyout(y)
  s%x(3) = 1
  !$acc loop
  do i = 1, n
    y(i) = s%x(3) + i
    ! SHARED s%x(2) = i
  end do
  ! SHARED s%x(1) = s%x(2)
  !$acc end parallel
  call expect_equal(y, [(1.0 + i, i = 1, n)], "construct")
  ! CHECK: error: 's' is firstprivate and has allocatable components, which is not supported for arrays, with polymorphic components, or where a loop changes what is used outside of it

  !$acc serial firstprivate(s) copyout(y)
  s%x(3) = 2
  y(1) = s%x(3)
  !$acc end serial
  call expect_equal(y(1), 2.0, "serial")
  call expect_equal(s%x(3), 30.0, "the host's at the end")
  call finish
end program
