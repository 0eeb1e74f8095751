!===-- acc-loop-stale-bounds.f90 - Bounds that the device has its own of --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! The limit of the loops is in a data region: what counts is its value on the
! device, however many threads the host's would give. And limits that the host
! knows, of grids that hold all the iterations, or do not.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, allocatable :: a(:, :, :)
  integer :: n, i, j, k, gangs

  allocate(a(40, 33, 65))
  a = 0
  n = 33
  !$acc data copyin(n) copy(a)
  n = 2
  !$acc parallel loop collapse(3) present(n)
  do k = 1, 65
    do j = 1, n
      do i = 1, 40
        a(i, j, k) = a(i, j, k) + i + 100*j + 10000*k
      end do
    end do
  end do
  !$acc end data
  ! In shared memory the device's value is the host's.
  n = merge(33, 2, any(a(:, 33, :) /= 0))
  call check(n, 'with the device''s limit')

  do gangs = 0, 3
    a = 0
    n = 33
    select case (gangs)
    case (0)
      !$acc parallel loop collapse(3) copy(a)
      do k = 1, 65
        do j = 1, n
          do i = 1, 40
            a(i, j, k) = a(i, j, k) + i + 100*j + 10000*k
          end do
        end do
      end do
    case default
      !$acc parallel loop collapse(3) copy(a) num_gangs(gangs)
      do k = 1, 65
        do j = 1, n
          do i = 1, 40
            a(i, j, k) = a(i, j, k) + i + 100*j + 10000*k
          end do
        end do
      end do
    end select
    call check(n, 'with the host''s limit')
  end do
  call finish()

contains

  subroutine check(limit, what)
    integer, intent(in) :: limit
    character(*), intent(in) :: what
    integer :: i, j, k, wrong
    wrong = 0
    do k = 1, 65
      do j = 1, 33
        do i = 1, 40
          if (a(i, j, k) /= merge(i + 100*j + 10000*k, 0, j <= limit)) &
            wrong = wrong + 1
        end do
      end do
    end do
    call expect_equal(wrong, 0, what)
  end subroutine
end program
