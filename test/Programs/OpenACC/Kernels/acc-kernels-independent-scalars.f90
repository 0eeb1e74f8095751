!===-- acc-kernels-independent-scalars.f90 - Scalars of nests ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -gpu=check %{testing} %s -o %t.dir/checked
! RUN: %run %t.dir/checked | %{check-pass}
!
! Independent loops of a kernels construct assign scalars that outlive it, or
! that the outer iteration reads, in loops inside: each iteration has its own,
! and the last one of all loops gives the value behind them.
!
!===----------------------------------------------------------------------===!
module nests
  implicit none
  integer :: count
  real(8) :: value
contains
  subroutine conditions(x, n, m)
    integer :: n, m, i, j
    real(8) :: x(n, m)
    !$acc kernels copy(x)
    !$acc loop independent
    do j = 1, m
      !$acc loop independent
      do i = 1, n
        value = x(i, j)
        count = 1
        do while (count <= 60)
          if (value < 1d-9) exit
          value = value/2
          count = count + 1
        end do
        value = x(i, j) + count
        x(i, j) = value
      end do
    end do
    !$acc end kernels
  end subroutine

  subroutine in_order(x, n, m)
    integer :: n, m, i, j
    real(8) :: x(n, m)
    !$acc kernels copy(x)
    !$acc loop independent
    do j = 1, m
      !$acc loop seq
      do i = 1, n
        value = x(i, j)
        count = i*1000 + j
        x(i, j) = value + 1
      end do
    end do
    !$acc end kernels
  end subroutine

  subroutine three(x, n, m)
    integer :: n, m, i, j, l, column
    real(8) :: x(n, m)
    !$acc kernels copy(x)
    !$acc loop independent
    do l = 1, 7
      !$acc loop independent
      do j = 1, m/7
        !$acc loop independent private(column)
        do i = 1, n
          column = j + (l - 1)*(m/7)
          value = x(i, column)
          count = i*1000 + column
          x(i, column) = value + 1
        end do
      end do
    end do
    !$acc end kernels
  end subroutine

  !> Without iterations inside, all stays as it was.
  subroutine empty(x, b, n, m)
    integer :: n, m, i, j
    real(8) :: x(n, m), b(m)
    !$acc kernels copy(x, b)
    !$acc loop independent
    do j = 1, m
      !$acc loop independent
      do i = n + 1, n
        value = x(i, j)
        count = i*1000 + j
      end do
      b(j) = value
    end do
    !$acc end kernels
  end subroutine

  !> The outer iteration reads what the inner loop assigned last.
  subroutine read_outside(x, b, n, m)
    integer :: n, m, i, j
    real(8) :: x(n, m), b(m)
    !$acc kernels copy(x, b)
    !$acc loop independent
    do j = 1, m
      !$acc loop independent
      do i = 1, n
        value = x(i, j)
        count = i*1000 + j
        x(i, j) = value + 1
      end do
      b(j) = value
    end do
    !$acc end kernels
  end subroutine

  !> So does a branch that does not always assign.
  subroutine branches(x, b, n, m)
    integer :: n, m, i, j
    real(8) :: x(n, m), b(m)
    !$acc kernels copy(x, b)
    !$acc loop independent
    do j = 1, m
      if (x(n, j) < 0) value = x(1, j)
      b(j) = value
    end do
    !$acc end kernels
  end subroutine

  !> Iterations of the outer loop follow each other; the first statement of each
  !> reads what the last one assigned.
  subroutine outer_in_order(x, n, m)
    integer :: n, m, i, j
    real(8) :: x(n, m)
    value = 1
    !$acc kernels copy(x)
    !$acc loop seq
    do j = 2, m
      x(1, j) = x(1, j) + value
      !$acc loop independent
      do i = 1, n
        value = x(i, j)
        count = i*1000 + j
      end do
    end do
    !$acc end kernels
  end subroutine
end module

program main
  use testing
  use nests
  implicit none
  integer, parameter :: n = 200, m = 210
  real(8) :: x(n, m), b(m)
  integer :: i, j
  call fill()
  call conditions(x, n, m)
  call check('conditions', 49, x(n, m))
  call expect_equal(x(n, m), n + 1000d0*m + 49, 'conditions')
  call fill()
  call in_order(x, n, m)
  call check('in order', n*1000 + m, n + 1000d0*m)
  call fill()
  call three(x, n, m)
  call check('three', n*1000 + m, n + 1000d0*m)
  call fill()
  count = 5
  value = 6
  call empty(x, b, n, m)
  call check('empty', 5, 6d0)
  call expect(all(b == 6), 'what was there before')
  call fill()
  call read_outside(x, b, n, m)
  call check('read outside', n*1000 + m, n + 1000d0*m)
  call expect(all(b == [(n + 1000d0*j, j=1, m)]), 'read outside')
  call fill()
  count = 5
  value = 6
  call branches(x, b, n, m)
  call check('branches', 5, 6d0)
  call expect(all(b == 6), 'branches')
  call fill()
  call outer_in_order(x, n, m)
  call check('outer loop in order', n*1000 + m, n + 1000d0*m)
  call expect(all(x(1, 3:) == [(1 + n + 1000d0*(2*j - 1), j=3, m)]), 'from one iteration to the next')
  call finish()
contains
  subroutine fill()
    do j = 1, m
      do i = 1, n
        x(i, j) = i + 1000d0*j
      end do
    end do
    count = 0
    value = 0
  end subroutine

  subroutine check(what, wanted_count, wanted_value)
    character(*), intent(in) :: what
    integer, intent(in) :: wanted_count
    real(8), intent(in) :: wanted_value
    call expect_equal(count, wanted_count, what)
    call expect_equal(value, wanted_value, what)
  end subroutine
end program
