!===-- acc-api-waits.f90 - Each way to wait, for work that takes its time -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: env NVCOMPILER_ACC_NOTIFY=5 %run %t.dir/program 2>&1 | FileCheck %s --check-prefix=WAITS
! RUN: %run %t.dir/program host-type | %{check-pass}
! RUN: %run %t.dir/program host-init | %{check-pass}
! RUN: %run %t.dir/program host-init-device | %{check-pass}
!
! A sequence that one thread computes is in the host's variable only if the host, or the
! queue that copies it, waited: by each routine of the API, by directives and by clauses.
! With an argument the program begins by choosing the host for its device.
!
!===----------------------------------------------------------------------===!
program main
  use testing
  use openacc
  implicit none
  integer, parameter :: steps = 2000000
  integer :: x, wanted, i
  character(20) :: choice
  choice = ' '
  if (command_argument_count() > 0) call get_command_argument(1, choice)
  select case (choice)
  case ('host-type')
    call acc_set_device_type(acc_device_host)
  case ('host-init')
    call acc_init(acc_device_host)
  case ('host-init-device')
    call acc_init_device(0, acc_device_host)
  end select
  if (choice /= ' ') call expect_equal(acc_get_device_type(), acc_device_host, 'the host')
  wanted = 1
  do i = 1, steps
    wanted = mod(wanted*75 + 74, 65537)
  end do
  !$acc enter data create(x)

  ! The host waits.
  call compute(1)
  call acc_wait(1)
  call check('acc_wait')
  call compute(1)
  call acc_wait_device(1, acc_get_device_num(acc_get_device_type()))
  call check('acc_wait_device')
  call compute(2)
  call acc_wait_all()
  call check('acc_wait_all')
  call compute(2)
  call acc_wait_all_device(acc_get_device_num(acc_get_device_type()))
  call check('acc_wait_all_device')
  call compute(3)
  call acc_async_wait(3)
  call check('acc_async_wait')
  call compute(3)
  call acc_async_wait_all()
  call check('acc_async_wait_all')
  call compute(4)
  !$acc wait(4)
  call check('wait directive')
  call compute(4)
  !$acc wait
  call check('wait directive for all')
  call compute(4)
  !$acc parallel num_gangs(1) wait(4)
  !$acc end parallel
  call check('wait clause of a construct')
  call compute(5)
  !$acc update self(x) wait(5)
  call check('wait clause of an update')

  ! A queue waits for another one.
  call compute_only(1)
  call acc_wait_async(1, 2)
  call copy_in_queue('acc_wait_async')
  call compute_only(1)
  call acc_wait_device_async(1, 2, acc_get_device_num(acc_get_device_type()))
  call copy_in_queue('acc_wait_device_async')
  call compute_only(1)
  call acc_wait_all_async(2)
  call copy_in_queue('acc_wait_all_async')
  call compute_only(1)
  call acc_wait_all_device_async(2, acc_get_device_num(acc_get_device_type()))
  call copy_in_queue('acc_wait_all_device_async')
  call compute_only(1)
  !$acc wait(1) async(2)
  call copy_in_queue('wait directive in a queue')
  call compute_only(1)
  !$acc update self(x) wait(1) async(2)
  !$acc wait(2)
  call check('wait clause in a queue')
  !$acc exit data delete(x)
  call finish
contains
  !> The sequence's last element in queue q, from where the host's variable gets it.
  subroutine compute(q)
    integer, intent(in) :: q
    call compute_only(q)
    !$acc update self(x) async(q)
  end subroutine

  subroutine compute_only(q)
    integer, intent(in) :: q
    integer :: i
    x = -1
    !$acc serial present(x) async(q)
    x = 1
    do i = 1, steps
      x = mod(x*75 + 74, 65537)
    end do
    !$acc end serial
  end subroutine

  subroutine copy_in_queue(what)
    character(*), intent(in) :: what
    !$acc update self(x) async(2)
    !$acc wait(2)
    call check(what)
  end subroutine

  subroutine check(what)
    character(*), intent(in) :: what
    call expect_equal(x, wanted, what)
    call acc_wait_all()
    x = -1
    !$acc update device(x)
  end subroutine
end program

! What is in a queue is not waited for where it is launched.
! WAITS-NOT: Implicit wait {{.*}}function={{compute_only}}
! WAITS: launch CUDA kernel {{.*}}function={{compute_only}}
! WAITS-NOT: Implicit wait {{.*}}function={{compute_only}}
! WAITS: PASS
