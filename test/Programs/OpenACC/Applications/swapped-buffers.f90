!===-- swapped-buffers.f90 - Two buffers of a record that change places ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=MINFO
!
! Pointer components are swapped by the host and attached anew; a record whose optional
! component is not on the device is used with no_create; host_data gives the address of
! the buffer that is current.
!
!===----------------------------------------------------------------------===!

module simulation
  implicit none
  type :: grid
    integer :: nx, ny
    integer, pointer :: now(:, :) => null(), next(:, :) => null()
    integer, pointer :: trace(:) => null()
  end type
contains
  subroutine step(g)
    type(grid), intent(inout) :: g
    integer :: i, j
    integer(8) :: address
    integer, pointer :: swap(:, :)
    !$acc parallel loop tile(8, 4) present(g)
    do j = 2, g%ny - 1
      do i = 2, g%nx - 1
        !$acc cache(g%now(i-1:i+1, j-1:j+1))
        g%next(i, j) = mod(g%now(i - 1, j) + 3*g%now(i + 1, j) + 5*g%now(i, j - 1) + 7*g%now(i, j + 1), 997)
      end do
    end do
    !$acc exit data detach(g%now, g%next)
    ! The device has the host's address again.
    !$acc serial present(g) copyout(address)
    address = loc(g%next)
    !$acc end serial
    if (address /= loc(g%next)) error stop 'not detached'
    swap => g%now
    g%now => g%next
    g%next => swap
    !$acc enter data attach(g%now, g%next)
  end subroutine

  subroutine record_row(g, row, with)
    type(grid), intent(in) :: g
    integer, intent(in) :: row
    logical, intent(in) :: with
    integer, pointer :: trace(:)
    integer :: i
    trace => g%trace
    !$acc parallel loop present(g) no_create(trace)
    do i = 1, g%nx
      if (with) trace(i) = g%now(i, row)
    end do
  end subroutine

  subroutine sum_at(values, count, total)
    integer, intent(in) :: count, values(count)
    integer, intent(out) :: total
    integer :: i
    total = 0
    ! MINFO: {{^ +}}[[#@LINE+1]], Accelerator kernel generated
    !$acc parallel loop deviceptr(values) reduction(+:total)
    do i = 1, count
      total = total + values(i)
    end do
  end subroutine
end module

program main
  use testing
  use simulation
  implicit none
  integer, parameter :: nx = 25, ny = 18
  type(grid), target :: g
  integer, target :: a(nx, ny), b(nx, ny), t(nx)
  integer, pointer :: current(:, :)
  integer :: wa(nx, ny), wb(nx, ny), i, j, k, total
  a = reshape([(mod(i*13, 211), i = 1, nx*ny)], [nx, ny])
  b = a
  wa = a
  t = -1
  g%nx = nx
  g%ny = ny
  g%now => a
  g%next => b
  g%trace => t
  !$acc enter data copyin(a, b)
  !$acc enter data copyin(g)
  !$acc enter data attach(g%now, g%next)
  do k = 1, 5
    call step(g)
    call record_row(g, 3, .false.)
  end do
  !$acc data copy(t)
  call record_row(g, 7, .true.)
  !$acc end data
  current => g%now
  !$acc host_data use_device(current)
  call sum_at(current, nx*ny, total)
  !$acc end host_data
  !$acc exit data detach(g%now, g%next)
  !$acc exit data delete(g)
  !$acc exit data copyout(a, b)

  wb = wa
  do k = 1, 5
    do j = 2, ny - 1
      do i = 2, nx - 1
        wb(i, j) = mod(wa(i - 1, j) + 3*wa(i + 1, j) + 5*wa(i, j - 1) + 7*wa(i, j + 1), 997)
      end do
    end do
    wa = wb
  end do
  call expect(associated(g%now, b), 'an odd number of steps')
  call expect_equal([g%now], [wa], 'the last step')
  call expect_equal(t, wa(:, 7), 'a row')
  call expect_equal(total, sum(wa), 'by the device address')
  call finish
end program
