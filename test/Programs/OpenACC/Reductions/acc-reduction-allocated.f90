!===-- acc-reduction-allocated.f90 - Reductions of allocated scalars -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -c %s -o %t.dir/one.o 2>&1 | FileCheck %s --allow-empty --implicit-check-not='one thread'
!
! Allocatable scalars and pointers to scalars in reduction clauses of loops, of
! constructs, and of both, which all threads share as they do others.
!
!===----------------------------------------------------------------------===!
module sums
  implicit none
  integer, parameter :: n = 1000, m = 30
  real(8), allocatable :: total
contains
  subroutine of_dummy(s, a)
    real(8), allocatable, intent(inout) :: s
    real(8), intent(in) :: a(n)
    integer :: i
    !$acc parallel loop reduction(+:s)
    do i = 1, n
      s = s + a(i)
    end do
  end subroutine
end module

program main
  use testing
  use sums
  implicit none
  real(8), allocatable :: s, most
  integer, allocatable :: k
  complex, allocatable :: c
  logical, allocatable :: l
  real(8), pointer :: p
  real(8) :: a(n), b(n, m), o(m), whole
  integer :: i, j
  a = [(mod(i, 17), i=1, n)]
  b = spread(a, 2, m)
  whole = sum(a)
  allocate(s, most, k, c, l, p, total)

  s = 2
  !$acc kernels
  !$acc loop reduction(+:s)
  do i = 1, n
    s = s + a(i)
  end do
  !$acc end kernels
  call expect(s == whole + 2, 'kernels')

  !$acc kernels copyout(o)
  s = 5
  !$acc loop reduction(+:s)
  do i = 1, n
    s = s + a(i)
  end do
  o(1) = s
  !$acc end kernels
  call expect(s == whole + 5, 'behind a statement')
  call expect(o(1) == whole + 5, 'before a statement')

  most = -1
  k = 1
  c = (1, 2)
  l = .true.
  !$acc kernels loop reduction(max:most) reduction(+:k, c) reduction(.and.:l)
  do i = 1, n
    most = max(most, a(i))
    k = k + int(a(i))
    c = c + cmplx(a(i), 1)
    l = l .and. a(i) < 17
  end do
  call expect(most == 16, 'the greatest')
  call expect(k == int(whole) + 1, 'integers')
  call expect(c == cmplx(whole + 1, n + 2), 'complex numbers')
  call expect(l, 'logical values')

  s = 2
  !$acc parallel reduction(+:s)
  !$acc loop gang vector
  do i = 1, n
    s = s + a(i)
  end do
  !$acc end parallel
  call expect(s == whole + 2, 'of the construct')

  s = 2
  !$acc data copy(s) copyin(b)
  !$acc parallel loop gang reduction(+:s)
  do j = 1, m
    !$acc loop vector reduction(+:s)
    do i = 1, n
      s = s + b(i, j)
    end do
  end do
  !$acc end data
  call expect(s == m*whole + 2, 'of two loops')

  !$acc parallel loop gang private(s)
  do j = 1, m
    s = j
    !$acc loop vector reduction(+:s)
    do i = 1, n
      s = s + b(i, j)
    end do
    o(j) = s
  end do
  call expect(all(o == [(whole + j, j=1, m)]), 'private')

  p = 2
  !$acc parallel loop reduction(+:p)
  do i = 1, n
    p = p + a(i)
  end do
  call expect(p == whole + 2, 'a pointer')

  total = 2
  !$acc serial
  !$acc loop reduction(+:total)
  do i = 1, n
    total = total + a(i)
  end do
  !$acc end serial
  call expect(total == whole + 2, 'serial, of a module')
  call of_dummy(total, a)
  call expect(total == 2*whole + 2, 'a dummy argument')

  s = 2
  !$acc parallel loop reduction(+:s) if(n < 10)
  do i = 1, n
    s = s + a(i)
  end do
  call expect(s == whole + 2, 'on the host')
  call finish()
end program
