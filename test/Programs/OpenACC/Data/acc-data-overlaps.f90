!===-- acc-data-overlaps.f90 - Variables that share memory ---------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! A construct uses an array and a part of it under another name, in either
! order, with clauses and without.
!
!===----------------------------------------------------------------------===!
module shared_storage
  use testing
  implicit none
  integer, parameter :: n = 20
  type record
    integer :: scale, x(n)
    integer :: last
  end type
  integer :: first(10), second(10)
  common /block/ first, second
contains
  integer function numbers(k)
    integer, intent(in) :: k
    dimension :: numbers(k)
    integer :: i
    numbers = [(i, i = 1, k)]
  end function

  subroutine pointers()
    integer, target :: a(n)
    integer, pointer :: p(:), q(:)
    integer :: i
    a = numbers(n)
    p => a(3:10)
    !$acc parallel loop
    do i = 1, 8
      p(i) = p(i) + a(n)
      a(i + 10) = -i
    end do
    call expect_equal(a(2:11), [2, 23, 24, 25, 26, 27, 28, 29, 30, -1], 'a')
    call expect_equal(a(18:20), [-8, 19, 20], 'a, behind')
    ! Neither holds the other.
    q => a(9:15)
    !$acc parallel loop
    do i = 1, 5
      p(i) = q(7) * i
      q(i + 1) = 7
    end do
    call expect_equal(a, [1, 2, -5, -10, -15, -20, -25, 28, 29, 7, 7, 7, &
        7, 7, -5, -6, -7, -8, 19, 20], 'two pointers')
    ! Between each other's elements.
    p => a(1:n:4)
    q => a(n - 1:1:-4)
    a = 0
    !$acc parallel loop
    do i = 1, 5
      p(i) = i
      q(i) = 10 * i
    end do
    call expect_equal(a, [1, 0, 50, 0, 2, 0, 40, 0, 3, 0, 30, 0, 4, 0, 20, &
        0, 5, 0, 10, 0], 'strides')
  end subroutine

  subroutine names()
    type(record) :: r
    integer :: i, h(n)
    r%x = numbers(n)
    r%scale = 2
    r%last = -1
    associate (z => r%x(2:n))
      !$acc parallel loop copyout(h)
      do i = 1, n - 1
        z(i) = z(i) * r%scale
        h(i) = r%x(i + 1)
        if (i == 1) r%last = 3
      end do
    end associate
    call expect_equal(r%x, [1, (2 * i, i = 2, n)], 'a component')
    call expect_equal(h(1:n - 1), r%x(2:n), 'the same by its other name')
    call expect_equal(r%last, 3, 'the record')
    associate (y => r%x(1:12), z => r%x(8:n))
      do concurrent (i = 1:7)
        y(i) = z(i + 6) + r%scale
      end do
    end associate
    call expect_equal(r%x, [(2 * (i + 13) + 2, i = 1, 7), &
        (2 * i, i = 8, n)], 'DO CONCURRENT')
  end subroutine

  subroutine storage()
    integer :: e(n), f(n), i
    equivalence (e(1), f(11))
    f = 2
    e = numbers(n)
    !$acc parallel loop
    do i = 1, 10
      f(i + 10) = f(i + 10) * 2
      e(i + 10) = f(i)
    end do
    call expect_equal(e, [(2 * i, i = 1, 10), (2, i = 1, 10)], 'e')
    first = 1
    second = numbers(10)
    associate (z => second(2:9))
      !$acc kernels
      do i = 1, 8
        z(i) = z(i) + first(i)
      end do
      second(10) = 5
      !$acc end kernels
    end associate
    call expect_equal(second, [1, 3, 4, 5, 6, 7, 8, 9, 10, 5], 'COMMON')
  end subroutine

  ! Dummy arguments may overlap while nothing assigns to them.
  subroutine add(x, y, z)
    integer, intent(in) :: x(:), y(0:)
    integer, intent(out) :: z(:)
    integer :: i
    !$acc parallel loop
    do i = 1, size(z)
      z(i) = x(i) + y(i - 1)
    end do
  end subroutine

  ! What leaves last does not decide what is copied.
  subroutine clauses()
    integer, target :: a(n)
    integer, pointer :: p(:)
    integer :: i
    a = numbers(n)
    p => a(3:10)
    !$acc parallel loop copy(a) copy(p)
    do i = 1, 8
      p(i) = 0
      a(i + 12) = -1
    end do
    call expect_equal(a, [1, 2, (0, i = 3, 10), 11, 12, (-1, i = 13, n)], &
        'a construct')
    !$acc data copy(a) copyin(p)
    !$acc parallel loop
    do i = 1, 8
      p(i) = i
      a(i + 12) = 5
    end do
    !$acc end data
    call expect_equal(a, [1, 2, (i, i = 1, 8), 11, 12, (5, i = 13, n)], &
        'a region')
    !$acc enter data copyin(a)
    !$acc enter data copyin(p)
    !$acc parallel loop present(a)
    do i = 1, n
      a(i) = -i
    end do
    !$acc exit data copyout(a, p)
    call expect_equal(a, -numbers(n), 'EXIT DATA')
  end subroutine
end module

program acc_data_overlaps
  use shared_storage
  implicit none
  integer :: a(n), b(10), i
  call pointers()
  call names()
  call storage()
  a = numbers(n)
  call add(a(1:10), a(5:14), b)
  call expect_equal(b, [(2 * i + 4, i = 1, 10)], 'arguments')
  call clauses()
  call finish()
end program
