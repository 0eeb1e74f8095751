!===-- acc-routine-branches.f90 - Control flow in routines ---===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! RETURN, loops with conditions and SELECT CASE around the loops of vector and
! worker routines, calls under conditions, sums in components, recursion.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
  type :: cell
    integer :: n
    real(8) :: v(16), s
  end type
contains
  subroutine early(x, n, s, stat)
    !$acc routine vector
    integer, intent(in) :: n
    integer, intent(inout) :: x(n)
    integer, intent(out) :: s, stat
    integer :: i, t
    stat = 0
    s = 0
    if (n < 3) then
      stat = 1
      return
    end if
    t = 0
    !$acc loop vector reduction(+:t)
    do i = 1, n
      t = t + x(i)
    end do
    if (mod(t, 2) == 0) then
      stat = 2
      s = t
      return
    end if
    do while (t > 100)
      !$acc loop vector
      do i = 1, n
        x(i) = x(i) - 1
      end do
      t = t - 50
      s = s + 1
    end do
    select case (mod(t, 4))
    case (1)
      !$acc loop vector
      do i = 1, n
        x(i) = x(i)*2
      end do
    case default
      !$acc loop vector reduction(max:s)
      do i = 1, n
        s = max(s, x(i))
      end do
    end select
    stat = 3
  end subroutine
  subroutine cells(c, w)
    !$acc routine vector
    type(cell), intent(inout) :: c
    real(8), intent(in) :: w
    real(8) :: part, big
    integer :: i
    part = 0; big = -1
    !$acc loop vector reduction(+:part) reduction(max:big)
    do i = 1, c%n
      c%v(i) = c%v(i)*w
      part = part + c%v(i)
      big = max(big, c%v(i))
    end do
    c%s = part + big
    c%n = c%n - 1
  end subroutine
  logical function any_above(x, n, lim)
    !$acc routine vector
    integer, value :: n, lim
    integer, intent(in) :: x(n)
    integer :: i
    any_above = .false.
    !$acc loop vector reduction(.or.:any_above)
    do i = 1, n
      any_above = any_above .or. x(i) > lim
    end do
  end function
  subroutine prefix(x, n)
    !$acc routine worker
    integer, value :: n
    integer, intent(inout) :: x(n)
    integer :: y(256), i, d
    d = 1
    do while (d < n)
      !$acc loop worker vector
      do i = 1, n
        y(i) = x(i)
        if (i > d) y(i) = y(i) + x(i - d)
      end do
      !$acc loop worker vector
      do i = 1, n
        x(i) = y(i)
      end do
      d = 2*d
    end do
  end subroutine
  recursive subroutine tree(x, lo, hi)
    !$acc routine seq
    integer, intent(inout) :: x(*)
    integer, value :: lo, hi
    integer :: mid
    if (lo == hi) then
      x(lo) = x(lo) + 1
    else
      mid = (lo + hi)/2
      call tree(x, lo, mid)
      call tree(x, mid + 1, hi)
      x(lo) = x(lo) + hi - lo
    end if
  end subroutine
end module
program main
  use testing
  use m
  implicit none
  integer, parameter :: n = 90
  integer :: a(n, n), b(n, n), s(n), t(n), st(n), tt(n), i, j, h(n, n), g(n, n)
  type(cell) :: c(n), d(n)
  do j = 1, n
    a(:, j) = [(mod(i*j, 11) + mod(j, 3), i = 1, n)]
    c(j)%n = mod(j, 17); c(j)%v = [(i*j*0.5d0, i = 1, 16)]; c(j)%s = 0
  end do
  b = a; d = c
  do j = 1, n
    call early(b(:, j), mod(j*7, n), t(j), tt(j))
    if (any_above(b(:, j), n, j/8)) b(1, j) = -5
    call cells(d(j), 1.0d0/j)
    if (j > 20) call cells(d(j), 2.0d0)
  end do
  !$acc parallel loop gang copy(a, c) copyout(s, st)
  do j = 1, n
    call early(a(:, j), mod(j*7, n), s(j), st(j))
    if (any_above(a(:, j), n, j/8)) a(1, j) = -5
    call cells(c(j), 1.0d0/j)
    if (j > 20) call cells(c(j), 2.0d0)
  end do
  call expect(.not. (any(a /= b)), 'early a')
  call expect(.not. (any(s /= t) .or. any(st /= tt)), 'early s')
  do j = 1, n
   call expect(.not. (c(j)%n /= d(j)%n .or. any(abs(c(j)%v - d(j)%v) > 1e-10) .or. abs(c(j)%s - d(j)%s) > 1e-9), 'cells')
  end do
  do j = 1, n
    a(:, j) = [(mod(i*j, 11) + mod(j, 3), i = 1, n)]
  end do
  b = a; s = 0; t = 0; st = 0; tt = 0
  do j = 1, n
   if (mod(j, 2) == 0) call early(b(:, j), mod(j*7, n), t(j), tt(j))
  end do
  !$acc parallel num_workers(4) vector_length(64) copy(a, s, st)
  !$acc loop gang worker
  do j = 1, n
    if (mod(j, 2) == 0) call early(a(:, j), mod(j*7, n), s(j), st(j))
  end do
  !$acc end parallel
  call expect(.not. (any(a /= b)), 'worker a')
  call expect(.not. (any(s /= t) .or. any(st /= tt)), 'worker s')
  h = 1; g = h
  do j = 1, n
    if (j /= 5) call prefix(g(:, j), n)
    call tree(g(:, j), 1, j)
  end do
  !$acc parallel copy(h)
  !$acc loop gang
  do j = 1, n
    if (j /= 5) call prefix(h(:, j), n)
  end do
  !$acc end parallel
  !$acc parallel copy(h)
  !$acc loop gang vector
  do j = 1, n
    call tree(h(:, j), 1, j)
  end do
  !$acc end parallel
  call expect(.not. (any(h /= g)), 'prefix')
  call finish()
end program
