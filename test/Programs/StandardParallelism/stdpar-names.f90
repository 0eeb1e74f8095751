!===-- stdpar-names.f90 - Variables of several names -----------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -O0 -gpu=nomanaged %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -target=cpu -fcpu-loop-threads %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! DO CONCURRENT defines variables and parts of them by names of ASSOCIATE and
! SELECT TYPE, complex numbers by parts, and arrays that lie between the elements
! of others; one construct refers to what another one defined.
!
!===----------------------------------------------------------------------===!

subroutine pick(n, a, x)
  use testing
  implicit none
  integer, intent(in) :: n, a(n)
  class(*), intent(inout) :: x
  integer :: i
  select type (x)
  type is (integer)
    do concurrent (i = 1:n)
      if (a(i) == 8) x = 10*i
    end do
  end select
end subroutine

subroutine parts(n, a, b, z)
  implicit none
  integer, intent(in) :: n, a(n)
  real, intent(inout) :: b(n)
  complex, intent(inout) :: z
  integer :: i
  do concurrent (i = 1:n)
    if (a(i) == 9) then
      z = cmplx(i, 0)
      z%im = 5
      b(i) = aimag(z)
    end if
  end do
end subroutine

subroutine numbers(n, a)
  use testing
  implicit none
  integer, intent(in) :: n, a(n)
  integer :: b(n), i
  complex :: z
  z = (1, 1)
  do concurrent (i = 1:n)
    if (a(i) == 7) z%re = i
  end do
  call expect(z == (7, 1), 'a part of a number alone')
  associate (imaginary => z%im)
    do concurrent (i = 1:n)
      if (a(i) == 8) imaginary = 2*i
    end do
    do concurrent (i = 1:n)
      b(i) = nint(imaginary)
    end do
  end associate
  call expect(z == (7, 16) .and. all(b == 16), 'by another name')
  do concurrent (i = 1:n)
    if (mod(i, 2) == 0) then
      z%re = i
      z%im = 1
    else
      z%im = i
      z%re = 1
    end if
    b(i) = nint(z%re*z%im)
  end do
  call expect_equal(b, [(i, i = 1, n)], 'both parts on all ways')
end subroutine

program main
  use testing
  implicit none
  integer, parameter :: n = 100
  type :: counter
    integer :: total, last(2)
  end type
  interface
    subroutine pick(n, a, x)
      integer, intent(in) :: n, a(n)
      class(*), intent(inout) :: x
    end subroutine
  end interface
  integer :: a(n), b(n), w(4), two(2), res(2), i, k, t
  type(counter) :: c
  real :: r(n)
  real, target :: d(2*n), e(4, n)
  real, pointer :: re(:), im(:)
  complex :: z

  a = [(i, i = 1, n)]
  t = 4
  w = -1
  c = counter(1, [2, 3])
  associate (whole => t, element => w(2), total => c%total, last => c%last(1))
    do concurrent (i = 1:n)
      if (a(i) == 5) then
        whole = i
        element = 2*i
        total = 3*i
      end if
      if (a(i) == 6) last = 4*i
    end do
    call expect_equal([whole, element, total, last], [5, 10, 15, 24], 'by the names')
    do concurrent (i = 1:n)
      associate (inner => whole)
        inner = 7*i
        b(i) = inner + 1
      end associate
    end do
    do concurrent (i = 1:n)
      if (a(i) == 7) then
        associate (inner => element)
          inner = 7*i
        end associate
      end if
    end do
  end associate
  call expect_equal(b, [(7*i + 1, i = 1, n)], 'own values by another name')
  call expect(mod(t, 7) == 0 .and. t >= 7 .and. t <= 7*n, 'one of the values')
  call expect_equal(w, [-1, 49, -1, -1], 'an element')
  call expect_equal([c%total, c%last], [15, 24, 3], 'components')

  k = 0
  call pick(n, a, k)
  call expect_equal(k, 80, 'by SELECT TYPE')

  r = 0
  z = (-1, -1)
  call parts(n, a, r, z)
  call expect_equal([z%re, z%im, r(9)], [9.0, 5.0, 5.0], 'parts of a complex number')

  ! The subscript depends on the iteration by a condition only.
  do concurrent (i = 1:2)
    if (i == 1) then
      k = 1
    else
      k = 2
    end if
    two(k) = 10*i
  end do
  do concurrent (i = 1:2)
    if (i == 1) then
      k = 1
    else
      k = 2
    end if
    res(i) = two(k)
    two(k) = 0
  end do
  call expect_equal(res, [10, 20], 'what another construct defined')

  d = 0
  re => d(1::2)
  im => d(2:2*n - 2:2)
  do concurrent (i = 1:n - 1)
    re(i) = i
    im(i) = im(i) - i
  end do
  call expect_equal(d, [(real(i), real(-i), i = 1, n - 1), 0.0, 0.0], 'arrays between others')
  e = 0
  re => e(1, :)
  im => e(3, 2:n - 1)
  do concurrent (i = 1:n - 2)
    re(i) = i
    im(i) = im(i) + re(i)
  end do
  call expect_equal(e(1, :), [(real(i), i = 1, n - 2), 0.0, 0.0], 'a row')
  call expect_equal(e(3, :), [0.0, (real(i), i = 1, n - 2), 0.0], 'another row')
  call expect_equal(e(2, :) + e(4, :), [(0.0, i = 1, n)], 'rows between')
  call numbers(n, a)
  call finish
end program
