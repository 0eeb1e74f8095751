!===-- acc-routine-data.f90 - Data directives in routines --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! DATA PRESENT around the loops of a routine, one in another and with a RETURN
! inside, DECLARE of dummy arguments and local arrays; the host calls some of
! them with data that is not present.
!
!===----------------------------------------------------------------------===!
module fields
  implicit none
  integer, parameter :: n = 96, m = 40
  real(8) :: scale(m)
  !$acc declare create(scale)
  type :: field
    real(8), allocatable :: v(:, :)
  end type
contains
  subroutine column(a, b, j)
    !$acc routine vector
    integer, intent(in) :: j
    real(8), intent(in) :: a(n, m)
    real(8), intent(inout) :: b(n, m)
    real(8) :: t(n)
    integer :: i
    !$acc declare create(t)
    !$acc data present(a, b, scale)
    !$acc loop vector
    do i = 1, n
      t(i) = a(i, j) * scale(j)
    end do
    !$acc data present(b) no_create(a)
    !$acc loop vector
    do i = 1, n
      b(i, j) = b(i, j) + t(n + 1 - i)
    end do
    !$acc end data
    !$acc end data
  end subroutine

  subroutine scalars(f, j, total)
    !$acc routine seq
    type(field), intent(in) :: f
    integer, intent(in) :: j
    real(8), intent(out) :: total
    integer :: i
    !$acc declare present(f)
    total = 0
    !$acc data present(f, f%v)
    if (mod(j, 4) == 0) return
    do i = 1, n
      total = total + f%v(i, j)
    end do
    !$acc end data
    total = -total
  end subroutine
end module

program main
  use testing
  use fields
  implicit none
  type(field) :: f
  real(8) :: a(n, m), b(n, m), expected(n, m), total(m), one
  integer :: i, j
  allocate(f%v(n, m))
  do j = 1, m
    scale(j) = 0.5d0 * j
    do i = 1, n
      a(i, j) = i + 100 * j
      b(i, j) = i * j
    end do
  end do
  f%v = a
  do j = 1, m
    do i = 1, n
      expected(i, j) = b(i, j) + a(n + 1 - i, j) * scale(j)
    end do
  end do
  !$acc update device(scale)
  !$acc data copyin(a, f, f%v) copy(b) copyout(total)
  !$acc parallel loop gang present(a, b)
  do j = 1, m
    call column(a, b, j)
  end do
  !$acc parallel loop present(f, total)
  do j = 1, m
    call scalars(f, j, total(j))
  end do
  !$acc end data
  call expect_equal(reshape(b, [n * m]), reshape(expected, [n * m]), 'in a vector routine')
  do j = 1, m
    one = merge(0d0, -sum(a(:, j)), mod(j, 4) == 0)
    call expect_equal([total(j)], [one], 'in a sequential routine')
  end do
  ! On the host.
  call scalars(f, 3, one)
  call expect_equal([one], [-sum(a(:, 3))], 'on the host')
  call finish()
end program
