!===-- acc-private-inner-shapes.f90 - Private arrays of unknown shapes ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Private arrays of inner loops that are like arrays which are themselves made
! in a loop's iterations: private ones of the loop around, and local ones of
! BLOCK constructs, whose shapes differ from iteration to iteration.
!
!===----------------------------------------------------------------------===!
program main
  use testing
  implicit none
  integer, parameter :: m = 11
  integer :: o(m), i, j
  call of_private(o, 45)
  call expect(all(o == [((i + 3)*7 + i, i=1, m)]), 'of a private array')
  call of_lanes(o, 45)
  call expect(all(o == [(sum([(j*45 + 45*46/2 + j + 4, j=1, 7)]) + i, i=1, m)]), 'lanes')
  call of_block(o, 45)
  call expect(all(o == [(sum([(j*(i + 45) + (i + 45)*(i + 46)/2, j=1, 7)]) + i, i=1, m)]), 'BLOCK')
  call of_bounds(o, 45)
  call expect(all(o == [(28*(i + 45) + 7*(i + 45) + i, i=1, m)]), 'bounds')
  call finish()
contains
  subroutine of_private(o, n)
    integer, intent(inout) :: o(:)
    integer, intent(in) :: n
    integer :: i, j, k, y(n), r
    !$acc parallel loop gang private(y, r) vector_length(32) num_gangs(2)
    do i = 1, m
      y = i
      r = 0
      !$acc loop worker private(y) reduction(+:r)
      do j = 1, 7
        do k = 1, n
          y(k) = i + k
        end do
        r = r + y(3)
      end do
      o(i) = r + y(7)
    end do
  end subroutine

  subroutine of_lanes(o, n)
    integer, intent(inout) :: o(:)
    integer, intent(in) :: n
    integer :: i, j, k, y(n), r, s
    !$acc parallel loop gang private(y, r) vector_length(32) num_gangs(2) num_workers(3)
    do i = 1, m
      !$acc loop vector
      do k = 1, n
        y(k) = i
      end do
      r = 0
      !$acc loop worker private(y, s) reduction(+:r)
      do j = 1, 7
        !$acc loop vector
        do k = 1, n
          y(k) = j + k
        end do
        s = 0
        !$acc loop vector reduction(+:s)
        do k = 1, n
          s = s + y(n + 1 - k)
        end do
        r = r + s + y(4)
      end do
      o(i) = r + y(5)
    end do
  end subroutine

  subroutine of_block(o, n)
    integer, intent(inout) :: o(:)
    integer, intent(in) :: n
    integer :: i, j, k, r, s
    !$acc parallel loop gang private(r) vector_length(32) num_gangs(2) num_workers(3)
    do i = 1, m
      block
        integer :: y(n + i)
        r = 0
        !$acc loop vector
        do k = 1, n + i
          y(k) = i
        end do
        !$acc loop worker private(y, s) reduction(+:r)
        do j = 1, 7
          !$acc loop vector
          do k = 1, n + i
            y(k) = j + k
          end do
          s = 0
          !$acc loop vector reduction(+:s)
          do k = 1, n + i
            s = s + y(n + i + 1 - k)
          end do
          r = r + s
        end do
        o(i) = r + y(5)
      end block
    end do
  end subroutine

  subroutine of_bounds(o, n)
    integer, intent(inout) :: o(:)
    integer, intent(in) :: n
    integer :: i, j, k, r
    !$acc parallel loop gang private(r)
    do i = 1, m
      block
        integer :: y(0:i + n, 2)
        r = 0
        y = i
        !$acc loop vector private(y) reduction(+:r)
        do j = 1, 7
          do k = 0, i + n
            y(k, 2) = j*k
          end do
          r = r + y(0, 2) + y(i + n, 2) + ubound(y, 1)
        end do
        o(i) = r + y(2, 2)
      end block
    end do
  end subroutine
end program
