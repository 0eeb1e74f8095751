!===-- modules/libraries/openacc_curand.f90 - cuRAND in OpenACC regions ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
module openacc_curand
  use curand_device
  implicit none
end module
