!===-- acc-routine-statements.f90 - Array statements in routines ---===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -O0 %{testing} %s -o %t.dir/plain
! RUN: %run %t.dir/plain | %{check-pass}
!
! Assignments of arrays with and without temporaries, WHERE, FORALL, SUM and the
! like in a vector routine; elemental functions in kernels constructs,
! characters, components that are allocatable, functions of arrays and assumed
! size in routines that no directive names.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
  type :: bag
    integer :: id
    real(8), allocatable :: w(:)
  end type
  integer, parameter :: nc = 8
contains
  subroutine vec(x, y, n, mode)
    !$acc routine vector
    integer, value :: n
    integer, intent(in) :: mode
    real(8), intent(inout) :: x(n), y(n)
    real(8) :: s
    integer :: k
    x(1:n:2) = x(1:n:2) + 1
    where (x > 5) y = x*2
    s = sum(x)
    x(n) = s
    y(1:n) = y(n:1:-1)
    do k = 1, mode
      x = x + k
    end do
    if (any(x > 1e6)) x = 0
    y(k) = maxval(x) + minval(y) + dot_product(x, y)
    forall (k = 1:n - 1) x(k) = x(k + 1)
  end subroutine
  elemental real(8) function f(x)
    real(8), intent(in) :: x
    f = x*x + 1
  end function
  pure subroutine name_it(c, i)
    character(*), intent(out) :: c
    integer, intent(in) :: i
    c = repeat(achar(65 + mod(i, 26)), 3)
    if (len(c) > 5) c(5:5) = '!'
  end subroutine
  pure integer function find_it(words, c) result(r)
    character(*), intent(in) :: words(:), c
    integer :: i
    r = 0
    do i = 1, size(words)
      if (words(i) == trim(c)) then
        r = i
        return
      end if
    end do
  end function
  real(8) function weight(b)
    type(bag), intent(in) :: b
    weight = sum(b%w)*b%id
  end function
  function cross(a, b) result(c)
    real(8), intent(in) :: a(3), b(3)
    real(8) :: c(3)
    c = [a(2)*b(3) - a(3)*b(2), a(3)*b(1) - a(1)*b(3), a(1)*b(2) - a(2)*b(1)]
  end function
  subroutine astar(a, n, m)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, *)
    integer :: j
    do concurrent (j = 1:m)
      a(:, j) = a(:, j)*j
    end do
  end subroutine
end module
program main
  use testing
  use m
  implicit none
  integer, parameter :: n = 60
  real(8) :: x(n, n), y(n, n), u(n, n), v(n, n), r(n), q(n), c3(3, n), d3(3, n), a3(3, n)
  integer :: i, j, k(n), l(n)
  character(7) :: words(n), other(n)
  type(bag) :: b(n)
  do j = 1, n
    x(:, j) = [(mod(i*j, 13)*0.5d0, i = 1, n)]
    y(:, j) = j
    allocate(b(j)%w(j)); b(j)%w = [(i, i=1,j)]; b(j)%id = j
    a3(:, j) = [j, 2, 3]
  end do
  u = x; v = y
  do j = 1, n
    call vec(u(:, j), v(:, j), n, mod(j, 4))
  end do
  !$acc parallel loop gang copy(x, y)
  do j = 1, n
    call vec(x(:, j), y(:, j), n, mod(j, 4))
  end do
  call expect(.not. (any(x /= u) .or. any(abs(y - v) > 1e-9*abs(v))), 'vec')
  !$acc kernels
  y = f(x) + f(2*u)
  !$acc end kernels
  call expect(.not. (any(y /= f(x) + f(2*u))), 'f')
  !$acc kernels
  r = f(x(:, 3))
  q = x(3, :)
  q = f(q)
  !$acc end kernels
  call expect(.not. (any(r /= f(x(:, 3))) .or. any(q /= f(x(3, :)))), 'f2')
  !$acc parallel loop copyout(words)
  do i = 1, n
    call name_it(words(i), i)
  end do
  do i = 1, n
    call name_it(other(i), i)
  end do
  call expect(.not. (any(words /= other)), 'names')
  !$acc parallel loop copyin(words) copyout(k)
  do i = 1, n
    k(i) = find_it(words(1:20), other(i)) + find_it(words(20:1:-1), words(i)//' ')
  end do
  do i = 1, n
    l(i) = find_it(words(1:20), other(i)) + find_it(words(20:1:-1), words(i)//' ')
  end do
  call expect(.not. (any(k /= l)), 'find')
  !$acc data copyin(b)
  do j = 1, n
   !$acc enter data copyin(b(j)%w)
  end do
  !$acc parallel loop copyout(r)
  do i = 1, n
    r(i) = weight(b(i))
  end do
  do j = 1, n
   !$acc exit data delete(b(j)%w)
  end do
  !$acc end data
  call expect(.not. (any(r /= [(sum([(j, j=1,i)])*i, i=1,n)])), 'weight')
  !$acc parallel loop copyin(a3) copyout(c3)
  do i = 1, n
    c3(:, i) = cross(a3(:, i), [1d0, 0d0, 1d0*i]) + cross([1d0, 2d0, 3d0], a3(:, n+1-i))
  end do
  do i = 1, n
    d3(:, i) = cross(a3(:, i), [1d0, 0d0, 1d0*i]) + cross([1d0, 2d0, 3d0], a3(:, n+1-i))
  end do
  call expect(.not. (any(c3 /= d3)), 'cross')
  x = 1
  !$acc parallel loop copy(x)
  do i = 1, n/10
    call astar(x(1, 10*(i-1)+1), n, 10)
  end do
  call expect(.not. (any(x(5, :) /= [(mod(i-1,10)+1, i=1,n)])), 'astar')
  call finish()
end program
