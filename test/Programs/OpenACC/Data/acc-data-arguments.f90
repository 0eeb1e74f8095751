!===-- acc-data-arguments.f90 - Dummy arguments in data clauses ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Every kind of dummy argument: explicit, assumed and deferred shape, assumed
! size with sections, optional and absent, polymorphic, not contiguous, empty,
! not allocated, pointers to sections, characters.
!
!===----------------------------------------------------------------------===!

module procedures
  implicit none
  type :: point
    integer :: x = 0
    real(8) :: y(3) = 0
  end type
  type, extends(point) :: marked
    integer :: mark = 0
  end type
contains
  subroutine explicit_shape(n, a, b)
    integer, intent(in) :: n
    integer :: a(n), b(2:n, -1:1), i
    !$acc parallel loop copy(a, b)
    do i = 1, n
      a(i) = a(i) + i
      if (i > 1) b(i, -1:1) = i
    end do
  end subroutine
  subroutine assumed_shape(a, b)
    integer :: a(:), i
    integer :: b(0:)
    !$acc data copy(a) copyin(b)
    !$acc parallel loop present(a, b)
    do i = 1, size(a)
      a(i) = a(i) + b(i - 1)
    end do
    !$acc end data
  end subroutine
  subroutine matrix(a)
    integer :: a(:, :), i, j
    !$acc parallel loop collapse(2) copy(a)
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        a(i, j) = -a(i, j)
      end do
    end do
  end subroutine
  subroutine assumed_size(a, n, b)
    integer, intent(in) :: n
    integer :: a(*), b(3, *), i
    !$acc parallel loop copy(a(1:n), b(:, 1:n))
    do i = 1, n
      a(i) = a(i)*2
      b(2, i) = a(i)
    end do
  end subroutine
  subroutine part_of_assumed_size(a, n, m)
    integer, intent(in) :: n, m
    integer :: a(*), i
    !$acc data copy(a(n:m))
    !$acc parallel loop present(a(n:m))
    do i = n, m
      a(i) = 7
    end do
    !$acc end data
  end subroutine
  subroutine optional_arguments(a, b, c, d, n)
    integer, intent(in) :: n
    integer, optional :: a(n), b(:), c
    integer, allocatable, optional :: d(:)
    integer :: i, seen
    seen = 0
    !$acc data copy(a, b, c) copyin(d)
    !$acc parallel loop copy(a, b) copyin(d) reduction(max:seen)
    do i = 1, n
      if (present(a)) then
        a(i) = i
        seen = max(seen, 1)
      end if
      if (present(b)) then
        b(i) = -i
        seen = max(seen, 2)
      end if
    end do
    !$acc end data
    if (present(a)) a(1) = a(1) + 100*seen
    if (present(b)) b(1) = b(1) + 100*seen
  end subroutine
  subroutine polymorphic(p, list)
    class(point) :: p
    class(point) :: list(:)
    integer :: i
    !$acc serial copy(p)
    p%x = p%x + 1
    p%y = p%y*2
    !$acc end serial
    !$acc parallel loop copy(list)
    do i = 1, size(list)
      list(i)%x = i
      list(i)%y(2) = i*2
    end do
  end subroutine
  subroutine deferred(a, p)
    integer, allocatable :: a(:)
    integer, pointer :: p(:)
    integer :: i
    !$acc parallel loop copy(a, p)
    do i = 1, merge(size(a), 0, allocated(a))
      a(i) = a(i) + i
      p(i) = p(i)*3
    end do
  end subroutine
  subroutine text(c, n, list, words)
    integer, intent(in) :: n
    character(n) :: c
    character(*) :: list(:)
    character(n) :: words(4)
    integer :: i
    !$acc parallel loop copy(list, words)
    do i = 1, 4
      list(i)(2:2) = 'x'
      words(i)(n:n) = list(i)(1:1)
    end do
  end subroutine
end module

program main
  use testing
  use procedures
  implicit none
  integer, parameter :: n = 40
  integer :: i, a(n), b(0:n), t(6, 8), m(2:n, -1:1), u(3, n), none(0)
  integer, allocatable :: d(:), e(:)
  integer, target :: store(3*n)
  integer, pointer :: p(:), q(:)
  type(marked) :: one, many(5)
  class(point), allocatable :: dynamic
  character(5) :: list(4), words(4)
  character(3) :: c

  a = 1
  m = 0
  call explicit_shape(n, a, m)
  call expect_equal(a, [(i + 1, i = 1, n)], 'explicit shape')
  call expect(all(m(:, 0) == [(i, i = 2, n)]), 'explicit bounds')
  b = 5
  call assumed_shape(a, b)
  call expect_equal(a, [(i + 6, i = 1, n)], 'assumed shape')
  a = [(i, i = 1, n)]
  call assumed_shape(a(1:n:4), b(3:))
  call expect_equal(a, [(i + merge(5, 0, mod(i, 4) == 1), i = 1, n)], 'every fourth')
  a = [(i, i = 1, n)]
  call assumed_shape(a(n:1:-1), b)
  call expect_equal(a, [(i + 5, i = 1, n)], 'backwards')
  call assumed_shape(a(5:4), b)
  call expect_equal(a, [(i + 5, i = 1, n)], 'nothing')
  call assumed_shape(none, none)
  t = reshape([(i, i = 1, 48)], [6, 8])
  call matrix(t(2:5, 3:7:2))
  call expect(all(t(2:5, 3:7:2) == -reshape([14, 15, 16, 17, 26, 27, 28, 29, 38, 39, 40, 41], [4, 3])), 'a block')
  call expect_equal(sum(abs(t)), 48*49/2, 'beside a block')
  call expect_equal(count(t < 0), 12, 'beside a block, signs')
  a = 1
  u = 0
  call assumed_size(a, 10, u)
  call expect_equal(a, [(merge(2, 1, i <= 10), i = 1, n)], 'assumed size')
  call expect_equal(sum(u), 20, 'assumed size, two dimensions')
  call part_of_assumed_size(a, 5, 9)
  call expect_equal(a, [(merge(7, merge(2, 1, i <= 10), i >= 5 .and. i <= 9), i = 1, n)], 'a part')

  a = 0
  call optional_arguments(n=n)
  call optional_arguments(a, n=n)
  call expect_equal(a, [(merge(101, i, i == 1), i = 1, n)], 'one argument')
  call optional_arguments(b=a, n=n)
  call expect_equal(a, [(merge(199, -i, i == 1), i = 1, n)], 'another argument')
  allocate (d(n))
  d = 3
  call optional_arguments(a, store(::3), i, d, n)
  call expect_equal(a(2:), [(i, i = 2, n)], 'all arguments')
  call expect_equal(store(4::3), [(-i, i = 2, n)], 'all arguments, another')

  one%x = 4
  one%y = [1, 2, 3]
  one%mark = 9
  many%mark = [1, 2, 3, 4, 5]
  call polymorphic(one, many)
  call expect(one%x == 5 .and. all(one%y == [2, 4, 6]) .and. one%mark == 9, 'a polymorphic argument')
  call expect_equal(many%x, [1, 2, 3, 4, 5], 'polymorphic arrays')
  call expect_equal(many%mark, [1, 2, 3, 4, 5], 'polymorphic arrays, beside')
  allocate (marked :: dynamic)
  call polymorphic(dynamic, many(5:1:-2))
  call expect_equal(dynamic%x, 1, 'a polymorphic allocatable')
  call expect_equal(many%x, [3, 2, 2, 4, 1], 'polymorphic parts')

  store = 1
  p => store(2:3*n:3)
  call deferred(d, p)
  call expect_equal(d, [(3 + i, i = 1, n)], 'an allocatable')
  call expect_equal(store, [(merge(3, 1, mod(i, 3) == 2), i = 1, 3*n)], 'a pointer to a section')
  q => p(n:1:-1)
  !$acc parallel loop copy(q)
  do i = 1, n
    q(i) = i
  end do
  call expect_equal(p, [(n + 1 - i, i = 1, n)], 'a pointer backwards')
  nullify (q)
  !$acc data copy(q, e)
  call deferred(e, q)
  !$acc end data
  call expect(.not. allocated(e), 'nothing allocated')
  list = ['abcde', 'bcdef', 'cdefg', 'defgh']
  words = '.....'
  call text(c, 5, list, words)
  call expect(all(list == ['axcde', 'bxdef', 'cxefg', 'dxfgh']), 'characters')
  call expect(all(words == ['....a', '....b', '....c', '....d']), 'characters of a length')
  call finish()
end program
