!===-- pass-acc-shared-names.f90 - Scalars by two names ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not=warning %s
!
! A compute construct that assigns a scalar by one name and uses it by another
! has one copy of it, and no warning; of what is a part of the other it has two.
! Where it runs in the order of the program, an associate name is computed from
! its variable: no warning.
!
!===----------------------------------------------------------------------===!
subroutine names(a, b, n)
  implicit none
  type record
    integer :: k, l, m(10)
  end type
  integer, intent(in) :: n, a(n)
  integer, intent(out) :: b(n)
  integer :: i, x, y, s, whole(4), c
  type(record) :: r
  complex :: z
  real :: part(2)
  integer(8) :: wide
  integer :: low
  equivalence (x, y), (whole(2), s), (z, part), (wide, low)
  !$acc kernels
  do i = 1, n
    x = a(i)
    b(i) = y
  end do
  !$acc end kernels
  !$acc parallel loop
  do i = 1, n
    ! CHECK: [[@LINE+1]]:5: warning: 's' and 'whole' are one variable, but the construct has a copy for each name: give it by one name, or in a data clause
    s = a(i)
    b(i) = whole(2)
  end do
  associate (t => c, k => r%k, e => r%m(3))
    !$acc kernels
    do i = 1, n
      c = a(i)
      b(i) = t
    end do
    do i = 1, n
      k = k + a(i)
      b(i) = r%k
    end do
    !$acc end kernels
    !$acc parallel loop
    do i = 1, n
      ! CHECK: [[@LINE+1]]:7: warning: 'k' and 'r' are one variable
      k = k + a(i)
      b(i) = r%k
    end do
    !$acc kernels loop independent
    do i = 1, n
      ! CHECK: [[@LINE+1]]:7: warning: 'r' and 'k' are one variable
      r%k = k + a(i)
      b(i) = k
    end do
    !$acc kernels
    ! CHECK: [[@LINE+1]]:8: warning: 'k' and 'r' are one variable
    do k = 1, n
      b(k) = r%k
    end do
    !$acc end kernels
    !$acc serial
    e = 5
    b(1) = r%m(3)
    !$acc end serial
    !$acc serial
    ! CHECK: [[@LINE+1]]:5: warning: 'z' and 'part' are one variable
    z = (1, 2)
    b(1) = nint(part(2))
    ! CHECK: [[@LINE+1]]:5: warning: 'wide' and 'low' are one variable
    wide = 1
    b(2) = low
    !$acc end serial
    ! One name, other components, and data clauses.
    !$acc kernels
    do i = 1, n
      k = k + a(i)
      b(i) = r%l
    end do
    do i = 1, n
      s = a(i)
      b(i) = s
    end do
    !$acc end kernels
    !$acc kernels copy(c, t)
    do i = 1, n
      c = a(i)
      b(i) = t
    end do
    !$acc end kernels
  end associate
  !$acc parallel loop copy(r)
  do i = 1, n
    associate (v => b(i), k => r%m(1 + mod(i, 10)))
      v = a(i)
      b(i) = b(i) + v
      k = b(i) + r%m(1 + mod(i, 10))
    end associate
  end do
end subroutine
subroutine parts(al, p, b, v, n)
  implicit none
  integer, intent(in) :: n
  type grid
    integer :: n
    real, allocatable :: a(:)
  end type
  integer, allocatable :: al
  integer, pointer :: p
  integer, intent(out) :: b(n)
  integer :: v(n), x(n), i, j
  real :: m(n, n)
  type(grid) :: g
  complex :: z
  associate (u => al, q => p, zr => z%re, zi => z%im, vj => v(j), wj => v(j), v2 => x(2), w2 => x(2), v3 => x(3), &
             pivot => m(j, j), nn => g%n)
    !$acc kernels
    do i = 1, n
      al = i
      b(i) = u
      ! CHECK: [[@LINE+1]]:7: warning: 'q' and 'p' are one variable
      q = i
      b(i) = b(i) + p
    end do
    !$acc end kernels
    !$acc parallel loop
    do i = 1, n
      ! CHECK: [[@LINE+1]]:7: warning: 'al' and 'u' are one variable
      al = i
      b(i) = u
      ! CHECK: [[@LINE+1]]:7: warning: 'zr' and 'z' are one variable
      zr = i
      b(i) = b(i) + nint(z%re)
      ! CHECK: [[@LINE+1]]:7: warning: 'vj' and 'wj' are one variable
      vj = i
      b(i) = b(i) + wj
      ! CHECK: [[@LINE+1]]:7: warning: 'x' and 'v2' are one variable
      x(2) = i
      b(i) = b(i) + v2
      ! CHECK: [[@LINE+1]]:7: warning: 'm' and 'pivot' are one variable
      m(j, j) = i
      b(i) = b(i) + nint(pivot)
    end do
    ! One name for several, other parts, and what the values before may be
    ! meant.
    !$acc parallel loop
    do i = 1, n
      v2 = i
      b(i) = w2 + v3
      zi = i
      zr = 2
      b(i) = b(i) + nint(zi + zr)
      m(i, j) = m(i, j)/pivot
      g%a(i) = nn
    end do
    ! Clauses for one of the names.
    !$acc parallel loop private(nn)
    do i = 1, n
      ! CHECK: [[@LINE+1]]:7: warning: 'nn' and 'g' are one variable
      nn = i
      b(i) = g%n
    end do
    !$acc kernels copy(nn)
    do i = 1, n
      ! CHECK: [[@LINE+1]]:7: warning: 'nn' and 'g' are one variable
      nn = i
      b(i) = g%n
    end do
    !$acc end kernels
    !$acc kernels copy(g)
    do i = 1, n
      nn = i
      b(i) = g%n
    end do
    !$acc end kernels
    !$acc parallel loop copy(g)
    do i = 1, n
      ! CHECK: [[@LINE+1]]:7: warning: 'nn' and 'g' are one variable
      nn = i
    end do
  end associate
end subroutine
