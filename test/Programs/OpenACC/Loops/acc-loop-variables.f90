!===-- acc-loop-variables.f90 - Private clauses that name other loops' variables --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Codes name the variables of a whole nest in the private clause of one of its
! loops: inside, those of the loops around keep their values.
!
!===----------------------------------------------------------------------===!

module nests
  implicit none
contains
  subroutine column(a, k)
    !$acc routine vector
    integer, intent(inout) :: a(:)
    integer, value :: k
    integer :: i, t
    !$acc loop vector private(i, k, t)
    do i = 1, size(a)
      t = i + 100*k
      a(i) = a(i) + t
    end do
  end subroutine
end module

program main
  use testing
  use nests
  implicit none
  integer, parameter :: n = 37, m = 11, p = 5
  integer :: a(n, m, p), b(n, m, p), i, j, k, t, s, unused

  do k = 1, p
    do j = 1, m
      do i = 1, n
        b(i, j, k) = i + 100*j + 10000*k
      end do
    end do
  end do

  a = 0
  !$acc kernels
  !$acc loop independent
  do k = 1, p
    !$acc loop independent private(k, j)
    do j = 1, m
      !$acc loop independent private(i, j, k, t, unused)
      do i = 1, n
        t = i + 100*j
        a(i, j, k) = t + 10000*k
      end do
    end do
  end do
  !$acc end kernels
  call expect_equal([a], [b], 'kernels')

  a = 0
  !$acc parallel loop gang private(i, j, k)
  do k = 1, p
    !$acc loop worker private(i, j, k)
    do j = 1, m
      !$acc loop vector private(i, j, k)
      do i = 1, n
        a(i, j, k) = i + 100*j + 10000*k
      end do
    end do
  end do
  call expect_equal([a], [b], 'parallel')

  ! The loop around is the host's.
  a = 0
  !$acc data copy(a)
  do k = 1, p
    !$acc parallel loop collapse(2) private(k, j, i)
    do j = 1, m
      do i = 1, n
        a(i, j, k) = i + 100*j + 10000*k
      end do
    end do
  end do
  do k = p, 1, -1
    !$acc serial loop private(k, t)
    do j = 1, m
      t = j
      !$acc loop seq private(k)
      do i = 1, n
        a(i, j, k) = a(i, j, k) + t + k
      end do
    end do
  end do
  !$acc end data
  do k = 1, p
    do j = 1, m
      b(:, j, k) = b(:, j, k) + j + k
    end do
  end do
  call expect_equal([a], [b], 'loops of the host')

  s = 0
  !$acc parallel loop reduction(+:s)
  do k = 1, p
    !$acc loop reduction(+:s) private(j, k)
    do j = 1, m
      s = s + j*k
    end do
  end do
  call expect_equal(s, (m*(m + 1)/2)*(p*(p + 1)/2), 'sum')

  a = 0
  !$acc parallel loop gang copy(a)
  do j = 1, m
    call column(a(:, j, 1), j)
  end do
  do j = 1, m
    do i = 1, n
      call expect_equal(a(i, j, 1), i + 100*j, 'routine')
    end do
  end do
  call finish()
end program
