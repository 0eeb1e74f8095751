!===-- acc-loop-nests.f90 - Nests whose loops name no level --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Loops that are nested with nothing between become one; each element counts how
! often it was visited, and by which iteration. Nests that must stay two loops:
! inner bounds that depend on the outer iteration, or are read where there need
! not be anything, statements beside the inner loop, and iterations that depend
! on each other.
!
!===----------------------------------------------------------------------===!

module nests
  implicit none
  type grid
    integer :: n
    integer, allocatable :: rows(:)
  end type
  integer :: wanted
  !$acc declare create(wanted)
contains
  integer function number(i, j)
    !$acc routine seq
    integer, intent(in) :: i, j
    number = 1000*j + i
  end function

  subroutine plane(n, m)
    integer, intent(in) :: n, m
    integer :: a(n, m), t(m, n), i, j, k, own
    a = 0; t = 0
    !$acc data copy(a, t)
    !$acc parallel loop private(own)
    do j = 1, m
      !$acc loop
      do i = 1, n
        own = 1000*j + i
        a(i, j) = a(i, j) + own
      end do
    end do
    ! The lanes are better with the outer variable.
    !$acc parallel loop
    do j = 1, m
      !$acc loop
      do i = 1, n
        t(j, i) = t(j, i) + number(i, j)
      end do
    end do
    !$acc kernels
    do j = 1, m
      do i = 1, n
        a(i, j) = a(i, j) + t(j, i)
      end do
    end do
    !$acc end kernels
    ! A loop of each thread's inside.
    !$acc parallel loop
    do j = 1, m
      !$acc loop independent
      do i = 1, n
        own = 0
        do k = 1, i
          own = own + k
        end do
        a(i, j) = a(i, j) - own
      end do
    end do
    !$acc end data
    if (.not. all(a == reshape([((2*(1000*j + i) - i*(i + 1)/2, i = 1, n), &
        j = 1, m)], [n, m]))) call wrong('plane', n, m)
  end subroutine

  subroutine space(n, m, l)
    integer, intent(in) :: n, m, l
    integer :: a(n, m, l, 2), i, j, k, h
    a = 0
    !$acc data copy(a)
    !$acc parallel loop
    do k = 1, l
      !$acc loop
      do j = m, 1, -1
        !$acc loop
        do i = 1, n
          a(i, j, k, 1) = a(i, j, k, 1) + (100*k + j)*100 + i
        end do
      end do
    end do
    !$acc parallel loop
    do h = 1, 2
      !$acc loop
      do k = 1, l
        !$acc loop
        do j = 1, m
          !$acc loop
          do i = 1, n, 3
            a(i, j, k, h) = a(i, j, k, h) + h
          end do
        end do
      end do
    end do
    !$acc end data
    do k = 1, l
      do j = 1, m
        do i = 1, n
          h = merge(1, 0, mod(i, 3) == 1)
          if (any(a(i, j, k, :) /= [(100*k + j)*100 + i + h, 2*h])) then
            call wrong('space', n, m)
            return
          end if
        end do
      end do
    end do
  end subroutine

  !> Bounds of other kinds, borders and steps.
  subroutine borders(first, last, step)
    integer(8), intent(in) :: first
    integer(2), intent(in) :: last, step
    integer :: a(-9:9, -9:9), b(-9:9, -9:9), h
    integer(8) :: j
    integer(2) :: i
    a = 0; b = 0
    !$acc parallel loop copy(a)
    do j = first, 9_8
      !$acc loop
      do i = -9_2, last, step
        a(i, j) = a(i, j) + 1
      end do
    end do
    do j = first, 9_8
      do i = -9_2, last, step
        b(i, j) = b(i, j) + 1
      end do
    end do
    h = int(first)
    if (any(a /= b)) call wrong('borders', h, int(last))
  end subroutine

  !> What must stay two loops.
  subroutine uneven(n, rows, at)
    integer, intent(in) :: n, rows(n)
    type(grid), pointer, intent(in) :: at
    integer :: a(n, n), b(n, n), i, j, m, last(n), none
    a = 0; last = 0; none = 0
    !$acc data copy(a, last) copyin(rows)
    !$acc parallel loop
    do j = 1, n
      !$acc loop
      do i = 1, j
        a(i, j) = a(i, j) + 1
      end do
    end do
    !$acc parallel loop
    do j = 1, n
      !$acc loop
      do i = 1, rows(j)
        a(i, j) = a(i, j) + 10
      end do
    end do
    !$acc parallel loop private(m)
    do j = 1, n
      m = min(n, 2*j)
      !$acc loop
      do i = 1, m
        a(i, j) = a(i, j) + 100
      end do
      last(j) = a(1, j)
    end do
    ! Nothing is there to take the bound from.
    !$acc parallel loop
    do j = 1, none
      !$acc loop
      do i = 1, at%n
        a(i, j) = 0
      end do
    end do
    ! Rows that depend on each other, and elements of a row that do.
    !$acc kernels
    do j = 2, n
      do i = 1, n
        a(i, j) = a(i, j) + a(i, j - 1)
      end do
    end do
    do j = 1, n
      do i = 2, n
        a(i, j) = a(i, j) + a(i - 1, j)
      end do
    end do
    !$acc end kernels
    !$acc end data
    b = 0
    do j = 1, n
      b(:j, j) = b(:j, j) + 1
      b(:rows(j), j) = b(:rows(j), j) + 10
      m = min(n, 2*j)
      b(:m, j) = b(:m, j) + 100
      if (last(j) /= b(1, j)) call wrong('behind the loop', n, j)
    end do
    do j = 2, n
      b(:, j) = b(:, j) + b(:, j - 1)
    end do
    do j = 1, n
      do i = 2, n
        b(i, j) = b(i, j) + b(i - 1, j)
      end do
    end do
    if (any(a /= b)) call wrong('uneven', n, n)
  end subroutine

  !> Bounds that descriptors have, and sums over both loops.
  subroutine shapes(a, c)
    integer, intent(inout) :: a(0:, :)
    integer, allocatable, intent(inout) :: c(:, :)
    integer :: i, j, s
    s = 0
    !$acc data copy(a, c)
    !$acc parallel loop
    do j = lbound(c, 2), ubound(c, 2)
      !$acc loop
      do i = lbound(c, 1), ubound(c, 1)
        c(i, j) = c(i, j) + i + 2*j
      end do
    end do
    !$acc parallel loop
    do j = 1, size(a, 2)
      !$acc loop
      do i = 0, ubound(a, 1)
        a(i, j) = a(i, j) + c(i - 2, j + 3)
      end do
    end do
    !$acc parallel loop reduction(+:s) copy(s)
    do j = 1, size(a, 2)
      !$acc loop reduction(+:s)
      do i = 0, ubound(a, 1)
        s = s + a(i, j)
      end do
    end do
    !$acc end data
    do j = 1, size(a, 2)
      do i = 0, ubound(a, 1)
        if (a(i, j) /= 1 + (i - 2) + 2*(j + 3)) call wrong('shapes', i, j)
      end do
    end do
    if (s /= sum(a)) call wrong('sums', s, sum(a))
  end subroutine

  !> Bounds that may not be computed where there is no iteration around.
  subroutine guarded(n, k, c)
    integer, intent(in) :: n, k
    integer, intent(in), optional :: c(:)
    integer :: b(20, 20), i, j
    b = 0
    !$acc parallel loop copy(b)
    do j = 1, k
      !$acc loop
      do i = 1, n/k
        b(i, j) = b(i, j) + 1
      end do
    end do
    !$acc parallel loop copy(b) copyin(c)
    do j = 1, k
      !$acc loop
      do i = 1, size(c)
        b(i, j) = b(i, j) + 1
      end do
    end do
    !$acc kernels copy(b)
    do j = 1, k
      do i = 1, mod(n, k)
        b(i, j) = b(i, j) + 1
      end do
    end do
    !$acc end kernels
    j = 0
    if (k > 0) j = k*(n/k + size(c) + mod(n, k))
    if (sum(b) /= j) call wrong('guarded', n, k)
  end subroutine

  !> The bound is a variable of the device's that the nest itself would change.
  subroutine stale(n)
    integer, intent(in) :: n
    integer :: a(n, n), i, j
    a = 0
    wanted = n - 2
    !$acc update device(wanted)
    !$acc parallel loop copy(a)
    do j = 1, n
      !$acc loop
      do i = 1, wanted
        a(i, j) = a(i, j) + 1
      end do
    end do
    if (any(a(:n - 2, :) /= 1) .or. any(a(n - 1:, :) /= 0)) &
        call wrong('declared', n, n)
  end subroutine

  subroutine wrong(what, n, m)
    use testing
    character(*), intent(in) :: what
    integer, intent(in) :: n, m
    print *, what, n, m
    call expect(.false., what)
  end subroutine
end module

program main
  use nests
  use testing
  implicit none
  integer, parameter :: sizes(7) = [0, 1, 5, 16, 33, 100, 300]
  integer, allocatable :: c(:, :)
  integer :: a(20, 40), s
  type(grid), pointer :: at
  at => null()
  do s = 1, size(sizes)
    call plane(sizes(s), 7)
    call plane(3, sizes(s))
    call plane(sizes(s), sizes(s))
    call space(sizes(s), 3, 2)
    call space(2, sizes(s), 4)
    call space(5, 2, min(99, sizes(s)))
  end do
  call borders(-9_8, 9_2, 1_2)
  call borders(9_8, -9_2, 4_2)
  call borders(0_8, 8_2, 5_2)
  call borders(10_8, 8_2, 5_2)
  call borders(1_8, -10_2, 1_2)
  call uneven(20, [(mod(7*s, 21), s = 1, 20)], at)
  a = 1
  allocate(c(-2:17, 4:43), source=0)
  call shapes(a, c)
  call guarded(20, 3, [1, 2, 3])
  call guarded(20, 0)
  call stale(30)
  call finish()
end program
