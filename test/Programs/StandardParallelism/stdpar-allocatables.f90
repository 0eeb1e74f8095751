!===-- stdpar-allocatables.f90 - Allocated memory that changes hands -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -stdpar -O0 %{testing} %s -o %t.dir/unoptimised
! RUN: %run %t.dir/unoptimised | %{check-pass}
! RUN: %{compile} -stdpar=multicore %{testing} %s -o %t.dir/multicore
! RUN: %run %t.dir/multicore | %{check-pass}
! RUN: %{compile} -acc -gpu=managed %{testing} %s -o %t.dir/managed
! RUN: %run %t.dir/managed | %{check-pass}
!
! With -stdpar and -gpu=managed all that is allocated is managed memory: it passes by
! MOVE_ALLOC, function results and dummy arguments, whoever frees it.
!
!===----------------------------------------------------------------------===!

module store
  implicit none
  type :: node
    integer, allocatable :: v(:)
  end type
  type :: any_list
    class(*), allocatable :: item
  end type
contains
  function ramp(n) result(r)
    integer, intent(in) :: n
    real, allocatable :: r(:), t(:)
    integer :: i
    allocate (t(n))
    t = [(real(i), i=1, n)]
    call move_alloc(t, r)
  end function
  subroutine grow(x)
    real, allocatable, intent(inout) :: x(:)
    real, allocatable :: t(:)
    allocate (t(2*size(x)))
    t(:size(x)) = x
    t(size(x) + 1:) = 0
    call move_alloc(t, x)
  end subroutine
  subroutine rename(c, n)
    integer, intent(in) :: n
    character(n), allocatable, intent(inout) :: c(:)
    deallocate (c)
    allocate (c(3))
    c = 'xy'
  end subroutine
  subroutine again(c)
    character(*), allocatable, intent(out) :: c(:)
    allocate (c(2))
    c = 'again'
  end subroutine
  integer function length(x)
    real, allocatable, intent(in) :: x(:)
    length = -1
    if (allocated(x)) length = size(x)
  end function
  pure real function by_work_array(n) result(s)
    integer, intent(in) :: n
    real, allocatable :: w(:)
    allocate (w(n))
    w = n
    s = sum(w)
  end function
  pure function list(n) result(r)
    integer, intent(in) :: n
    type(node) :: r
    allocate (r%v(n))
    r%v = n
  end function
end module

!> Only Flang's library allocates here.
subroutine pair_of(a, c)
  real, allocatable :: b(:)
  real, intent(in) :: a
  real, intent(out) :: c
  b = [a, 2*a]
  c = sum(b)
end subroutine

program main
  use testing
  use store
  implicit none
  real, allocatable :: a(:), b(:), scalar
  real, allocatable, target :: home(:)
  real, pointer :: p(:)
  character(5), allocatable :: c(:)
  character(:), allocatable :: text
  type(node), allocatable :: nodes(:), others(:)
  type(any_list), allocatable :: items(:)
  class(node), allocatable :: poly
  real :: x(8), y
  integer :: i, j, sums(4)
  a = ramp(4)
  do i = 1, 5
    call grow(a)
  end do
  call expect_equal(size(a), 128, 'grown')
  call expect_equal(sum(a), 10., 'sum')
  b = [a(:4), ramp(2)]
  do i = 1, 10
    b = [b, real(i)]
  end do
  call expect_equal(sum(b), 68., 'appended')
  allocate (c(2))
  c = 'abcde'
  call rename(c, 5)
  call expect(all(c == 'xy'), 'characters')
  call again(c)
  call expect(all(c == 'again'), 'characters of assumed length')
  call expect_equal([length(null(a)), length(b)], [-1, 16], 'dummies')
  call pair_of(3., y)
  call expect_equal(y, 9., 'by the library')
  text = 'a'
  do i = 1, 20
    text = text//'b'
  end do
  call expect_equal(len(text), 21, 'deferred length')
  scalar = 2
  allocate (home(8), source=1.)
  p => home(::2)
  do concurrent (i=1:8)
    x(i) = by_work_array(i) + scalar + home(i)
    b(i) = x(i)
  end do
  call expect_equal(x, [(3. + i*i, i=1, 8)], 'work arrays')
  call expect_equal(b(:8), x, 'and managed data')
  do concurrent (i=1:4)
    p(i) = i
  end do
  call expect_equal(home, [1., 1., 2., 1., 3., 1., 4., 1.], 'pointer')
  allocate (p(5))
  p = 2
  do concurrent (i=1:5)
    p(i) = p(i)*i
  end do
  call expect_equal(sum(p), 30., 'allocated pointer')
  deallocate (p)

  allocate (nodes(4))
  do i = 1, 4
    nodes(i) = list(i)
  end do
  others = nodes
  do concurrent (i=1:4)
    do j = 1, i
      others(i)%v(j) = others(i)%v(j) + j
    end do
  end do
  sums = [(sum(others(i)%v), i=1, 4)]
  call expect_equal(sums, [2, 7, 15, 26], 'records')
  call expect_equal([(sum(nodes(i)%v), i=1, 4)], [1, 4, 9, 16], 'their source')
  allocate (poly, source=nodes(3))
  allocate (items(2))
  items(1)%item = poly
  items(2)%item = 5
  items = items(2:1:-1)
  select type (item => items(2)%item)
  type is (node)
    call expect_equal(item%v, [3, 3, 3], 'polymorphic')
  class default
    call expect(.false., 'type')
  end select
  call move_alloc(others(4)%v, nodes(1)%v)
  deallocate (others)
  call expect_equal(sum(nodes(1)%v), 26, 'moved component')
  call finish()
end program
