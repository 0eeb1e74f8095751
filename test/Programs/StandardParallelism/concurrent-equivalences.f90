!===-- concurrent-equivalences.f90 - LOCAL of what EQUIVALENCE joins -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -stdpar -O1 %p/../Inputs/testing.f90 %s -o %t && env WARPFORT_DEVICE=cpu %t | FileCheck %S/../../Inputs/pass.txt
!
! A variable of an EQUIVALENCE that is LOCAL or LOCAL_INIT is another one in
! each iteration: other names still mean the one outside. So it is in host code
! and in device procedures, where no directive names the loop.
!
!===----------------------------------------------------------------------===!
module routines
  implicit none
contains
  integer function of_device(t)
    !$acc routine seq
    integer, intent(in) :: t
    integer :: i, w(4), u(4), x, v, a(2)
    equivalence (w(1), u(1)), (x, v)
    w = 3
    v = t
    do concurrent (i = 1:2) local_init(w) local(x)
      w(1) = w(1) + i
      x = 2
      a(i) = w(1) + u(1) + v + x
    end do
    of_device = sum(a)
  end function
end module

program main
  use testing
  use routines
  implicit none
  type t
    sequence
    integer :: q = 5, r = 4
  end type
  integer, parameter :: n = 10
  integer :: a(n), b(n), c(n), d(n), i, j, x, v, w(0:3), u(4)
  character(4) :: s, z
  real(8) :: y
  complex :: k
  type(t) :: r, q
  equivalence (x, v), (w(0), u(1)), (s, z), (y, k), (r,q)
  w = 3
  v = 7
  z = 'zz'
  y = 2
  r%r = 9
  do concurrent (i = 1:n) local(x)
    x = i
    a(i) = x
  end do
  call expect(all(a == [(i, i=1, n)]) .and. v == 7, 'a scalar')
  do concurrent (i = 1:n) local_init(w, s, y) local(x, r)
    w(0) = w(0) + i
    x = w(1)
    s(2:2) = 'y'
    y = y + i
    r%r = 1
    b(i) = w(0) + u(1) + x + v
    c(i) = ichar(s(1:1)) + int(y) + q%r
  end do
  call expect(all(b == [(i + 16, i=1, n)]), 'an array')
  call expect(all(c == [(ichar('z') + 2 + i + 9, i=1, n)]), 'characters, numbers and records')
  call expect(all(w == 3) .and. z == 'zz' .and. y == 2, 'the variables outside')
  do concurrent (i = 1:n) local_init(w) local(x)
    x = 0
    do j = 0, 3
      if (x > 5) exit
      w(j) = w(j) + i
      x = x + w(j)
    end do
    d(i) = x + u(1) + lbound(w, 1)
  end do
  call expect(d(1) == 8 + 3 .and. d(10) == 13 + 3 .and. all(w == 3) .and. v == 7, 'branches')
  do concurrent (i = 1:n) local_init(x)
    x = x + i
    do concurrent (j = 1:2) local_init(x)
      x = x + j
      if (j == 2) a(i) = x + v
    end do
  end do
  call expect(all(a == [(i + 16, i=1, n)]), 'loops inside')
  a = 0
  !$acc parallel loop copy(a)
  do i = 1, n
    a(i) = of_device(i)
  end do
  call expect(all(a == [(19 + 2*i, i=1, n)]), 'a device procedure')
  call finish()
end program
