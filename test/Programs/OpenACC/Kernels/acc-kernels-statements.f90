!===-- acc-kernels-statements.f90 - Statements between the loops of kernels constructs --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Scalars assigned before, between and after loops, array assignments, loops
! that use what another loop left in a scalar, conditions around loops, and
! the values on the host afterwards.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 500
  integer :: a(n), b(n), c(n), w(n), i, j, k, first, last, total
  real(8) :: x(n), y(n), scale, largest
  logical :: flag

  a = [(i, i = 1, n)]
  k = 3
  !$acc kernels copyin(a) copyout(b) copy(k)
  k = k + 1
  do i = 1, n
    b(i) = a(i)*k
  end do
  k = k*10
  do i = 1, n
    b(i) = b(i) + k
  end do
  k = k + b(1)
  !$acc end kernels
  call expect_equal(b, [(4*i + 40, i = 1, n)], 'scalars between loops')
  call expect_equal(k, 84, 'the scalar after the construct')

  !$acc kernels copy(a, b, c)
  a = 5
  b(1:n:2) = 7
  b(2:n:2) = a(2:n:2) + 1
  c = a + b
  c(10:20) = c(20:30)*2
  !$acc end kernels
  w(1:n:2) = 12
  w(2:n:2) = 11
  w(10:20) = w(20:30)*2
  call expect_equal(c, w, 'array assignments')

  first = 0
  last = 0
  total = 0
  b = [(mod(i*13, 50), i = 1, n)]
  !$acc kernels copyin(b) copy(first, last, total)
  do i = 1, n
    if (b(i) == 49 .and. first == 0) first = i
    if (b(i) == 49) last = i
    total = total + b(i)
  end do
  !$acc end kernels
  call expect_equal(first, findloc(b, 49, 1), 'first place')
  call expect_equal(last, findloc(b, 49, 1, back=.true.), 'last place')
  call expect_equal(total, sum(b), 'a sum without a clause')

  x = [(mod(i*7, 23)*0.5d0, i = 1, n)]
  !$acc kernels copyin(x) copyout(y, scale)
  largest = 0
  do i = 1, n
    largest = max(largest, x(i))
  end do
  scale = 1/largest
  do i = 1, n
    y(i) = x(i)*scale
  end do
  !$acc end kernels
  call expect_equal(scale, 1/maxval(x), 'scalar from a loop')
  call expect_equal(y, x*(1/maxval(x)), 'loop with a scalar from a loop')

  do k = 0, 1
    flag = k == 1
    a = 1
    !$acc kernels copy(a)
    if (flag) then
      do i = 1, n
        a(i) = a(i) + i
      end do
    else
      a(1) = -1
    end if
    !$acc end kernels
    if (flag) then
      call expect_equal(a, [(1 + i, i = 1, n)], 'loop under a condition')
    else
      call expect_equal(a(1), -1, 'statement under a condition')
      call expect(all(a(2:) == 1), 'the loop not taken')
    end if
  end do

  ! A sequential loop around parallel ones: a time loop.
  a = 0
  a(n/2) = 1000000
  w = a
  !$acc kernels copy(a) create(b)
  do k = 1, 20
    do i = 2, n - 1
      b(i) = (a(i - 1) + 2*a(i) + a(i + 1))/4
    end do
    do i = 2, n - 1
      a(i) = b(i)
    end do
  end do
  !$acc end kernels
  do k = 1, 20
    w(2:n - 1) = (w(1:n - 2) + 2*w(2:n - 1) + w(3:n))/4
  end do
  call expect_equal(a, w, 'time loop')

  ! A loop whose limits another loop has computed.
  j = 0
  a = 0
  !$acc kernels copy(a, j)
  do i = 1, 30
    j = j + i
  end do
  do i = 1, j
    a(i) = 2*i
  end do
  !$acc end kernels
  call expect_equal(j, 465, 'limit')
  call expect_equal(a(:465), [(2*i, i = 1, 465)], 'limits from a loop')
  call expect(all(a(466:) == 0), 'beyond the limit')

  ! What is assigned everywhere comes from an element that is assigned, too.
  a = [(3*i, i = 1, n)]
  b = a
  !$acc kernels copy(a, b)
  a = mod(n + a(300), 997)
  b(2:n - 1) = b(n/2) + b(1)
  !$acc end kernels
  call expect(all(a == mod(n + 900, 997)), 'an element of the array')
  call expect(all(b(2:n - 1) == 3*(n/2) + 3), 'two elements of the array')

  !$acc kernels
  !$acc end kernels
  call finish()
end program
