!===-- acc-last-values.f90 - Scalars that are assigned in loops ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Work scalars differ in every lane; scalars that sequential loops leave behind
! are used afterwards; copy makes the last value of a sequential loop come
! back.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 400
  integer :: a(n), b(n), c(n), i, j, k, s, t, last
  real(8) :: x, y(n)

  b = [(mod(i*11, 37), i = 1, n)]
  !$acc parallel loop copyin(b) copyout(a)
  do i = 1, n
    s = b(i)
    t = s*2
    s = t + 1
    a(i) = s
  end do
  call expect_equal(a, 2*b + 1, 'work scalars')

  ! Assigned in one branch only, always before it is used.
  !$acc parallel loop copyin(b) copyout(a)
  do i = 1, n
    if (b(i) > 20) then
      s = 1
      t = 10
    else
      s = 2
      t = 20
    end if
    a(i) = s + t
  end do
  call expect_equal(a, merge(11, 22, b > 20), 'assigned in branches')

  ! One value for all lanes of a gang, assigned outside of the inner loop.
  !$acc parallel loop gang copyin(b) copyout(a, c)
  do i = 1, n/20
    s = b(i)*100
    t = s + 1
    !$acc loop vector
    do j = 1, 20
      a((i - 1)*20 + j) = s + j
      c((i - 1)*20 + j) = t
    end do
    s = s + 5
    a(i*20) = s
  end do
  do i = 1, n/20
    do j = 1, 19
      call expect_equal(a((i - 1)*20 + j), b(i)*100 + j, 'one value a gang')
      call expect_equal(c((i - 1)*20 + j), b(i)*100 + 1, 'another value a gang')
    end do
    call expect_equal(a(i*20), b(i)*100 + 5, 'changed afterwards')
  end do

  ! Left behind by an inner sequential loop, index included.
  !$acc parallel loop copyin(b) copyout(a, c)
  do i = 1, n
    k = -1
    do j = 1, 10
      if (b(i) == j) k = j
    end do
    a(i) = k
    c(i) = j
  end do
  call expect_equal(a, merge(b, -1, b >= 1 .and. b <= 10), 'left by a loop')
  call expect_equal(c, [(11, i = 1, n)], 'the index after the loop')

  last = 0
  !$acc kernels copyin(b) copy(last)
  !$acc loop seq
  do i = 1, n
    last = b(i)
  end do
  !$acc end kernels
  call expect_equal(last, b(n), 'the last value of a sequential loop')

  last = -1
  t = 7
  !$acc parallel num_gangs(1) copy(last, t) copyin(b)
  last = t
  t = last*2
  !$acc end parallel
  call expect_equal(last, 7, 'straight code')
  call expect_equal(t, 14, 'straight code, more')

  ! A scalar of the data clause is one variable for all.
  x = 3
  !$acc parallel loop copyin(x) copyout(y)
  do i = 1, n
    y(i) = x*i
  end do
  call expect_equal(y, [(3d0*i, i = 1, n)], 'a scalar in copyin')

  ! The same scalar in two regions of one data construct.
  x = 2
  !$acc data copyin(x) copyout(y)
  x = 100
  !$acc parallel loop
  do i = 1, n
    y(i) = x*i
  end do
  !$acc serial
  x = x + 1
  !$acc end serial
  !$acc parallel loop
  do i = 1, n
    y(i) = y(i) + x
  end do
  !$acc end data
  call expect(y(1) == 5d0 .or. y(1) == 201d0, 'a scalar that a data construct holds')
  ! One iteration alone assigns what the construct shares.
  last = 0
  k = 0
  !$acc parallel loop copyin(b) copy(last, k)
  do i = 1, n
    if (i == 77) last = b(i)
    if (i == 78) then
      k = 2*b(i)
      a(i) = k
    end if
  end do
  call expect_equal(last, b(77), 'assigned by one iteration')
  call expect_equal(k, 2*b(78), 'assigned and used by one iteration')
  call expect_equal(a(78), 2*b(78), 'used by one iteration')

  last = 0
  !$acc kernels loop independent copyin(b)
  do i = 1, n
    if (i == 79) last = b(i)
  end do
  call expect_equal(last, b(79), 'assigned in one iteration of a kernels construct')
  call at_the_end_of_kinds(huge(1_8), 2_16**100)
  call finish()
contains
  ! Loop variables whose next value is none of their kind.
  subroutine at_the_end_of_kinds(h, m)
    integer(8), intent(in) :: h
    integer(16), intent(in) :: m
    integer(8) :: i
    integer(16) :: j
    integer :: k
    k = -1
    !$acc kernels loop independent
    do i = h - 3, h
      k = int(h - i)
    end do
    call expect_equal(k, 0, 'up to the largest number')
    k = -1
    !$acc kernels loop independent
    do i = -h + 5, -h - 1, -2_8
      k = int(i + h)
    end do
    call expect_equal(k, -1, 'down to the smallest number')
    k = -1
    !$acc kernels loop independent
    do j = m - 2, m + 2, 3
      k = int(j - m)
    end do
    call expect_equal(k, 1, 'numbers of 128 bits')
  end subroutine
end program
