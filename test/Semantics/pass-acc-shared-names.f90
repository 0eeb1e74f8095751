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
! has two copies of it.
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
  equivalence (x, y), (whole(2), s)
  !$acc kernels
  do i = 1, n
    ! CHECK: [[@LINE+1]]:5: warning: 'x' and 'y' are one variable, but the construct has a copy for each name: give it by one name, or in a data clause
    x = a(i)
    b(i) = y
  end do
  !$acc end kernels
  !$acc parallel loop
  do i = 1, n
    ! CHECK: [[@LINE+1]]:5: warning: 's' and 'whole' are one variable
    s = a(i)
    b(i) = whole(2)
  end do
  associate (t => c, k => r%k, e => r%m(3))
    !$acc kernels
    do i = 1, n
      ! CHECK: [[@LINE+1]]:7: warning: 'c' and 't' are one variable
      c = a(i)
      b(i) = t
    end do
    do i = 1, n
      ! CHECK: [[@LINE+1]]:7: warning: 'k' and 'r' are one variable
      k = k + a(i)
      b(i) = r%k
    end do
    !$acc end kernels
    !$acc serial
    ! CHECK: [[@LINE+1]]:5: warning: 'e' and 'r' are one variable
    e = 5
    b(1) = r%m(3)
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
