!===-- acc-full-sections.f90 - a(:) = a + b ------------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{fresh-folder} && %{compile} -acc -Minfo=accel %{testing} %s -o %t.dir/program 2>&1 | FileCheck %s --check-prefix=MINFO
!
! Arrays that are whole on one side of an assignment and sections on the other:
! no temporary array, so that every thread of the device works.
!
! MINFO-NOT: One thread
! MINFO-COUNT-8: !$acc loop gang, vector
! MINFO-NOT: One thread
!
!===----------------------------------------------------------------------===!

module fields
  implicit none
  type grid
    real, allocatable :: q(:, :)
    real :: f(10, 10)
  end type
contains
  ! A function may tell an array from its section.
  pure integer function lowest(x)
    real, allocatable, intent(in) :: x(:)
    lowest = lbound(x, 1)
  end function

  subroutine advance(a, b, c, n, g, p, al)
    integer, intent(in) :: n
    real, intent(inout) :: a(0:n - 1, n), b(:, :), c(100)
    type(grid), intent(inout) :: g
    real, pointer, intent(in) :: p(:)
    real, allocatable, intent(inout) :: al(:)
    !$acc kernels
    a(:, :) = a + 1
    !$acc end kernels
    !$acc kernels
    b(:, :) = -b * 2 + sqrt(max(b, 0.0))
    !$acc end kernels
    !$acc kernels
    c = c(:) + 1
    !$acc end kernels
    !$acc kernels
    al(:) = al + 1
    !$acc end kernels
    !$acc kernels
    g%q(:, :) = g%q + a(0:n - 1, :) * g%q(:, :)
    !$acc end kernels
    !$acc kernels
    g%f(:, :) = g%f + 1
    !$acc end kernels
    !$acc kernels
    g%f = merge(g%f(:, :), -g%f, g%f > 10) + 1
    !$acc end kernels
    !$acc kernels
    p(:) = p + 1
    !$acc end kernels
    c(:) = c - [real :: c]
    c(:) = c + al(lowest(al)) + size(c(:))
  end subroutine
end module

program acc_full_sections
  use fields
  use testing
  implicit none
  integer, parameter :: n = 20
  real :: a(n, n), b(n, n), c(100)
  real, allocatable :: al(:)
  real, pointer :: p(:)
  type(grid) :: g
  integer :: i, j, bad
  bad = 0
  allocate (al(5:30), p(-4:40), g%q(n, n))
  do j = 1, n
    do i = 1, n
      a(i, j) = i + j
      b(i, j) = i - j
      g%q(i, j) = i * j
    end do
  end do
  c = 3
  al = [(i, i=5, 30)]
  p = [(i, i=-4, 40)]
  do j = 1, 10
    do i = 1, 10
      g%f(i, j) = i + j
    end do
  end do
  call advance(a, b, c, n, g, p, al)
  do j = 1, n
    do i = 1, n
      if (a(i, j) /= i + j + 1) bad = bad + 1
      if (abs(b(i, j) - (-2 * (i - j) + sqrt(real(max(i - j, 0))))) > 1e-5) bad = bad + 1
      if (g%q(i, j) /= i * j * (i + j + 2)) bad = bad + 1
    end do
  end do
  if (any(c /= 6 + 100)) bad = bad + 1
  if (any(al /= [(i + 1, i=5, 30)]) .or. lbound(al, 1) /= 5) bad = bad + 1
  if (any(p /= [(i + 1, i=-4, 40)])) bad = bad + 1
  do j = 1, 10
    do i = 1, 10
      if (g%f(i, j) /= merge(1, -1, i + j + 1 > 10) * (i + j + 1) + 1) bad = bad + 1
    end do
  end do
  call expect_equal(bad, 0, 'wrong results')
  call finish()
end program
