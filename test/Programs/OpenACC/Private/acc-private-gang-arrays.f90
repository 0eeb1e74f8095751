!===-- acc-private-gang-arrays.f90 - Arrays of gangs in gang loops --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -gpu=check %{testing} %s -o %t.dir/checked
! RUN: %run %t.dir/checked 2>&1 | FileCheck %s --check-prefix=CHECKED
! CHECKED-NOT: warprt
! CHECKED: PASS
!
! An array that is private or first private to the construct, and assigned by a loop
! over gangs, is the gang's: its iterations follow each other and must not be lanes.
! Constant sizes, other lower bounds, allocatable and large arrays.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 200
  integer :: i, j
  real :: e(4, n), w(4), low(0:3), large(1000)
  real, allocatable :: dynamic(:)
  allocate (dynamic(4))

  !$acc parallel private(w) copyout(e)
  !$acc loop gang
  do i = 1, n
    w(2) = i
    !$acc loop seq
    do j = 1, 4
      e(j, i) = w(2)
    end do
  end do
  !$acc end parallel
  call check('private')

  low = 0
  !$acc parallel loop gang firstprivate(low) copyout(e)
  do i = 1, n
    low(2) = i
    !$acc loop seq
    do j = 1, 4
      e(j, i) = low(2) + low(0)
    end do
  end do
  call check('a lower bound')

  dynamic = 0
  !$acc parallel loop firstprivate(dynamic) copyout(e)
  do i = 1, n
    dynamic(2) = i
    !$acc loop seq
    do j = 1, 4
      e(j, i) = dynamic(2) + dynamic(1)
    end do
  end do
  call check('allocatable')

  large = 0
  !$acc parallel loop gang firstprivate(large) copyout(e)
  do i = 1, n
    large(2) = i
    !$acc loop seq
    do j = 1, 4
      e(j, i) = large(2) + large(1000)
    end do
  end do
  call check('large')
  call finish()

contains
  subroutine check(what)
    character(*), intent(in) :: what
    call expect_equal([e], [((real(i), j = 1, 4), i = 1, n)], what)
    e = -1
  end subroutine
end program
