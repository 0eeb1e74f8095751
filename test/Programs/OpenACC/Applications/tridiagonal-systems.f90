!===-- tridiagonal-systems.f90 - Many tridiagonal systems ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -gpu=mem:unified %{testing} %s -o %t.dir/managed
! RUN: %run %t.dir/managed | %{check-pass}
!
! Private work arrays in gang and vector loops, allocatable data of a module declared
! create and allocated twice, arguments declared copyin, copyout and copy, auto and seq
! loops, old names of clauses, routines bound to the device only.
!
!===----------------------------------------------------------------------===!

module systems
  implicit none
  integer, parameter :: most = 24
  real(8), allocatable :: lower(:, :), diagonal(:, :), upper(:, :)
  !$acc declare create(lower, diagonal, upper)
contains
  ! The coefficients of system s, row i, are made where they are used.
  real(8) function coefficient(which, i, s)
    !$acc routine(coefficient) seq nohost
    integer, value :: which, i, s
    if (which == 2) then
      coefficient = 8 + mod(i + s, 3)
    else
      coefficient = -1 - mod(i*which + s, 2)
    end if
  end function

  subroutine fill(n, systems)
    integer, intent(in) :: n, systems
    integer :: i, s
    if (allocated(lower)) deallocate (lower, diagonal, upper)
    allocate (lower(n, systems), diagonal(n, systems), upper(n, systems))
    !$acc parallel loop collapse(2) default(present)
    do s = 1, systems
      do i = 1, n
        lower(i, s) = merge(0d0, coefficient(1, i, s), i == 1)
        diagonal(i, s) = coefficient(2, i, s)
        upper(i, s) = merge(0d0, coefficient(3, i, s), i == n)
      end do
    end do
  end subroutine

  subroutine solve(right, x, worst, n, systems)
    integer, intent(in) :: n, systems
    real(8), intent(in) :: right(n, systems)
    real(8), intent(out) :: x(n, systems)
    real(8), intent(inout) :: worst(systems)
    real(8) :: factor(most), value(most), residual, scale
    integer :: i, s
    !$acc declare copyin(right) copyout(x) copy(worst)
    !$acc parallel loop gang vector vector_length(32) private(factor, value, scale, residual) &
    !$acc&  default(present)
    do s = 1, systems
      factor(1) = upper(1, s)/diagonal(1, s)
      value(1) = right(1, s)/diagonal(1, s)
      !$acc loop seq
      do i = 2, n
        scale = 1/(diagonal(i, s) - lower(i, s)*factor(i - 1))
        factor(i) = upper(i, s)*scale
        value(i) = (right(i, s) - lower(i, s)*value(i - 1))*scale
      end do
      x(n, s) = value(n)
      !$acc loop auto
      do i = n - 1, 1, -1
        x(i, s) = value(i) - factor(i)*x(i + 1, s)
      end do
      residual = 0
      do i = 1, n
        scale = diagonal(i, s)*x(i, s) - right(i, s)
        if (i > 1) scale = scale + lower(i, s)*x(i - 1, s)
        if (i < n) scale = scale + upper(i, s)*x(i + 1, s)
        residual = max(residual, abs(scale))
      end do
      worst(s) = max(worst(s), residual)
    end do
  end subroutine

  ! The same by cyclic reduction: all lanes of a gang at one system, in its memory.
  subroutine solve_together(right, x, n, systems)
    integer, intent(in) :: n, systems
    real(8), intent(in) :: right(n, systems)
    real(8), intent(out) :: x(n, systems)
    real(8) :: a(most), b(most), c(most), d(most), na(most), nb(most), nc(most), nd(most), low, high
    integer :: i, s, far
    !$acc data pcopyin(right) pcopyout(x)
    !$acc parallel loop gang vector_length(32) private(a, b, c, d, na, nb, nc, nd, far) default(present)
    do s = 1, systems
      !$acc loop vector
      do i = 1, n
        a(i) = lower(i, s)
        b(i) = diagonal(i, s)
        c(i) = upper(i, s)
        d(i) = right(i, s)
      end do
      far = 1
      do while (far < n)
        !$acc loop vector private(low, high)
        do i = 1, n
          na(i) = 0
          nb(i) = b(i)
          nc(i) = 0
          nd(i) = d(i)
          if (i > far) then
            low = a(i)/b(i - far)
            na(i) = -low*a(i - far)
            nb(i) = nb(i) - low*c(i - far)
            nd(i) = nd(i) - low*d(i - far)
          end if
          if (i + far <= n) then
            high = c(i)/b(i + far)
            nb(i) = nb(i) - high*a(i + far)
            nc(i) = -high*c(i + far)
            nd(i) = nd(i) - high*d(i + far)
          end if
        end do
        !$acc loop vector
        do i = 1, n
          a(i) = na(i)
          b(i) = nb(i)
          c(i) = nc(i)
          d(i) = nd(i)
        end do
        far = 2*far
      end do
      !$acc loop vector
      do i = 1, n
        x(i, s) = d(i)/b(i)
      end do
    end do
    !$acc end data
  end subroutine
end module

program main
  use testing
  use systems
  implicit none
  call check(24, 40)
  call check(7, 130)
  call check(1, 3)
  deallocate (lower, diagonal, upper)
  call finish
contains
  subroutine check(n, count)
    integer, intent(in) :: n, count
    real(8) :: right(n, count), x(n, count), y(n, count), exact(n, count), worst(count)
    integer :: i, s
    call fill(n, count)
    !$acc update host(lower, diagonal, upper)
    exact = reshape([(mod(i*7, 19) - 9d0, i = 1, n*count)], [n, count])
    do s = 1, count
      do i = 1, n
        right(i, s) = diagonal(i, s)*exact(i, s)
        if (i > 1) right(i, s) = right(i, s) + lower(i, s)*exact(i - 1, s)
        if (i < n) right(i, s) = right(i, s) + upper(i, s)*exact(i + 1, s)
      end do
    end do
    call expect(all(diagonal(1, :) == [(8 + mod(1 + s, 3), s = 1, count)]), 'coefficients')
    worst = [(merge(5d0, 0d0, s == 2), s = 1, count)]
    call solve(right, x, worst, n, count)
    call expect(maxval(abs(x - exact)) < 1d-11, 'each by a thread')
    call expect_equal(worst(2), 5d0, 'what was there before')
    worst(2) = 0
    call expect(maxval(worst) < 1d-10, 'residuals')
    call solve_together(right, y, n, count)
    call expect(maxval(abs(y - exact)) < 1d-10, 'each by a gang')
  end subroutine
end program
