!===-- acc-concurrent-collapsed.f90 - DO CONCURRENT in collapsed nests ---===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! COLLAPSE and TILE clauses that count a DO CONCURRENT construct within other
! loops: as the last loop, with two indices, with a mask, forced.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 19, m = 37, l = 5
  integer :: a(m, n), b(m, n, l), i, j, k, s
  integer, parameter :: wanted(m, n) = reshape([((i + 100*j, i = 1, m), j = 1, n)], [m, n])

  a = 0
  !$acc parallel loop collapse(2) copy(a)
  do j = 1, n
    do concurrent (i = 1:m)
      a(i, j) = a(i, j) + i + 100*j
    end do
  end do
  call expect_equal([a], [wanted], 'collapse')

  a = 0
  !$acc kernels loop tile(4, 8) copy(a)
  do j = 1, n
    do concurrent (i = 1:m, mod(i + j, 3) == 0)
      a(i, j) = a(i, j) + i + 100*j
    end do
  end do
  call expect_equal([a], [merge(wanted, 0, mod(reshape([((i + j, i = 1, m), j = 1, n)], [m, n]), 3) == 0)], 'tile')

  b = 1
  !$acc parallel copy(b)
  !$acc loop gang collapse(3)
  do k = 1, l
    do concurrent (j = 1:n, i = 1:m)
      b(i, j, k) = b(i, j, k) + i + 100*j + 10000*k
    end do
  end do
  !$acc end parallel
  call expect_equal([b], [(((1 + i + 100*j + 10000*k, i = 1, m), j = 1, n), k = 1, l)], 'two indices')

  b = 0
  !$acc parallel loop collapse(force: 4) copy(b)
  do k = 1, l
    do j = 1, n
      do concurrent (i = 1:m)
        b(i, j, k) = b(i, j, k) + i + 100*j + 10000*k
        do s = 1, 2
          b(i, j, k) = b(i, j, k) + s
        end do
      end do
    end do
  end do
  call expect_equal([b], [(((3 + i + 100*j + 10000*k, i = 1, m), j = 1, n), k = 1, l)], 'forced')
  call finish()
end program
