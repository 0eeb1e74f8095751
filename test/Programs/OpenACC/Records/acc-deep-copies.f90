!===-- acc-deep-copies.f90 - Derived types with allocatable and pointer components --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc -gpu=managed %{testing} %s -o %t.dir/managed
! RUN: %run %t.dir/managed | %{check-pass}
!
! The parent first, then its components: their addresses on the device are those
! of the copies. Components of components, arrays of types, detach and attach,
! and arrays that are allocated anew.
!
!===----------------------------------------------------------------------===!

module types
  implicit none
  type :: grid
    integer :: n = 0
    real(8), allocatable :: x(:)
    real(8), allocatable :: t(:, :)
    integer, pointer :: map(:) => null()
    real(8) :: fixed(3) = 0
  end type
  type :: model
    integer :: id
    type(grid) :: g
    type(grid), allocatable :: levels(:)
  end type
contains
  subroutine make(g, n)
    type(grid), intent(inout) :: g
    integer, intent(in) :: n
    integer :: i
    g%n = n
    allocate (g%x(n), g%t(n, 2), g%map(n))
    g%x = [(i, i = 1, n)]
    g%t = 0
    g%map = [(n + 1 - i, i = 1, n)]
    g%fixed = [1, 2, 3]
  end subroutine
  subroutine free(g)
    type(grid), intent(inout) :: g
    deallocate (g%x, g%t, g%map)
  end subroutine
end module

program main
  use testing
  use types
  implicit none
  integer, parameter :: n = 60
  type(grid) :: g
  type(grid), allocatable :: list(:)
  type(model) :: m
  integer :: i, k
  real(8) :: s

  call make(g, n)
  !$acc enter data copyin(g)
  !$acc enter data copyin(g%x, g%t, g%map)
  !$acc parallel loop present(g)
  do i = 1, g%n
    g%x(i) = g%x(i)*2 + g%fixed(2)
    g%t(i, 1) = g%map(i)
    g%t(i, 2) = -i
  end do
  !$acc update host(g%x, g%t)
  call expect_equal(g%x, [(2d0*i + 2, i = 1, n)], 'an allocatable component')
  call expect_equal(g%t(:, 1), [(real(n + 1 - i, 8), i = 1, n)], 'a pointer component')
  call expect_equal(g%t(:, 2), [(real(-i, 8), i = 1, n)], 'of two dimensions')
  s = 0
  !$acc parallel loop present(g) reduction(+:s)
  do i = 1, g%n
    s = s + g%x(i)
  end do
  call expect_equal(s, sum(g%x), 'a reduction over a component')
  call in_procedure(g)
  call expect_equal(g%x, [(2d0*i + 3, i = 1, n)], 'in a procedure')
  !$acc exit data delete(g%x, g%t, g%map)
  !$acc exit data delete(g)
  call expect(allocated(g%x) .and. size(g%x) == n, 'the host still has its component')

  ! A component as if it were a variable.
  !$acc data copy(g%x) copyin(g%map)
  !$acc parallel loop present(g%x, g%map)
  do i = 1, n
    g%x(i) = g%map(i)
  end do
  !$acc end data
  call expect_equal(g%x, [(real(n + 1 - i, 8), i = 1, n)], 'components alone')
  call free(g)

  allocate (list(3))
  do k = 1, 3
    call make(list(k), 10*k)
  end do
  !$acc enter data copyin(list)
  do k = 1, 3
    !$acc enter data copyin(list(k)%x, list(k)%map)
  end do
  !$acc parallel loop gang present(list)
  do k = 1, 3
    !$acc loop vector
    do i = 1, list(k)%n
      list(k)%x(i) = list(k)%x(i) + 100*k + list(k)%map(i)
    end do
  end do
  do k = 1, 3
    !$acc exit data copyout(list(k)%x) delete(list(k)%map)
  end do
  !$acc exit data delete(list)
  do k = 1, 3
    call expect(all(list(k)%x == 110*k + 1), 'an array of records')
    call free(list(k))
  end do

  ! Two levels.
  m%id = 4
  call make(m%g, 20)
  allocate (m%levels(2))
  call make(m%levels(1), 5)
  call make(m%levels(2), 6)
  !$acc enter data copyin(m)
  !$acc enter data copyin(m%g%x)
  !$acc enter data copyin(m%levels)
  !$acc enter data copyin(m%levels(1)%x, m%levels(2)%x)
  !$acc parallel loop present(m)
  do i = 1, 20
    m%g%x(i) = m%g%x(i)*m%id
  end do
  !$acc parallel loop present(m)
  do k = 1, 2
    do i = 1, m%levels(k)%n
      m%levels(k)%x(i) = m%levels(k)%x(i) + m%id + k
    end do
  end do
  !$acc update self(m%g%x, m%levels(1)%x, m%levels(2)%x)
  call expect_equal(m%g%x, [(4d0*i, i = 1, 20)], 'a component of a component')
  call expect_equal(m%levels(1)%x, [(i + 5d0, i = 1, 5)], 'an allocatable array of records')
  call expect_equal(m%levels(2)%x, [(i + 6d0, i = 1, 6)], 'its second element')
  !$acc exit data delete(m%levels(1)%x, m%levels(2)%x)
  !$acc exit data delete(m%levels)
  !$acc exit data delete(m%g%x)
  !$acc exit data delete(m)

  ! Allocated anew while the parent is on the device.
  allocate (g%x(4))
  g%x = 1
  !$acc enter data copyin(g)
  !$acc enter data copyin(g%x)
  !$acc exit data delete(g%x)
  deallocate (g%x)
  allocate (g%x(n))
  g%x = 5
  !$acc enter data copyin(g%x)
  !$acc parallel loop present(g)
  do i = 1, n
    g%x(i) = g%x(i) + i
  end do
  !$acc exit data copyout(g%x)
  !$acc exit data delete(g)
  call expect_equal(g%x, [(5d0 + i, i = 1, n)], 'allocated anew')
  call finish()
contains
  subroutine in_procedure(g)
    type(grid), intent(inout) :: g
    integer :: i
    !$acc parallel loop present(g)
    do i = 1, g%n
      g%x(i) = g%x(i) + 1
    end do
    !$acc update host(g%x)
  end subroutine
end program
