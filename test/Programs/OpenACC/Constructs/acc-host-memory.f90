!===-- acc-host-memory.f90 - -acc=multicore and ACC_DEVICE_TYPE ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: rm -rf %t.dir && mkdir -p %t.dir
! RUN: %{compile} -acc=multicore %{testing} %s -o %t.dir/program
! RUN: %t.dir/program shared | %{check-pass}
! RUN: env ACC_NUM_CORES=3 %t.dir/program shared | %{check-pass}
! RUN: %{compile} -acc -target=cpu %{testing} %s -o %t.dir/other
! RUN: env ACC_DEVICE_TYPE=host %t.dir/other shared | %{check-pass}
! RUN: env ACC_DEVICE_TYPE=MULTICORE %t.dir/other shared | %{check-pass}
! RUN: env WARPFORT_DEVICE=cpu %t.dir/other separate | %{check-pass}
! RUN: not env ACC_DEVICE_TYPE=abacus %t.dir/other 2>&1 \
! RUN:   | FileCheck %s --check-prefix=TYPE
! RUN: not env WARPFORT_DEVICE=cuda ACC_DEVICE_TYPE=host %t.dir/other 2>&1 \
! RUN:   | FileCheck %s --check-prefix=BOTH
! RUN: not env ACC_DEVICE_NUM=7 WARPFORT_DEVICE=cpu %t.dir/other 2>&1 \
! RUN:   | FileCheck %s --check-prefix=NUMBER
!
! On the host's memory data clauses copy nothing and miss nothing; kernels run as
! they do elsewhere. The CPU as a device has memory of its own.
! 
! TYPE: error: ACC_DEVICE_TYPE is 'abacus'; accepted are
! BOTH: error: WARPFORT_DEVICE is 'cuda', but ACC_DEVICE_TYPE asks for the host
! NUMBER: error: ACC_DEVICE_NUM is 7, but the number of devices is 1
!
!===----------------------------------------------------------------------===!

program main
  use testing
  use openacc
  implicit none
  integer, parameter :: n = 10000
  integer :: a(n), b(n), i, s
  integer, allocatable :: c(:)
  logical :: shared
  character(10) :: what
  call get_command_argument(1, what)
  shared = what == 'shared'

  call expect(acc_get_device_type() == acc_device_host .eqv. shared, 'type')
  call expect(acc_get_num_devices(acc_device_nvidia) == 0 .eqv. shared, 'GPUs')
  call expect(acc_is_present(a) .eqv. shared, 'all is present')

  ! Without a copy back only shared memory shows what the kernel did.
  a = 1
  allocate (c(n), source=5)
  s = 0
  !$acc parallel loop copyin(a) create(b) copyin(c) reduction(+:s)
  do i = 1, n
    a(i) = a(i) + i
    b(i) = c(i)
    c(i) = -i
    s = s + b(i)
  end do
  call expect_equal(s, 5*n, 'the kernel ran')
  if (shared) then
    call expect_equal(a, [(1 + i, i = 1, n)], 'copyin')
    call expect_equal(b, [(5, i = 1, n)], 'create')
    call expect_equal(c, [(-i, i = 1, n)], 'allocatable')
    !$acc parallel loop present(b)
    do i = 1, n
      b(i) = 2*b(i)
    end do
    call expect_equal(b, [(10, i = 1, n)], 'present')
    !$acc update host(b)
    call acc_update_self(b)
    call acc_delete(b)
  else
    call expect_equal(a, [(1, i = 1, n)], 'copyin')
    call expect_equal(c, [(5, i = 1, n)], 'allocatable')
  end if

  ! The program may choose, too.
  call acc_set_device_type(acc_device_host)
  call expect(acc_get_device_type() == acc_device_host, 'chosen')
  !$acc parallel loop copyin(a)
  do i = 1, n
    a(i) = 3
  end do
  call expect_equal(a, [(3, i = 1, n)], 'chosen by the program')
  call finish()
end program
