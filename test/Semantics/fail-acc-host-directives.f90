!===-- fail-acc-host-directives.f90 - What device code may not ask for -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! Directives that are the host's, and routines of the API, in compute constructs
! and acc routines.
!
!===----------------------------------------------------------------------===!

subroutine in_constructs(x, n)
  use openacc
  use iso_c_binding
  implicit none
  integer :: n, x(n), i
  type(c_ptr) :: p
  !$acc parallel copy(x)
  ! CHECK: :[[#@LINE+1]]:9: error: A compute construct may not have the directive WAIT, which is the host's
  !$acc wait
  ! CHECK: :[[#@LINE+1]]:9: error: A compute construct may not have the directive ENTER DATA, which is the host's
  !$acc enter data copyin(x)
  ! CHECK: :[[#@LINE+1]]:9: error: A compute construct may not have the directive EXIT DATA, which is the host's
  !$acc exit data delete(x)
  ! CHECK: :[[#@LINE+1]]:9: error: A compute construct may not have the directive UPDATE, which is the host's
  !$acc update self(x)
  ! CHECK: :[[#@LINE+1]]:9: error: A compute construct may not have the directive DATA, which is the host's
  !$acc data present(x)
  x = 1
  !$acc end data
  ! CHECK: :[[#@LINE+1]]:9: error: A compute construct may not have the directive HOST_DATA, which is the host's
  !$acc host_data use_device(x)
  x = 1
  !$acc end host_data
  ! CHECK: :[[#@LINE+1]]:9: error: A compute construct may not have the directive SERIAL, which is the host's
  !$acc serial
  x = 2
  !$acc end serial
  !$acc end parallel
  !$acc kernels loop copy(x)
  do i = 1, n
    ! CHECK: :[[#@LINE+1]]:11: error: A compute construct may not have the directive SERIAL LOOP, which is the host's
    !$acc serial loop gang
    do n = 1, 3
      x(i) = n
    end do
    ! CHECK: :[[#@LINE+1]]:11: error: A compute construct may not have the directive WAIT, which is the host's
    !$acc wait(1) async(2)
  end do
  !$acc serial copy(x)
  ! CHECK: :[[#@LINE+1]]:3: error: 'acc_wait_all' is for the host: it may not be called in a compute construct
  call acc_wait_all()
  ! CHECK: :[[#@LINE+1]]:3: error: 'acc_copyin' is for the host: it may not be called in a compute construct
  call acc_copyin(x)
  ! CHECK: :[[#@LINE+1]]:7: error: 'acc_is_present' is for the host: it may not be called in a compute construct
  if (acc_is_present(x)) x(1) = merge(1, 2, acc_on_device(acc_device_nvidia))
  ! CHECK: :[[#@LINE+1]]:7: error: 'acc_malloc' is for the host: it may not be called in a compute construct
  p = acc_malloc(4_8)
  !$acc end serial
end subroutine

subroutine in_routine(x)
  use openacc
  implicit none
  integer :: x(10), i
  !$acc routine seq
  ! CHECK: :[[#@LINE+1]]:3: error: 'acc_update_self' is for the host: it may not be called in an acc routine
  call acc_update_self(x)
end subroutine
