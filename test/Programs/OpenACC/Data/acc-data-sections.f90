!===-- acc-data-sections.f90 - Sections in data clauses, and arrays of every kind --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Contiguous sections, sections of assumed-size and explicit-shape dummies,
! assumed shape with and without strides, lower bounds, pointers to sections,
! empty arrays, arrays of characters and logicals, several sections of one array.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 60
  integer, target :: t(n, 8)
  integer :: a(n), b(n), i, j, v(-5:5, 0:3)
  integer, allocatable :: e(:)
  integer, pointer :: p(:), q(:, :)
  character(3) :: names(n)
  logical(1) :: flags(n)
  complex(8) :: z(n)
  integer(1) :: tiny_ones(n)
  integer(8) :: wide(n)

  a = [(i, i = 1, n)]
  b = 0
  !$acc parallel loop copyin(a(11:20)) copy(b(31:40:1))
  do i = 1, 10
    b(30 + i) = b(30 + i) + a(10 + i)
  end do
  call expect_equal(b(31:40), a(11:20), 'sections')
  call expect(all(b(:30) == 0) .and. all(b(41:) == 0), 'outside of them')

  b = 0
  !$acc data copyin(a(1:n/2)) copyout(b(1:n/2))
  !$acc parallel loop present(a(5:9), b(5:9))
  do i = 1, n/2
    b(i) = 2*a(i)
  end do
  !$acc end data
  call expect_equal(b(1:n/2), 2*a(1:n/2), 'parts of parts')

  b = 0
  !$acc data copy(b)
  !$acc data copy(b(2:3), b(8:9))
  !$acc kernels copyin(a)
  b(2) = a(3)
  b(8) = a(9)
  !$acc end kernels
  !$acc end data
  !$acc end data
  call expect_equal(b(:10), [0, 3, 0, 0, 0, 0, 0, 9, 0, 0], 'sections of what is present')
  b = 0
  j = 7
  !$acc data copy(b(2:9))
  !$acc data copy(b(3:4)) present(b(j:9))
  !$acc parallel loop copy(b(5:6), b(8:9))
  do i = 2, 9
    b(i) = a(i) + 1
  end do
  !$acc parallel loop
  do i = 2, 9
    b(i) = b(i) + a(i)
  end do
  !$acc end data
  !$acc end data
  call expect_equal(b(:10), [0, (2*i + 1, i = 2, 9), 0], 'sections of a section')
  b = 0
  !$acc data copy(b(2:3))
  !$acc data copy(b(8:9))
  !$acc serial present(b(8:9))
  b(8) = 5
  !$acc end serial
  !$acc serial present(b(2:3))
  b(2) = 6
  !$acc end serial
  !$acc end data
  !$acc end data
  call expect_equal(b(:10), [0, 6, 0, 0, 0, 0, 0, 5, 0, 0], 'a section of two')

  t = 0
  !$acc parallel loop collapse(2) copy(t(:, 3:5))
  do j = 3, 5
    do i = 1, n
      t(i, j) = i*j
    end do
  end do
  call expect_equal([t(:, 3:5)], [((i*j, i = 1, n), j = 3, 5)], 'columns')
  call expect(all(t(:, 1:2) == 0) .and. all(t(:, 6:) == 0), 'other columns')

  call assumed_size(t(1, 2), n)
  call expect_equal(t(:, 2), [(3*i, i = 1, n)], 'assumed size')
  call explicit(t(:, 6:7), n, 2)
  call expect_equal(t(:, 7), [(i + 2, i = 1, n)], 'explicit shape')
  t = 0
  call assumed_shape(t(2:n:3, 1:8:2))
  do j = 1, 8
    do i = 1, n
      call expect_equal(t(i, j), merge(i + 1000*j, 0, mod(i, 3) == 2 .and. mod(j, 2) == 1), &
                        'assumed shape with strides')
    end do
  end do
  t = 0
  call assumed_shape_negative(t(n:1:-1, 4))
  call expect_equal(t(:, 4), [(n + 1 - i, i = 1, n)], 'a negative stride')

  v = 0
  !$acc parallel loop collapse(2) copy(v)
  do j = 0, 3
    do i = -5, 5
      v(i, j) = 10*i + j
    end do
  end do
  call expect_equal([v], [((10*i + j, i = -5, 5), j = 0, 3)], 'lower bounds')

  t = 0
  p => t(:, 2)
  q => t(3:5, 4:6)
  !$acc parallel loop copy(p)
  do i = 1, size(p)
    p(i) = p(i) + i
  end do
  call expect_equal(t(:, 2), [(i, i = 1, n)], 'a pointer')
  !$acc parallel loop collapse(2) copy(q)
  do j = 1, 3
    do i = 1, 3
      q(i, j) = i + 10*j
    end do
  end do
  call expect_equal([t(3:5, 4:6)], [((i + 10*j, i = 1, 3), j = 1, 3)], 'a pointer to a block')
  call expect_equal(sum(t), sum(t(:, 2)) + sum(t(3:5, 4:6)), 'nothing around the block')

  allocate (e(0))
  !$acc data copy(e)
  !$acc parallel loop
  do i = 1, size(e)
    e(i) = 1
  end do
  !$acc end data
  call empty(a, 0)
  deallocate (e)

  names = 'abc'
  flags = .false.
  !$acc parallel loop copy(names, flags) copyout(z, tiny_ones, wide)
  do i = 1, n
    if (mod(i, 2) == 0) names(i)(2:2) = '-'
    flags(i) = names(i) == 'a-c'
    z(i) = cmplx(i, -i, 8)
    tiny_ones(i) = int(i, 1)
    wide(i) = i*5000000000_8
  end do
  do i = 1, n
    call expect_equal(names(i), merge('a-c', 'abc', mod(i, 2) == 0), 'characters')
    call expect(flags(i) .eqv. mod(i, 2) == 0, 'logicals')
  end do
  call expect(all(z == [(cmplx(i, -i, 8), i = 1, n)]), 'complex')
  call expect(all(tiny_ones == [(int(i, 1), i = 1, n)]), 'integer(1)')
  call expect_equal(wide, [(i*5000000000_8, i = 1, n)], 'integer(8)')
  call finish()
contains
  subroutine assumed_size(x, m)
    integer, intent(in) :: m
    integer, intent(inout) :: x(*)
    integer :: i
    !$acc parallel loop copy(x(1:m))
    do i = 1, m
      x(i) = 3*i
    end do
  end subroutine
  subroutine explicit(x, m, k)
    integer, intent(in) :: m, k
    integer, intent(inout) :: x(m, k)
    integer :: i, j
    !$acc parallel loop collapse(2) copy(x)
    do j = 1, k
      do i = 1, m
        x(i, j) = i + j
      end do
    end do
  end subroutine
  subroutine assumed_shape(x)
    integer, intent(inout) :: x(:, :)
    integer :: i, j
    !$acc parallel loop collapse(2) copy(x)
    do j = 1, size(x, 2)
      do i = 1, size(x, 1)
        x(i, j) = x(i, j) + (3*i - 1) + 1000*(2*j - 1)
      end do
    end do
  end subroutine
  subroutine assumed_shape_negative(x)
    integer, intent(inout) :: x(:)
    integer :: i
    !$acc parallel loop
    do i = 1, size(x)
      x(i) = i
    end do
  end subroutine
  subroutine empty(x, m)
    integer, intent(in) :: m
    integer, intent(inout) :: x(m)
    integer :: i
    !$acc parallel loop copy(x)
    do i = 1, m
      x(i) = -1
    end do
  end subroutine
end program
