!===-- acc-loop-row-lanes.f90 - Who gets the lanes of rows of known length ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -Minfo=accel %{testing} %s -o %t.dir/program 2>&1 | FileCheck %s
!
! Rows whose elements lie side by side become one loop with the loop around, so
! do rows that are summed up get a warp if there are many; a gang has as many
! lanes as its loops have iterations.
!
!===----------------------------------------------------------------------===!
module rows
  implicit none
  integer, parameter :: k = 5
contains
  ! CHECK-LABEL: wide:
  ! CHECK: gang, vector(128) collapse(2)
  subroutine wide(n, x, a, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(8, n), a(k, n)
    real(8), intent(out) :: y(8, n)
    real(8) :: s
    integer :: i, c, l
    !$acc parallel loop copyin(x, a) copyout(y)
    do i = 1, n
      do c = 1, 8
        s = 0
        do l = 1, k
          s = s + a(l, i)*x(c, mod(i + l, n) + 1)
        end do
        y(c, i) = s
      end do
    end do
  end subroutine

  ! Neighbouring lanes of rows of rows would be far apart either way.
  ! CHECK-LABEL: narrow:
  ! CHECK: gang, vector(128) !
  ! CHECK: loop seq
  subroutine narrow(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(3, n)
    real(8), intent(out) :: y(3, n)
    integer :: i, c
    !$acc parallel loop copyin(x) copyout(y)
    do i = 1, n
      do c = 1, 3
        y(c, i) = 2*x(c, i)
      end do
    end do
  end subroutine

  ! CHECK-LABEL: sums:
  ! CHECK: With 16384 iterations or more the loop takes gang, worker(8), and those inside vector(32)
  subroutine sums(n, x, s, most)
    integer, intent(in) :: n
    real(8), intent(in) :: x(100, n)
    real(8), intent(out) :: s(n), most(n)
    real(8) :: total, largest
    integer :: i, j
    !$acc parallel loop copyin(x) copyout(s, most)
    do j = 1, n
      total = 0
      largest = -huge(largest)
      !$acc loop reduction(+:total) reduction(max:largest)
      do i = 1, 100
        total = total + x(i, j)
        largest = max(largest, x(i, j))
      end do
      s(j) = total
      most(j) = largest
    end do
  end subroutine

  ! CHECK-LABEL: blocks:
  ! CHECK: vector(64) collapse(2)
  subroutine blocks(n, u, d, o)
    integer, intent(in) :: n
    real(8), intent(in) :: u(7, 7, n), d(7, 7)
    real(8), intent(out) :: o(7, 7, n)
    real(8) :: s
    integer :: e, i, j, l
    !$acc parallel loop gang copyin(u, d) copyout(o)
    do e = 1, n
      !$acc loop vector collapse(2)
      do j = 1, 7
        do i = 1, 7
          s = 0
          do l = 1, 7
            s = s + d(i, l)*u(l, j, e)
          end do
          o(i, j, e) = s
        end do
      end do
    end do
  end subroutine
end module

program main
  use rows
  use testing
  implicit none
  real(8), allocatable :: x(:, :), y(:, :), a(:, :), s(:), most(:), u(:, :, :), o(:, :, :)
  real(8) :: d(7, 7)
  integer :: n, i, j, c, l, way
  n = 1001
  allocate (x(8, n), y(8, n), a(k, n))
  do i = 1, n
    x(:, i) = [(mod(i, 11) + c, c = 1, 8)]
    a(:, i) = [(mod(i*l, 5), l = 1, k)]
  end do
  call wide(n, x, a, y)
  do i = 1, n
    do c = 1, 8
      if (y(c, i) /= sum([(a(l, i)*x(c, mod(i + l, n) + 1), l = 1, k)])) &
        call expect(.false., 'wide rows')
    end do
  end do
  call narrow(n, x(1:3, :), y(1:3, :))
  call expect(all(y(1:3, :) == 2*x(1:3, :)), 'narrow rows')
  deallocate (x)
  do way = 1, 2
    n = merge(20000, 30, way == 1)
    allocate (x(100, n), s(n), most(n))
    do j = 1, n
      x(:, j) = [(mod(i*7 + j, 101) - 50, i = 1, 100)]
    end do
    call sums(n, x, s, most)
    call expect(all(s == sum(x, 1)), 'sums')
    call expect(all(most == maxval(x, 1)), 'largest')
    deallocate (x, s, most)
  end do
  n = 300
  allocate (u(7, 7, n), o(7, 7, n))
  d = reshape([(mod(i, 4), i = 1, 49)], [7, 7])
  u = reshape([(mod(i, 9), i = 1, 49*n)], [7, 7, n])
  call blocks(n, u, d, o)
  do i = 1, n
    call expect(all(o(:, :, i) == matmul(d, u(:, :, i))), 'blocks')
  end do
  call finish()
end program
