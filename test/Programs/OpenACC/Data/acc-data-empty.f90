!===-- acc-data-empty.f90 - DATA constructs without data ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Constructs without clauses, and with those that name no data, around branches,
! RETURN, labels and each other; WAIT waits. UPDATE of constants only.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 5000
  integer :: a(n), i, k

  i = -1
  !$acc data
  if (i /= -1) stop 1
  i = 2
  !$acc end data
  call expect_equal(i, 2, 'no clause')

  !$acc data if(i > 0) async(1)
  do k = 1, 10
    !$acc data
    if (k == 3) goto 10
    i = i + k
10  continue
    !$acc end data
    if (i < 0) exit
  end do
  if (i < 0) stop 2
  !$acc end data
  call expect_equal(i, 2 + 55 - 3, 'nested constructs')
  call expect_equal(early(3), 3, 'a return')
  call expect_equal(early(-3), 30, 'no return')

  a = 0
  !$acc enter data copyin(a)
  !$acc parallel loop present(a) async(2)
  do i = 1, n
    a(i) = i
  end do
  !$acc update host(a) async(2)
  !$acc data wait(2) if(n < 0)
  if (any(a /= [(i, i = 1, n)])) stop 3
  !$acc end data

  ! Constants are not on the device.
  !$acc parallel loop present(a) async(2)
  do i = 1, n
    a(i) = -i
  end do
  !$acc update host(a) async(2)
  if (n > 0) then
    !$acc update device(n) async(1)
  end if
  !$acc update device(n) wait(2)
  if (any(a /= [(-i, i = 1, n)])) stop 4
  !$acc exit data delete(a)
  call finish
contains
  integer function early(x)
    integer, intent(in) :: x
    early = x
    !$acc data
    if (x > 0) return
    early = -10*x
    !$acc end data
  end function
end program
