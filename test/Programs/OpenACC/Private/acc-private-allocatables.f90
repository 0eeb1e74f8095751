!===-- acc-private-allocatables.f90 - Private allocatable arrays of gangs --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! One lane's loop writes the array and the next one reads its neighbours: the
! copies that a thread uses in one iteration after the other must not mix.

module work
  implicit none
  real, allocatable :: shared_one(:, :)
end module

! A routine beside procedures whose clauses name another module's variable.
module beside
  use work
  implicit none
contains
  real function half(x)
    !$acc routine seq
    real, value :: x
    half = x/2
  end function
  subroutine fill(r, n, m)
    integer, intent(in) :: n, m
    real, intent(inout) :: r(n, m)
    integer :: i, k
    !$acc parallel loop gang private(shared_one) present(r)
    do k = 1, m
      !$acc loop vector
      do i = 0, n + 1
        shared_one(i, 1) = k*i*2
      end do
      !$acc loop vector
      do i = 1, n
        r(i, k) = half(shared_one(i, 1)) + half(shared_one(i + 1, 1))
      end do
    end do
  end subroutine
end module

program main
  use testing
  use beside
  implicit none
  integer, parameter :: n = 10, m = 20
  integer :: i, k
  real :: r(n, m), expected(n, m)
  real, allocatable :: f(:)

  do k = 1, m
    do i = 1, n
      expected(i, k) = k*(i + (i + 1))
    end do
  end do

  allocate (shared_one(0:n + 1, 3), f(0:n + 1))
  r = 0
  !$acc data copy(r) copyin(shared_one)
  !$acc parallel default(present)
  !$acc loop gang private(shared_one)
  do k = 1, m
    !$acc loop vector
    do i = 0, n + 1
      shared_one(i, 2) = k*i
    end do
    !$acc loop vector
    do i = 1, n
      r(i, k) = shared_one(i, 2) + shared_one(i + 1, 2)
    end do
  end do
  !$acc end parallel
  !$acc end data
  call expect(all(r == expected), 'of a module')

  r = 0
  !$acc data copy(r)
  call fill(r, n, m)
  !$acc end data
  call expect(all(r == expected), 'beside a routine')

  r = 0
  !$acc parallel loop gang private(f) copy(r)
  do k = 1, m
    !$acc loop vector
    do i = 0, n + 1
      f(i) = k*i
    end do
    !$acc loop vector
    do i = 1, n
      r(i, k) = f(i) + f(i + 1)
    end do
  end do
  call expect(all(r == expected), 'local')

  r = 0
  call of_size(n, f)
  call expect(all(r == expected), 'of variable size')
  call finish
contains
  subroutine of_size(n, p)
    integer, intent(in) :: n
    real, allocatable :: p(:)
    real :: g(0:n + 1)
    integer :: i, k
    !$acc parallel loop gang private(g, p) copy(r)
    do k = 1, m
      !$acc loop vector
      do i = 0, n + 1
        g(i) = k*i
        p(i) = 2*g(i)
      end do
      !$acc loop vector
      do i = 1, n
        r(i, k) = g(i) + p(i + 1)/2
      end do
    end do
  end subroutine
end program
