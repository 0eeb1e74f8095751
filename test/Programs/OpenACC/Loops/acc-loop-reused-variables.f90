!===-- acc-loop-reused-variables.f90 - Loop variables between the loops --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! The statements between the loops of a parallel construct use the variables of
! those loops as scalars of their own, as stencil codes do at their borders.

program main
  use testing
  implicit none
  integer, parameter :: n = 40, m = 30
  real(8) :: u(n, m), s(n, m), e(n, m)
  integer :: i, j

  u = reshape([(mod(7*i, 11)*0.5d0, i = 1, n*m)], [n, m])
  s = 0
  !$acc parallel copyin(u) copy(s)
  !$acc loop
  do j = 2, m - 1
    !$acc loop
    do i = 2, n - 1
      s(i, j) = u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1)
    end do
  end do
  i = n
  !$acc loop
  do j = 2, m - 1
    s(i, j) = u(i, j) + 1
  end do
  i = 1
  !$acc loop
  do j = 2, m - 1
    s(i, j) = u(i, j) + 2
  end do
  j = m
  i = 1
  s(i, j) = u(i, j) + 3
  !$acc loop
  do i = 2, n - 1
    s(i, j) = u(i, j) + 4
  end do
  i = n
  s(i, j) = u(i, j) + 5
  j = 1
  s(i, j) = u(i, j) + 6
  !$acc loop
  do i = 1, n - 1
    s(i, j) = u(i, j) + 7
  end do
  !$acc end parallel

  e = 0
  e(2:n - 1, 2:m - 1) = u(1:n - 2, 2:m - 1) + u(3:n, 2:m - 1) + u(2:n - 1, 1:m - 2) + u(2:n - 1, 3:m)
  e(n, 2:m - 1) = u(n, 2:m - 1) + 1
  e(1, 2:m - 1) = u(1, 2:m - 1) + 2
  e(1, m) = u(1, m) + 3
  e(2:n - 1, m) = u(2:n - 1, m) + 4
  e(n, m) = u(n, m) + 5
  e(n, 1) = u(n, 1) + 6
  e(1:n - 1, 1) = u(1:n - 1, 1) + 7
  call expect(all(abs(s - e) < 1d-12), 'a stencil and its borders')
  call finish
end program
