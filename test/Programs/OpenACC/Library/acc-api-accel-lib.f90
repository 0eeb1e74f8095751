!===-- acc-api-accel-lib.f90 - The runtime library's older name -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! PGI's module accel_lib has what openacc has; both may be used at once.
!
!===----------------------------------------------------------------------===!

module older
  use accel_lib
  implicit none
contains
  integer function devices()
    devices = acc_get_num_devices(acc_device_not_host)
  end function
end module

program main
  use older, only: devices
  use accel_lib, only: acc_init, acc_device_default, acc_is_present
  use openacc
  implicit none
  real :: a(10)
  call acc_init(acc_device_default)
  if (devices() /= acc_get_num_devices(acc_device_not_host)) &
    error stop 'devices differ'
  a = 1
  if (acc_is_present(a)) error stop 'present before the construct'
  !$acc data copyin(a)
  if (.not. acc_is_present(a)) error stop 'not present in the construct'
  !$acc end data
  print *, 'PASS'
end program
