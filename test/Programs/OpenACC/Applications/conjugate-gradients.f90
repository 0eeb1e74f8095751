!===-- conjugate-gradients.f90 - Conjugate gradients with a sparse matrix --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: sed 's/^ *!.acc parallel loop.*//' %s > %t.dir/host.f90
! RUN: not %{compile} -acc -c %t.dir/host.f90 -o %t.dir/host.o 2>&1 | FileCheck %s --check-prefix=HOST
!
! Products of rows of unlike lengths by gangs and lanes, dot products, procedures that
! exist on the device only, arguments that are declared copyin, present and deviceptr,
! default(none), a matrix whose addresses come from host_data. Whole numbers in real(8),
! so that any order of sums gives the same.
!
!===----------------------------------------------------------------------===!

module sparse
  implicit none
  type :: matrix
    integer :: n = 0
    integer, allocatable :: start(:), column(:)
    real(8), allocatable :: value(:)
  end type
contains
  real(8) function entry_times(value, x)
    !$acc routine seq nohost
    real(8), value :: value, x
    entry_times = value*x
  end function

  real(8) function row_product(value, column, x, first, last, n)
    !$acc routine vector nohost
    integer, value :: first, last, n
    real(8), intent(in) :: value(*), x(n)
    integer, intent(in) :: column(*)
    integer :: k
    row_product = 0
    !$acc loop vector reduction(+:row_product)
    do k = first, last
      row_product = row_product + entry_times(value(k), x(column(k)))
    end do
  end function

  subroutine multiply(a, x, y)
    type(matrix), intent(in) :: a
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y(:)
    integer :: i, k
    real(8) :: total
    !$acc declare present(a, x, y)
    !$acc parallel loop gang default(none) present(a%start, a%column, a%value) private(total) vector_length(32)
    do i = 1, a%n
      total = 0
      !$acc loop vector reduction(+:total)
      do k = a%start(i), a%start(i + 1) - 1
        total = total + a%value(k)*x(a%column(k))
      end do
      y(i) = total
    end do
  end subroutine

  ! The same by a procedure of the device.
  subroutine multiply_rows(a, x, y, n)
    type(matrix), intent(in) :: a
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    integer :: i
    !$acc declare copyin(x) copyout(y)
    !$acc parallel loop gang present(a, y)
    do i = 1, n
      ! HOST: :[[#@LINE+1]]:{{[0-9]+}}: error: 'row_product' is a NOHOST routine: it may only be called in a compute construct
      y(i) = row_product(a%value, a%column, x, a%start(i), a%start(i + 1) - 1, n)
    end do
  end subroutine

  real(8) function dot(x, y, n)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    integer :: i
    !$acc declare deviceptr(x, y)
    dot = 0
    !$acc parallel loop default(none) reduction(+:dot) copyin(n)
    do i = 1, n
      dot = dot + x(i)*y(i)
    end do
  end function

  subroutine add(x, factor, y, n)
    integer, intent(in) :: n
    real(8), intent(in) :: factor, y(n)
    real(8), intent(inout) :: x(n)
    integer :: i
    !$acc declare deviceptr(x, y)
    !$acc kernels loop default(none) independent copyin(n, factor)
    do i = 1, n
      x(i) = x(i) + factor*y(i)
    end do
  end subroutine

  ! y := x + factor*y, for data that may be on the host only.
  subroutine turn(y, factor, x)
    real(8), intent(in) :: factor, x(:)
    real(8), intent(inout) :: y(:)
    integer :: i
    !$acc parallel loop default(none) copyin(x) copy(y) firstprivate(factor)
    do i = 1, size(y)
      y(i) = x(i) + factor*y(i)
    end do
  end subroutine
end module

program main
  use testing
  use sparse
  implicit none
  integer, parameter :: n = 75
  type(matrix) :: a
  real(8) :: x(n), r(n), p(n), q(n), wanted(n), exact(n), full(n, n)
  real(8) :: old, new, step, fill
  integer :: i, j, k
  full = 0
  do i = 1, n
    do j = 1, n
      if (mod(i*j, 11) == 3) full(i, j) = -1
    end do
    if (mod(i, 17) == 5) full(i, :) = -1
  end do
  full = min(full, transpose(full))
  do i = 1, n
    full(i, i) = 1 - sum(full(:, i)) + i
  end do
  a%n = n
  allocate (a%start(n + 1), a%column(count(full /= 0)), a%value(count(full /= 0)))
  k = 1
  do i = 1, n
    a%start(i) = k
    do j = 1, n
      if (full(i, j) == 0) cycle
      a%column(k) = j
      a%value(k) = full(i, j)
      k = k + 1
    end do
  end do
  a%start(n + 1) = k

  exact = [(mod(i, 7) - 3d0, i = 1, n)]
  x = 0
  p = 0
  wanted = matmul(full, exact)
  !$acc enter data copyin(a)
  !$acc enter data copyin(a%start, a%column, a%value)
  call multiply_rows(a, exact, r, n)
  call expect_equal(r, wanted, 'a product by rows')
  !$acc data copy(x) copyin(r, p, exact) create(q)
  call multiply(a, exact, q)
  !$acc update self(q)
  call expect_equal(q, wanted, 'a product')
  fill = 0
  call turn(p, fill, r)
  !$acc host_data use_device(r)
  old = dot(r, r, n)
  !$acc end host_data
  call expect_equal(old, dot_product(wanted, wanted), 'a dot product')
  do k = 1, n
    call multiply(a, p, q)
    !$acc host_data use_device(p, q, r, x)
    step = old/dot(p, q, n)
    call add(x, step, p, n)
    call add(r, -step, q, n)
    new = dot(r, r, n)
    !$acc end host_data
    if (new < 1d-20) exit
    call turn(p, new/old, r)
    old = new
  end do
  !$acc end data
  !$acc exit data delete(a%start, a%column, a%value)
  !$acc exit data delete(a)
  call expect(maxval(abs(x - exact)) < 1d-8, 'the solution')
  call finish
end program
