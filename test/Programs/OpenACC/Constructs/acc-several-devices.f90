!===-- acc-several-devices.f90 - One process, all devices ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! A field is cut into strips, one a device: each device has its own present
! table, queues and declared data, and gives edges to its neighbours through the
! host or from device to device. With one device there is one strip.
!
!===----------------------------------------------------------------------===!

module shared_table
  implicit none
  integer, parameter :: m = 16
  real(8) :: weights(m)
  !$acc declare create(weights)
end module

program main
  use openacc
  use shared_table
  use testing
  implicit none
  integer, parameter :: rows = 40, steps = 7
  type strip
    real(8), allocatable :: u(:, :), v(:, :)
  end type
  type(strip), allocatable, target :: strips(:)
  real(8), allocatable :: whole(:, :), next(:, :)
  real(8) :: total, wanted
  integer :: devices, d, s, i, j
  integer(acc_device_kind) :: kind

  kind = acc_get_device_type()
  devices = acc_get_num_devices(kind)
  call expect(devices >= 1, 'a device')
  allocate(strips(0:devices - 1), whole(m, 0:rows*devices + 1), next(m, 0:rows*devices + 1))
  do j = 0, rows*devices + 1
    do i = 1, m
      whole(i, j) = mod(7*i + 3*j, 11)
    end do
  end do
  next = whole

  do d = 0, devices - 1
    call acc_set_device_num(d, kind)
    call expect_equal(acc_get_device_num(kind), d, 'the device')
    allocate(strips(d)%u(m, 0:rows + 1))
    strips(d)%u = whole(:, d*rows:(d + 1)*rows + 1)
    strips(d)%v = strips(d)%u
    weights = [(0.5d0**mod(i + d, 4), i = 1, m)]
    !$acc update device(weights)
    associate (u => strips(d)%u, v => strips(d)%v)
      !$acc enter data copyin(u, v)
    end associate
  end do

  ! Present on its own device only.
  do d = 0, devices - 1
    do s = 0, devices - 1
      call acc_set_device_num(s, kind)
      call expect(acc_is_present(strips(d)%u) .eqv. s == d, 'present where it is')
    end do
  end do

  do s = 1, steps
    do d = 0, devices - 1
      call acc_set_device_num(d, kind)
      call smooth(strips(d)%u, strips(d)%v, d)
    end do
    do d = 0, devices - 1
      call acc_set_device_num(d, kind)
      !$acc wait(3)
    end do
    call exchange()
    call on_host()
  end do

  total = 0
  do d = 0, devices - 1
    call acc_set_device_num(d, kind)
    associate (u => strips(d)%u)
      !$acc parallel loop collapse(2) present(u) reduction(+:total)
      do j = 1, rows
        do i = 1, m
          total = total + u(i, j)
        end do
      end do
      !$acc exit data copyout(u)
    end associate
    !$acc exit data delete(strips(d)%v)
    call expect_equal([strips(d)%u(:, 1:rows)], [whole(:, d*rows + 1:(d + 1)*rows)], 'strip')
  end do
  wanted = 0
  do j = 1, rows*devices
    do i = 1, m
      wanted = wanted + whole(i, j)
    end do
  end do
  call expect(abs(total - wanted) <= 1d-12*wanted, 'total')

  ! From device to device: the first's strip into the last's.
  if (devices > 1) then
    d = devices - 1
    call acc_set_device_num(0, kind)
    associate (u => strips(0)%u)
      !$acc enter data copyin(u)
    end associate
    call acc_set_device_num(d, kind)
    associate (u => strips(d)%u)
      !$acc enter data create(u)
      call acc_memcpy_d2d(u, strips(0)%u, m*(rows + 2)*8, d, 0)
      u = 0
      !$acc exit data copyout(u)
    end associate
    call expect_equal([strips(d)%u], [strips(0)%u], 'device to device')
    call acc_set_device_num(0, kind)
    associate (u => strips(0)%u)
      !$acc exit data delete(u)
    end associate
  end if
  call finish()

contains

  subroutine smooth(u, v, d)
    real(8) :: u(m, 0:rows + 1), v(m, 0:rows + 1)
    integer, intent(in) :: d
    integer :: i, j
    !$acc parallel loop gang vector collapse(2) present(u, v) async(3)
    do j = 1, rows
      do i = 1, m
        v(i, j) = 0.5d0*u(i, j) + 0.25d0*(u(i, j - 1) + u(i, j + 1)) &
            + weights(i)*(i + d)
      end do
    end do
    !$acc parallel loop gang vector collapse(2) present(u, v) async(3)
    do j = 1, rows
      do i = 1, m
        u(i, j) = v(i, j)
      end do
    end do
  end subroutine

  ! The rows at the edges go through the host.
  subroutine exchange()
    integer :: d
    do d = 0, devices - 1
      call acc_set_device_num(d, kind)
      associate (u => strips(d)%u)
        !$acc update self(u(:, 1:1), u(:, rows:rows))
      end associate
    end do
    do d = 0, devices - 1
      if (d > 0) strips(d)%u(:, 0) = strips(d - 1)%u(:, rows)
      if (d < devices - 1) strips(d)%u(:, rows + 1) = strips(d + 1)%u(:, 1)
    end do
    do d = 0, devices - 1
      call acc_set_device_num(d, kind)
      associate (u => strips(d)%u)
        !$acc update device(u(:, 0:0), u(:, rows + 1:rows + 1))
      end associate
    end do
  end subroutine

  subroutine on_host()
    integer :: i, j, d
    do j = 1, rows*devices
      d = (j - 1)/rows
      do i = 1, m
        next(i, j) = 0.5d0*whole(i, j) + 0.25d0*(whole(i, j - 1) + whole(i, j + 1)) &
            + 0.5d0**mod(i + d, 4)*(i + d)
      end do
    end do
    whole = next
  end subroutine
end program
