!===-- acc-api-messages.f90 - What is not present --------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && mkdir -p %t.dir
! RUN: %{compile} -acc %s -o %t.dir/program
! RUN: not %run %t.dir/program update 2>&1 | FileCheck %s --check-prefix=UPDATE
! RUN: not %run %t.dir/program part 2>&1 | FileCheck %s --check-prefix=PART
! RUN: not %run %t.dir/program unmap 2>&1 | FileCheck %s --check-prefix=UNMAP
! RUN: not %run %t.dir/program device 2>&1 | FileCheck %s --check-prefix=DEVICE
! RUN: not %run %t.dir/program queue 2>&1 | FileCheck %s --check-prefix=QUEUE
!
! Messages that end the program, with what is present.
! 
! UPDATE: Present table dump for device[1]:
! UPDATE-NEXT: host:0x{{.*}} size:400 presentcount:0+1
! UPDATE-NEXT: FATAL ERROR: data in acc_update_device was not found on device 1: name={{.*}} host:0x
! PART: FATAL ERROR: variable in acc_copyin is partially present on device 1:
! UNMAP: FATAL ERROR: data in acc_unmap_data was not mapped by acc_map_data
! DEVICE: error: acc_set_device_num: device number 1000: invalid device ordinal
! QUEUE: error: acc_wait: queue -77: invalid argument
!
!===----------------------------------------------------------------------===!

program main
  use openacc
  implicit none
  integer :: a(100), b(100)
  character(20) :: what
  call get_command_argument(1, what)
  call acc_copyin(a)
  select case (what)
  case ('update')
    call acc_update_device(b)
  case ('part')
    call acc_delete(a)
    call acc_create(a(1:50))
    call acc_copyin(a)
  case ('unmap')
    call acc_unmap_data(a)
  case ('device')
    call acc_set_device_num(1000, acc_device_nvidia)
  case ('queue')
    call acc_wait(-77)
  end select
  print *, 'not reached'
end program
