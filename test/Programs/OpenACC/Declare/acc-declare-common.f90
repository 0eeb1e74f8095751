!===-- acc-declare-common.f90 - The declare directive on common blocks and in procedures --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Common blocks by name, local variables, dummy arguments and saved variables.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 64
  real(8) :: x, y(n)
  integer :: count_of, list(n)
  common /block/ x, y, count_of
  common /other/ list
  !$acc declare create(/block/, list)
  integer :: i, a(n), r(n)
  a = [(i, i = 1, n)]
  x = 0.5d0
  y = [(i, i = 1, n)]
  count_of = 10
  !$acc update device(x, y, count_of)
  !$acc parallel loop copyout(r)
  do i = 1, n
    r(i) = int(2*x*y(i)) + count_of
    list(i) = r(i) - 1
  end do
  call expect_equal(r, [(i + 10, i = 1, n)], 'common data')
  !$acc update host(list)
  call expect_equal(list, [(i + 9, i = 1, n)], 'another block')
  call in_other_unit()
  !$acc update host(y)
  call expect_equal(y, [(i + 1.5d0, i = 1, n)], 'common data in another unit')

  call with_local(5)
  call with_local(9)
  do i = 1, 3
    call with_saved(i)
  end do
  r = 0
  call with_dummies(a, r)
  call expect_equal(r, 2*a, 'dummy arguments')
  call finish()
contains
  subroutine with_local(k)
    integer, intent(in) :: k
    integer :: w(k), v(20), i
    !$acc declare create(v, w)
    !$acc parallel loop
    do i = 1, 20
      v(i) = k + i
    end do
    !$acc parallel loop
    do i = 1, k
      w(i) = v(i)*2
    end do
    !$acc update host(v, w)
    call expect_equal(v, [(k + i, i = 1, 20)], 'a local array')
    call expect_equal(w, [(2*(k + i), i = 1, k)], 'an automatic array')
  end subroutine
  subroutine with_saved(k)
    integer, intent(in) :: k
    integer, save :: total(8)
    integer :: i
    !$acc declare create(total)
    if (k == 1) then
      total = 0
      !$acc update device(total)
    end if
    !$acc parallel loop
    do i = 1, 8
      total(i) = total(i) + k*i
    end do
    !$acc update host(total)
    call expect_equal(total, [(i*k*(k + 1)/2, i = 1, 8)], 'a saved array')
  end subroutine
  subroutine with_dummies(p, q)
    integer, intent(in) :: p(n)
    integer, intent(inout) :: q(n)
    integer :: i
    !$acc declare copyin(p) copy(q)
    !$acc parallel loop
    do i = 1, n
      q(i) = 2*p(i)
    end do
  end subroutine
end program

subroutine in_other_unit()
  implicit none
  integer, parameter :: n = 64
  real(8) :: x, y(n)
  integer :: count_of, i
  common /block/ x, y, count_of
  !$acc declare create(/block/)
  !$acc parallel loop
  do i = 1, n
    y(i) = y(i) + x + 1
  end do
end subroutine
