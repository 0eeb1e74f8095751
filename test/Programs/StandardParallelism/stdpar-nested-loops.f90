!===-- stdpar-nested-loops.f90 - DO CONCURRENT with nothing but another -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -Minfo=accel %{testing} %s -o %t.dir/program 2>&1 | FileCheck %s
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{compile} -stdpar -O0 %{testing} %s -o %t.dir/plain
! RUN: %run %t.dir/plain | %{check-pass}
!
! Two loops with nothing between are one iteration space, although the inner one
! has index variables and LOCAL ones in a scope of its own.
!
!===----------------------------------------------------------------------===!
module steps
  implicit none
contains
  ! CHECK-LABEL: magnitude:
  ! CHECK: gang, vector(128) collapse(3)
  subroutine magnitude(u, v, e)
    real(8), intent(in) :: u(:, :, :), v(:, :, :)
    real(8), intent(inout) :: e(:, :, :)
    real(8) :: a, b
    integer :: i, j, k
    do concurrent (k=2:size(u, 3) - 1)
      do concurrent (j=2:size(u, 2) - 1, i=2:size(u, 1) - 1) local(a, b)
        a = u(i + 1, j, k) - u(i - 1, j, k)
        b = v(i, j, k + 1) - v(i, j - 1, k)
        e(i, j, k) = a*a + b
      end do
    end do
  end subroutine

  ! A variable that the outer loop assigns keeps the inner one for itself.
  subroutine scaled(n, m, f, x)
    integer, intent(in) :: n, m
    real(8), intent(in) :: f(m)
    real(8), intent(inout) :: x(n, m)
    real(8) :: factor
    integer :: i, j
    do concurrent (j=1:m) local(factor)
      factor = 2*f(j)
      do concurrent (i=1:n)
        x(i, j) = factor*x(i, j)
      end do
    end do
  end subroutine
end module

program main
  use steps
  use testing
  implicit none
  integer, parameter :: n = 40, m = 30, p = 20
  real(8) :: u(n, m, p), v(n, m, p), e(n, m, p), want(n, m, p), x(n, m), f(m)
  integer :: i, j, k
  do k = 1, p
    do j = 1, m
      do i = 1, n
        u(i, j, k) = mod(i*j + k, 7)
        v(i, j, k) = mod(i + j*k, 5)
      end do
    end do
  end do
  e = -1
  want = -1
  do k = 2, p - 1
    do j = 2, m - 1
      do i = 2, n - 1
        want(i, j, k) = (u(i + 1, j, k) - u(i - 1, j, k))**2 + v(i, j, k + 1) - v(i, j - 1, k)
      end do
    end do
  end do
  call magnitude(u, v, e)
  call expect(all(e == want), 'magnitude')
  x = 1
  f = [(j, j = 1, m)]
  call scaled(n, m, f, x)
  do j = 1, m
    call expect(all(x(:, j) == 2*j), 'scaled')
  end do
  call finish()
end program
