!===-- modules/libraries/cublasxt.f90 - cuBLAS on several devices ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module cublasxt: level 3 of BLAS on matrices of the host or of a device, which
! the library divides among devices. Names as CUBLAS_OP_N are those of cublas.
!
!===------------------------------------------------------------------------===!
module cublasxt
  use, intrinsic :: iso_c_binding
  use cudafor, only: c_devptr
  use warpfort_cublas
  implicit none
  public
  private :: c_double, c_double_complex, c_float, c_float_complex, c_int, &
    c_int64_t

  type, bind(c) :: cublasXtHandle
    type(c_ptr) :: handle = c_null_ptr
  end type

  include "cublasXt-interfaces.inc"
end module
