!===-- acc-devices.f90 - set, init, shutdown and wait --------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: not %run %t.dir/program absent 2>&1 | FileCheck %s --check-prefix=ABSENT
! RUN: env NVCOMPILER_ACC_NOTIFY=5 %run %t.dir/program 2>&1 | FileCheck %s --check-prefix=WAITS
!
! The directives that choose and begin a device, the default queue, and work
! after a shutdown.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  use openacc, only: acc_get_default_async, acc_get_device_type, acc_get_num_devices, acc_is_present
  implicit none
  integer, parameter :: n = 60
  integer :: a(n), i, k
  if (command_argument_count() > 0) then
    ! ABSENT: device number {{[1-9][0-9]*}}: invalid device ordinal
    !$acc init device_num(acc_get_num_devices(acc_get_device_type()))
  end if
  !$acc init
  call work(1)
  !$acc set device_num(0)
  call work(2)
  k = 0
  !$acc set device_num(k) if(k == 0)
  call work(3)
  !$acc set default_async(5)
  a = 0
  !$acc parallel loop async copy(a)
  do i = 1, n
    a(i) = a(i) + i
  end do
  !$acc wait(5)
  call expect_equal(a, [(i, i = 1, n)], 'the default queue')
  ! WAITS: Explicit wait {{.*}}queue=3{{$}}
  ! WAITS-NEXT: Explicit wait {{.*}}queue=5{{$}}
  !$acc wait async(3)
  !$acc wait(3, 5)
  !$acc wait
  !$acc enter data copyin(a)
  call expect_equal(acc_get_default_async(), 5, 'the number of the default queue')
  !$acc shutdown
  call expect(.not. acc_is_present(a), 'nothing is left')
  call work(4)
  !$acc shutdown if(k == 1)
  !$acc init if(k == 0)
  call work(5)
  call finish()
contains
  subroutine work(k)
    integer, intent(in) :: k
    integer :: b(n), i
    b = 0
    !$acc parallel loop copy(b) firstprivate(k)
    do i = 1, n
      b(i) = b(i) + i*k
    end do
    call expect_equal(b, [(i*k, i = 1, n)], 'work')
  end subroutine
end program
