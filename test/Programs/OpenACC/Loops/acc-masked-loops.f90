!===-- acc-masked-loops.f90 - WHERE that reads what it assigns --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! WHERE constructs whose masks and values read of the array that is assigned
! the same elements, or others.
!
!===----------------------------------------------------------------------===!

module fields
  implicit none
  real, allocatable :: q(:, :)
  type cell
    real :: t = 0
    integer :: kind = 0
  end type
contains
  subroutine clip(a, low, high)
    real, intent(inout) :: a(0:, :)
    real, intent(in) :: low, high
    !$acc kernels copy(a)
    where (a < low)
      a = low
    elsewhere (a > high)
      a = high - (a - high)
    elsewhere
      a = 2*a
    end where
    !$acc end kernels
  end subroutine
  subroutine shift(a, n)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    ! The elements read are others than those assigned.
    !$acc kernels copy(a)
    where (a(1:n - 1) > 0) a(2:n) = a(1:n - 1) + 1
    where (mod(a(n:1:-1), 2) == 0) a = a(n:1:-1)
    !$acc end kernels
  end subroutine
end module

program main
  use testing
  use fields
  implicit none
  integer, parameter :: n = 300, m = 20
  real :: a(n, m), b(n, m), low
  integer :: k(n), e(n), i, j
  integer, target :: t(n + 2)
  integer, pointer :: p(:), r(:)
  type(cell) :: cells(n)
  logical :: mask(n), other(n)

  do j = 1, m
    do i = 1, n
      a(i, j) = mod(7*i + 3*j, 19) - 5
    end do
  end do
  b = a
  call clip(a, 0.0, 8.0)
  where (b < 0.0)
    b = 0.0
  elsewhere (b > 8.0)
    b = 8.0 - (b - 8.0)
  elsewhere
    b = 2*b
  end where
  call expect(all(a == b), 'clip')

  k = [(mod(5*i, 11) - 4, i = 1, n)]
  e = k
  call shift(k, n)
  where (e(1:n - 1) > 0) e(2:n) = e(1:n - 1) + 1
  where (mod(e(n:1:-1), 2) == 0) e = e(n:1:-1)
  call expect_equal(k, e, 'shift')

  t = [(mod(3*i, 8), i = 1, n + 2)]
  e = t(3:n + 2)
  where (t(2:n + 1) > 3) e = e + t(2:n + 1)
  p => t(2:n + 1)
  r => t(3:n + 2)
  !$acc data copy(t)
  !$acc kernels present(p, r)
  where (p > 3) r = r + p
  !$acc end kernels
  !$acc end data
  call expect_equal(t(3:n + 2), e, 'overlap')

  ! Allocatables, sections, components, several assignments, masks inside.
  allocate(q(-1:n - 2, 2:m + 1))
  q = a
  mask = [(mod(i, 3) == 0, i = 1, n)]
  other = mask
  e = k
  cells%t = a(:, 1)
  low = 3
  !$acc kernels
  where (q(:, 2:m) > low)
    q(:, 2:m) = q(:, 2:m) - low
    where (q(:, 2:m) > low) q(:, 2:m) = -q(:, 2:m)
  end where
  where (cells%t > low)
    cells%t = cells%t - 1
    cells%kind = cells%kind + int(cells%t)
  elsewhere
    cells%kind = -1
  end where
  where (mask) k = k + 1
  where (.not. mask)
    mask = k > 4
    k = merge(k, -k, mask)
  end where
  !$acc end kernels
  b = a
  where (b(:, 1:m - 1) > low)
    b(:, 1:m - 1) = b(:, 1:m - 1) - low
    where (b(:, 1:m - 1) > low) b(:, 1:m - 1) = -b(:, 1:m - 1)
  end where
  call expect(all(q == b), 'sections of an allocatable array')
  call expect(all(cells%t == merge(a(:, 1) - 1, a(:, 1), a(:, 1) > low)), &
      'components')
  call expect_equal(cells%kind, merge(int(a(:, 1)) - 1, -1, a(:, 1) > low), &
      'other components')
  do i = 1, n
    if (mod(i, 3) == 0) then
      e(i) = e(i) + 1
    else
      other(i) = e(i) > 4
      if (.not. other(i)) e(i) = -e(i)
    end if
  end do
  call expect_equal(k, e, 'mask that is assigned: values')
  call expect(all(mask .eqv. other), 'mask that is assigned')

  ! In procedures and loops of the device, by one thread each.
  a = 1
  !$acc parallel loop copy(a) copyin(b) gang
  do j = 1, m
    where (b(:, j) > 0) a(:, j) = a(:, j) + b(:, j)
  end do
  call expect(all(a == merge(1 + b, 1.0 + 0*b, b > 0)), 'in a loop')
  call finish
end program
