!===-- acc-managed.f90 - Allocated data that host and device share --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -gpu=managed %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder} && %{compile} -acc -gpu=mem:unified %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder} && %{compile} -ta=tesla:managed %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! With -gpu=managed and its other spellings allocatable data need no copies: what a create
! clause says is no copy, present is always true, parts of records are found where they
! are.
!
!===----------------------------------------------------------------------===!

module store
  implicit none
  type :: layer
    integer :: n = 0
    real(8), allocatable :: depth(:), work(:, :)
  end type
  type :: ocean
    integer :: layers = 0
    type(layer), allocatable :: layer(:)
  end type
  real(8), allocatable :: table(:), scratch(:)
  !$acc declare create(scratch)
contains
  subroutine refine(x)
    real(8), allocatable, intent(inout) :: x(:)
    real(8), allocatable :: finer(:)
    integer :: i
    allocate (finer(2*size(x)))
    !$acc parallel loop present(x, finer)
    do i = 1, size(x)
      finer(2*i - 1) = x(i)
      finer(2*i) = x(i) + 0.5d0
    end do
    call move_alloc(finer, x)
  end subroutine

  subroutine settle(o)
    type(ocean), intent(inout) :: o
    integer :: i, k
    !$acc parallel loop gang present(o%layer)
    do k = 1, o%layers
      !$acc loop vector
      do i = 1, o%layer(k)%n
        o%layer(k)%depth(i) = o%layer(k)%depth(i) + table(i)
        o%layer(k)%work(2, i) = o%layer(k)%depth(i)*k
      end do
    end do
  end subroutine

  real(8) function total_of(x)
    real(8), intent(in) :: x(:)
    integer :: i
    total_of = 0
    !$acc parallel loop reduction(+:total_of)
    do i = 1, size(x)
      total_of = total_of + x(i)
    end do
  end function
end module

program main
  use testing
  use openacc
  use store
  implicit none
  integer, parameter :: n = 60
  type(ocean) :: o
  type(layer) :: one
  real(8), allocatable :: x(:), grid(:, :)
  real(8), allocatable, target :: source(:)
  real(8), pointer :: part(:)
  integer :: i, k
  allocate (x(n), grid(n, 4), table(4*n), scratch(n), source(n))
  x = [(i, i = 1, n)]
  grid = 1
  table = [(2*i, i = 1, 4*n)]
  source = x

  call expect(acc_is_present(x), 'present')
  call expect(.not. acc_is_present(i), 'what is not allocated')
  ! Whatever is said of copies, host and device see the same.
  !$acc data create(x) copyin(grid)
  !$acc parallel loop
  do i = 1, n
    x(i) = x(i) + table(i)
    grid(i, :) = grid(i, :) + x(i)
  end do
  !$acc update self(x) if_present
  call expect_equal(x, [(3d0*i, i = 1, n)], 'in a data region')
  !$acc end data
  call expect_equal(x, [(3d0*i, i = 1, n)], 'after it')
  call expect_equal(grid(:, 4), 1 + x, 'what is only copied in')
  grid = 0
  !$acc kernels present(grid, x)
  grid(:, 2) = x + 1
  !$acc end kernels
  call expect_equal(grid(:, 2), x + 1, 'in kernels')
  call expect_equal(total_of(grid(1:n:2, 2)), sum(x(1:n:2)) + n/2, 'a section')

  call refine(x)
  call refine(x)
  call expect_equal(size(x), 4*n, 'size')
  call expect_equal(x(4*n - 3:), [0d0, 0.5d0, 0.5d0, 1d0] + 3*n, 'refined')

  part => source(2:n:2)
  !$acc parallel loop
  do i = 1, size(part)
    part(i) = -part(i)
  end do
  call expect_equal(source, [(merge(-i, i, mod(i, 2) == 0)*1d0, i = 1, n)], 'by a pointer')

  !$acc parallel loop
  do i = 1, n
    scratch(i) = i
  end do
  !$acc update self(scratch)
  call expect_equal(scratch, [(i*1d0, i = 1, n)], 'declared data')

  ! Records in records need no copies of their parts.
  o%layers = 5
  allocate (o%layer(5))
  do k = 1, 5
    o%layer(k)%n = 10*k
    allocate (o%layer(k)%depth(10*k), o%layer(k)%work(2, 10*k))
    o%layer(k)%depth = k
    o%layer(k)%work = 0
  end do
  call settle(o)
  call settle(o)
  do k = 1, 5
    call expect_equal(o%layer(k)%depth, k + 2*table(:10*k), 'depth')
    call expect_equal(o%layer(k)%work(2, :), k*(k + 2*table(:10*k)), 'work')
  end do

  ! A record on the device gets the addresses of what is allocated anew.
  !$acc enter data copyin(one)
  do k = 1, 2
    allocate (one%depth(n*k))
    one%depth = k
    !$acc enter data copyin(one%depth)
    !$acc parallel loop present(one)
    do i = 1, n*k
      one%depth(i) = one%depth(i) + i
    end do
    !$acc exit data delete(one%depth)
    call expect_equal(one%depth, [(1d0*i + k, i = 1, n*k)], 'allocated anew')
    deallocate (one%depth)
  end do
  !$acc exit data delete(one)
  call finish
end program
