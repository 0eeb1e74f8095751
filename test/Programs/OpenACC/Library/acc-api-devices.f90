!===-- acc-api-devices.f90 - Devices and their properties ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! The device in use, how many there are, what they are, starting and ending them.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  use openacc
  implicit none
  integer :: count, a(10)
  integer(acc_device_kind) :: type
  integer(8) :: memory, free
  character(200) :: name
  character(3) :: short

  type = acc_get_device_type()
  call expect(type /= acc_device_none, 'a device')
  count = acc_get_num_devices(type)
  call expect(count >= 1, 'devices of its type')
  call expect_equal(acc_get_num_devices(acc_device_none), 0, 'none')
  call expect_equal(acc_get_num_devices(acc_device_host), 1, 'the host')
  call acc_init(type)
  call acc_set_device_type(type)
  call expect_equal(acc_get_device_type(), type, 'type')
  call acc_set_device_num(count - 1, type)
  call expect_equal(acc_get_device_num(type), count - 1, 'the last device')
  call acc_set_device_num(0, type)
  call expect_equal(acc_get_device_num(type), 0, 'the first device')
  call acc_set_device(type)
  call expect_equal(acc_get_device(), type, 'the older names')
  !$acc set device_num(0)

  call expect(acc_on_device(acc_device_host), 'this is the host')
  call expect(.not. acc_on_device(acc_device_not_host), 'no device')
  call expect(.not. acc_on_device(acc_device_nvidia), 'no GPU')

  memory = acc_get_property(0, type, acc_property_memory)
  free = acc_get_property(0, type, acc_property_free_memory)
  call expect(memory > 0, 'memory')
  call expect(free > 0 .and. free <= memory, 'free memory')
  name = ' '
  call acc_get_property_string(0, type, acc_property_name, name)
  call expect(len_trim(name) > 0, 'name')
  call acc_get_property_string(0, type, acc_property_name, short)
  call expect_equal(short, name(1:3), 'as much as fits')
  call acc_get_property_string(0, type, acc_property_vendor, name)
  call expect(len_trim(name) > 0, 'vendor')
  call acc_get_property_string(0, type, acc_property_driver, name)
  call expect(len_trim(name) > 0, 'driver')

  ! What is present goes with the device.
  call acc_copyin(a)
  call expect(acc_is_present(a), 'before')
  call acc_shutdown(type)
  call acc_init(type)
  call expect(.not. acc_is_present(a), 'after')
  a = 3
  call acc_copyin(a)
  a = 0
  call acc_copyout(a)
  call expect_equal(sum(a), 30, 'in use again')
  call expect_equal(openacc_version, 201811, 'version')
  call finish()
end program
