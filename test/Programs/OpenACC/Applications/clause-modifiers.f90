!===-- clause-modifiers.f90 - Clauses with modifiers, declared dummy arguments ===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Assumed-shape arguments declared deviceptr, present (optional ones too),
! copyin(readonly:), copyout, create and copy; copyout(zero:); atomic updates of each form
! and type, captures of quotients, reads and writes.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
contains
  subroutine s1(x, y, n)
    integer, intent(in) :: n
    real, intent(in) :: x(:)
    real, intent(inout) :: y(:)
    integer :: i
    !$acc declare deviceptr(x, y)
    !$acc parallel loop
    do i = 1, n
      y(i) = y(i) + 2*x(i)
    end do
  end subroutine
  subroutine s2(x, o, n)
    integer, intent(in) :: n
    real, intent(inout) :: x(0:)
    real, intent(in), optional :: o(:)
    integer :: i
    !$acc declare present(x, o)
    !$acc parallel loop
    do i = 0, n-1
      if (present(o)) then
        x(i) = x(i) + o(i+1)
      else
        x(i) = -x(i)
      end if
    end do
  end subroutine
  subroutine s3(a, b, c)
    real, intent(in) :: a(:)
    real, intent(out) :: b(:)
    real, intent(inout) :: c(:)
    real :: t(size(a))
    integer :: i
    !$acc declare copyin(readonly: a) copyout(b) create(t) copy(c)
    !$acc parallel loop present(b)
    do i = 1, size(a), 2
      t(i) = 0
      b(i) = a(i) + t(i); b(i+1) = 0
      c(i) = c(i) + 1
    end do
  end subroutine
end module
program main
  use testing
  use m
  implicit none
  integer, parameter :: n = 20
  real :: x(n), y(n), z(n)
  integer :: i, k
  logical :: l(n)
  complex(8) :: cc
  real(8) :: r8, old
  integer(1) :: i1
  integer(8) :: i8
  logical :: any1
  x = [(i, i=1,n)]; y = 1
  !$acc data copyin(x) copy(y)
  !$acc host_data use_device(x, y)
  call s1(x, y, n)
  !$acc end host_data
  call s2(y, n=n)
  call s2(y, x, n)
  !$acc end data
  call expect(all(y == -(1+2*x)+x), 'deviceptr and present')
  z = 5; y = 3
  call s3(x, y, z)
  call expect(all(y(1::2) == x(1::2)), 'declared copies')
  call expect(all(y(2::2) == 0), 'declared copies')
  call expect(sum(z) == 110, 'declared copies')
  y = 9
  !$acc parallel loop copyin(readonly: x) copyout(zero: y) 
  do i = 1, n/2
    y(i) = x(i)
  end do
  call expect(all(y(11:) == 0), 'zero')
  call expect(all(y(:10)==x(:10)), 'zero')
  cc = 0; r8 = 2; i1 = 0; i8 = 0; any1 = .false.
  !$acc parallel loop copy(cc, r8, i1, i8, any1)
  do i = 1, n
    !$acc atomic
    cc = cc + cmplx(i, -i, 8)
    !$acc atomic update
    r8 = max(r8, real(i,8), 3d0)
    !$acc atomic
    i1 = ieor(i1, int(i,1))
    !$acc atomic
    i8 = i + i8
    !$acc atomic
    any1 = any1 .neqv. (i == 3)
  end do
  call expect(cc == (210d0, -210d0), 'a complex sum')
  call expect(r8 == 20, 'max')
  call expect(i1 == 20, 'ieor')
  call expect(i8 == 210 .and. any1, 'integer(8), .neqv.')
  r8 = 1024
  !$acc parallel loop copy(r8, x) private(old)
  do i = 1, 10
    !$acc atomic capture
    old = r8
    r8 = r8 / 2
    !$acc end atomic
    !$acc atomic
    x(1) = 3 - x(1)
    !$acc atomic write
    x(2) = sqrt(16.)
    !$acc atomic read
    old = r8
    if (old > 1e9) x(3) = -1
  end do
  call expect(r8 == 1 .and. x(1) == 1 .and. x(2) == 4, 'quotients, differences')
  any1 = .false.
  !$acc kernels loop reduction(.or.:any1)
  do i = 1, n
    any1 = any1 .or. x(i) == 7
  end do
  r8 = 0
  !$acc serial loop reduction(+:r8)
  do i = 1, n
    r8 = r8 + x(i)
  end do
  call expect(any1, 'or')
  call expect(r8 == sum(x), 'or')
  call finish
end program
