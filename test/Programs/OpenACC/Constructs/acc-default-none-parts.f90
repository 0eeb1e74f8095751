!===-- acc-default-none-parts.f90 - Parts in clauses, DEFAULT(NONE) -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! A section, an element or a component in a clause lists its variable, before and behind
! DEFAULT(NONE) and on data constructs around. What bounds of sections name is the
! host's.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  integer, parameter :: n = 20
  type :: record
    integer :: x(n)
    integer :: size
  end type
  integer :: a(n), b(n), ends(2), i
  integer, allocatable :: c(:)
  type(record) :: r

  a = 0
  !$acc parallel loop default(none) copy(a(1:n))
  do i = 1, n
    a(i) = i
  end do
  call expect_equal(a, [(i, i = 1, n)], 'behind')

  b = 0
  !$acc parallel loop copyin(a(1:n)) copy(b(:)) default(none)
  do i = 1, n
    b(i) = a(i) + 1
  end do
  call expect_equal(b, [(i + 1, i = 1, n)], 'before')

  ends = [3, 12]
  !$acc kernels default(none) copy(a(ends(1):ends(2)))
  do i = 3, 12
    a(i) = -a(i)
  end do
  !$acc end kernels
  call expect_equal(a, [(merge(-i, i, i >= 3 .and. i <= 12), i = 1, n)], 'bounds')

  allocate (c(n), source=a)
  !$acc data copy(c(1:n))
  !$acc parallel default(none) present(c(1:n))
  !$acc loop
  do i = 1, n
    c(i) = 2*c(i)
  end do
  !$acc end parallel
  !$acc parallel loop default(none) copy(b(1:n))
  do i = 1, n
    b(i) = b(i) + c(i)
  end do
  !$acc end data
  call expect_equal(c, 2*a, 'an allocatable array')
  call expect_equal(b, [(i + 1, i = 1, n)] + 2*a, 'a data construct around')

  r%x = [(i, i = 1, n)]
  r%size = n
  !$acc parallel loop default(none) copy(r%x(1:n))
  do i = 1, n
    r%x(i) = r%x(i)**2
  end do
  call expect_equal(r%x, [(i**2, i = 1, n)], 'a component')
  call finish
end program
