!===-- acc-loop-borders.f90 - Nests that leave out borders ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Nests that leave out borders of different widths, of lengths around those of
! blocks: each iteration once, the borders untouched.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer :: lengths(9) = [1, 5, 31, 32, 33, 63, 127, 128, 130]
  integer, allocatable :: a(:, :, :), line(:)
  integer :: l, n
  do l = 1, size(lengths)
    n = lengths(l)
    allocate(a(n, 7, 9), line(n))
    call one(line, n)
    call plane(a(:, :, 1), n)
    call cube(a, n)
    call from_a_variable(a, n)
    deallocate(a, line)
  end do
  call finish
contains
  subroutine check(what, is, should)
    character(*), intent(in) :: what
    integer, intent(in) :: is, should
    call expect_equal(is, should, what)
  end subroutine

  subroutine one(line, n)
    integer, intent(in) :: n
    integer :: line(n), i
    line = 0
    !$acc parallel loop copy(line)
    do i = 2, n - 1
      line(i) = line(i) + i
    end do
    !$acc parallel loop copy(line)
    do i = 4, n
      line(i) = line(i) + i
    end do
    !$acc parallel loop copy(line)
    do i = 5, n - 3
      line(i) = line(i) + i
    end do
    call check('one', sum(line), sum([(i, i = 2, n - 1)]) + sum([(i, i = 4, n)]) + sum([(i, i = 5, n - 3)]))
  end subroutine

  subroutine plane(a, n)
    integer, intent(in) :: n
    integer :: a(:, :), i, j
    a = 0
    !$acc parallel loop collapse(2) copy(a)
    do j = 2, 6
      do i = 3, n - 2
        a(i, j) = a(i, j) + 1
      end do
    end do
    call check('plane', count(a == 1), max(0, n - 4)*5)
    if (n > 4) call check('plane''s middle', sum(a(3:n - 2, 2:6)), (n - 4)*5)
    call check('plane''s sum', sum(a), max(0, n - 4)*5)
  end subroutine

  subroutine cube(a, n)
    integer, intent(in) :: n
    integer :: a(:, :, :), i, j, k
    a = 0
    !$acc parallel loop collapse(3) copy(a)
    do k = 2, 8
      do j = 3, 7
        do i = 2, n - 1
          a(i, j, k) = a(i, j, k) + i
        end do
      end do
    end do
    call check('cube', sum(a), sum([(i, i = 2, n - 1)])*35)
    if (n > 2) call check('cube''s middle', sum(a(2:n - 1, 3:7, 2:8)), sum([(i, i = 2, n - 1)])*35)
    call check('cube''s border', sum(a(1, :, :)) + sum(a(:, :2, :)) + sum(a(:, :, 1)), 0)
  end subroutine

  subroutine from_a_variable(a, n)
    integer, intent(in) :: n
    integer :: a(:, :, :), i, j, k, first
    a = 0
    first = 2
    ! The first iteration is known when it runs.
    !$acc parallel loop collapse(3) copy(a)
    do k = first, 9
      do j = first, 7
        do i = first, n
          a(i, j, k) = a(i, j, k) + i
        end do
      end do
    end do
    call check('first from a variable', sum(a), sum([(i, i = 2, n)])*48)
  end subroutine
end program
