!===-- stdpar-kept-arrays.f90 - Arrays that loops hand on to loops -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! An array that only DO CONCURRENT names is not the iteration's own where an
! iteration refers to it, as a whole, a section or in a loop, before it defines it:
! it has the value of a construct before, of the same one in an earlier trip or of
! an earlier call. What asks for its shape, or an inner loop that defines it later
! on, is no such reference. Procedures that a type has, and that assign, may keep
! parts of what they define.
!
!===----------------------------------------------------------------------===!

module kept
  implicit none
  type pair
    integer :: a = 0, b = 0
  end type
  type list
    integer :: v(6) = 0
  contains
    procedure :: put, total
    procedure, private :: mark
    generic :: assignment(=) => mark
  end type
contains
  pure subroutine put(self, i, x)
    class(list), intent(inout) :: self
    integer, intent(in) :: i, x
    self%v(i) = x
  end subroutine

  pure integer function total(self)
    class(list), intent(in) :: self
    total = sum(self%v)
  end function

  pure subroutine mark(self, i)
    class(list), intent(inout) :: self
    integer, intent(in) :: i
    self%v(i) = -i
  end subroutine

  pure subroutine add(x, sum)
    integer, intent(in) :: x(:)
    integer, intent(inout) :: sum
    integer :: i
    do i = 1, size(x)
      sum = sum + x(i)
    end do
  end subroutine

  pure subroutine scale(x, by)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: by
    x = x*by
  end subroutine

  subroutine scratch(a)
    integer, intent(inout) :: a(:)
    integer, save :: w(64)
    integer :: i, k
    do concurrent (i = 1:size(a))
      w = i
      do k = 2, 64
        w(k) = w(k - 1) + 1
      end do
      a(i) = w(64)
    end do
  end subroutine

  subroutine called(b, t)
    integer, intent(inout) :: b(4)
    integer, intent(in) :: t
    integer, save :: z(4), y(4)
    integer :: i, k
    do concurrent (i = 1:2)
      if (i == 2) then
        if (t > 1) then
          do k = 1, 4
            b(k) = b(k) + z(k) + y(k)
          end do
        end if
        do k = 1, 4
          z(k) = k*t
        end do
        y = t
      end if
    end do
  end subroutine
end module

subroutine read_outside(n)
  use testing
  implicit none
  integer, intent(in) :: n
  integer :: w(8), u(8), y(8), z(8), a(n), i, s
  associate (v => w)
    do concurrent (i = 1:n)
      w(i) = i
      a(i) = w(i)*2
    end do
    s = v(3)
  end associate
  call expect_equal(s, 3, 'read by a name of ASSOCIATE behind')
  associate (whole => u)
    associate (part => whole(2:5))
      do concurrent (i = 1:n)
        whole(i) = i
        a(i) = whole(i)*2
      end do
      s = part(2)
    end associate
  end associate
  call expect_equal(s, 3, 'read by a name of a name')
  associate (v => y)
    v = 5
    do concurrent (i = 1:n)
      if (i == 2) y(i) = i
      a(i) = y(i)
    end do
  end associate
  call expect_equal(a, [5, 2, (5, i = 3, n)], 'defined by a name of ASSOCIATE')
  a = 0
  do concurrent (i = 1:n)
    z(i) = i
    a(i) = z(i)
  end do
  do concurrent (i = 1:z(5))
    z(1) = 2*i
    a(i) = z(1)
  end do
  call expect_equal(a, [2, 4, 6, 8, 10, (i, i = 6, n)], 'read by the limits of another construct')
end subroutine

program main
  use kept
  use testing
  implicit none
  integer, parameter :: n = 1000
  integer :: a(n), b(4), i, k, t
  integer :: whole(3), passed(3), section(4), element(2), trip(3)
  integer :: own(5), other(5), selected(4), mold(2)
  integer :: branch(3), updated(3), scaled(2)
  integer :: dimension(2), source(2), table(2, 3)
  type(pair) :: record
  type(list) :: object, marked

  ! From one construct to the next.
  a = 0
  do concurrent (i = 1:10)
    if (i == 3) then
      whole = i
      passed = i
      section(2:3) = i
      record%a = i
    end if
  end do
  do concurrent (i = 1:10)
    if (i == 5) then
      a(5) = sum(whole)
      whole = 0
    else if (i == 6) then
      call add(passed, a(6))
      passed = 0
    else if (i == 7) then
      a(7) = maxval(section(2:3))
      section = 0
    else if (i == 8) then
      a(8) = value(record)
      record%a = 0
    end if
  end do
  call expect_equal(a(:10), [0, 0, 0, 0, 9, 9, 3, 3, 0, 0], 'from another construct')

  ! From one trip to the next.
  a = 0
  do t = 1, 4
    do concurrent (i = 1:1)
      if (t > 1) a(t) = element(1) + sum(trip)
      element(1) = t
      trip = t
    end do
  end do
  call expect_equal(a(:4), [0, 4, 8, 12], 'from another trip')

  ! In another branch, in a loop that defines the same element afterwards, and
  ! beside what a procedure defines.
  do t = 1, 4
    do concurrent (i = 1:1)
      if (mod(t, 2) == 1) then
        branch = t
      else
        a(t) = sum(branch)
      end if
    end do
  end do
  call expect_equal(a(2:4:2), [3, 9], 'from another branch')
  do concurrent (i = 1:2)
    if (i == 1) then
      updated = 7
      scaled = [2, 3]
    end if
  end do
  do concurrent (i = 1:2)
    if (i == 2) then
      do k = 1, 3
        updated(k) = updated(k) + k
      end do
    end if
  end do
  do concurrent (i = 1:2)
    if (i == 2) then
      do k = 1, 3
        a(k) = updated(k)
        updated(k) = 0
      end do
      call scale(scaled, maxval(scaled))
      a(4:5) = scaled
    end if
  end do
  call expect_equal(a(:5), [8, 9, 10, 6, 9], 'before the element is defined')

  ! As values in arguments of inquiries, and of TRANSFER by keywords.
  do concurrent (i = 1:2)
    if (i == 2) then
      dimension = 2
      source = [7, 8]
    end if
  end do
  do concurrent (i = 1:2)
    if (i == 2) then
      a(1) = size(table, dimension(1))
      a(2) = transfer(mold=1, source=source(2))
      dimension = 1
      source = 0
    end if
  end do
  call expect_equal(a(:2), [3, 8], 'values in inquiries')

  ! From one call to the next.
  b = 0
  do t = 1, 4
    call called(b, t)
  end do
  call expect_equal(b, [12, 18, 24, 30], 'from another call')

  ! Objects of type-bound procedures, which assign a part of them.
  do concurrent (i = 1:6)
    call object%put(i, 2*i)
  end do
  call expect_equal(object%v, [2, 4, 6, 8, 10, 12], 'object of a call')
  do concurrent (i = 1:3)
    marked = i
  end do
  call expect_equal(marked%v, [-1, -2, -3, 0, 0, 0], 'defined assignment')

  ! Iterations' own.
  do concurrent (i = 1:n)
    do k = 1, size(own)
      if (k > 1) then
        own(k) = own(k - 1) + i
      else
        own(k) = i
      end if
    end do
    do k = lbound(other, 1), ubound(other, 1)
      if (k > 1) a(i) = a(i) + other(k - 1)
      other(k) = own(k)
    end do
    associate (half => selected(2:3))
      half = i
      a(i) = sum(half) + own(5) + other(5)
    end associate
    mold = transfer(cmplx(i, 0), mold)
    a(i) = a(i) + mold(2)
  end do
  call expect_equal(a, [(12*i, i = 1, n)], 'of the iteration')
  call scratch(a)
  call expect_equal(a, [(i + 63, i = 1, n)], 'saved, and of the iteration')
  call read_outside(8)
  call finish
contains
  pure integer function value(x)
    type(pair), intent(in) :: x
    value = x%a + x%b
  end function
end program
