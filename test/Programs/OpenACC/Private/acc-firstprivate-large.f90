!===-- acc-firstprivate-large.f90 - Larger than a kernel's parameters -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! First-private arrays of constant size that are more than the 4 KB of a
! kernel's parameters, alone and together: each gang begins with the host's
! values, and the arrays outside keep theirs.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 1500, gangs = 6
  real(8) :: c(n)
  integer :: d(n, gangs), small(200), square(-4:25, 30), k, i, j
  c = [(0.5d0*i, i = 1, n)]
  small = [(i, i = 1, 200)]
  square = reshape([(i, i = 1, 900)], [30, 30])
  !$acc parallel loop gang vector_length(32) firstprivate(c, small, square) copyout(d)
  do k = 1, gangs
    !$acc loop vector
    do i = 1, n
      d(i, k) = int(2*c(n - i + 1)) + small(mod(i, 200) + 1) + square(mod(i, 30) - 4, 30) + k
    end do
  end do
  do k = 1, gangs
    do i = 1, n
      call expect_equal(d(i, k), n - i + 1 + mod(i, 200) + 1 + 870 + mod(i, 30) + 1 + k, 'values of the host')
    end do
  end do

  ! The lanes of a gang assign its copies together.
  !$acc parallel loop gang vector_length(32) firstprivate(c, square) copyout(d)
  do k = 1, gangs
    !$acc loop vector
    do i = 1, n
      c(i) = i - 1 + k
    end do
    !$acc loop vector
    do i = 1, 30
      square(i - 5, 30) = k*i
    end do
    !$acc loop vector
    do i = 1, n
      d(i, k) = int(c(n - i + 1)) + square(mod(i, 30) - 4, 30) + square(25 - mod(i, 30), 1)
    end do
  end do
  do k = 1, gangs
    do i = 1, n
      j = mod(i, 30)
      call expect_equal(d(i, k), n - i + k + k*(j + 1) + 30 - j, 'values of a gang')
    end do
  end do
  call expect(all(c == [(0.5d0*i, i = 1, n)]), 'a long array outside')
  call expect(all(small == [(i, i = 1, 200)]), 'a short one')
  call expect(all(square == reshape([(i, i = 1, 900)], [30, 30])), 'one of two dimensions')
  call finish
end program
