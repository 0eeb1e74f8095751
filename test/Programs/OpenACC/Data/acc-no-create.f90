!===-- acc-no-create.f90 - The no_create clause --------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! What is on the device is used there, also of components; what is not gets no
! memory and is not copied: code that does not touch it is right with either.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 40
  integer :: a(n), b(n), i
  integer, allocatable :: c(:)
  logical :: separate
  type record
    integer, allocatable :: m(:, :)
    integer :: f(4) = 0
  end type
  type(record) :: x

  b = 1
  !$acc data copyin(b) copyout(i)
  b = 2
  !$acc serial present(b, i)
  i = b(1)
  !$acc end serial
  !$acc end data
  separate = i == 1

  a = 1
  !$acc data copyin(a)
  a = 5
  !$acc parallel loop no_create(a) copyout(b)
  do i = 1, n
    b(i) = a(i)
  end do
  !$acc end data
  if (separate) call expect(all(b == 1), 'present data')

  a = 7
  !$acc data no_create(a)
  b = 2
  !$acc end data
  call expect(all(a == 7), 'nothing is copied')

  ! Twice: for the first call the array is not there.
  a = 3
  call maybe(a, b, .false.)
  call expect_equal(b, [(i, i = 1, n)], 'absent data that is not used')
  !$acc data copy(a)
  call maybe(a, b, .true.)
  !$acc end data
  call expect_equal(b, [(3 + i, i = 1, n)], 'present data that is used')

  !$acc data copy(a)
  !$acc data no_create(a)
  !$acc parallel loop present(a)
  do i = 1, n
    a(i) = a(i) + i
  end do
  !$acc end data
  !$acc parallel loop present(a)
  do i = 1, n
    a(i) = a(i)*2
  end do
  !$acc end data
  call expect_equal(a, [(2*(3 + i), i = 1, n)], 'the end of no_create leaves data there')

  allocate (c(n))
  c = 1
  !$acc data no_create(c) copy(a)
  !$acc parallel loop present(a)
  do i = 1, n
    a(i) = 0
  end do
  !$acc end data
  call expect(all(a == 0) .and. all(c == 1), 'beside other clauses')
  !$acc kernels no_create(c) copy(a)
  do i = 1, n
    a(i) = i
  end do
  !$acc end kernels
  call expect_equal(a, [(i, i = 1, n)], 'on kernels')

  ! Components: a section of which another one is there, too; what is not there
  ! is not made.
  allocate (x%m(5:7, 0:2))
  x%m = 1
  !$acc enter data copyin(x%m(:, 0:0))
  !$acc enter data copyin(x%m(:, 2:2))
  !$acc parallel loop no_create(x%m(:, 2:2))
  do i = 5, 7
    x%m(i, 2) = x%m(i, 2) + i
  end do
  if (separate) call expect(all(x%m == 1), 'a component of the device')
  !$acc exit data copyout(x%m(:, 2:2)) delete(x%m(:, 0:0))
  call expect_equal(x%m(:, 2), [6, 7, 8], 'a section of a component')
  call expect(all(x%m(:, :1) == 1), 'other sections')
  a = 0
  !$acc parallel loop no_create(x%f) copy(a)
  do i = 1, n
    a(i) = i
    if (a(i) < 0) x%f(1) = i
  end do
  call expect_equal(a, [(i, i = 1, n)], 'an absent component')
  !$acc data copy(x%f)
  !$acc parallel loop no_create(x%f)
  do i = 1, 4
    x%f(i) = x%f(i) + i
  end do
  !$acc end data
  call expect_equal(x%f, [1, 2, 3, 4], 'a present component')
  call finish()
contains
  subroutine maybe(x, y, use_it)
    integer, intent(in) :: x(n)
    integer, intent(out) :: y(n)
    logical, intent(in) :: use_it
    integer :: i
    !$acc parallel loop no_create(x) copyout(y)
    do i = 1, n
      y(i) = i
      if (use_it) y(i) = y(i) + x(i)
    end do
  end subroutine
end program
