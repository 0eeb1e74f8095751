!===-- acc-api-on-device.f90 - acc_on_device in device code ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc=multicore %{testing} %s -o %t.dir/shared
! RUN: %t.dir/shared | %{check-pass}
!
! Compute constructs and routines know that they are not on the host, host code
! that it is; where the host's own memory is used, they are the host. The host
! is what acc_device_none means, too.
!
!===----------------------------------------------------------------------===!

module side
  use openacc
  implicit none
contains
  integer function where_am_i()
    !$acc routine seq
    where_am_i = 0
    if (acc_on_device(acc_device_host)) where_am_i = where_am_i + 1
    if (acc_on_device(acc_device_not_host)) where_am_i = where_am_i + 2
    if (acc_on_device(acc_device_none)) where_am_i = where_am_i + 4
  end function
end module

program main
  use testing
  use side
  implicit none
  integer :: a(100), b(100), i, want
  want = 2
  if (acc_get_device_type() == acc_device_host) want = 1 + 4
  a = -1
  b = -1
  !$acc parallel loop
  do i = 1, 100
    if (acc_on_device(acc_device_not_host)) then
      a(i) = 2
    else
      a(i) = 1 + 4
    end if
    b(i) = where_am_i()
  end do
  call expect_equal(a, [(want, i = 1, 100)], 'in a loop')
  call expect_equal(b, [(want, i = 1, 100)], 'in a routine')
  call expect_equal(where_am_i(), 1 + 4, 'on the host')
  call finish()
end program
