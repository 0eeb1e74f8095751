!===-- acc-loop-force.f90 - collapse(force:n) ----------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Statements between the loops are executed once for each iteration of the outer
! loop, and the innermost body once for each of all.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 23, m = 37, l = 4
  integer :: a(m, n), b(n), c(l, m, n), d(m, n), i, j, k
  a = 0
  b = 0
  !$acc parallel loop collapse(force: 2) copy(a, b)
  do j = 1, n
    b(j) = b(j) + j
    do i = 1, m
      a(i, j) = a(i, j) + i + b(j)
    end do
    b(j) = b(j) + 1000
  end do
  call expect_equal(b, [(j + 1000, j = 1, n)], 'statements around the inner loop')
  call expect_equal([a], [((i + j, i = 1, m), j = 1, n)], 'the inner body')
  c = 0
  d = 0
  !$acc parallel loop collapse(force: 3) copy(c, d)
  do k = 1, n
    do j = 1, m
      d(j, k) = d(j, k) + 1
      do i = 1, l
        c(i, j, k) = c(i, j, k) + i + 10*j + 1000*k
      end do
    end do
  end do
  call expect(all(d == 1), 'three loops')
  call expect_equal([c], [(((i + 10*j + 1000*k, i = 1, l), j = 1, m), k = 1, n)], 'three loops, inner body')
  a = 0
  !$acc parallel loop collapse(force: 2) copy(a)
  do j = 1, n
    do i = 1, m
      a(i, j) = a(i, j) + i*j
    end do
  end do
  call expect_equal([a], [((i*j, i = 1, m), j = 1, n)], 'a tight nest')
  call finish()
end program
