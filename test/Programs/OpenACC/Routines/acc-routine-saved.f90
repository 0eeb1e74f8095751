!===-- acc-routine-saved.f90 - Tables in routines -------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Saved variables of acc routines, and of procedures that become such, that
! have an initial value and never change: DATA statements, initial values, also
! in modules, for internal procedures and in functions that read them.
!
!===----------------------------------------------------------------------===!

module tables
  implicit none
contains
  pure real(8) function total(x)
    !$acc routine seq
    real(8), intent(in) :: x(:)
    total = sum(x)
  end function

  subroutine series(x, y)
    !$acc routine seq
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8) :: a(4), scale, b(2, 2)
    integer :: k
    integer :: order(3) = [3, 1, 2]
    data a /1d0, -2d0, 0.5d0, 4d0/, scale /0.25d0/
    data b /1d0, 2d0, 3d0, 4d0/
    y = 0
    do k = 1, size(a)
      y = y + a(k)*x**(k - 1)
    end do
    y = y*scale + total(b(:, 2)) + inner(2)
  contains
    integer function inner(i)
      !$acc routine seq
      integer, intent(in) :: i
      inner = order(i)*10 + order(1)
    end function
  end subroutine
end module

module implicit_routine
  implicit none
contains
  real(8) function weigh(i)
    integer, intent(in) :: i
    real(8), save :: w(3) = [0.5d0, 1.5d0, 2.5d0]
    weigh = w(mod(i, 3) + 1)
  end function
end module

subroutine outside(i, x)
  !$acc routine seq
  integer, intent(in) :: i
  real(8), intent(out) :: x
  integer :: primes(5)
  data primes /2, 3, 5, 7, 11/
  x = primes(mod(i, 5) + 1)
end subroutine

program p
  use tables
  use implicit_routine
  implicit none
  integer, parameter :: n = 100
  interface
    subroutine outside(i, x)
      !$acc routine seq
      integer, intent(in) :: i
      real(8), intent(out) :: x
    end subroutine
  end interface
  real(8) :: y(n), w(n), z(n), x
  integer, parameter :: primes(0:4) = [2, 3, 5, 7, 11]
  integer :: i
  !$acc parallel loop copyout(y, w, z)
  do i = 1, n
    call series(i*0.1d0, y(i))
    w(i) = weigh(i)
    call outside(i, z(i))
  end do
  do i = 1, n
    x = i*0.1d0
    if (abs(y(i) - ((1 - 2*x + 0.5d0*x**2 + 4*x**3)/4 + 7 + 13)) > 1d-9) then
      print *, 'FAILED: series', i, y(i); stop 1
    end if
    if (w(i) /= 0.5d0 + mod(i, 3)) then
      print *, 'FAILED: weigh', i, w(i); stop 1
    end if
    if (z(i) /= primes(mod(i, 5))) then
      print *, 'FAILED: outside', i, z(i); stop 1
    end if
  end do
  ! The host has the same.
  call series(2d0, x)
  if (abs(x - ((1 - 4 + 2 + 32)/4d0 + 20)) > 1d-12) then
    print *, 'FAILED: host', x; stop 1
  end if
  print *, 'PASS'
end program
