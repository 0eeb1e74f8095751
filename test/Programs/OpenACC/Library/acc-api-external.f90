!===-- acc-api-external.f90 - OpenACC routines without a module -------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Routines of OpenACC as external procedures, by no more than the type of a
! function's result: data by address and length, queues, devices.
!
!===----------------------------------------------------------------------===!
program main
  use testing
  implicit none
  integer, parameter :: n = 16
  logical :: acc_is_present, acc_async_test
  integer :: acc_get_num_devices, acc_get_device_num
  integer :: i
  real(8) :: a(n)
  external :: acc_copyin, acc_delete, acc_update_self, acc_wait, acc_wait_all
  a = 1
  call expect(acc_get_num_devices(4) >= 1, 'acc_get_num_devices')
  call expect(acc_get_device_num(4) >= 0, 'acc_get_device_num')
  call expect(.not. acc_is_present(a, 8*n), 'acc_is_present, before')
  call acc_copyin(a, 8*n)
  call expect(acc_is_present(a, 8*n), 'acc_is_present')
  !$acc parallel loop present(a) async(3)
  do i = 1, n
    a(i) = a(i) + i
  end do
  call acc_wait(3)
  call expect(acc_async_test(3), 'acc_async_test')
  call acc_update_self(a, 8*n)
  call acc_wait_all
  call expect_equal(nint(a), [(i + 1, i=1, n)], 'acc_update_self')
  call acc_delete(a, 8*n)
  call expect(.not. acc_is_present(a, 8*n), 'acc_is_present, behind')
  call finish
end program
