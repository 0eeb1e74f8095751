!===-- acc-kernels-called-functions.f90 - Functions that are not PURE --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Loops of kernels constructs call functions that could be PURE, and functions
! that count, assign to their argument, to the target of a pointer, or call such
! ones: what these do comes in the loop's order.
!
!===----------------------------------------------------------------------===!
module functions
  implicit none
  integer :: counter = 0
  !$acc declare create(counter)
contains
  real(8) function limited(a, b)
    !$acc routine seq
    real(8), value :: a, b
    real(8) :: parts(2)
    integer :: i
    parts(1) = max(a, 0d0)
    parts(2) = min(b, 10d0)
    limited = 0
    do i = 1, 2
      limited = limited + parts(i)
    end do
  end function

  real(8) function twice(a)
    !$acc routine seq
    real(8), intent(in) :: a
    twice = 2*limited(a, 1d0)
  end function

  integer function next(i)
    !$acc routine seq
    integer, value :: i
    counter = counter + i
    next = counter
  end function

  integer function next_of(i)
    !$acc routine seq
    integer, value :: i
    next_of = next(i) + 1
  end function

  integer function taken(total, i)
    !$acc routine seq
    integer :: total
    integer, value :: i
    total = total + i
    taken = total
  end function

  integer function through(i, n, a)
    !$acc routine seq
    integer, value :: i, n
    integer, target :: a(n)
    integer, pointer :: p
    p => a(i + 1)
    p = a(i) + 1
    through = p
  end function
end module

program main
  use functions
  use testing
  implicit none
  integer, parameter :: n = 1000
  real(8) :: x(n), y(n)
  integer :: a(n), b(n + 1), total, i
  do i = 1, n
    x(i) = i - 500
  end do
  !$acc kernels copyin(x) copyout(y)
  do i = 1, n
    y(i) = limited(x(i), x(i)) + twice(x(i))
  end do
  !$acc end kernels
  do i = 1, n
    if (y(i) /= max(x(i), 0d0) + min(x(i), 10d0) + 2*(max(x(i), 0d0) + 1)) &
      call expect(.false., 'functions of values')
  end do

  counter = 0
  !$acc update device(counter)
  !$acc kernels copyout(a)
  do i = 1, n
    a(i) = next(i)
  end do
  !$acc end kernels
  call expect(all(a == [(i*(i + 1)/2, i = 1, n)]), 'a counter')

  counter = 0
  !$acc update device(counter)
  !$acc kernels copyout(a)
  do i = 1, n
    a(i) = next_of(i)
  end do
  !$acc end kernels
  call expect(all(a == [(i*(i + 1)/2 + 1, i = 1, n)]), 'a counter, called')

  total = 0
  !$acc kernels copyout(a) copy(total)
  do i = 1, n
    a(i) = taken(total, i)
  end do
  !$acc end kernels
  call expect(all(a == [(i*(i + 1)/2, i = 1, n)]), 'an argument')
  call expect(total == n*(n + 1)/2, 'an argument, after the loop')

  b = 0
  !$acc kernels copyout(a) copy(b)
  do i = 1, n
    a(i) = through(i, n + 1, b)
  end do
  !$acc end kernels
  call expect(all(a == [(i, i = 1, n)]), 'the target of a pointer')
  call finish()
end program
