!===-- acc-kernels-assigned-by-calls.f90 - Who assigns a scalar ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -gpu=check %{testing} %s -o %t.dir/checked
! RUN: %run %t.dir/checked | %{check-pass}
!
! Procedures that assign a scalar on some paths only, by others or in a
! recursion, a part of a complex one among them; parts of complex scalars in
! branches and nests; captures; limits of loops that calls give. The last
! iteration that assigned the scalar gives the value behind the loop.
!
!===----------------------------------------------------------------------===!

module finders
  implicit none
contains
  logical function is_found(i)
    integer, intent(in) :: i
    is_found = mod(i*7, 101) == 40
  end function
  subroutine find(i, s)
    integer, intent(in) :: i
    integer :: s
    if (is_found(i)) s = i
  end subroutine
  subroutine find_even(i, s)
    integer, intent(in) :: i
    integer :: s
    if (mod(i, 2) == 0) call find(i, s)
  end subroutine
  recursive subroutine find_from(i, s)
    integer, intent(in) :: i
    integer :: s
    if (i < 1) return
    call find_from(i - 400, s)
    call find(i, s)
  end subroutine
  subroutine find_both(i, s, t)
    integer, intent(in) :: i
    integer :: s, t
    if (is_found(i)) t = -i
    call find_even(i, s)
  end subroutine
  subroutine find_part(i, x)
    integer, intent(in) :: i
    real :: x
    if (is_found(i)) x = i
  end subroutine
  subroutine find_parts(i, z)
    integer, intent(in) :: i
    complex :: z
    select case (mod(i, 3))
    case (0)
      call find_part(i, z%im)
    case (1)
      z%re = i
    end select
  end subroutine
  subroutine limit_of(i, m)
    integer, intent(in) :: i
    integer :: m
    m = mod(i, 5)
  end subroutine
end module

program main
  use testing
  use finders
  implicit none
  integer, parameter :: n = 500
  integer :: last(0:n), i

  last = -3
  do i = 1, n
    last(i) = merge(i, last(i - 1), is_found(i))
  end do
  call calls()
  call parts()
  call captures()
  call limits()
  call finish()
contains
  subroutine calls()
    integer :: s, t, u, v, seen(n), wanted(n)
    s = -3
    !$acc kernels loop independent
    do i = 1, n
      call find(i, s)
    end do
    call expect_equal(s, last(n), 'a condition')
    t = -3
    !$acc kernels loop independent
    do i = 1, n
      call find_even(i, t)
      seen(i) = t
    end do
    wanted = [(merge(i, -3, is_found(i) .and. mod(i, 2) == 0), i=1, n)]
    call expect_equal(seen, wanted, 'in the iteration')
    call expect_equal(t, maxval(wanted), 'through another procedure')
    u = -3
    !$acc kernels loop independent
    do i = 1, n
      call find_from(i, u)
    end do
    do i = n, 1, -1
      s = -3
      call find_from(i, s)
      if (s /= -3) exit
    end do
    call expect_equal(u, s, 'a recursion')
    u = 1
    v = 2
    !$acc kernels loop independent
    do i = n, 1, -1
      call find_both(i, u, v)
    end do
    s = 1
    t = 2
    do i = n, 1, -1
      call find_both(i, s, t)
    end do
    call expect_equal([u, v], [s, t], 'two scalars')
  end subroutine

  subroutine parts()
    complex :: c, d, z(n), wanted(n)
    integer :: j
    c = (7, 9)
    !$acc kernels loop independent
    do i = 1, n
      call find_part(i, c%re)
    end do
    call expect(c == cmplx(last(n), 9), 'a part by a procedure')
    ! Each part has an iteration of its own that assigns it last.
    c = (7, 9)
    !$acc kernels loop independent
    do i = 1, n
      if (mod(i, 3) == 0) then
        c%re = i
      else if (mod(i, 3) == 1) then
        c%im = -i
      end if
    end do
    call expect(c == cmplx(498, -499), 'parts under conditions')
    c = (7, 9)
    !$acc kernels loop independent
    do i = 1, n
      call find_parts(i, c)
    end do
    d = (7, 9)
    do i = 1, n
      call find_parts(i, d)
    end do
    call expect(c == d, 'parts by procedures')
    ! Names of parts that two loops use.
    !$acc kernels
    !$acc loop independent gang
    do i = 1, n
      d%re = i
      d%im = -i
      !$acc loop independent vector
      do j = 1, 33
        if (mod(j, 7) == mod(i, 3)) d%re = j
      end do
      z(i) = d
    end do
    !$acc end kernels
    do i = 1, n
      wanted(i) = cmplx(28 + mod(i, 3), -i)
    end do
    call expect(all(z == wanted), 'parts in a nest')
    call expect(d == wanted(n), 'parts behind the nest')
    ! Both parts, or the whole; parallel without a word of the program.
    !$acc kernels
    do i = 1, n
      if (mod(i, 2) == 0) then
        d%re = i
        d%im = 1
      else
        d = -i
      end if
      z(i) = d
    end do
    !$acc end kernels
    wanted = [(merge(cmplx(i, 1), cmplx(-i), mod(i, 2) == 0), i=1, n)]
    call expect(all(z == wanted), 'parts in branches')
    call expect(d == wanted(n), 'parts behind branches')
  end subroutine

  subroutine captures()
    integer :: counter, mine, got(n), wanted
    counter = 0
    got = 0
    !$acc kernels copy(counter)
    !$acc loop independent
    do i = 1, n
      if (mod(i, 3) == 0) then
        !$acc atomic capture
        counter = counter + 1
        mine = counter
        !$acc end atomic
        got(mine) = i
      end if
    end do
    !$acc end kernels
    wanted = n/3
    call expect_equal(counter, wanted, 'captures')
    call expect_equal(sum(got), sum([(i, i=3, n, 3)]), 'what iterations captured')
    call expect_equal(got(mine), 3*wanted, 'the last capture')
  end subroutine

  subroutine limits()
    integer :: j, m, v
    v = -3
    !$acc kernels loop independent gang
    do i = 1, n
      call limit_of(i, m)
      !$acc loop independent vector
      do j = 1, m
        v = j + 10*i
      end do
    end do
    call expect_equal([v, m], [4 + 10*(n - 1), 0], 'limits by calls')
  end subroutine
end program
