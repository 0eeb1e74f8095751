!===-- acc-private-components.f90 - Private records with components --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Private variables of types with allocatable components: each copy begins with
! components that are not allocated, and loses them at the end of an iteration.
!
!===----------------------------------------------------------------------===!

module kinds
  implicit none
  type list
    integer :: count = 3
    integer, allocatable :: v(:)
  end type
  type group
    type(list) :: two(2)
    type(list), allocatable :: more(:)
    real(8), allocatable :: m(:, :)
  end type
contains
  subroutine fill(x, n)
    !$acc routine seq
    type(list), intent(out) :: x
    integer, value :: n
    integer :: k
    allocate(x%v(0:n))
    do k = 0, n
      x%v(k) = k*n
    end do
  end subroutine
end module

program main
  use kinds
  use testing
  implicit none
  integer, parameter :: n = 3000
  type(list) :: x, pair(2)
  type(group) :: g
  integer :: a(n), b(40, 12), i, j, k, s

  allocate(x%v(7))
  x%v = -1
  x%count = 99
  a = 0
  !$acc parallel loop private(x) copyout(a)
  do i = 1, n
    a(i) = merge(1000, 0, allocated(x%v))
    allocate(x%v(mod(i, 5) + 1))
    x%v(:) = i
    a(i) = a(i) + sum(x%v) + x%count
    x%count = 4
  end do
  do i = 1, n
    call expect(a(i) - i*(mod(i, 5) + 1) >= 3 .and. a(i) - i*(mod(i, 5) + 1) <= 4, 'a thread''s own')
  end do
  call expect(size(x%v) == 7 .and. all(x%v == -1) .and. x%count == 99, 'the host''s')

  !$acc parallel loop gang vector private(pair, k, s) copyout(a) num_gangs(2) vector_length(32)
  do i = 1, n
    pair(1)%v = [1, 2, i]
    call fill(pair(2), mod(i, 4))
    pair(2)%v = [pair(2)%v, pair(1)%v]
    pair = pair(2:1:-1)
    s = 0
    do k = lbound(pair(1)%v, 1), ubound(pair(1)%v, 1)
      s = s + pair(1)%v(k)
    end do
    a(i) = s + 10*sum(pair(2)%v)
  end do
  do i = 1, n
    k = mod(i, 4)
    call expect_equal(a(i), k*k*(k + 1)/2 + 11*(3 + i), 'an array of records')
  end do

  ! Of gangs: what their lanes see.
  !$acc parallel loop gang private(x) copyout(b)
  do i = 1, 12
    allocate(x%v(40))
    !$acc loop vector
    do j = 1, 40
      x%v(j) = 100*i + j
    end do
    !$acc loop vector
    do j = 1, 40
      b(j, i) = x%v(41 - j)
    end do
  end do
  do i = 1, 12
    call expect_equal(b(:, i), [(100*i + 41 - j, j = 1, 40)], 'a gang''s own')
  end do

  !$acc parallel private(x) copyout(b) num_gangs(3)
  x%v = [5, 6]
  !$acc loop gang
  do i = 1, 12
    !$acc loop vector
    do j = 1, 40
      b(j, i) = x%v(1) + x%v(2)*j
    end do
  end do
  !$acc end parallel
  do i = 1, 12
    call expect_equal(b(:, i), [(5 + 6*j, j = 1, 40)], 'a construct''s own')
  end do

  !$acc kernels loop independent private(g) copyout(a)
  do i = 1, 500
    g%two(2)%v = [i]
    g%more = [g%two, g%two]
    g%m = reshape([1d0*i, 2d0, 3d0, 4d0], [2, 2])
    a(i) = size(g%more) + g%more(4)%v(1) + nint(g%m(1, 1) + g%m(2, 2)) + g%more(3)%count &
      + merge(1, 0, allocated(g%more(3)%v))
  end do
  call expect_equal(a(:500), [(4 + i + i + 4 + 3, i = 1, 500)], 'components of components')

  ! On the host.
  !$acc serial private(x) if(.false.)
  a(1) = x%count
  x%v = [1, 2, 3]
  a(2) = sum(x%v)
  !$acc end serial
  call expect_equal(a(:2), [3, 6], 'a construct of the host')
  !$acc parallel loop private(x) if(n < 0)
  do i = 1, 10
    allocate(x%v(i))
    a(i) = size(x%v)
  end do
  call expect_equal(a(:10), [(i, i = 1, 10)], 'a loop of the host')
  call expect(size(x%v) == 7 .and. all(x%v == -1) .and. x%count == 99, 'the host''s at the end')
  call finish()
end program
