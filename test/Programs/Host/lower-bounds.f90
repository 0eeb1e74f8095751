!===-- lower-bounds.f90 - Arrays that do not begin with 1 ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
! RUN: %{compile} -O0 %{testing} %s -o %t.dir/plain
! RUN: %run %t.dir/plain | %{check-pass}
!
! Plain Fortran with arrays whose lower bounds are not 1: what READ stores by
! vector subscripts (also backwards, where they begin with 1), CSHIFT and EOSHIFT of components along any dimension, and
! elemental functions of such characters, and of records, in WHERE and FORALL.
!
!===----------------------------------------------------------------------===!

module shapes
  use testing
  implicit none
  integer, parameter :: p(7) = [3, 1, 5, 7, 2, 6, 4]
  character(*), parameter :: seven = '7 6 5 4 3 2 1', six = '7 6 5 4 3 2'

  type record
    integer :: one, line(3:5)
    complex :: z
  end type

  type planes
    integer :: plane(-2:4, 5:7), cube(0:1, 2:3, -1:1)
    character(2) :: names(-1:0, 2:3)
  end type
contains
  ! What is read in the order of p.
  function permuted() result(r)
    integer :: r(7), i
    r(p) = [(8 - i, i = 1, 7)]
  end function

  subroutine read_variables
    integer :: a(-2:4), b(-2:4, 0:1), k
    type(record) :: r(-2:4), one
    character(4) :: c(-2:4)
    read (seven, *) a(p - 3)
    call expect_equal(a, permuted(), 'variable')
    b = 0
    read (seven, *) b(p - 3, 1)
    call expect_equal(b(:, 1), permuted(), 'column')
    call expect(all(b(:, 0) == 0), 'other column')
    b = 0
    read (six, *) b(2:-2:-2, [1, 0])
    call expect_equal([b(:, 0), b(:, 1)], [2, 0, 3, 0, 4, 0, 0, 5, 0, 6, 0, 7, 0, 0], 'with a triplet')
    b = 0
    read (six, *) b([3, -2, 0], :)
    call expect_equal([b(:, 0), b(:, 1)], [6, 0, 5, 0, 0, 7, 0, 3, 0, 2, 0, 0, 4, 0], 'with a whole dimension')
    b = 0
    read (six, *) b([3, -2, 0], ::-1)
    call expect_equal([b(:, 0), b(:, 1)], [3, 0, 2, 0, 0, 4, 0, 6, 0, 5, 0, 0, 7, 0], 'with a dimension backwards')
    b = 0
    read (seven, *) b(:, [0])
    call expect_equal(b(:, 0), [(8 - k, k=1, 7)], 'the other dimension')
    read (seven, *) r(p - 3)%one
    call expect_equal(r%one, permuted(), 'component')
    one%line = 0
    read (seven, *) one%line([5, 3])
    call expect_equal(one%line, [6, 0, 7], 'elements of component')
    read (seven, *) r(p - 3)%z%im
    call expect_equal(int(r%z%im), permuted(), 'part of component')
    c = 'abcd'
    read (seven, *) c(p - 3)(2:3)
    call expect(all(c == [('a'//achar(48 + permuted_at(k))//' d', k = 1, 7)]), 'substrings')
  end subroutine

  subroutine read_backwards(x, back)
    integer :: x(:, :), back
    integer :: d(2, 3), k
    integer, allocatable :: v(:, :)
    read (six, *) d([2, 1], ::-1)
    call expect_equal([d], [2, 3, 4, 5, 6, 7], 'backwards')
    read (six, *) d(::-1, [3, 1, 2])
    call expect_equal([d], [4, 5, 2, 3, 6, 7], 'backwards, first dimension')
    v = d
    v = 0
    read (six, *) v([2, 1], :2:back)
    call expect_equal([v], [0, 0, 4, 5, 6, 7], 'backwards to the second')
    read (six, *) v([2], 2::back), k
    call expect_equal([v, k], [0, 6, 4, 7, 6, 7, 5], 'backwards from the second')
    k = 4
    read (six, *) v([2], 1:3:back), k
    call expect_equal([v, k], [0, 6, 4, 7, 6, 7, 7], 'no elements')
    x = 0
    read (six, *) x([2, 1], :2:-1)
    call expect_equal([x], [0, 0, 4, 5, 6, 7], 'dummy argument, backwards')
    read (six, *) x(::back, [1, 3, 2])
    call expect_equal([x], [6, 7, 2, 3, 4, 5], 'dummy argument, first dimension')
  end subroutine

  integer function permuted_at(k)
    integer, intent(in) :: k
    integer :: all(7)
    all = permuted()
    permuted_at = all(k)
  end function

  subroutine read_dummies(x, y)
    integer :: x(-5:), y(2:, 3:)
    read (seven, *) x(p - 6)
    call expect_equal(x, permuted(), 'dummy argument')
    y = 0
    read (seven, *) y(p + 1, 4)
    call expect_equal(y(:, 4), permuted(), 'dummy argument of two dimensions')
    read (six, *) y([8, 3, 2], :)
    call expect_equal([y(8, :), y(3, :), y(2, :)], [7, 4, 6, 3, 5, 2], 'whole dimension of a dummy argument')
    read (seven, *) y(:, [3])
    call expect_equal(y(:, 3), [7, 6, 5, 4, 3, 2, 1], 'other dimension of a dummy argument')
    read (six, *) y([8, 3], :4), y([2, 4], 3)
    call expect_equal([y(8, :), y(3, :), y(2, 3), y(4, 3)], [7, 5, 6, 4, 3, 2], 'part of a dummy argument')
  end subroutine

  subroutine shift_components
    type(planes) :: x
    integer :: plane(7, 3), cube(2, 2, 3), i
    character(2) :: names(2, 2)
    plane = reshape([(i, i=1, 21)], [7, 3])
    cube = reshape([(i, i=1, 12)], [2, 2, 3])
    names = reshape(['ab', 'cd', 'ef', 'gh'], [2, 2])
    x%plane = plane
    x%plane = cshift(x%plane, 1, 2)
    call expect(all(x%plane == plane(:, [2, 3, 1])), 'cshift, second dimension')
    x%plane = cshift(x%plane, -2)
    call expect(all(x%plane == plane([6, 7, 1, 2, 3, 4, 5], [2, 3, 1])), 'cshift, first dimension')
    x%plane = plane
    x%plane = eoshift(x%plane, 1, -1, 2)
    call expect(all(x%plane(:, 5:6) == plane(:, 2:3)) .and. all(x%plane(:, 7) == -1), 'eoshift')
    x%cube = cube
    x%cube = cshift(x%cube, 1, 3) + x%cube
    call expect(all(x%cube == cube(:, :, [2, 3, 1]) + cube), 'cshift, third dimension')
    x%names = names
    x%names = cshift(x%names, 1, 2)
    call expect(all(x%names == names(:, [2, 1])), 'cshift, characters')
  end subroutine

  elemental function turned(text) result(r)
    character(2), intent(in) :: text
    character(2) :: r
    r = text(2:2)//text(1:1)
  end function

  elemental function next(r) result(n)
    type(record), intent(in) :: r
    type(record) :: n
    n = record(r%one + 1, r%line(5:3:-1), -r%z)
  end function

  subroutine turn_records(order)
    integer, intent(in) :: order(2)
    type(record) :: r(0:1)
    r = [record(1, [2, 3, 4], (5, 6)), record(7, [8, 9, 10], (11, 12))]
    where (r%one > 1) r = next((r(order)))
    call expect_equal([r%one, r(1)%line], [1, 2, 4, 3, 2], 'where, records in parentheses')
  end subroutine

  subroutine turn_texts(length, order)
    integer, intent(in) :: length, order(2)
    character(length) :: names(2), others(2)
    names = ['ab', 'cd']
    others = ['ef', 'gh']
    where (names > 'b') names = turned((others(order)))
    call expect(all(names == ['ab', 'fe']), 'where, vector subscript, any length')
  end subroutine

  subroutine turn_components
    type(planes) :: x
    character(2) :: line(3:6)
    integer :: i
    x%names = reshape(['ab', 'cd', 'ef', 'gh'], [2, 2])
    where (reshape([.true., .false., .true., .true.], [2, 2])) x%names = turned((x%names))
    call expect(all(x%names == reshape(['ba', 'cd', 'fe', 'hg'], [2, 2])), 'where, parentheses')
    where (x%names(:, 2) /= 'cd') x%names(:, 2) = turned((x%names(0:-1:-1, 3)))
    call expect(all(x%names(:, 2) == ['gh', 'cd']), 'where, parentheses, section')
    x%names = reshape(['ab', 'cd', 'ef', 'gh'], [2, 2])
    where (x%names > 'b') x%names = turned(spread(x%names(:, 3), 2, 2))
    call expect(all(x%names == reshape(['ab', 'hg', 'fe', 'hg'], [2, 2])), 'where, spread')
    where (x%names(:, 2) > 'b') x%names(:, 2) = turned((x%names([0, -1], 3)))
    call expect(all(x%names == reshape(['ab', 'ef', 'fe', 'hg'], [2, 2])), 'where, vector subscript')
    line = ['ab', 'cd', 'ef', 'gh']
    forall (i=3:4) line(i:i + 2:2) = turned((line(i:i + 2:2)))
    call expect(all(line == ['ba', 'dc', 'fe', 'hg']), 'forall, parentheses')
  end subroutine
end module

program main
  use shapes
  implicit none
  integer :: a(7), b(7, 2), c(2, 3)
  call read_variables
  call read_backwards(c, -1)
  call read_dummies(a, b)
  call shift_components
  call turn_texts(2, [2, 1])
  call turn_records([1, 0])
  call turn_components
  call finish
end program
