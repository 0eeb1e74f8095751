!===-- pass-acc-host-data-calls.f90 - HOST_DATA without interfaces --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -cuda -fsyntax-only %s 2>&1 | FileCheck %s
!
! What HOST_DATA names is meant to be an address on the device: with CUDA
! Fortran, too, a procedure without an interface, as MPI's are, gets no warning.
!
!===----------------------------------------------------------------------===!

subroutine exchange(s, r, n)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: s(n), r(n)
  real, device :: d(8)
  integer :: status
  external :: send_receive
  ! CHECK-NOT: {{.*}}warning:{{.*}}'s'
  ! CHECK-NOT: {{.*}}warning:{{.*}}'r'
  !$acc host_data use_device(s, r)
  call send_receive(s, n, r(2), status)
  !$acc end host_data
  ! CHECK: :[[#@LINE+1]]:21: warning: Device data 'd' is passed to 'send_receive', which has no interface: it must expect an address on the device
  call send_receive(d, n, d, status)
end subroutine
