!===-- modules/libraries/cublas_v2.f90 - cuBLAS by handles -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module cublas_v2: functions with a handle, with and without _v2 in their names.
!
!===------------------------------------------------------------------------===!
module cublas_v2
  use warpfort_cublas
  implicit none
  include "cublas-v2-names.inc"
end module
