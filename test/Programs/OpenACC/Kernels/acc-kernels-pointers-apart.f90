!===-- acc-kernels-pointers-apart.f90 - Pointers that may lead to one array -===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Loops over pointers are parallel only if the launch finds their targets apart:
! where these share elements, each iteration sees what those before it stored.
!
!===----------------------------------------------------------------------===!
module smoothing
  implicit none
contains
  subroutine carry(n, from, to)
    integer, intent(in) :: n
    real(8), pointer, intent(in) :: from(:), to(:)
    integer :: i
    !$acc kernels copyin(from) copy(to)
    do i = 1, n
      to(i) = from(i) + 1
    end do
    !$acc end kernels
  end subroutine

  ! Targets that are present already, as parts of one array or not.
  subroutine carry_present(n, from, to)
    integer, intent(in) :: n
    real(8), pointer, intent(in) :: from(:), to(:)
    integer :: i
    !$acc kernels present(from, to)
    do i = 1, n
      to(i) = from(i) + 1
    end do
    !$acc end kernels
  end subroutine

  subroutine add_rows(n, m, a, b, c)
    integer, intent(in) :: n, m
    real(8), pointer, intent(in) :: a(:, :), b(:, :), c(:, :)
    integer :: i, j
    !$acc parallel loop gang present(a, b, c) async(1)
    do j = 2, m
      do i = 1, n
        c(i, j) = a(i, j) + b(i, j - 1)
      end do
    end do
    !$acc wait(1)
  end subroutine
end module

program main
  use smoothing
  use testing
  implicit none
  integer, parameter :: n = 1000, m = 40
  real(8), allocatable, target :: x(:), y(:), grid(:, :), sums(:, :), other(:, :)
  real(8), pointer :: p(:), q(:), a(:, :), b(:, :), c(:, :)
  integer :: i, j

  allocate (x(n + 1), y(n), grid(n, m), sums(n, m), other(n, m))
  x = [(i, i = 1, n + 1)]
  y = 0
  p => x(1:n)
  q => y
  call carry(n, p, q)
  call expect(all(y == [(i + 1, i = 1, n)]), 'apart, copied')

  !$acc data copy(x, y)
  p => x(1:n)
  q => y
  call carry_present(n, q, p)
  !$acc end data
  call expect(all(x == [(i + 2, i = 1, n), n + 1]), 'apart, present')

  x = 0
  !$acc data copy(x)
  p => x(1:n)
  q => x(2:n + 1)
  call carry_present(n, p, q)
  !$acc end data
  call expect(all(x == [(i, i = 0, n)]), 'one element on')

  ! Parts of one array that share nothing: either order gives the same.
  x = 1
  !$acc data copy(x)
  p => x(1:n/2)
  q => x(n/2 + 1:n)
  call carry_present(n/2, p, q)
  !$acc end data
  call expect(all(x(1:n/2) == 1) .and. all(x(n/2 + 1:n) == 2), 'two halves')

  do j = 1, m
    do i = 1, n
      grid(i, j) = i + 10*j
      other(i, j) = i - j
    end do
  end do
  sums = 0
  a => grid
  b => other
  c => sums
  !$acc data copyin(grid, other) copy(sums)
  call add_rows(n, m, a, b, c)
  !$acc end data
  do j = 2, m
    do i = 1, n
      if (sums(i, j) /= 2*i + 9*j + 1) then
        call expect(.false., 'three matrices')
      end if
    end do
  end do

  ! Each row's elements come from the one before.
  sums = 1
  c => sums
  !$acc data copy(sums)
  c => sums(:, 1:1)
  b(1:n, 1:m) => sums
  !$acc kernels present(sums)
  do j = 2, m
    do i = 1, n
      b(i, j) = sums(i, j - 1) + c(i, 1)
    end do
  end do
  !$acc end kernels
  !$acc end data
  do j = 1, m
    call expect(all(sums(:, j) == j), 'rows in order')
  end do
  call finish()
end program
