!===-- acc-routine-implicit.f90 - Procedures without routine information -===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! What a compute construct calls is a sequential routine of itself where the
! source has it: procedures of modules, internal and external ones, generic and
! type-bound names, operators, and what these call in turn.
!
!===----------------------------------------------------------------------===!

module shapes
  implicit none
  type :: box
    real(8) :: a, b
  contains
    procedure :: area
    procedure, nopass :: scale => twice
  end type
  interface total
    procedure total_integer, total_real
  end interface
  interface operator(.join.)
    procedure join
  end interface
  interface assignment(=)
    procedure from_real
  end interface
contains
  real(8) function area(this)
    class(box), intent(in) :: this
    area = this%a*this%b
  end function
  real(8) function twice(x)
    real(8), intent(in) :: x
    twice = 2*x
  end function
  type(box) function join(p, q)
    type(box), intent(in) :: p, q
    join%a = p%a + q%a
    join%b = max(p%b, q%b)
  end function
  subroutine from_real(p, x)
    type(box), intent(out) :: p
    real(8), intent(in) :: x
    p%a = x
    p%b = twice(x)
  end subroutine
  integer function total_integer(v) result(s)
    integer, intent(in) :: v(:)
    integer :: i
    s = 0
    !$acc loop
    do i = 1, size(v)
      s = s + v(i)
    end do
  end function
  real(8) function total_real(v) result(s)
    real(8), intent(in) :: v(:)
    s = sum(v)
  end function
  recursive integer function gcd(a, b) result(d)
    integer, value :: a, b
    if (b == 0) then
      d = a
    else
      d = gcd(b, mod(a, b))
    end if
  end function
  ! Each calls the other.
  recursive logical function is_even(n) result(r)
    integer, value :: n
    r = .true.
    if (n > 0) r = is_odd(n - 1)
  end function
  recursive logical function is_odd(n) result(r)
    integer, value :: n
    r = .false.
    if (n > 0) r = is_even(n - 1)
  end function
  elemental subroutine clip(x, low, high)
    real(8), intent(inout) :: x
    real(8), intent(in) :: low
    real(8), intent(in), optional :: high
    x = max(x, low)
    if (present(high)) x = min(x, high)
  end subroutine
  function powers(x) result(p)
    real(8), intent(in) :: x
    real(8) :: p(3)
    integer :: i
    p = [(x**i, i = 1, 3)]
  end function
end module

integer function outside(i)
  implicit none
  integer, intent(in) :: i
  integer, external :: beyond
  outside = beyond(i) + 1
end function

integer function beyond(i)
  implicit none
  integer, intent(in) :: i
  beyond = 3*i
end function

subroutine described(x, y)
  implicit none
  real(8), intent(in) :: x(:)
  real(8), intent(out), optional :: y
  if (present(y)) y = x(1) + x(size(x))
end subroutine

program main
  use testing
  use shapes
  implicit none
  integer, parameter :: n = 500
  integer, external :: outside
  interface
    subroutine described(x, y)
      real(8), intent(in) :: x(:)
      real(8), intent(out), optional :: y
    end subroutine
  end interface
  integer :: i, k(n), m(6, n), wanted(n), offset
  logical :: even(n)
  real(8) :: x(n), y(n), v(4, n)
  type(box) :: boxes(n)

  do i = 1, n
    m(:, i) = [i, 2*i, 3, 4, 5, mod(i, 7)]
    v(:, i) = 0.5d0*m(1:4, i)
    boxes(i) = box(i, 0.25d0)
  end do

  !$acc parallel loop copyin(m) copyout(k)
  do i = 1, n
    k(i) = total(m(:, i)) + total(m(1:6:5, i)) + outside(i)
  end do
  call expect_equal(k, [(sum(m(:, i)) + m(1, i) + m(6, i) + 3*i + 1, i = 1, n)], 'sums')

  !$acc kernels loop independent copyin(v, boxes) copyout(x)
  do i = 1, n
    x(i) = total(v(::2, i)) + boxes(i)%area() + boxes(i)%scale(v(1, i))
  end do
  call expect_equal(x, [(v(1, i) + v(3, i) + 0.25d0*i + 2*v(1, i), i = 1, n)], 'type-bound')

  !$acc parallel loop gang copyin(boxes) copyout(x, y)
  do i = 1, n
    block
      type(box) :: b
      b = 1.5d0*i
      b = b .join. boxes(i)
      x(i) = b%a
      y(i) = b%b
      call clip(x(i), 10.0d0)
      call clip(y(i), 4.0d0, 100.0d0)
    end block
  end do
  call expect_equal(x, [(max(2.5d0*i, 10.0d0), i = 1, n)], 'operator')
  call expect_equal(y, [(min(max(3.0d0*i, 4.0d0), 100.0d0), i = 1, n)], 'assignment')

  !$acc parallel copyout(k, even)
  !$acc loop gang vector
  do i = 1, n
    k(i) = gcd(i, 60)
    even(i) = is_even(mod(i, 20))
  end do
  !$acc end parallel
  do i = 1, n
    wanted(i) = gcd(i, 60)
  end do
  call expect_equal(k, wanted, 'recursion')
  call expect_equal(merge(1, 0, even), [(mod(i + 1, 2), i = 1, n)], 'each other')

  !$acc serial copyin(v) copyout(x(1:3))
  x(1:3) = powers(v(1, 2))
  !$acc end serial
  call expect_equal(x(1:3), v(1, 2)**[1, 2, 3], 'array result')

  !$acc parallel loop copyin(v) copyout(y) private(x)
  do i = 1, n
    call described(v(2:3, i), y(i))
  end do
  call expect_equal(y, v(2, :) + v(3, :), 'interface')

  offset = 7
  !$acc parallel loop copyout(k)
  do i = 1, n
    call inside(k(i), i)
  end do
  call expect_equal(k, [(i + 7, i = 1, n)], 'internal')
  call finish()
contains
  subroutine inside(r, j)
    integer, intent(out) :: r
    integer, intent(in) :: j
    r = plus(j, 7)
  end subroutine
  integer function plus(a, b)
    integer, intent(in) :: a, b
    plus = a + b
  end function
end program
