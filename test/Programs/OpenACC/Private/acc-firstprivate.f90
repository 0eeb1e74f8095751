!===-- acc-firstprivate.f90 - Firstprivate scalars, arrays and records ---===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Every copy begins with the host's value; the host's variable is not changed.
! Scalars that no clause names are firstprivate in parallel and serial
! constructs. That the variable is present on the device changes nothing.
!
!===----------------------------------------------------------------------===!

module types
  implicit none
  type :: record
    integer :: i
    real(8) :: v(3)
  end type
end module

program main
  use testing
  use types
  implicit none
  integer, parameter :: n = 200
  integer :: b(n), i, s, w(4)
  integer(1) :: i1
  integer(2) :: i2
  integer(8) :: i8
  real(4) :: r4
  real(8) :: r8, c(n)
  complex(4) :: c4
  complex(8) :: c8, z(n)
  logical(1) :: l1
  logical(8) :: l8
  character(5) :: text
  type(record) :: r

  s = 41
  !$acc parallel loop firstprivate(s) copyout(b)
  do i = 1, n
    b(i) = s + i
  end do
  call expect_equal(b, [(41 + i, i = 1, n)], 'a scalar')
  !$acc parallel num_gangs(10) firstprivate(s) copyout(b)
  s = s + 1
  !$acc loop gang
  do i = 1, n
    b(i) = s + i
  end do
  !$acc end parallel
  call expect_equal(b, [(42 + i, i = 1, n)], 'changed in each gang')
  call expect_equal(s, 41, 'but not on the host')

  w = [1, 20, 300, 4000]
  !$acc parallel loop firstprivate(w) copyout(b)
  do i = 1, n
    b(i) = w(1 + mod(i, 4)) + w(1)
  end do
  call expect_equal(b, [(w(1 + mod(i, 4)) + 1, i = 1, n)], 'an array')
  !$acc parallel num_gangs(10) firstprivate(w) copyout(b)
  w(2) = 5
  !$acc loop gang
  do i = 1, n
    b(i) = sum(w)
  end do
  !$acc end parallel
  call expect(all(b == 4306), 'an array changed in each gang')
  call expect_equal(w(2), 20, 'the array on the host')

  r = record(3, [1.5d0, 2.5d0, 3.5d0])
  !$acc parallel loop firstprivate(r) copyout(c)
  do i = 1, n
    c(i) = r%i*i + sum(r%v)
  end do
  call expect_equal(c, [(3*i + 7.5d0, i = 1, n)], 'a record')

  i1 = -7_1
  i2 = 300_2
  i8 = 5000000000_8
  r4 = 0.25
  r8 = 1d-3
  c4 = (1, 2)
  c8 = (3, -4)
  l1 = .true.
  l8 = .false.
  text = 'hello'
  !$acc parallel loop copyout(z, c)
  do i = 1, n
    z(i) = c8*c4 + i1
    c(i) = i2 + r4
    if (l1) c(i) = c(i) + r8
    if (l8) c(i) = -1
    if (i8 > 4000000000_8) c(i) = c(i) + i8/1000000000_8
    if (text(2:2) == 'e') c(i) = c(i) + 1000
  end do
  call expect(all(z == (4, 2)), 'complex numbers by default')
  call expect_equal(c(n), 300 + 0.25d0 + 1d-3 + 5 + 1000, 'other kinds by default')
  !$acc parallel loop firstprivate(i1, i2, i8, r4, r8, c4, c8, l1, l8) copyout(z, c)
  do i = 1, n
    z(i) = c8*c4 + i1
    c(i) = i2 + r4
    if (l1) c(i) = c(i) + r8
    if (l8) c(i) = -1
    if (i8 > 4000000000_8) c(i) = c(i) + i8/1000000000_8
  end do
  call expect(all(z == (4, 2)), 'complex numbers')
  call expect_equal(c(n), 300 + 0.25d0 + 1d-3 + 5, 'other kinds')
  call dummies(6, 2.5d0, .true.)
  call while_present(7, 3)
  call finish()
contains
  subroutine while_present(m, k)
    integer, intent(in) :: m, k
    integer :: own(m), low(-1:m), two(m, 0:k), out(m)
    real(8) :: r(2:m)
    own = 1
    low = [(100 + i, i = -1, m)]
    two = reshape([(i, i = 1, m*(k + 1))], [m, k + 1])
    r = [(i*0.5d0, i = 2, m)]
    !$acc data copyin(own, low)
    own = [(i, i = 1, m)]
    low(0) = 7
    !$acc parallel loop firstprivate(own, low, two, r) copyout(out) async(1)
    do i = 1, m
      out(i) = own(i) + low(0)*10 + two(i, k)*100 + low(-1)*100000
      if (i > 1) out(i) = out(i) + int(r(i)*2)*10000000
    end do
    !$acc wait
    call expect_equal(out, [(i + 70 + two(i, k)*100 + 9900000 + merge(i, 0, i > 1)*10000000, i = 1, m)], &
        'the values of the host')
    !$acc parallel num_gangs(3) firstprivate(two) copyout(out) async
    two(1, :) = two(1, :) + 1
    !$acc loop
    do i = 1, m
      out(i) = two(1, 0) + two(i, k)
    end do
    !$acc end parallel
    !$acc wait
    call expect_equal(out, [(2 + two(i, k) + merge(1, 0, i == 1), i = 1, m)], 'an array changed in each gang, async')
    !$acc end data
    call expect_equal(own, [(i, i = 1, m)], 'the array that was present')
  end subroutine
  subroutine dummies(k, x, flag, y)
    integer, value :: k
    real(8), intent(in) :: x
    logical, intent(in) :: flag
    real(8), intent(in), optional :: y
    logical :: here
    integer :: list(k)
    list = [(i, i = 1, k)]
    here = present(y)
    !$acc parallel loop copyout(c)
    do i = 1, n
      c(i) = k*i + x
      if (.not. flag) c(i) = 0
      if (here) c(i) = 1
    end do
    call expect_equal(c, [(6*i + 2.5d0, i = 1, n)], 'dummy arguments')
    !$acc parallel loop firstprivate(k, x, flag, list) copyout(c)
    do i = 1, n
      c(i) = k*i + x + list(k)
      if (.not. flag) c(i) = 0
    end do
    call expect_equal(c, [(6*i + 8.5d0, i = 1, n)], 'named dummy arguments')
  end subroutine
end program
