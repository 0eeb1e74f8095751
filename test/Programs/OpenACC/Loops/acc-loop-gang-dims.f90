!===-- acc-loop-gang-dims.f90 - Gangs of up to three dimensions ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Every iteration runs once, whatever dimensions the loops of a nest take and
! whatever sizes the grid has; sums over gangs of all dimensions.
!
!===----------------------------------------------------------------------===!

module routines
  implicit none
contains
  subroutine add(a, n, m)
    !$acc routine gang
    integer, intent(in) :: n, m
    integer, intent(inout) :: a(n, m)
    integer :: i, j
    !$acc loop gang(dim:2)
    do j = 1, m
      !$acc loop gang(dim:1) vector
      do i = 1, n
        a(i, j) = a(i, j) + i + 100*j
      end do
    end do
  end subroutine
end module

program main
  use testing
  use routines
  implicit none
  integer, parameter :: n = 37, m = 21, l = 11
  integer :: a(n, m), b(n, m, l), once(n, m), c(m), e(2, m), i, j, k, s, t, part
  integer(8) :: total
  real(8) :: x

  once = reshape([((i + 100*j, i=1, n), j=1, m)], [n, m])
  a = 0
  !$acc parallel num_gangs(4, 3, 2) copy(a)
  !$acc loop gang(dim:2)
  do j = 1, m
    !$acc loop gang(dim:1) vector
    do i = 1, n
      a(i, j) = a(i, j) + i + 100*j
    end do
  end do
  !$acc end parallel
  call expect_equal([a], [once], 'two dimensions of a grid of three')

  a = 0
  !$acc parallel copy(a)
  !$acc loop gang(dim:2)
  do j = 1, m
    !$acc loop gang
    do i = 1, n
      a(i, j) = a(i, j) + i + 100*j
    end do
  end do
  !$acc end parallel
  call expect_equal([a], [once], 'no sizes, and the first dimension not named')

  ! Gangs do not wait for each other between the loops.
  a = 0
  c = 0
  e = 0
  !$acc parallel num_gangs(3, 5) copy(a, c, e)
  !$acc loop gang(dim:2)
  do j = 1, m
    c(j) = j
    !$acc loop worker
    do k = 1, 3
      !$acc loop vector
      do i = k, n, 3
        a(i, j) = a(i, j) + i + 100*j
      end do
    end do
  end do
  !$acc loop gang(dim:1)
  do j = 1, m
    e(1, j) = e(1, j) + j
  end do
  !$acc loop gang(dim:3) vector
  do j = 1, m
    e(2, j) = e(2, j) + j
  end do
  !$acc end parallel
  call expect_equal(e(1, :), [(j, j=1, m)], 'one loop over gangs')
  call expect_equal(e(2, :), [(j, j=1, m)], 'another')
  call expect_equal([a], [once], 'workers and lanes below')
  call expect_equal(c, [(j, j=1, m)], 'beside an inner loop')

  b = 0
  !$acc parallel num_gangs(2, 3, 4) vector_length(32) copy(b)
  !$acc loop gang(dim:3)
  do k = 1, l
    !$acc loop gang(dim:2)
    do j = 1, m
      !$acc loop gang(dim:1) vector
      do i = 1, n
        b(i, j, k) = b(i, j, k) + i + 100*j + 10000*k
      end do
    end do
  end do
  !$acc end parallel
  call expect_equal([b], [(((i + 100*j + 10000*k, i=1, n), j=1, m), k=1, l)], 'three dimensions')

  b = 0
  !$acc parallel num_gangs(2, 3, 4) copy(b)
  !$acc loop gang(dim:3) collapse(2)
  do k = 1, l
    do j = 1, m
      !$acc loop gang(dim:1) vector
      do i = 1, n
        b(i, j, k) = b(i, j, k) + i + 100*j + 10000*k
      end do
    end do
  end do
  !$acc end parallel
  call expect_equal([b], [(((i + 100*j + 10000*k, i=1, n), j=1, m), k=1, l)], 'a dimension left out')

  s = 5
  x = 0
  !$acc parallel num_gangs(4, 3, 2) copyin(b)
  !$acc loop gang(dim:2) reduction(+:s) reduction(max:x)
  do j = 1, m
    !$acc loop gang(dim:1) vector reduction(+:s) reduction(max:x)
    do i = 1, n
      s = s + b(i, j, 1)
      x = max(x, real(b(i, j, l), 8))
    end do
  end do
  !$acc end parallel
  call expect_equal(s, 5 + sum(b(:, :, 1)), 'a sum of both loops')
  call expect_equal(x, real(maxval(b(:, :, l)), 8), 'a maximum of both')

  s = 5
  t = 0
  !$acc parallel num_gangs(4, 3, 2) copyin(b) copy(t)
  !$acc loop gang(dim:2) reduction(+:s)
  do j = 1, m
    s = s + j
    !$acc loop gang(dim:1) vector reduction(+:s)
    do i = 1, n
      s = s + b(i, j, 1)
    end do
  end do
  !$acc loop gang(dim:2)
  do j = 1, m
    !$acc loop gang(dim:1) vector reduction(+:t)
    do i = 1, n
      t = t + b(i, j, 1)
    end do
  end do
  !$acc end parallel
  call expect_equal(s, 5 + m*(m + 1)/2 + sum(b(:, :, 1)), 'a sum beside the inner loop')
  call expect_equal(t, sum(b(:, :, 1)), 'a sum of the inner loop')

  total = 0
  !$acc parallel num_gangs(4, 3) copyin(b) copyout(c) reduction(+:total)
  !$acc loop gang(dim:2) private(part)
  do j = 1, m
    part = 0
    !$acc loop gang(dim:1) vector reduction(+:part)
    do i = 1, n
      part = part + b(i, j, 2)
    end do
    c(j) = part
  end do
  !$acc loop gang vector
  do i = 1, n
    total = total + b(i, 1, 1)
  end do
  !$acc end parallel
  call expect_equal(c, [(sum(b(:, j, 2)), j=1, m)], 'a sum that the gang needs')
  call expect(total == sum(int(b(:, 1, 1), 8)), 'a sum of the construct')

  a = 0
  !$acc parallel num_gangs(4, 3, 2) copy(a)
  call add(a, n, m)
  !$acc end parallel
  call expect_equal([a], [once], 'a routine')

  call finish()
end program
