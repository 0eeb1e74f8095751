!===-- modules/accel_lib.f90 - The runtime library's older name -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! PGI's module of the accelerator model that came before OpenACC, with the same
! routines.
!
!===------------------------------------------------------------------------===!
module accel_lib
  use openacc
  implicit none
  public
end module
