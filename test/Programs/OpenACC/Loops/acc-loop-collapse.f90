!===-- acc-loop-collapse.f90 - collapse and tile -------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Nests of two, three and four loops whose limits may depend on what is outside,
! steps, zero trips, statements that belong to the innermost body, tiles that do
! not fit, tiles of loops that count down and of loops that sum up.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer :: n, m
  do n = 0, 35, 7
    do m = 1, 64, 21
      call two(n, m)
    end do
  end do
  call deep(3, 4, 5, 6)
  call deep(1, 0, 5, 2)
  call deep(9, 2, 1, 33)
  call triangle(40)
  call tiles(40, 17, 3)
  call tiles(5, 1, -2)
  call finish()
contains
  subroutine two(n, m)
    integer, intent(in) :: n, m
    integer :: a(m, n), b(m, n), i, j
    a = 0
    !$acc data copy(a)
    !$acc parallel loop collapse(2)
    do j = 1, n
      do i = 1, m
        a(i, j) = a(i, j) + i + 100*j
      end do
    end do
    !$acc parallel loop gang vector collapse(2) present(a)
    do j = n, 1, -1
      do i = 1, m, 3
        a(i, j) = a(i, j) + 1
      end do
    end do
    !$acc kernels loop collapse(2) independent
    do j = 1, n
      do i = m, 1, -2
        a(i, j) = a(i, j)*2
      end do
    end do
    !$acc parallel loop tile(4, 8)
    do j = 1, n
      do i = 1, m
        a(i, j) = a(i, j) + j
      end do
    end do
    !$acc parallel loop tile(*, 32)
    do j = 1, n
      do i = 1, m
        a(i, j) = a(i, j) + i
      end do
    end do
    !$acc parallel loop gang tile(16)
    do j = 1, n
      do i = 1, m
        a(i, j) = a(i, j) - 1
      end do
    end do
    !$acc end data
    b = 0
    do j = 1, n
      do i = 1, m
        b(i, j) = i + 100*j
        if (mod(i, 3) == 1) b(i, j) = b(i, j) + 1
        if (mod(m - i, 2) == 0) b(i, j) = b(i, j)*2
        b(i, j) = b(i, j) + i + j - 1
      end do
    end do
    call expect_equal([a], [b], 'two loops')
  end subroutine

  subroutine deep(p, q, r, s)
    integer, intent(in) :: p, q, r, s
    integer :: a(s, r, q, p), i, j, k, l, t
    a = 0
    !$acc parallel loop collapse(4) private(t) copy(a)
    do l = 1, p
      do k = 1, q
        do j = 1, r
          do i = 1, s
            t = i + 10*j
            t = t + 100*k + 1000*l
            a(i, j, k, l) = a(i, j, k, l) + t
          end do
        end do
      end do
    end do
    call check_deep(a, 'four loops')
    !$acc parallel loop gang collapse(2) copy(a)
    do l = 1, p
      do k = 1, q
        !$acc loop vector collapse(2)
        do j = 1, r
          do i = 1, s
            a(i, j, k, l) = a(i, j, k, l) + i + 10*j + 100*k + 1000*l
          end do
        end do
      end do
    end do
    call check_deep(a, 'two by two')
    !$acc parallel loop collapse(3) copy(a)
    do l = 1, p
      do k = 1, q
        do j = 1, r
          do i = 1, s
            a(i, j, k, l) = a(i, j, k, l) + i + 10*j + 100*k + 1000*l
          end do
        end do
      end do
    end do
    call check_deep(a, 'three of four')
    !$acc parallel loop tile(2, 3, 4) copy(a)
    do l = 1, p
      do k = 1, q
        do j = 1, r
          do i = 1, s
            a(i, j, k, l) = a(i, j, k, l) + i + 10*j + 100*k + 1000*l
          end do
        end do
      end do
    end do
    call check_deep(a, 'tiles of three loops')
  end subroutine

  subroutine tiles(n, m, step)
    integer, intent(in) :: n, m, step
    integer :: a(n, -2:m), b(n, -2:m), i, j, s, most, first, last
    logical :: all_small
    a = 0
    b = 0
    s = 5
    most = -1
    all_small = .true.
    first = merge(1, n, step > 0)
    last = merge(n, 1, step > 0)
    !$acc parallel loop gang vector tile(8, 4) copy(a) reduction(+:s) &
    !$acc&  reduction(max:most) reduction(.and.:all_small)
    do j = m, -2, -1
      do i = first, last, step
        a(i, j) = a(i, j) + i + 100*j
        s = s + i*j
        most = max(most, mod(i*37 + j, 101))
        all_small = all_small .and. i < 5
      end do
    end do
    do j = m, -2, -1
      do i = first, last, step
        b(i, j) = b(i, j) + i + 100*j
        s = s - i*j
        most = most - merge(0, 1000, mod(i*37 + j, 101) <= most)
      end do
    end do
    call expect_equal([a], [b], 'tiles of loops that count down')
    call expect_equal(s, 5, 'sum over tiles')
    call expect_equal(most >= 0, .true., 'most of tiles')
    call expect_equal(all_small, .false., 'conjunction of tiles')
    a = 0
    !$acc kernels loop independent tile(*, 2) copy(a)
    do j = -2, m
      do i = last, first, -step
        a(i, j) = a(i, j) + i + 100*j
      end do
    end do
    b = 0
    do j = -2, m
      do i = last, first, -step
        b(i, j) = b(i, j) + i + 100*j
      end do
    end do
    call expect_equal([a], [b], 'tiles of a kernels loop')
  end subroutine

  subroutine check_deep(a, what)
    integer, intent(inout) :: a(:, :, :, :)
    character(*), intent(in) :: what
    integer :: i, j, k, l
    do l = 1, size(a, 4)
      do k = 1, size(a, 3)
        do j = 1, size(a, 2)
          do i = 1, size(a, 1)
            call expect_equal(a(i, j, k, l), i + 10*j + 100*k + 1000*l, what)
          end do
        end do
      end do
    end do
    a = 0
  end subroutine

  ! Inner limits that depend on the outer index are for loops that are not
  ! collapsed.
  subroutine triangle(n)
    integer, intent(in) :: n
    integer :: a(n, n), i, j
    a = 0
    !$acc parallel loop copy(a)
    do j = 1, n
      !$acc loop
      do i = j, n, 2
        a(i, j) = a(i, j) + i*j
      end do
    end do
    do j = 1, n
      do i = 1, n
        if (i >= j .and. mod(i - j, 2) == 0) then
          call expect_equal(a(i, j), i*j, 'triangle')
        else
          call expect_equal(a(i, j), 0, 'beyond the triangle')
        end if
      end do
    end do
  end subroutine
end program
