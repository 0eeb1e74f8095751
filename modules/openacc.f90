!===-- modules/openacc.f90 - OpenACC for Fortran --------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Constants and routines of the OpenACC API; openacc_lib.inc has them all.
!
!===------------------------------------------------------------------------===!
module openacc
  implicit none
  public
  include 'openacc_lib.inc'
end module
