!===-- acc-concurrent.f90 - DO CONCURRENT in compute constructs --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! With and without a directive, in each construct, with masks, types of their
! own indices, in loops and around loops, and in a routine.
!
!===----------------------------------------------------------------------===!

module columns
  implicit none
contains
  pure subroutine fill(a, k)
    !$acc routine vector
    integer, intent(inout) :: a(:)
    integer, value :: k
    integer :: i
    !$acc loop vector
    do concurrent (i = 1:size(a))
      a(i) = a(i) + i*k
    end do
  end subroutine
  pure integer function triangle(n)
    !$acc routine seq
    integer, value :: n
    integer :: i, part(8)
    part = 0
    do concurrent (i = 1:min(n, 8))
      part(i) = i
    end do
    triangle = sum(part)
  end function
end module

program main
  use testing
  use columns
  implicit none
  integer, parameter :: n = 70, m = 33
  integer :: a(n, m), b(n, m), e(n, m), order(n), i, j, k, s

  do j = 1, m
    do i = 1, n
      b(i, j) = mod(7*i + 3*j, 19)
    end do
  end do
  order = [(mod(11*i, n + 1), i = 1, n)] ! a permutation: 71 is prime

  a = -1
  !$acc kernels
  do concurrent (i = 1:n, j = 1:m)
    a(i, j) = b(i, j) + i
  end do
  !$acc end kernels
  call expect_equal([a], [((b(i, j) + i, i = 1, n), j = 1, m)], 'kernels')

  ! A mask, steps, and subscripts that no test for dependences knows.
  a = -1
  i = 5
  !$acc kernels copy(a) copyin(b, order)
  do concurrent (integer :: i = 1:n, j = m:1:-2, b(i, j) > 9)
    a(order(i), j) = i*j
  end do
  !$acc end kernels
  e = -1
  do j = m, 1, -2
    do k = 1, n
      if (b(k, j) > 9) e(order(k), j) = k*j
    end do
  end do
  call expect_equal([a], [e], 'mask')
  call expect_equal(i, 5, 'the variable outside')

  a = -1
  !$acc parallel loop copy(a) copyin(b)
  do concurrent (i = 2:n, j = 1:m)
    a(i, j) = b(i - 1, j)
  end do
  e(1, :) = -1
  e(2:, :) = b(:n - 1, :)
  call expect_equal([a], [e], 'parallel loop')

  a = 0
  !$acc parallel copy(a) num_gangs(4) vector_length(64)
  !$acc loop gang
  do j = 1, m
    !$acc loop vector
    do concurrent (i = 1:n)
      a(i, j) = a(i, j) + i*j
    end do
    do concurrent (i = 1:n:3)
      a(i, j) = a(i, j) + 1
    end do
  end do
  !$acc end parallel
  call expect_equal([a], [((i*j + merge(1, 0, mod(i, 3) == 1), i = 1, n), j = 1, m)], 'in a loop')

  a = 1
  s = 0
  !$acc parallel loop gang copy(a) reduction(+:s) private(k)
  do concurrent (j = 1:m)
    k = 0
    do i = 1, n
      k = k + b(i, j)
    end do
    a(1, j) = k
    s = s + k
    call fill(a(2:, j), j)
  end do
  call expect_equal(s, sum(b), 'sum')
  e = 1
  e(1, :) = sum(b, 1)
  do j = 1, m
    e(2:, j) = [(1 + i*j, i = 1, n - 1)]
  end do
  call expect_equal([a], [e], 'around a loop and a call')

  !$acc serial copyout(a)
  do concurrent (j = 1:m, i = 1:n)
    a(i, j) = triangle(i + j)
  end do
  !$acc end serial
  call expect_equal([a], [((min(i + j, 8)*(min(i + j, 8) + 1)/2, i = 1, n), j = 1, m)], 'serial')

  !$acc data copyout(a)
  !$acc kernels loop
  do concurrent (j = 1:m)
    do concurrent (i = 1:n)
      a(i, j) = 2*i - j
    end do
  end do
  !$acc end data
  call expect_equal([a], [((2*i - j, i = 1, n), j = 1, m)], 'nested')

  ! No iterations.
  k = 0
  !$acc parallel loop copy(a)
  do concurrent (i = 1:k, j = 1:m)
    a(i, j) = -7
  end do
  call expect_equal(count(a == -7), count([((2*i - j == -7, i = 1, n), j = 1, m)]), 'none')
  call finish()
end program
