!===-- acc-array-clauses.f90 - Array statements on what clauses name --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc -target=cpu -Minfo=accel -c %s -o %t.o 2>&1 | FileCheck %s
!
! Variables of clauses cannot be one if those of the host cannot: no array
! statement here needs a temporary, and each is a kernel of its own.
!
! CHECK-NOT: One thread
! CHECK-NOT: loop seq
! CHECK-NOT: prevents parallelization
!
!===----------------------------------------------------------------------===!

module fields
  implicit none
  type field
    real, allocatable :: x(:), y(:)
  end type
  real, allocatable :: old(:, :), new(:, :)
  !$acc declare create(old, new)
contains
  subroutine explicit(a, b, n, s)
    integer, intent(in) :: n
    real, intent(inout) :: a(n), s
    real, intent(in) :: b(n)
    integer :: i
    !$acc kernels copy(a) copyin(b) copyout(s)
    do i = 1, n
      a(i) = a(i) + i
    end do
    s = 5
    a(:) = b(:) + a(:)
    where (b > 3) a = b
    !$acc end kernels
  end subroutine
  subroutine assumed(a, b, c)
    real, intent(inout) :: a(:, :)
    real, intent(in) :: b(:, :), c(:, :)
    integer :: n, m
    n = size(a, 1)
    m = size(a, 2)
    !$acc kernels present(a, b, c)
    a = b
    a(2:n - 1, 2:m - 1) = b(1:n - 2, 2:m - 1) + b(3:n, 2:m - 1) + c(2:n - 1, 1:m - 2)
    a(1, :) = c(2, :)
    where (b > c)
      a = b + 1
    elsewhere
      a = c
    end where
    !$acc end kernels
  end subroutine
  subroutine allocatables(a, b, c)
    real, allocatable, intent(inout) :: a(:, :)
    real, allocatable, intent(in) :: b(:, :), c(:, :)
    integer :: i, j
    !$acc kernels copy(a) copyin(b, c)
    a = b + c
    where (b > 2) a = b*c
    forall (i=1:size(a, 1), j=1:size(a, 2), i > j) a(i, j) = b(i, j) - c(i, j)
    block
      integer :: k
      do k = 1, size(a, 1)
        a(k, 1) = k
      end do
    end block
    a(:, 2) = a(:, 3)
    !$acc end kernels
  end subroutine
  subroutine components(v, w, n)
    type(field), intent(inout) :: v
    type(field), intent(in) :: w
    integer, intent(in) :: n
    !$acc data copy(v, v%x) copyin(v%y, w, w%x)
    !$acc kernels present(v, v%x, v%y, w, w%x)
    v%x = v%y
    v%x(2:n) = v%x(2:n) + v%y(1:n - 1) + w%x(2:n)
    !$acc end kernels
    !$acc end data
  end subroutine
  subroutine declared()
    !$acc kernels
    new = old + 1
    where (new > 4) old = new
    !$acc end kernels
  end subroutine
end module

program main
  use testing
  use fields
  implicit none
  integer, parameter :: n = 50, m = 37
  real :: a(n), b(n), c(n), s
  real, allocatable :: p(:, :), q(:, :), r(:, :), e(:, :)
  type(field) :: v, w
  integer :: i, j

  a = [(mod(i, 7), i = 1, n)]
  b = [(mod(i, 5), i = 1, n)]
  c = merge(b, b + a + [(i, i = 1, n)], b > 3)
  call explicit(a, b, n, s)
  call expect_equal(a, c, 'explicit')
  call expect_equal(s, 5., 'scalar')

  allocate (p(n, m), q(0:n - 1, m), r(n, m), e(n, m))
  do j = 1, m
    do i = 1, n
      q(i - 1, j) = mod(i + 3*j, 9)
      r(i, j) = mod(2*i + j, 6)
    end do
  end do
  p = 1
  e = q
  e(2:n - 1, 2:m - 1) = q(0:n - 3, 2:m - 1) + q(2:n - 1, 2:m - 1) + r(2:n - 1, 1:m - 2)
  e(1, :) = r(2, :)
  e = merge(q + 1, r, q > r)
  !$acc data copy(p) copyin(q, r)
  call assumed(p, q, r)
  !$acc end data
  call expect_equal([p], [e], 'assumed')

  deallocate (q)
  allocate (q(n, m))
  do j = 1, m
    do i = 1, n
      q(i, j) = mod(i + 3*j, 9)
    end do
  end do
  p = 0
  e = q + r
  where (q > 2) e = q*r
  do j = 1, m
    do i = j + 1, n
      e(i, j) = q(i, j) - r(i, j)
    end do
  end do
  e(:, 1) = [(i, i = 1, n)]
  e(:, 2) = e(:, 3)
  call allocatables(p, q, r)
  call expect_equal([p], [e], 'allocatables')

  allocate (v%x(n), v%y(n), w%x(n))
  v%x = 0
  v%y = [(i*i, i = 1, n)]
  w%x = [(3*i, i = 1, n)]
  call components(v, w, n)
  call expect_equal(v%x, [1., (real(i*i + (i - 1)**2 + 3*i), i = 2, n)], 'components')

  allocate (old(n, m), new(n, m))
  old = q
  !$acc update device(old)
  call declared()
  !$acc update self(old, new)
  call expect_equal([new], [q + 1], 'declared')
  call expect_equal([old], [merge(q + 1, q, q > 3)], 'declared, mask')
  call finish()
end program
