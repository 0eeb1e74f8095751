!===-- acc-serial.f90 - The serial construct -----------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! One thread runs everything in order; loops inside may carry dependences.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 200
  integer :: a(n), b(n), i, j, k, s
  real(8) :: x, h(n)

  !$acc serial copyout(a)
  a(1) = 1
  a(2) = 1
  do i = 3, n
    a(i) = mod(a(i - 1) + a(i - 2), 100003)
  end do
  !$acc end serial
  b(1:2) = 1
  do i = 3, n
    b(i) = mod(b(i - 1) + b(i - 2), 100003)
  end do
  call expect_equal(a, b, 'recurrence')

  s = 5
  !$acc serial copy(s)
  s = s + 1
  do i = 1, 10
    s = s*2 - i
  end do
  !$acc end serial
  k = 6
  do i = 1, 10
    k = k*2 - i
  end do
  call expect_equal(s, k, 'scalar')

  s = 5
  !$acc serial firstprivate(s) copyout(k)
  s = s + 1
  k = s
  !$acc end serial
  call expect_equal(s, 5, 'a firstprivate scalar stays on the host')
  call expect_equal(k, 6, 'and starts with its value')

  s = 10
  !$acc serial copyout(k)
  s = s + 1
  k = s
  !$acc end serial
  call expect_equal(s, 10, 'a scalar is firstprivate by default')
  call expect_equal(k, 11, 'default firstprivate')

  !$acc serial loop copy(a) reduction(+:s)
  do i = 1, n
    s = s + a(i)
    a(i) = s
  end do
  k = 10
  do i = 1, n
    k = k + b(i)
    b(i) = k
  end do
  call expect_equal(s, k, 'serial loop')

  h = 0
  !$acc serial copy(h) private(x)
  !$acc loop seq
  do j = 1, n
    x = j
    !$acc loop
    do i = 1, 4
      h(j) = h(j) + x*i
    end do
  end do
  !$acc end serial
  call expect_equal(h, [(10d0*j, j = 1, n)], 'loops inside')

  a = 0
  !$acc serial copy(a)
  i = 1
  do while (i <= n)
    a(i) = i
    i = 2*i
  end do
  do i = 1, n
    if (a(i) == 0) cycle
    if (i > 100) exit
    a(i) = -a(i)
  end do
  !$acc end serial
  call expect_equal(a(1), -1, 'do while')
  call expect_equal(a(64), -64, 'cycle and exit')
  call expect_equal(a(128), 128, 'exit')
  call finish()
end program
