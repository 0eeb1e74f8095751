!===-- acc-routine-results.f90 - Results and arguments of any type -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Procedures that are called beside the parallel loops of a routine of level
! worker: one thread calls a sequential one for all, which have the arrays,
! texts, records and allocatable results that it gives, and what it does to
! arguments. So have they what functions of level worker and vector give, and
! what inquiries say of results.
!
!===----------------------------------------------------------------------===!
module routines
  implicit none
  type part
    integer :: k = 5
    integer, allocatable :: w(:)
  end type
  type point
    real :: x, y
    character(6) :: name
  end type
contains
  subroutine init(z, n)
    !$acc routine seq
    type(part), intent(inout) :: z
    integer, intent(in) :: n
    integer :: q
    z%k = n
    z%w = [(q, q = 1, n)]
  end subroutine

  subroutine make(w, n)
    !$acc routine seq
    integer, allocatable, intent(out) :: w(:)
    integer, intent(in) :: n
    integer :: q
    allocate(w(n))
    w = [(2*q, q = 1, n)]
  end subroutine

  subroutine label(s, n)
    !$acc routine seq
    character(*), intent(out) :: s
    integer, intent(in) :: n
    s = 'number '//achar(n + 48)
  end subroutine

  integer function length(s)
    !$acc routine seq
    character(*), intent(in) :: s
    length = len_trim(s)
  end function

  subroutine place(p, n)
    !$acc routine seq
    type(point), intent(out) :: p
    integer, intent(in) :: n
    p = point(n, 2*n, 'p')
  end subroutine

  function made(n) result(z)
    !$acc routine seq
    integer, intent(in) :: n
    type(part) :: z
    integer :: q
    z%k = n
    allocate(z%w(n))
    z%w = [(q*n, q = 1, n)]
  end function

  function made_point(n) result(z)
    !$acc routine seq
    integer, intent(in) :: n
    type(point) :: z
    z = point(n, n, 'abc')
  end function

  function text(n) result(s)
    !$acc routine seq
    integer, intent(in) :: n
    character(n) :: s
    s = repeat('ab', n)
  end function

  function texts(n) result(s)
    !$acc routine seq
    integer, intent(in) :: n
    character(n) :: s(3)
    s = repeat('ab', n)
  end function

  function list(n) result(s)
    !$acc routine seq
    integer, intent(in) :: n
    integer, allocatable :: s(:)
    integer :: q
    s = [(q*q, q = 1, n)]
  end function

  function row(n) result(s)
    !$acc routine seq
    integer, intent(in) :: n
    integer :: s(n)
    integer :: q
    s = [(q + n, q = 1, n)]
  end function

  function dtext(n) result(s)
    !$acc routine seq
    integer, intent(in) :: n
    character(:), allocatable :: s
    s = repeat('x', n)
  end function

  function teamrow(n) result(s)
    !$acc routine worker
    integer, intent(in) :: n
    integer :: s(n)
    integer :: q
    !$acc loop worker vector
    do q = 1, n
      s(q) = q + n
    end do
  end function

  function teamlist(n) result(s)
    !$acc routine worker
    integer, intent(in) :: n
    integer, allocatable :: s(:)
    integer :: q
    allocate(s(n))
    !$acc loop worker vector
    do q = 1, n
      s(q) = q + n
    end do
  end function

  function vecrow(n) result(s)
    !$acc routine vector
    integer, intent(in) :: n
    integer :: s(n)
    integer :: q
    !$acc loop vector
    do q = 1, n
      s(q) = q + n
    end do
  end function

  subroutine outer(z, w, s, n)
    !$acc routine worker
    type(part), intent(inout) :: z
    integer, allocatable, intent(inout) :: w(:)
    character(*), intent(inout) :: s
    integer, intent(in) :: n
    integer :: q
    call init(z, n)
    call make(w, n)
    call label(s, 7)
    !$acc loop worker vector
    do q = 1, n
      w(q) = w(q) + z%w(q) + length(s)
    end do
  end subroutine

  function reals(n) result(r)
    !$acc routine seq
    integer, intent(in) :: n
    real :: r(0:n)
    r = n
  end function

  pure function planes(n) result(r)
    !$acc routine seq
    integer, intent(in) :: n
    real, allocatable :: r(:, :)
    allocate(r(n, -1:n))
    r = n
  end function

  subroutine inquire_of(o, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: i
    integer :: q
    o(1) = lbound(dble(reals(i)), 1) + 10*ubound(dble(reals(i)), 1)
    o(2) = size(dble(planes(i)), 2) + sum(shape(planes(i)))*100
    o(3) = lbound(planes(i), 2) + 10*ubound(planes(i), 2)
    o(4) = size(reals(i) + reals(i)) + len(text(i)//'abc')*100
    o(5) = ubound(matmul(planes(i), transpose(planes(i))), 1) + len(texts(i))*100
    o(6) = size([row(i), list(2)]) + ubound(pack(row(i), row(i) > i + 1), 1)*100
    o(7) = count(reals(i) == i) + size(row(size(row(i))))*100
    !$acc loop worker vector
    do q = 1, 7
      o(q) = o(q) + 1
    end do
  end subroutine

  subroutine work(o, n, i)
    !$acc routine worker
    integer, intent(out) :: o(7)
    integer, intent(in) :: n, i
    type(part) :: z, y
    type(point) :: p, g
    integer, allocatable :: w(:), v(:)
    integer :: q, x(n), u(n), l
    character(10) :: s
    character(12) :: other
    call init(z, n)
    call make(w, n)
    call label(s, i)
    call place(p, i)
    y = made(n)
    g = made_point(3)
    v = list(n)
    x = row(n)
    u = x + row(n)*2
    l = length(text(i)//'x') + len(dtext(i)) + length('lit')
    other = text(i)
    !$acc loop worker vector
    do q = 1, 7
      o(q) = z%w(q) + z%k + w(q) + iachar(s(8:8)) + int(p%x + p%y) + y%w(q) + &
             y%k + int(g%x) + v(q) + x(q) + u(n - q) + l*1000 + iachar(other(2:2))
    end do
    call outer(z, w, other, n - 3)
    o(1) = o(1) + w(n - 3) + sum(teamrow(n)) + sum(teamlist(n)) + &
           sum(vecrow(n)) + size(w) + iachar(other(8:8)) + length(p%name // g%name)
    if (any(texts(4) /= 'abab')) o(2) = -1
    v = teamlist(n)
    x = teamrow(n)
    u = vecrow(n)
    !$acc loop worker vector
    do q = 3, 7
      o(q) = o(q) + v(q) + x(q) + u(q)
    end do
  end subroutine
end module

program main
  use testing
  use routines
  implicit none
  integer, parameter :: n = 45, m = 7
  integer :: o(7, m), x(7, m), i
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call work(o(:, i), n, i)
  end do
  do i = 1, m
    call work(x(:, i), n, i)
  end do
  call expect(all(o == x), 'calls')
  o = -1
  !$acc parallel loop gang copy(o) num_workers(4) vector_length(32)
  do i = 1, m
    call inquire_of(o(:, i), i)
  end do
  do i = 1, m
    x(:, i) = 1 + [1 + 10*(i + 1), i + 2 + 100*(2*i + 2), 1 + 10*(i + 2), i + 1 + 100*(i + 3), &
                   i + 100*i, i + 2 + 100*(i - 1), i + 1 + 100*i]
  end do
  call expect(all(o == x), 'inquiries')
  call finish()
end program
