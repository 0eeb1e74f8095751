!===-- acc-optional-variables.f90 - Clauses that name absent variables ------===!
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
! PRIVATE, FIRSTPRIVATE and REDUCTION of optional arrays, records and texts:
! where one is absent, PRESENT says so in the construct; where it is present,
! each thread's updates are added up.
!
!===----------------------------------------------------------------------===!

module clauses
  implicit none
  integer, parameter :: n = 200
  type record
    integer :: a
    integer, allocatable :: b(:)
  end type
contains
  subroutine private_others(b, r, c)
    integer, intent(out) :: b(n)
    type(record), intent(inout), optional :: r
    character(4), intent(inout), optional :: c
    integer :: i
    !$acc parallel loop private(r, c)
    do i = 1, n
      b(i) = 0
      if (present(r)) then
        r%a = i
        b(i) = r%a
      end if
      if (present(c)) then
        c = char(mod(i, 26) + 97)
        b(i) = b(i) + iachar(c(1:1)) + len_trim(c)
      end if
    end do
  end subroutine

  subroutine first_others(b, r, c)
    integer, intent(out) :: b(n)
    type(record), intent(inout), optional :: r
    character(4), intent(inout), optional :: c
    integer :: i
    !$acc parallel loop gang vector firstprivate(r, c)
    do i = 1, n
      b(i) = i
      if (present(r)) b(i) = b(i) + r%a + r%b(2)
      if (present(c)) b(i) = b(i) + len_trim(c)
    end do
  end subroutine

  ! The sum in the construct is that of its copy.
  subroutine sum_of_copy(z)
    complex(8), intent(inout), optional :: z
    integer :: i
    !$acc parallel copy(z)
    !$acc loop reduction(+:z)
    do i = 1, n
      if (present(z)) z = z + cmplx(i, -i, 8)
    end do
    !$acc end parallel
  end subroutine

  subroutine private_shape(b, o)
    integer, intent(out) :: b(n)
    integer, intent(inout), optional :: o(:)
    integer :: i
    !$acc parallel loop private(o)
    do i = 1, n
      b(i) = -i
      if (present(o)) then
        o(1) = i
        o(2) = o(1) + 1
        b(i) = o(1) + o(2)
      end if
    end do
  end subroutine

  subroutine private_allocatable(b, o)
    integer, intent(out) :: b(n)
    integer, intent(inout), allocatable, optional :: o(:)
    integer :: i
    !$acc parallel loop gang vector private(o)
    do i = 1, n
      b(i) = -i
      if (present(o)) then
        o(1) = i
        o(2) = o(1) + 1
        b(i) = o(1) + o(2)
      end if
    end do
  end subroutine

  subroutine private_pointer(b, o)
    integer, intent(out) :: b(n)
    integer, intent(in), pointer, optional :: o(:)
    integer :: i
    !$acc kernels loop independent private(o)
    do i = 1, n
      b(i) = -i
      if (present(o)) then
        o(1) = i
        o(2) = o(1) + 1
        b(i) = o(1) + o(2)
      end if
    end do
  end subroutine

  subroutine private_constant(b, o)
    integer, intent(out) :: b(n)
    integer, intent(inout), optional :: o(2)
    integer :: i
    !$acc serial loop private(o)
    do i = 1, n
      b(i) = -i
      if (present(o)) then
        o(1) = i
        o(2) = o(1) + 1
        b(i) = o(1) + o(2)
      end if
    end do
  end subroutine

  ! The loop's variable is the construct's copy.
  subroutine private_of_copies(b, o, p, q)
    integer, intent(out) :: b(n)
    integer, intent(inout), optional :: o(:), p(2)
    integer, intent(inout), allocatable, optional :: q(:)
    integer :: i
    !$acc parallel copy(o, p, q)
    !$acc loop private(o, p, q)
    do i = 1, n
      b(i) = 0
      if (present(o)) then
        o(:) = i
        b(i) = b(i) + sum(o)
      end if
      if (present(p)) then
        p(:) = i
        b(i) = b(i) + sum(p)
      end if
      if (present(q)) then
        q(:) = i
        b(i) = b(i) + sum(q)
      end if
    end do
    !$acc end parallel
  end subroutine

  subroutine first(b, o, p)
    integer, intent(out) :: b(n)
    integer, intent(in), optional :: o(:), p(2)
    integer :: i
    !$acc parallel loop firstprivate(o, p)
    do i = 1, n
      b(i) = i
      if (present(o)) b(i) = b(i) + o(1)
      if (present(p)) b(i) = b(i) + p(2)
    end do
  end subroutine

  subroutine sums(o, p, q)
    integer, intent(inout), optional :: o(:), p(2)
    integer, intent(inout), allocatable, optional :: q(:)
    integer :: i
    !$acc parallel loop reduction(+:o, p, q)
    do i = 1, n
      if (present(o)) o(1) = o(1) + i
      if (present(p)) p(2) = p(2) + i
      if (present(q)) q(1) = q(1) + i
    end do
  end subroutine

  subroutine sums_of_construct(o, p, q)
    integer, intent(inout), optional :: o(:), p(2)
    integer, intent(inout), allocatable, optional :: q(:)
    integer :: i
    !$acc parallel reduction(+:o, p, q)
    !$acc loop
    do i = 1, n
      if (present(o)) o(1) = o(1) + i
      if (present(p)) p(2) = p(2) + i
      if (present(q)) q(1) = q(1) + i
    end do
    !$acc end parallel
  end subroutine

  subroutine sums_of_loop(o, p, q)
    integer, intent(inout), optional :: o(:), p(2)
    integer, intent(inout), allocatable, optional :: q(:)
    integer :: i
    !$acc parallel
    !$acc loop reduction(+:o, p, q)
    do i = 1, n
      if (present(o)) o(1) = o(1) + i
      if (present(p)) p(2) = p(2) + i
      if (present(q)) q(1) = q(1) + i
    end do
    !$acc end parallel
  end subroutine
end module

program main
  use clauses
  use testing
  implicit none
  integer, parameter :: total = n*(n + 1)/2
  integer :: b(n), i, w(2), v(2), none(n), own(n)
  integer, allocatable :: x(:)
  integer, pointer :: p(:)
  type(record) :: r
  character(4) :: c
  complex(8) :: z
  none = [(-i, i = 1, n)]
  own = [(2*i + 1, i = 1, n)]
  w = 3
  v = 5
  x = [7, 8]
  allocate (p(2), source=9)
  call private_shape(b)
  call expect_equal(b, none, 'no array')
  call private_shape(b, w)
  call expect_equal(b, own, 'an array')
  call private_allocatable(b)
  call expect_equal(b, none, 'no allocatable')
  call private_allocatable(b, x)
  call expect_equal(b, own, 'an allocatable')
  call private_pointer(b)
  call expect_equal(b, none, 'no pointer')
  call private_pointer(b, p)
  call expect_equal(b, own, 'a pointer')
  call private_constant(b)
  call expect_equal(b, none, 'no array of constant size')
  call private_constant(b, w)
  call expect_equal(b, own, 'an array of constant size')
  call private_of_copies(b)
  call expect_equal(b, [(0, i = 1, n)], 'no copies')
  call private_of_copies(b, p=v)
  call expect_equal(b, [(2*i, i = 1, n)], 'a copy')
  call private_of_copies(b, w, v, x)
  call expect_equal(b, [(6*i, i = 1, n)], 'copies')
  call first(b)
  call expect_equal(b, [(i, i = 1, n)], 'no first values')
  w = 3
  v = 5
  call first(b, p=v)
  call expect_equal(b, [(i + 5, i = 1, n)], 'a first value')
  call first(b, w, v)
  call expect_equal(b, [(i + 8, i = 1, n)], 'first values')

  w = 1
  v = 2
  x = 3
  call sums()
  call sums(p=v)
  call sums(w, v, x)
  call sums_of_construct()
  call sums_of_construct(w, v, x)
  call sums_of_construct(q=x)
  call sums_of_loop()
  call sums_of_loop(w)
  call sums_of_loop(w, v, x)
  call expect_equal(w, [1 + 4*total, 1], 'sums')
  call expect_equal(v, [2, 2 + 4*total], 'sums of constant size')
  call expect_equal(x, [3 + 4*total, 3], 'sums of an allocatable')

  r = record(20, [30, 40])
  c = 'abc'
  z = (1, 2)
  call private_others(b)
  call expect_equal(b, [(0, i = 1, n)], 'no record, no text')
  call private_others(b, r)
  call expect_equal(b, [(i, i = 1, n)], 'a record')
  call private_others(b, c=c)
  call expect_equal(b, [(mod(i, 26) + 98, i = 1, n)], 'a text')
  call first_others(b)
  call expect_equal(b, [(i, i = 1, n)], 'none with first values')
  r = record(20, [30, 40])
  c = 'abc'
  call first_others(b, r, c)
  call expect_equal(b, [(i + 63, i = 1, n)], 'first values of others')
  call sum_of_copy()
  call sum_of_copy(z)
  call expect_equal([int(z%re), int(z%im)], [1 + total, 2 - total], 'sum of a copy')
  call finish
end program
