!===-- acc-routine-seq.f90 - Sequential routines -------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Functions and subroutines of modules and internal ones, named in a list, with
! arrays, optional and derived-type arguments, functions of arrays, that call
! each other, elemental and pure ones, and the same procedures on the host.
!
!===----------------------------------------------------------------------===!

module tools
  implicit none
  type :: point
    real(8) :: x, y
    integer :: tag
  end type
  integer, parameter :: coefficients(4) = [1, -2, 3, -4]
contains
  real(8) function square(x)
    !$acc routine seq
    real(8), intent(in) :: x
    square = x*x
  end function

  subroutine shift(p, dx, count)
    !$acc routine seq
    type(point), intent(inout) :: p
    real(8), value :: dx
    integer, intent(in), optional :: count
    integer :: i, times
    times = 1
    if (present(count)) times = count
    do i = 1, times
      p%x = p%x + dx
      p%y = square(p%x)
    end do
    p%tag = times
  end subroutine

  pure integer function total(a) result(s)
    !$acc routine seq
    integer, intent(in) :: a(:)
    integer :: i
    s = 0
    do i = 1, size(a)
      s = s + a(i)*coefficients(1 + mod(i, 4))
    end do
  end function

  elemental integer function clamp(x, lo, hi)
    !$acc routine seq
    integer, intent(in) :: x, lo, hi
    clamp = max(lo, min(hi, x))
  end function

  function pair(i) result(r)
    !$acc routine seq
    integer, intent(in) :: i
    integer :: r(2)
    r = [i, -i]
  end function

  recursive integer function fibonacci(n) result(r)
    !$acc routine seq
    integer, value :: n
    if (n < 2) then
      r = n
    else
      r = fibonacci(n - 1) + fibonacci(n - 2)
    end if
  end function

  subroutine swap(a, n)
    !$acc routine seq
    integer, value :: n
    integer, intent(inout) :: a(n)
    integer :: i, t
    do i = 1, n/2
      t = a(i)
      a(i) = a(n + 1 - i)
      a(n + 1 - i) = t
    end do
  end subroutine

  real(8) function later(x)
    real(8), intent(in) :: x
    later = square(x) + helper(x)
  contains
    real(8) function helper(y)
      real(8), intent(in) :: y
      helper = y + 1
    end function
  end function
end module

module named
  implicit none
  !$acc routine(twice) seq
  !$acc routine(thrice) seq
contains
  integer function twice(i)
    integer, intent(in) :: i
    twice = 2*i
  end function
  integer function thrice(i)
    integer, intent(in) :: i
    thrice = twice(i) + i
  end function
end module

program main
  use testing
  use tools
  use named
  implicit none
  integer, parameter :: n = 128
  real(8) :: y(n)
  type(point) :: p(n)
  integer :: a(n), m(6, n), i, r(2)

  !$acc parallel loop copyout(y)
  do i = 1, n
    y(i) = square(real(i, 8)) + 1
  end do
  call expect_equal(y, [(real(i, 8)**2 + 1, i = 1, n)], 'a function')
  call expect_equal(square(3d0), 9d0, 'the same on the host')

  p = point(1, 2, 0)
  !$acc parallel loop copy(p)
  do i = 1, n
    call shift(p(i), real(i, 8))
    if (mod(i, 2) == 0) call shift(p(i), 1d0, 3)
  end do
  do i = 1, n
    if (mod(i, 2) == 0) then
      call expect(p(i)%x == i + 4 .and. p(i)%tag == 3, 'optional argument')
    else
      call expect(p(i)%x == i + 1 .and. p(i)%tag == 1, 'absent argument')
    end if
    call expect_equal(p(i)%y, p(i)%x**2, 'a routine called by a routine')
  end do

  m = reshape([(mod(i*13, 19), i = 1, 6*n)], [6, n])
  !$acc parallel loop copyin(m) copyout(a)
  do i = 1, n
    a(i) = total(m(:, i)) + total(m(2:6:2, i)) + clamp(i, 10, 50)
  end do
  do i = 1, n
    call expect_equal(a(i), total(m(:, i)) + total(m(2:6:2, i)) + clamp(i, 10, 50), &
                      'arrays and strides')
  end do

  !$acc parallel loop copyout(a) private(r)
  do i = 1, n
    r = pair(i)
    a(i) = r(1)*10 + r(2) + fibonacci(mod(i, 10))
  end do
  do i = 1, n
    call expect_equal(a(i), 9*i + fibonacci(mod(i, 10)), 'array results and recursion')
  end do

  !$acc parallel loop gang vector copy(m)
  do i = 1, n
    call swap(m(1, i), 6)
  end do
  call expect_equal([m(6:1:-1, :)], [(mod(i*13, 19), i = 1, 6*n)], 'explicit shape')

  !$acc kernels copyout(a)
  !$acc loop independent
  do i = 1, n
    a(i) = twice(i) + thrice(i) + inner(i)
  end do
  !$acc end kernels
  call expect_equal(a, [(6*i, i = 1, n)], 'named in a list, and an internal one')
  !$acc serial copyout(a)
  do i = 1, n
    a(i) = thrice(i)
  end do
  !$acc end serial
  call expect_equal(a, [(3*i, i = 1, n)], 'in a serial construct')
  call finish()
contains
  integer function inner(i)
    !$acc routine seq
    integer, intent(in) :: i
    inner = i
  end function
end program
