!===-- acc-loop-rows.f90 - Loops inside of large nests -------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! A thread may take two rows of a nest that has iterations enough to fill a GPU,
! and go through the loop inside once for both. Odd and even numbers of rows and
! elements, sums of no rounds, rows that are read and written, loops whose rounds
! depend on the row, three dimensions, conditions, private arrays, and loops with
! two sums. All values are whole numbers.
!
!===----------------------------------------------------------------------===!

module sums
  implicit none
contains
  subroutine product(n, m, l, a, b, c)
    integer, intent(in) :: n, m, l
    real, intent(in) :: a(n, l), b(l, m)
    real, intent(inout) :: c(n, m)
    integer :: i, j, k
    real :: s
    !$acc parallel loop copyin(a, b) copy(c)
    do j = 1, m
      do i = 1, n
        s = 0
        do k = 1, l
          s = s + a(i, k)*b(k, j)
        end do
        c(i, j) = c(i, j) + s
      end do
    end do
  end subroutine

  ! The product's columns in place, from the last to the first.
  subroutine backwards(n, m, l, a, c)
    integer, intent(in) :: n, m, l
    integer, intent(in) :: a(n, l)
    integer, intent(inout) :: c(n, m)
    integer :: i, j, k, s, t
    !$acc kernels copyin(a) copy(c)
    !$acc loop independent
    do j = m, 1, -1
      !$acc loop independent
      do i = 2, n - 1
        s = c(i, j)
        t = 1
        do k = 1, l
          s = s + a(i, k)*j
          t = max(t, a(i + 1, k) + mod(j, 7))
        end do
        c(i, j) = s*10 + t
      end do
    end do
    !$acc end kernels
  end subroutine

  subroutine triangle(n, m, a, c)
    integer, intent(in) :: n, m
    integer, intent(in) :: a(n, m)
    integer, intent(out) :: c(n, m)
    integer :: i, j, k, s
    !$acc parallel loop collapse(2) copyin(a) copyout(c)
    do j = 1, m
      do i = 1, n
        s = 0
        do k = max(1, j - 5), j
          s = s + a(i, k)
        end do
        c(i, j) = s
      end do
    end do
  end subroutine

  subroutine planes(n, m, p, l, a, b, c)
    integer, intent(in) :: n, m, p, l
    integer, intent(in) :: a(n, l), b(m, p, l)
    integer, intent(out) :: c(n, m, p)
    integer :: i, j, q, k, s
    !$acc parallel loop copyin(a, b) copyout(c)
    do q = 1, p
      do j = 1, m
        do i = 1, n
          s = 0
          do k = 1, l
            s = s + a(i, k)*b(j, q, k)
          end do
          c(i, j, q) = s
        end do
      end do
    end do
  end subroutine

  subroutine own(n, m, l, a, c)
    integer, intent(in) :: n, m, l
    integer, intent(in) :: a(n, l)
    integer, intent(out) :: c(n, m)
    integer :: i, j, k, s, w(3)
    !$acc parallel loop collapse(2) private(w) copyin(a) copyout(c)
    do j = 1, m
      do i = 1, n
        w(1) = j
        w(2) = 2*j
        w(3) = i
        s = 0
        do k = 1, l
          s = s + a(i, k)*w(mod(k, 3) + 1)
        end do
        c(i, j) = s
      end do
    end do
  end subroutine

  ! Not all elements have a sum, and some sums end early.
  subroutine some(n, m, l, all_of_them, a, c)
    integer, intent(in) :: n, m, l
    logical, intent(in) :: all_of_them
    integer, intent(in) :: a(n, l)
    integer, intent(out) :: c(n, m)
    integer :: i, j, k, s
    !$acc parallel loop collapse(2) copyin(a) copyout(c)
    do j = 1, m
      do i = 1, n
        c(i, j) = -1
        if (all_of_them .or. mod(i + j, 3) == 0) then
          s = 0
          do k = 1, l
            s = s + a(i, k)*j
          end do
          c(i, j) = s
        end if
        do k = 1, l
          if (a(i, k) == mod(j, 5)) exit
        end do
        c(i, j) = 100*c(i, j) + k
      end do
    end do
  end subroutine
end module

program main
  use sums
  implicit none
  integer, parameter :: shapes(2, 4) = reshape([1024, 602, 1023, 603, 32, 20001, 33, 3], [2, 4])
  integer :: which, l, i, j, k, q, n, m, bad
  bad = 0
  do which = 1, 4
    n = shapes(1, which)
    m = shapes(2, which)
    do l = 0, 9, 3
      call products
      call integers
    end do
  end do
  call cubes(64, 33, 301, 5)
  call cubes(64, 34, 300, 0)
  if (bad /= 0) error stop 'FAIL'
  print '(a)', 'PASS'
contains
  subroutine expect(what, right)
    character(*), intent(in) :: what
    logical, intent(in) :: right
    if (right) return
    bad = bad + 1
    print *, 'wrong: ', what, n, m, l
  end subroutine

  subroutine products
    real :: a(n, l), b(l, m), s
    real, allocatable :: c(:, :)
    logical :: right
    do k = 1, l
      a(:, k) = [(mod(i*k, 7), i = 1, n)]
      b(k, :) = [(mod(j + k, 5), j = 1, m)]
    end do
    allocate (c(n, m), source=1.0)
    call product(n, m, l, a, b, c)
    right = .true.
    do j = 1, m
      do i = 1, n
        s = 1
        do k = 1, l
          s = s + mod(i*k, 7)*mod(j + k, 5)
        end do
        right = right .and. c(i, j) == s
      end do
    end do
    call expect('product', right)
  end subroutine

  subroutine integers
    integer :: a(n, l), s, t
    integer, allocatable :: c(:, :), wide(:, :)
    logical :: right
    do k = 1, l
      a(:, k) = [(mod(i*k, 7), i = 1, n)]
    end do
    allocate (c(n, m), wide(n, m))
    c = 3
    call backwards(n, m, l, a, c)
    right = all(c(1, :) == 3) .and. all(c(n, :) == 3)
    do j = 1, m
      do i = 2, n - 1
        s = 3
        t = 1
        do k = 1, l
          s = s + a(i, k)*j
          t = max(t, a(i + 1, k) + mod(j, 7))
        end do
        right = right .and. c(i, j) == s*10 + t
      end do
    end do
    call expect('backwards', right)
    do j = 1, m
      wide(:, j) = [(mod(i*j, 11), i = 1, n)]
    end do
    call triangle(n, m, wide, c)
    right = .true.
    do j = 1, m
      do i = 1, n
        right = right .and. c(i, j) == sum(wide(i, max(1, j - 5):j))
      end do
    end do
    call expect('triangle', right)
    call own(n, m, l, a, c)
    right = .true.
    do j = 1, m
      do i = 1, n
        s = 0
        do k = 1, l
          t = merge(j, merge(2*j, i, mod(k, 3) == 1), mod(k, 3) == 0)
          s = s + a(i, k)*t
        end do
        right = right .and. c(i, j) == s
      end do
    end do
    call expect('own', right)
    do t = 0, 1
      call some(n, m, l, t == 1, a, c)
      right = .true.
      do j = 1, m
        do i = 1, n
          s = -1
          if (t == 1 .or. mod(i + j, 3) == 0) s = sum(a(i, :))*j
          do k = 1, l
            if (a(i, k) == mod(j, 5)) exit
          end do
          right = right .and. c(i, j) == 100*s + k
        end do
      end do
      call expect('some', right)
    end do
  end subroutine

  subroutine cubes(n1, m1, p, rounds)
    integer, intent(in) :: n1, m1, p, rounds
    integer :: a(n1, rounds), b(m1, p, rounds), s
    integer, allocatable :: c(:, :, :)
    logical :: right
    do k = 1, rounds
      a(:, k) = [(mod(i*k, 7), i = 1, n1)]
      b(:, :, k) = reshape([(mod(i*k, 13), i = 1, m1*p)], [m1, p])
    end do
    allocate (c(n1, m1, p), source=-1)
    call planes(n1, m1, p, rounds, a, b, c)
    right = .true.
    do q = 1, p
      do j = 1, m1
        do i = 1, n1
          s = 0
          do k = 1, rounds
            s = s + a(i, k)*b(j, q, k)
          end do
          right = right .and. c(i, j, q) == s
        end do
      end do
    end do
    call expect('planes', right)
  end subroutine
end program
